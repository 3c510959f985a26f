"""Web server: HTTP, WebSocket, templates and static files."""
