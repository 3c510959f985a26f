"""The pages of the fixtures, served as a server would."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def showing(gallery: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address under which a gallery is shown."""
    with ThreadingHTTPServer(("127.0.0.1", 0), gallery) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
