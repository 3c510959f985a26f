"""Metrics for Prometheus: how much goes on, nothing about who or what. Only where the server was started with them."""

import resource
from collections.abc import Iterator

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.table.runtime.room_registry import RoomRegistry


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
        yield CounterMetricFamily("turncoat_commands", "Commands kept since the start", now.entries)
        used = resource.getrusage(resource.RUSAGE_SELF)
        yield CounterMetricFamily("turncoat_cpu_seconds", "Processor time used", used.ru_utime + used.ru_stime)


def metrics_route(rooms: RoomRegistry) -> Route:
    """The route that shows the metrics."""
    collected = CollectorRegistry()
    collected.register(RegistryCollector(rooms))

    async def metrics(request: Request) -> Response:
        return Response(generate_latest(collected), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return Route("/metrics", metrics)
