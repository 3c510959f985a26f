"""Generate the tables of settings and metrics in `docs/serving.md`: `python -m tools.settings`.

They come from the declarations in the code.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from prometheus_client.core import HistogramMetricFamily

from turncoat.table.runtime.server_settings import Setting, settings
from turncoat.web.site.metrics import FIGURES, Figure

TARGET: Final = Path(__file__).parents[1] / "docs" / "serving.md"
HEAD: Final = """\
| option | in a file | in the environment | what it sets | default |
| --- | --- | --- | --- | --- |
"""
FIGURES_HEAD: Final = """\
| figure | what it is |
| --- | --- |
"""


def with_tables(page: str) -> str:
    """Return the page with its tables of settings and metrics updated."""
    page = _with_table(page, HEAD, map(_row, settings().values()))
    return _with_table(page, FIGURES_HEAD, map(_figure_row, FIGURES))


def _with_table(page: str, head: str, rows: Iterable[str]) -> str:
    first = re.escape(head.partition("\n")[0])
    return re.sub(rf"^{first}\n(?:.+\n)+", lambda _: head + "".join(rows), page, count=1, flags=re.MULTILINE)


def _row(setting: Setting) -> str:
    option = f"--no-{setting.key}" if setting.default is True else f"{setting.option} {setting.unit}".rstrip()
    cells = (f"`{option}`", f"`{setting.key}`", f"`{setting.variables[0]}`", setting.help, _default(setting))
    return f"| {' | '.join(cells)} |\n"


def _figure_row(figure: Figure) -> str:
    label = f"{{{figure.label}}}" if figure.label else ""
    histogram = "histogram: " if figure.kind is HistogramMetricFamily else ""
    return f"| `{figure.name}{label}` | {histogram}{figure.about} |\n"


def _default(setting: Setting) -> str:
    if setting.default is None:
        return "the system's"
    if isinstance(setting.default, bool):
        return "yes" if setting.default else "no"
    return f"`{setting.default}`" if setting.default not in ("", ()) else "none"


if __name__ == "__main__":
    TARGET.write_text(with_tables(TARGET.read_text("utf-8")), "utf-8")
    print(TARGET)
