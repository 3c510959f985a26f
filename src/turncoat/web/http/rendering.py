"""Page models in, HTML out: one Jinja environment a language; a table's parts can be had one by one for the socket."""

from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Final

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from turncoat.web.http.assets import added_folder
from turncoat.web.http.static_files import static_url
from turncoat.web.pages import (
    ClosedPage,
    DevicePage,
    DoorPage,
    ErrorPage,
    EveningPage,
    MinePart,
    NarratorPage,
    Page,
    RecordPage,
    ReplayPage,
    ReplayPart,
    RulesPage,
    ScreenPage,
    SetupPage,
    Site,
    StartPage,
    TablePage,
)

HERE: Final = Path(__file__).parent.parent
KEPT: Final = 4096
"""How many drawn pieces of pages a language keeps."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; form-action 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""No inline style or script, nothing from other hosts. The templates keep to it."""


def _added_template(name: str) -> str | None:
    """The source of a template that a game from another package brings."""
    added = added_folder(name)
    if added is None:
        return None
    folder, prefix = added
    path = folder / "templates" / name.removeprefix(prefix)
    return path.read_text("utf-8") if path.is_file() else None


def environment(translations: NullTranslations) -> Environment:
    """The templates of one language. Everything is escaped, and an unknown name is an error."""
    env = Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_added_template)]),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals["static"] = static_url
    env.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    return env


class Renderer:
    """Draws the pages of one language."""

    PUBLIC: Final = ("public", "past", "said")
    """The parts that all viewers share. What of the page the last two show, `shared.DEPENDS` says too."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._env = environment(translations or NullTranslations())
        # Most of a page is as it was: a seat, a line of the log, a card is drawn once for each thing that it shows.
        self._env.globals["kept"] = lru_cache(KEPT)(self._piece)

    def page(self, page: Page) -> str:
        match page:
            case StartPage():
                return self._draw("start.html", page=page, site=page.site)
            case SetupPage():
                return self._draw("setup.html", page=page, site=page.site, menu=page.menu, **_of_setup(page))
            case TablePage():
                return self._draw("table.html", **_of_table(page))
            case ScreenPage():
                return self._draw("screen.html", page=page, site=page.site)
            case ClosedPage():
                return self._draw("closed.html", page=page, site=page.site, menu=page.menu)
            case DevicePage():
                return self._draw("device.html", page=page, site=page.site)
            case NarratorPage():
                return self._draw("narrator.html", page=page, site=page.site)
            case RulesPage():
                return self._draw("rules.html", page=page, site=page.site)
            case ReplayPage():
                return self._draw("replay.html", page=page, site=page.site, part=page.part, public=page.part.public)
            case DoorPage():
                return self._draw("replay_door.html", page=page, site=page.site)
            case RecordPage():
                return self._draw("replay_record.html", page=page, site=page.site)
            case EveningPage():
                return self._draw("evening.html", page=page, site=page.site, part=page.part)
            case ErrorPage():
                return self._draw("error.html", page=page, site=page.site)

    def replay_part(self, part: ReplayPart, site: Site) -> str:
        """One moment of a game that is over, as one element of id `replay`."""
        return self._draw("parts/replay.html", part=part, public=part.public, site=site)

    def about(self, site: Site, version: str) -> str:
        """What this is, and what it is not."""
        return self._draw("about.html", site=site, version=version)

    def offline(self, language: str) -> str:
        """The page for when the server is out of reach."""
        return self._draw("offline.html", language=language)

    def public_parts(self, page: TablePage) -> dict[str, str]:
        """The parts that all viewers of one language share, by element id. They show nothing of `page.mine`."""
        page = msgspec.structs.replace(page, mine=MinePart(None))
        if page.end is not None:
            return {"main": self.part("main", page)}
        return {name: self.part(name, page) for name in self.PUBLIC}

    def own_parts(self, page: TablePage) -> dict[str, str]:
        """The parts that differ between two seats, by element id."""
        return {name: self.part(name, page) for name in ("mine", "channel", "guide")}

    def talk_parts(self, page: TablePage, shown: tuple[object, ...] = ()) -> dict[str, str]:
        """The viewer's own parts that no card has a say in, by element id: neither padded nor sent unless they are new.

        The form for talk, if it is another than `shown`; and for who has muted somebody the talk itself, in the place
        of the one that is shared.
        """
        names = ["say"] * (shown != (page.mine.say, page.mine.may_not_say)) + ["said"] * (page.mine.heard is not None)
        return {name: self.part(name, page) for name in names}

    def notes(self, page: TablePage) -> str:
        """The viewer's notes as one element, of id `notes`, filled up."""
        return self.part("notes", page)

    def mine(self, page: TablePage) -> str:
        """One seat's private part; its id is `mine`."""
        return self.part("mine", page)

    def part(self, name: str, page: TablePage) -> str:
        return self._draw(f"parts/{name}.html", **_of_table(page))

    def closed_part(self, page: ClosedPage) -> str:
        """What stands on the page of a table that may not be looked at, of id `main`."""
        return self._draw("parts/closed.html", site=page.site, menu=page.menu)

    def menu(self, page: SetupPage | TablePage) -> str:
        """The table menu as one element, of id `menu`."""
        return self._draw("parts/menu.html", site=page.site, menu=page.menu)

    def screen_part(self, page: ScreenPage) -> str:
        """The shared screen as one element, of id `screen`."""
        return self._draw("parts/screen.html", page=page, site=page.site)

    def setup_part(self, page: SetupPage) -> str:
        """The set-up as one element, of id `main`."""
        return self._draw("parts/setup.html", site=page.site, menu=page.menu, **_of_setup(page))

    def _piece(self, name: str, **shows: object) -> Markup:
        return Markup(self._draw(f"parts/{name}.html", **shows).strip())  # noqa: S704 - a template of ours escapes

    def _draw(self, template: str, **values: object) -> str:
        return self._env.get_template(template).render(**values)


def _of_table(page: TablePage) -> dict[str, object]:
    values = {"public": page.public, "mine": page.mine, "end": page.end, "menu": page.menu, "clock": page.clock}
    mine = page.mine
    talk = {"talk": mine.heard or page.public.talk, "say": mine.say, "may_not_say": mine.may_not_say}
    return {"page": page, "site": page.site, "notes": mine.notes, "guide": mine.guide, **values, **talk}


def _of_setup(page: SetupPage) -> dict[str, object]:
    setup = page.setup
    return {"setup": setup, "talk": setup.talk, "say": setup.say, "may_not_say": setup.may_not_say}
