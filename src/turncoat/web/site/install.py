"""Installation as a web app: the manifest, the service worker, and the offline page."""

import hashlib
import json
from functools import cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from turncoat.kernel.words import N_
from turncoat.web.http.languages import language_asked_for, renderer, translator
from turncoat.web.http.static_files import content, static_url

OFFLINE_FILES: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/pages.css",
    "js/offline.js",
    "art.svg",
    "fonts/archivo-latin.woff2",
    "fonts/archivo-polish.woff2",
)
"""Files of the offline page."""
ICONS: Final = (("192", "any"), ("512", "any"), ("512", "maskable"))
GROUND: Final = "#0e1517"
_ABOUT: Final = N_("An open table for hidden-loyalty games.")


def install_routes() -> list[Route]:
    """Return the routes, none of which depends on the visitor."""
    return [
        Route("/manifest.webmanifest", manifest),
        Route("/sw.js", worker),
        Route("/offline", offline),
    ]


async def manifest(request: Request) -> Response:
    """Return the web app manifest."""
    language = language_asked_for(request)
    icons: list[dict[str, str]] = [
        {"src": static_url(f"icons/{purpose}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        | ({"purpose": purpose} if purpose != "any" else {})
        for size, purpose in ICONS
    ]
    vector = {"src": static_url("favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found: dict[str, Any] = {
        "name": "Turncoat",
        "short_name": "Turncoat",
        "description": translator(language)(_ABOUT),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games"],
        "icons": [*icons, vector],
    }
    return JSONResponse(found, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@cache
def worker_text(language: str) -> str:
    """Return the service worker in a language."""
    page = renderer(language).draw("site/offline.html", language=language)
    files = [static_url(name) for name in OFFLINE_FILES]
    body = content("js/service_worker.js").decode()
    mark = hashlib.sha256("\n".join((page, body, *files)).encode()).hexdigest()[:12]
    icon = static_url("icons/any-192.png")
    keep = {"mark": f"{language}-{mark}", "page": f"/offline?language={language}", "files": files, "icon": icon}
    return f"self.KEEP = {json.dumps(keep)};\n{body}"


async def worker(request: Request) -> Response:
    """Return the service worker. Browsers check for updates of it themselves."""
    return Response(
        worker_text(language_asked_for(request)), media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


async def offline(request: Request) -> Response:
    """Return the page that the browser displays when the server is out of reach."""
    language = language_asked_for(request)
    return HTMLResponse(
        renderer(language).draw("site/offline.html", language=language), headers={"Cache-Control": "no-cache"}
    )
