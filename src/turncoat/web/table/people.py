"""What the forms about people ask for: of the table menu, of the chairs, of who watches."""

from collections.abc import Mapping, Sequence

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.web.http.shell import first


def people_command(fields: Mapping[str, Sequence[str]]) -> c.AnyCommand | None:
    """The command that a form stands for; None when it is no form about people. Raises Refused."""
    match first(fields, "do"):
        case "handover":
            return c.HandOver(number_of(fields, "seat"))
        case "swap":
            return c.Swap(number_of(fields, "seat"), number_of(fields, "other"))
        case "remove":
            if first(fields, "sure") != "yes":
                raise Refused(Refusal("not-confirmed"))
            return c.Remove(number_of(fields, "seat"))
        case "let-back":
            return c.LetBack(number_of(fields, "number"))
        case "ask":
            return c.RequestSeat(first(fields, "name"), number_of(fields, "seat"))
        case "withdraw":
            return c.WithdrawSeatRequest()
        case "let-in" | "turn-down" as reply:
            return c.Reply(number_of(fields, "number"), reply == "let-in")
        case "luck":
            return c.AddEntropy(first(fields, "luck"))
        case "shut-devices":
            return c.CloseDevices()
        case _:
            return None


def number_of(fields: Mapping[str, Sequence[str]], name: str) -> int:
    """A number in a form; -1 when it is none, which is no seat and no number of anything."""
    text = first(fields, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1
