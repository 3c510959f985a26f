"""Buttons of a circle's page that change it."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from turncoat.circles import changes
from turncoat.circles.circle import Circle
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.web.http.forms import FormFields


class Pressed(msgspec.Struct, frozen=True):
    """A button that was pressed, by whom, and the fields of its form."""

    person: str
    name: str
    member: int
    is_on: bool
    at: int


LEAVES: Final = frozenset({"leave", "delete"})
"""Buttons after which the person sees nothing more of the circle. They need a tick."""
ACTS: Final[Mapping[str, Callable[[Circle, Pressed], Circle]]] = {
    "rename": lambda circle, one: changes.renamed(circle, one.person, one.name),
    "rename-me": lambda circle, one: changes.renamed_member(circle, one.person, one.name),
    "renew": lambda circle, one: changes.renewed(circle, one.person),
    "remove": lambda circle, one: changes.removed(circle, one.person, one.member),
    "make-admin": lambda circle, one: changes.with_admin(circle, one.person, one.member, on=True),
    "unmake-admin": lambda circle, one: changes.with_admin(circle, one.person, one.member, on=False),
    "ratings": lambda circle, one: changes.with_ratings(circle, one.person, on=one.is_on),
    "begin-season": lambda circle, one: changes.with_season(circle, one.person, one.name, one.at),
    "end-season": lambda circle, one: changes.without_season(circle, one.person, one.at),
    "forget-passkeys": lambda circle, one: changes.without_passkeys(circle, one.person),
    "leave": lambda circle, one: changes.left(circle, one.person),
    "delete": lambda circle, one: changes.deleted(circle, one.person),
}


def act_of(fields: FormFields, person: str, now: int) -> Callable[[Circle], Circle]:
    """Return the change that the pressed button stands for. Raises Refused."""
    do = fields.first("do")
    act = ACTS.get(do)
    if act is None or (do in LEAVES and not fields.is_set("sure")):
        raise Refused(Refusal("incomplete"))
    pressed = Pressed(person, fields.first("name"), fields.number("member") or 0, fields.is_set("on"), now)
    return lambda circle: act(circle, pressed)
