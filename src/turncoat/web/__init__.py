"""HTTP, WebSocket, templates and static files."""
