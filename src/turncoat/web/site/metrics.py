"""Metrics for Prometheus: how much goes on, nothing about who or what. Only where the server was started with them."""

import hmac
import ipaddress
import resource
from collections.abc import Iterator

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.web.http.requests import is_forwarded

_CLOSED = "Metrics are for this machine, or with the header Authorization: Bearer and the server's --metrics-token.\n"


class RegistryCollector(Collector):
    """Reads the room registry when Prometheus asks."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        """The metrics of this moment."""
        now = self._registry.metrics()
        yield GaugeMetricFamily("turncoat_tables", "Tables in memory", now.tables)
        yield GaugeMetricFamily("turncoat_games", "Games being played", now.games)
        yield GaugeMetricFamily("turncoat_connections", "Open pages and programs", now.connections)
        yield CounterMetricFamily("turncoat_commands", "Commands whose effect a whole table could see", now.changes)
        used = resource.getrusage(resource.RUSAGE_SELF)
        yield CounterMetricFamily("turncoat_cpu_seconds", "Processor time used", used.ru_utime + used.ru_stime)


def metrics_route(rooms: RoomRegistry, token: str = "") -> Route:
    """The route that shows the metrics: to programs on this machine, and to those that have the token."""
    collected = CollectorRegistry()
    collected.register(RegistryCollector(rooms))

    async def metrics(request: Request) -> Response:
        if not _may_read(request, token):
            return PlainTextResponse(_CLOSED, 403)
        return Response(generate_latest(collected), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return Route("/metrics", metrics)


def _may_read(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(given.encode(), token.encode()):
        return True
    if request.client is None or is_forwarded(request.headers):  # a server on this machine that lets others in
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
