"""Exploitability of bots: best responses of several families, trained on some deals and judged on others."""
