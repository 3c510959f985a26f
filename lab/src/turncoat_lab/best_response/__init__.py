"""How far a bot can be exploited: best responses of several families, trained on some deals and judged on others."""
