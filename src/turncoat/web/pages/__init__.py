"""What the templates show: page models in words, with no game object behind them.

The presenter turns views into these values in the viewer's language. A template sees nothing else, so what a model has
no field for cannot reach a page. The public part of a table holds nothing of any one seat; `MinePart` holds one seat's
own.
"""

from turncoat.web.board.model import (
    Badge,
    Ballot,
    BoardSeat,
    CardShown,
    Kind,
    LogLine,
    Panel,
    Presence,
    PublicPart,
    RoleCard,
    Row,
    Said,
    Side,
    Space,
    SpaceState,
    Stage,
    TalkPart,
)
from turncoat.web.http.pages_choice import Choice
from turncoat.web.http.pages_site import (
    Clause,
    DevicePage,
    ErrorPage,
    Language,
    RulesChapter,
    RulesPage,
    Site,
    StartPage,
    TableLink,
    Theme,
)
from turncoat.web.replays.pages_replay import (
    Asked,
    DoorPage,
    EveningPage,
    EveningPart,
    GameLine,
    MomentLine,
    PersonRow,
    RecordPage,
    ReplayPage,
    ReplayPart,
    SideRow,
)
from turncoat.web.screen.pages_narrator import NarratedLine, NarratorForm, NarratorPage
from turncoat.web.screen.pages_screen import ScreenPage
from turncoat.web.table.end import EndPart, Unmasked
from turncoat.web.table.pages_clock import Asking, AwayPerson, ClockPart, Countdown, GivingUp, MenuClock
from turncoat.web.table.pages_menu import (
    JoinPart,
    MenuAfter,
    MenuPart,
    MenuPerson,
    MenuRemoved,
    MenuRequest,
    MenuSeat,
    MenuTalk,
    Voice,
)
from turncoat.web.table.pages_seat import (
    ChannelPart,
    GuidePart,
    MinePart,
    NoteRow,
    NotesPart,
    Phrase,
    Prompt,
    SayForm,
)
from turncoat.web.table.pages_setup import (
    OptionField,
    SetupPage,
    SetupPart,
    SetupSeat,
)
from turncoat.web.table.pages_table import ClosedPage, TablePage

Page = (
    StartPage | SetupPage | TablePage | ClosedPage | DevicePage | ScreenPage | NarratorPage | RulesPage | ErrorPage
    | ReplayPage | DoorPage | RecordPage | EveningPage
)  # fmt: skip

__all__ = [
    "Asked",
    "Asking",
    "AwayPerson",
    "Badge",
    "Ballot",
    "BoardSeat",
    "CardShown",
    "ChannelPart",
    "Choice",
    "Clause",
    "ClockPart",
    "ClosedPage",
    "Countdown",
    "DevicePage",
    "DoorPage",
    "EndPart",
    "ErrorPage",
    "EveningPage",
    "EveningPart",
    "GameLine",
    "GivingUp",
    "GuidePart",
    "JoinPart",
    "Kind",
    "Language",
    "LogLine",
    "MenuAfter",
    "MenuClock",
    "MenuPart",
    "MenuPerson",
    "MenuRemoved",
    "MenuRequest",
    "MenuSeat",
    "MenuTalk",
    "MinePart",
    "MomentLine",
    "NarratedLine",
    "NarratorForm",
    "NarratorPage",
    "NoteRow",
    "NotesPart",
    "OptionField",
    "Page",
    "Panel",
    "PersonRow",
    "Phrase",
    "Presence",
    "Prompt",
    "PublicPart",
    "RecordPage",
    "ReplayPage",
    "ReplayPart",
    "RoleCard",
    "Row",
    "RulesChapter",
    "RulesPage",
    "Said",
    "SayForm",
    "ScreenPage",
    "SetupPage",
    "SetupPart",
    "SetupSeat",
    "Side",
    "SideRow",
    "Site",
    "Space",
    "SpaceState",
    "Stage",
    "StartPage",
    "TableLink",
    "TablePage",
    "TalkPart",
    "Theme",
    "Unmasked",
    "Voice",
]
