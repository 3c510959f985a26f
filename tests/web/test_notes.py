"""Notes and marks are on their author's page alone, and show neither in records nor in other pages' bytes and times."""

import msgspec
import pytest

from tests.support.guests import Guest, a_table
from tests.support.offline_room import Watching, room
from tests.support.open_page import unpacked, without_time
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.web.programs.socket import ProgramConnection
from turncoat.web.table.notes import STEP, notes_command
from turncoat.web.updates.viewer import Outcome

SECRET = "Looks \"like\" <him> & 'her'"


def test_nobody_else_can_tell_that_notes_were_taken() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"notes"))
    watching = [Watching(at, seat) for seat in (*range(5), SPECTATOR)]
    for one in watching:
        one.viewer.answer(Outcome())
    before = [one.got() for one in watching]
    programs = [ProgramConnection(None, None) for _ in range(2)]  # type: ignore[arg-type]
    for program, person in zip(programs, ("person-1", ""), strict=True):
        program.person, program.room = person, at
        program.messages()
    take(at.table, c.Entry("", "person-0", c.WriteNotes({3: c.Note("doubt", SECRET)}, SECRET)))
    after = [one.got() for one in watching]
    assert before[1:] == after[1:]
    assert before[0] != after[0]
    assert [program.messages() for program in programs] == [[], []]
    assert 'value="Looks &#34;like&#34; &lt;him&gt; &amp; &#39;her&#39;"' in watching[0].page()
    assert "Looks" not in str(after[1:])


def test_notes_are_sent_only_when_changed() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"notes"))
    one = Watching(at, 0)
    assert "notes" in unpacked(one.viewer.answer(Outcome()))["parts"]
    assert "notes" not in unpacked(one.viewer.answer(Outcome()))["parts"]
    take(at.table, c.Entry("", "person-0", c.WriteNotes({3: c.Note("doubt")})))
    assert (
        'id="mark-3-doubt" name="mark-3" value="doubt" checked'
        in unpacked(one.viewer.answer(Outcome()))["parts"]["notes"]
    )


def test_the_size_of_notes_reveals_little() -> None:
    ruleset = Ruleset.of("resistance", 10)
    at = room(ruleset, ruleset.deal(b"notes"))
    one = Watching(at, 0)
    sizes = {len(unpacked(one.viewer.answer(Outcome()))["parts"]["notes"].encode())}
    pages = {len(one.page().encode())}
    for seat in range(1, 10):
        take(at.table, c.Entry("", "person-0", c.WriteNotes({seat: c.Note("unsure", "x" * seat * 5)}, "a\nb\n" * seat)))
        sizes.add(len(unpacked(one.viewer.answer(Outcome()))["parts"]["notes"].encode()))
        pages.add(len(one.page().encode()))
    assert len(sizes) <= 2
    assert max(sizes) - min(sizes) in (0, STEP)
    assert len(pages) == len(sizes)


def test_records_contain_no_notes() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"notes"))
    take(at.table, c.Entry("", "person-0", c.WriteNotes({3: c.Note("doubt", SECRET)}, SECRET)))
    session = at.table.session
    assert session is not None
    while session.result is None:
        for seat in range(5):
            if session.waiting >> seat & 1:
                session.take(seat, Choice(session.view(seat).prompt.number, session.default(seat).answer))  # type: ignore[union-attr]
    assert "Looks" not in session.record()
    pages = [Watching(at, seat).page() for seat in (*range(5), SPECTATOR)]
    assert ["Looks" in page for page in pages] == [True, False, False, False, False, False]


def test_the_notes_form_changes_only_edited_notes() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"notes"))
    fields = {"mark-1": ["trust"], "note-1": [""], "mark-2": [""], "note-2": [""], "notes": ["One\r\ntwo"]}
    command = notes_command(fields, at.table.personal("person-0"))
    assert command is not None
    assert command == c.WriteNotes({1: c.Note("trust")}, "One\ntwo")
    take(at.table, c.Entry("", "person-0", command))
    assert notes_command(fields, at.table.personal("person-0")) is None
    assert notes_command({"note-2": ["?"]}, at.table.personal("person-0")) == c.WriteNotes({2: c.Note("", "?")})
    kept = c.decode(c.encode(c.Entry("", "person-0", command)))
    assert kept.command == command
    assert msgspec.json.decode(c.encode(kept))["command"]["do"] == "WriteNotes"


@pytest.mark.anyio
async def test_notes_can_be_written_without_scripts(tmp_path) -> None:  # type: ignore[no-untyped-def]
    async with a_table(tmp_path) as (_at, guests):
        one: Guest = guests[2]
        others = [without_time(await guest.look()) for guest in (guests[0], guests[3], guests[7])]
        answer = await one.send({"do": "write-notes", "mark-4": "trust", "note-4": SECRET, "notes": "two\nlines"})
        assert answer.status_code == 200
        page = await one.look()
        assert 'id="mark-4-trust" name="mark-4" value="trust" checked' in page
        assert "two&#10;lines</textarea>" in page
        assert [without_time(await guest.look()) for guest in (guests[0], guests[3], guests[7])] == others
        refused = await guests[7].post(do="write-notes", notes="I watch")
        assert refused.headers["Turncoat-Refusal"] == "not-seated"


def test_line_breaks_in_a_form_count_as_single_characters() -> None:
    at = room(Ruleset.of("resistance", 5), Ruleset.of("resistance", 5).deal(b"notes"))
    text = "\n".join("a" * 7 for _ in range(100))  # 799 characters on the page
    command = notes_command({"notes": [text.replace("\n", "\r\n")]}, at.table.personal("person-0"))
    assert command is not None
    check(at.table, "person-0", command)
    take(at.table, c.Entry("", "person-0", command))
    assert at.table.personal("person-0").text == text
    assert notes_command({"notes": [text.replace("\n", "\r\n")]}, at.table.personal("person-0")) is None
    long = notes_command({"notes": ["x" * 60_000]}, at.table.personal("person-0"))
    assert long is not None
    assert len(long.text or "") < 2000  # enough to see that it is too long
    with pytest.raises(Refused, match="note-too-long"):
        check(at.table, "person-0", long)
