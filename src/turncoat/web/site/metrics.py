"""Prometheus metrics: amounts of activity, nothing about people or content. Served only if the server enables them.

They are limited to what `table.runtime.metrics` may count.
"""

import hmac
import ipaddress
import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

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

Number = float | Histogram
Reading = Number | Mapping[str, Number]
_CLOSED = (
    "Metrics can be read on this machine, or with the header Authorization: Bearer and the server's --metrics-token.\n"
)


class Figure(NamedTuple):
    """Metric with its public name, listed in a row of docs/serving.md (`make settings`)."""

    name: str
    kind: type[GaugeMetricFamily | CounterMetricFamily | HistogramMetricFamily]
    about: str
    """Description for Prometheus and for the docs."""
    read: Callable[[RoomRegistry, CollectorPauses], Reading]
    """Reads the current value, or a mapping from the label's values to their own."""
    label: str = ""


FIGURES: Final = (
    Figure("turncoat_tables", GaugeMetricFamily, "tables in memory", lambda rooms, _: rooms.gauges().tables),
    Figure("turncoat_games", GaugeMetricFamily, "games being played", lambda rooms, _: rooms.gauges().games),
    Figure(
        "turncoat_faulty_tables",
        GaugeMetricFamily,
        "`faulty_tables` of `/healthz`; worth an alert above 0",
        lambda rooms, _: len(rooms.faulty),
    ),
    Figure(
        "turncoat_seats",
        GaugeMetricFamily,
        "seats at the tables in memory: `person`, `bot`, `empty`",
        lambda rooms, _: rooms.gauges().seats,
        "kind",
    ),
    Figure(
        "turncoat_connections",
        GaugeMetricFamily,
        "open pages and programs",
        lambda rooms, _: rooms.gauges().connections,
    ),
    Figure(
        "turncoat_commands_total",
        CounterMetricFamily,
        "changes visible to a whole table",
        lambda rooms, _: rooms.metrics.changes,
    ),
    Figure(
        "turncoat_moves_total",
        CounterMetricFamily,
        "those of them that were choices in a game",
        lambda rooms, _: rooms.metrics.moves,
    ),
    Figure(
        "turncoat_move_seconds",
        HistogramMetricFamily,
        "time from such a choice until all open pages were updated",
        lambda rooms, _: rooms.metrics.move_seconds,
    ),
    Figure(
        "turncoat_store_seconds",
        HistogramMetricFamily,
        "time until such a change was on disk",
        lambda rooms, _: rooms.metrics.store_seconds,
    ),
    Figure(
        "turncoat_refusals_total",
        CounterMetricFamily,
        "refusals: `too-fast`, `not-kept`, `no-such-table` and others by their code, and `choice` for all that could "
        "reveal something about a game",
        lambda rooms, _: dict(sorted(rooms.metrics.refusals.items())),
        "code",
    ),
    Figure(
        "turncoat_ownership_total",
        CounterMetricFamily,
        "with a shared database: tables `taken-over` from a dead server, `handed-over` to another, and `lost`; tables "
        "given up because a write was `uncertain`; and requests for a table that had only just moved "
        "(`asked-again`), which happen when the server in front sends one table to two servers",
        lambda rooms, _: rooms.metrics.ownership,
        "change",
    ),
    Figure(
        "turncoat_collector_pause_seconds",
        HistogramMetricFamily,
        "pauses of Python's garbage collector",
        lambda _, pauses: {str(number): pause for number, pause in enumerate(pauses.generations)},
        "generation",
    ),
    Figure("turncoat_cpu_seconds_total", CounterMetricFamily, "processor time used", lambda *_: time.process_time()),
    Figure("turncoat_build_info", GaugeMetricFamily, "the running version", lambda *_: {__version__: 1}, "version"),
)
"""All metrics of the server, in the order of the docs."""


class ServerCollector(Collector):
    """Collects the current values when Prometheus asks."""

    def __init__(self, registry: RoomRegistry, pauses: CollectorPauses) -> None:
        self._registry, self._pauses = registry, pauses

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics."""
        for figure in FIGURES:
            labels = [figure.label] if figure.label else None
            family = figure.kind(figure.name, figure.about, labels=labels)
            value = figure.read(self._registry, self._pauses)
            for label, one in value.items() if isinstance(value, Mapping) else [("", value)]:
                given = [label] if figure.label else []
                if isinstance(one, Histogram):
                    assert isinstance(family, HistogramMetricFamily)
                    bounds = [*map(str, one.bounds), "+Inf"]
                    buckets = list(zip(bounds, itertools.accumulate(one.counts), strict=True))
                    family.add_metric(given, buckets, one.total)
                else:
                    assert not isinstance(family, HistogramMetricFamily)
                    family.add_metric(given, one)
            yield family


class MetricsEndpoint:
    """Metrics endpoint of a server, from startup to shutdown."""

    def __init__(self, rooms: RoomRegistry, token: str = "") -> None:
        self._token = token
        self._pauses = CollectorPauses()
        self._collected = CollectorRegistry()
        self._collected.register(ServerCollector(rooms, self._pauses))
        ProcessCollector(registry=self._collected)  # memory and open files, on Linux
        self.route = Route("/metrics", self._show)

    def close(self) -> None:
        """Stop measuring."""
        self._pauses.close()

    async def _show(self, request: Request) -> Response:
        """Return the metrics to programs on this machine and to those with the token."""
        if not _may_read(request, self._token):
            return PlainTextResponse(_CLOSED, 403)
        return Response(generate_latest(self._collected), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _may_read(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(given.encode(), token.encode()):
        return True
    if request.client is None or is_forwarded(request.headers):  # a local proxy that forwards others
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
