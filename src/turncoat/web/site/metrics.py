"""Metrics for Prometheus: how much goes on, nothing about who or what. Only where the server was started with them.

What they count is what `table.runtime.metrics` may count.
"""

import hmac
import ipaddress
import itertools
import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from turncoat import __version__
from turncoat.table.runtime.metrics import CollectorPauses, Histogram
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.web.http.requests import is_forwarded

_CLOSED = "Metrics are for this machine, or with the header Authorization: Bearer and the server's --metrics-token.\n"


class ServerCollector(Collector):
    """Reads what was measured when Prometheus asks."""

    def __init__(self, registry: RoomRegistry, pauses: CollectorPauses) -> None:
        self._registry, self._pauses = registry, pauses

    def collect(self) -> Iterator[Metric]:
        """The metrics of this moment."""
        now, metrics = self._registry.gauges(), self._registry.metrics
        yield GaugeMetricFamily("turncoat_tables", "Tables in memory", now.tables)
        yield GaugeMetricFamily("turncoat_games", "Games being played", now.games)
        faulty = len(self._registry.faulty)
        yield GaugeMetricFamily("turncoat_faulty_tables", "Tables whose log could not be applied", faulty)
        seats = GaugeMetricFamily("turncoat_seats", "Seats at the tables in memory", labels=["kind"])
        for kind, count in now.seats.items():
            seats.add_metric([kind], count)
        yield seats
        yield GaugeMetricFamily("turncoat_connections", "Open pages and programs", now.connections)
        yield CounterMetricFamily("turncoat_commands", "Commands whose effect a whole table could see", metrics.changes)
        yield CounterMetricFamily("turncoat_moves", "Those of them that were choices in a game", metrics.moves)
        yield _histogram(
            "turncoat_move_seconds",
            "From such a choice until those who watch had their turn to hear of it",
            {"": metrics.move_seconds},
        )
        yield _histogram(
            "turncoat_store_seconds",
            "Until a command whose effect a whole table could see was on the disk",
            {"": metrics.store_seconds},
        )
        refusals = CounterMetricFamily(
            "turncoat_refusals", "What was refused; choices are counted when their game is over", labels=["code"]
        )
        for code, count in sorted(metrics.refusals.items()):
            refusals.add_metric([code], count)
        yield refusals
        changes = CounterMetricFamily(
            "turncoat_ownership", "Tables that changed their server, where many share a store", labels=["change"]
        )
        for change, count in metrics.ownership.items():
            changes.add_metric([change], count)
        yield changes
        pauses = {str(generation): pause for generation, pause in enumerate(self._pauses.generations)}
        yield _histogram("turncoat_collector_pause_seconds", "Pauses of Python's collector", pauses, "generation")
        yield CounterMetricFamily("turncoat_cpu_seconds", "Processor time used", time.process_time())
        info = GaugeMetricFamily("turncoat_build_info", "The version that runs", labels=["version"])
        info.add_metric([__version__], 1)
        yield info


def _histogram(name: str, about: str, found: dict[str, Histogram], label: str = "") -> Metric:
    family = HistogramMetricFamily(name, about, labels=[label] if label else None)
    for value, histogram in found.items():
        bounds = [*map(str, histogram.bounds), "+Inf"]
        buckets = list(zip(bounds, itertools.accumulate(histogram.counts), strict=True))
        family.add_metric([value] if label else [], buckets, histogram.total)
    return family


class MetricsEndpoint:
    """Where the metrics of a server are read, from when it starts until it ends."""

    def __init__(self, rooms: RoomRegistry, token: str = "") -> None:
        self._token = token
        self._pauses = CollectorPauses()
        self._collected = CollectorRegistry()
        self._collected.register(ServerCollector(rooms, self._pauses))
        ProcessCollector(registry=self._collected)  # memory, open files, on Linux
        self.route = Route("/metrics", self._show)

    def close(self) -> None:
        """Measure no more."""
        self._pauses.close()

    async def _show(self, request: Request) -> Response:
        """The metrics: for programs on this machine, and for those that have the token."""
        if not _may_read(request, self._token):
            return PlainTextResponse(_CLOSED, 403)
        return Response(generate_latest(self._collected), headers={"Content-Type": CONTENT_TYPE_LATEST})


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
