"""To forget a game, or what notes said before, is to rewrite the log of its table.

The cards, the choices and who held what are taken out, and what was said until then is blanked. Everything else stays,
so that the log makes the same table as before.
"""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any, Final

from msgspec.structs import replace

from turncoat.kernel.seats import Seat
from turncoat.table import commands as c
from turncoat.table.state.chat import BLANK
from turncoat.table.state.table import Table
from turncoat.table.values.channels import Channel

NO_SEED: Final = "00" * 32
MOST_SEATS: Final = 32


def redact(entries: Sequence[bytes], last: int, finished: Container[int]) -> list[bytes]:
    """The log with nothing left of the games up to number `last`. `finished` are the games that came to an end."""
    log = [c.decode(data) for data in entries]
    over = {entry.command.game: index for index, entry in enumerate(log) if isinstance(entry.command, c.ArchiveGame)}
    final = {entry.command.game: index for index, entry in enumerate(log) if isinstance(entry.command, c.GameCommand)}
    until = over.get(last, final.get(last, -1))
    starts = [index for index, entry in enumerate(log) if isinstance(entry.command, c.Start)]
    used_up = _entropy_used_up(starts, last)
    kept: list[bytes] = []
    games, away = 0, set[int]()
    blanked = Counter[Channel]()
    for index, (entry, data) in enumerate(zip(log, entries, strict=True)):
        command = entry.command
        match command:
            case c.StandIn():
                away = set(range(MOST_SEATS))  # people may change seats until they are back
            case c.Open():
                data = _changed(entry, seed=NO_SEED)
            case c.AddEntropy() | c.CommitEntropy() | c.BeginDeal() | c.RevealEntropy() | c.CallOffDeal() if (
                index < used_up
            ):
                continue
            case c.CallOffDeal() if games < last:
                data = _changed(entry, seed=NO_SEED)
            case c.Sit() if index < used_up:
                data = _changed(entry, command=replace(command, entropy=""))
            case c.Start():
                games += 1
                blanked["channel"] = 0  # what is said there is counted anew
                if games <= last:
                    # The seed is that of the next game, which may be kept.
                    seed = NO_SEED if games < last else entry.seed
                    start = c.Start(command.rules, forgotten=True, occupants=command.occupants)
                    data = _changed(entry, command=start, seed=seed, bots=(), at=0.0)
            case c.GameCommand() if command.game <= last:
                if isinstance(command, c.Choose) and command.seat in away and entry.by != c.SERVER:
                    # A person for whom a bot stood in is back when they choose.
                    away.discard(command.seat)
                    kept.append(_changed(entry, id="", command=c.ReturnFromAway(command.seat)))
                if index != final[command.game] or command.game in over or command.game not in finished:
                    continue
                data = _changed(entry, id="", by=c.SERVER, command=c.ArchiveGame(command.game))
            case c.ArchiveGame() if command.game <= last:
                data = _changed(entry, command=c.ArchiveGame(command.game, None, command.version), at=0.0)
            case c.ShareGame() | c.UnshareGame() if command.game <= last:
                continue
            case c.WriteNotes() if index < until:
                if command.text is None:
                    continue
                data = _changed(entry, command=c.WriteNotes(text=command.text))
            case c.Say() if index < until:
                blanked[command.channel] += 1
                data = _changed(entry, command=c.Say(BLANK, command.channel, name=command.name, seat=command.seat))
            case c.ChangeSettings():
                hidden = {
                    channel: {number: parts for number, parts in spans.items() if number > blanked[channel]}
                    for channel, spans in command.hidden.items()
                }
                if hidden != command.hidden:
                    data = _changed(entry, command=replace(command, hidden=hidden))
            case c.React() if index < until:
                data = _changed(entry, command=c.React(0, ""))  # the numbers of the voices stay
            case _:
                pass
        kept.append(data)
    return without_former_notes(kept)


def without_former_notes(entries: Sequence[bytes]) -> list[bytes]:
    """The log with only the last of what each person noted, and of notes about seats only those in the latest game."""
    kept: list[bytes] = []
    seats, texts, is_earlier_game = dict[str, set[Seat]](), set[str](), False
    for data in reversed(entries):
        entry = c.decode(data)
        command = entry.command
        is_earlier_game |= isinstance(command, c.Start)  # which clears the notes about the seats
        if isinstance(command, c.WriteNotes):
            later = seats.setdefault(entry.by, set())
            notes = {seat: note for seat, note in command.seats.items() if not is_earlier_game and seat not in later}
            text = None if entry.by in texts else command.text
            later.update(command.seats)
            if command.text is not None:
                texts.add(entry.by)
            if not notes and text is None:
                continue
            if (notes, text) != (command.seats, command.text):
                data = _changed(entry, command=c.WriteNotes(notes, text))
        kept.append(data)
    return kept[::-1]


def _entropy_used_up(starts: Sequence[int], last: int) -> int:
    """Up to where in the log entropy went into deals that are forgotten, and into no other."""
    if not 0 < last <= len(starts):
        return 0
    return starts[last - 1]


def _changed(entry: c.Entry, **fields: Any) -> bytes:
    """Return the entry with other fields, without the digest, which would still tell of what is forgotten."""
    return c.encode(replace(entry, digest="", **fields))


def is_same_table(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for the games that are over."""

    def of(table: Table) -> tuple[object, ...]:
        is_on = table.games, table.running, table.control.paused_by
        return table.code, table.host, table.seats, table.game_setup, table.bot, table.settings, is_on

    return of(one) == of(other)
