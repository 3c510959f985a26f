"""Notices that it is somebody's turn: sent as Web Push or to a webhook, and the page where people choose them."""
