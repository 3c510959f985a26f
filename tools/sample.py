"""Record the sample game that newcomers can watch: `python -m tools.sample`.

Run it when a change of the rules makes the stored game unplayable, as a test reports, or to choose another: look for a
seed whose game is decided by the last mission. The game is stored, so new bots need no new recording.
"""

import json
from pathlib import Path
from typing import Final

import msgspec

import turncoat.games  # noqa: F401 - the rulebooks register themselves
from turncoat.kernel.events import seen_by
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR
from turncoat.simulation.playing import BotRemark, play_numbered, seating
from turncoat.table.state.chat import ChatMessage
from turncoat.table.state.table import BOT_NAMES
from turncoat.web.replays import sample

SEED: Final = "sample"
NUMBER: Final = 56
RULESET: Final = Ruleset.of("resistance", 5)
LEVEL: Final = "hard"


def main() -> None:
    said: list[BotRemark] = []
    game = play_numbered(RULESET, seating(RULESET, [LEVEL]), SEED, NUMBER, talk=True, said=said)
    names = BOT_NAMES[: RULESET.players]
    messages: list[ChatMessage] = []
    for after, seat, remark, _ in said:
        if remark is None:
            continue
        messages.append(
            ChatMessage(
                number=len(messages) + 1,
                name=names[seat],
                text="",
                voice=seat + 1,
                phrase=remark.phrase,
                about=names[remark.about] if remark.about is not None else "",
                reason=remark.reason,
                mission=remark.mission,
                reason_count=remark.count,
                others=tuple(names[other] for other in SEATS_IN[remark.others]),
                wording=remark.wording,
                reason_wording=remark.reason_wording,
                leader=names[remark.leader] if remark.leader is not None else "",
                after_events=sum(seen_by(event, SPECTATOR) is not None for event in game.events[:after]),
            )
        )
    folder = Path(sample.__file__).parent
    (folder / sample.RECORD).write_text(print_record(record_of(game)), "utf-8")
    needed = "text"
    lines = (
        json.dumps({name: value for name, value in msgspec.to_builtins(one).items() if value or name == needed})
        for one in messages
    )
    (folder / sample.TALK).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
