"""Write the table of settings in `docs/serving.md` from their declaration: `python -m tools.settings`."""

import re
from pathlib import Path
from typing import Final

from turncoat.table.runtime.server_settings import Setting, settings

TARGET: Final = Path(__file__).parents[1] / "docs" / "serving.md"
HEAD: Final = """\
| option | in a file | in the environment | what it sets | default |
| --- | --- | --- | --- | --- |
"""
_TABLE: Final = re.compile(r"^\| option \|(?:.*\n)+?(?=\n)", re.MULTILINE)


def with_settings(page: str) -> str:
    """The page with the table of settings as they are declared now."""
    return _TABLE.sub(lambda _: HEAD + "".join(map(_row, settings().values())), page, count=1)


def _row(setting: Setting) -> str:
    option = f"{setting.option} {setting.unit}".rstrip()
    cells = (f"`{option}`", f"`{setting.key}`", f"`{setting.variables[0]}`", setting.help, _default(setting))
    return f"| {' | '.join(cells)} |\n"


def _default(setting: Setting) -> str:
    if setting.default is None:
        return "the system's"
    if isinstance(setting.default, bool):
        return "yes" if setting.default else "no"
    return f"`{setting.default}`" if setting.default not in ("", ()) else "none"


if __name__ == "__main__":
    TARGET.write_text(with_settings(TARGET.read_text("utf-8")), "utf-8")
    print(TARGET)
