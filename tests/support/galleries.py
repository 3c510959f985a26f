"""Server of the fixtures' pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SHOW = """async ([state, of, mine]) => {
    const page = new DOMParser().parseFromString(await (await fetch(state)).text(), "text/html");
    const other = mine && new DOMParser().parseFromString(await (await fetch(mine)).text(), "text/html");
    const parts = Object.fromEntries(of.map((id) => [id, page.getElementById(id).outerHTML]));
    if (other) parts["own-seat"] = other.getElementById("own-seat").outerHTML;
    return parts;
}"""
"""Replaces parts of the open page by those of another state, and its private part by that of a third."""


@contextmanager
def serve_gallery(gallery: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve a gallery, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), gallery) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
