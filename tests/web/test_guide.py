"""The guide explains each thing once, from public information, and only to people who asked for it."""

import asyncio
import re
from collections.abc import Callable
from html import unescape
from random import Random

import httpx
import pytest

from tests.support.games.hail_hydra import auto, new_game
from tests.support.guests import Guest
from tests.support.offline_room import Watching, choose, room
from tests.support.own_sizes import sizes_at
from tests.support.taking import take
from tests.support.worlds import REAL_BOTS, SameBot, World
from turncoat import bots
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, is_in, seat_set
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.past.signs import DENIALS
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.runtime.unloading import is_busy
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice
from turncoat.web import context
from turncoat.web.app import create_app
from turncoat.web.games import PRESENTERS
from turncoat.web.site.start import guided_games
from turncoat.web.table.guide import is_reading, read, unexplained
from turncoat.web.updates.viewer import Outcome

WELCOME = "Welcome! Hold your card to see who you are."


def kinds(of: type[Event] = Event) -> set[type[Event]]:
    return {kind for sub in of.__subclasses__() for kind in (sub, *kinds(sub))}


def guided(roles: tuple[str, ...] | None = None) -> tuple[Room, GameSession]:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, Deal(roles, 0) if roles else ruleset.deal(b"guide"))
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    assert at.table.session is not None
    return at, at.table.session


def test_every_tip_is_about_something_that_exists() -> None:
    events = {kind.__name__: kind for kind in kinds()}
    for presenter in PRESENTERS.values():
        tips = presenter.tips
        assert len({tip.key for tip in tips}) == len(tips)
        for tip in tips:
            if tip.on != "deal" and not tip.on.startswith("asked:"):
                assert {name for name, _ in tip.where} <= set(events[tip.on].__struct_fields__)


@pytest.mark.parametrize("game", guided_games())
def test_all_but_rare_events_are_explained_in_some_games(game: str) -> None:
    ruleset = Ruleset.of(game, 5)
    explained: set[str] = set()
    for seed in range(6):
        at = room(ruleset, ruleset.deal(b"%d" % seed))
        take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
        session, rng = at.table.session, Random(seed)
        assert session is not None
        for _ in range(600):
            tips = unexplained(at.table, session, "person-0", 0)
            explained |= {tip.key for tip in tips}
            while (new := read(at.table, session, "person-0", 0, "first")) is not None:
                take(at.table, c.Entry("", "person-0", new))
            if session.result is not None:
                break
            choose(at, *next_choice(session._game, rng))
    assert {tip.key for tip in PRESENTERS[game].tips} - explained <= {"accused", "last", "hail", "red-skull"}


def test_red_skull_is_explained_only_when_he_appears() -> None:
    game = new_game()
    auto(game, "")  # strong attacks, so that villains fall
    at = room(game.ruleset, game.deal)
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    session = at.table.session
    assert session is not None
    explained: list[str] = []
    for seat, choice in game.choices:
        choose(at, seat, choice)
        explained += [tip.key for tip in unexplained(at.table, session, "person-0", 0) if tip.key not in explained]
        board = session.view().board
        assert ("red-skull" in explained) == (board.mission == 5)
    order = [explained.index(key) for key in ("card", "villain", "attack", "knock-out", "red-skull", "end")]
    assert order == sorted(order)


def test_nobody_else_can_tell_that_somebody_is_guided() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"guide"))
    watching = [Watching(at, seat) for seat in (*range(5), SPECTATOR)]
    for one in watching:
        one.viewer.answer(Outcome())
    before = [one.got() for one in watching]
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    after = [one.got() for one in watching]
    assert before[1:] == after[1:]
    assert [WELCOME in one.page() for one in watching] == [True, False, False, False, False, False]
    assert watching[0].own_part() == watching[1].own_part()
    take(at.table, c.Entry("", "person-0", c.Guide(on=False)))
    assert WELCOME not in watching[0].page()
    assert "Show the guide" in watching[0].page()


def test_the_guide_says_the_same_to_both_sides() -> None:
    spy, loyal = ("spy", "spy", *["resistance"] * 3), ("resistance", "spy", "spy", *["resistance"] * 2)
    pages = []
    for roles in (spy, loyal):
        at, session = guided(roles)
        said = []
        while session.result is None and len(session.view().events) < 12:
            said.append([tip.key for tip in unexplained(at.table, session, "person-0", 0)])
            seat = next(seat for seat in range(5) if session.waiting >> seat & 1)
            choose(at, seat, session.default(seat))
        pages.append(said)
    assert pages[0] == pages[1]


def test_tips_speak_to_the_side_of_somebody_alone_only() -> None:
    """With others at the table, somebody may look over a shoulder, so the page says the same to both sides."""
    spy, loyal = ("spy", "spy", *["resistance"] * 3), ("resistance", "spy", "spy", *["resistance"] * 2)
    told: dict[bool, list[str]] = {}
    for is_alone in (True, False):
        for roles in (spy, loyal):
            at, session = guided(roles)
            if is_alone:
                at.table.seats[1:] = [Occupant("bot", one.name, bot="easy") for one in at.table.seats[1:]]
            seen = c.Guide(explained=("resistance:card", "resistance:leader"))
            take(at.table, c.Entry("", "person-0", seen))
            page = Watching(at, 0).page()
            told.setdefault(is_alone, []).append(unescape(re.findall(r'<p class="tip"[^>]*>([^<]*)', page)[0]))
            sizes_at([Watching(at, seat) for seat in range(1 if is_alone else 5)], session)
    assert "then your side is on it" in told[True][0]
    assert told[True][1:] + told[False] == [told[True][1]] * 3


def test_the_guide_does_not_repeat_itself() -> None:
    at, session = guided()
    page = Watching(at, 0).page()
    assert WELCOME in page
    assert page.count('class="tip"') == 1
    first = read(at.table, session, "person-0", 0, "first")
    assert first == c.Guide(explained=("resistance:card",))
    while (new := read(at.table, session, "person-0", 0, "first")) is not None:
        take(at.table, c.Entry("", "person-0", new))
    page = Watching(at, 0).page()
    assert 'class="tip"' not in page
    assert "Explained so far" in page[: page.index(WELCOME)]
    again = c.decode(c.encode(c.Entry("", "person-0", first)))
    assert again.command == first


def tips_of(at: Room, session: GameSession) -> list[str]:
    return [tip.key for tip in unexplained(at.table, session, "person-0", 0)]


def test_what_happened_is_explained_before_the_open_question() -> None:
    at, session = guided(("resistance", "spy", "spy", *["resistance"] * 2))
    prompt = session.view(0).prompt
    assert prompt is not None, "person 0 leads"
    assert tips_of(at, session) == ["card", "leader", "name-team"]
    assert "The number at the mission says how many go." not in Watching(at, 0).page()
    take(at.table, c.Entry("", "person-0", c.Guide(explained=("resistance:card",))))
    page = Watching(at, 0).page()
    assert "The number at the mission says how many go." in page
    assert "You lead: pick the team" not in page


def test_who_chooses_before_reading_about_the_question_reads_it_at_the_next_one() -> None:
    at, session = guided(("resistance", "spy", "spy", *["resistance"] * 2))
    chosen = read(at.table, session, "person-0", 0, "chosen")
    assert chosen == c.Guide(explained=("resistance:card", "resistance:leader"))
    for key in ("card", "leader"):
        take(at.table, c.Entry("", "person-0", c.Guide(explained=(f"resistance:{key}",))))
    assert read(at.table, session, "person-0", 0, "chosen") == c.Guide(explained=("resistance:name-team",))


@pytest.fixture
def _no_double_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every form open another table, even an identical one."""
    monkeypatch.setattr(context, "DOUBLE", 0.000_001)


@pytest.mark.anyio
@pytest.mark.usefixtures("_no_double_clicks")
async def test_learning_by_playing_deals_at_once(tmp_path) -> None:  # type: ignore[no-untyped-def]
    app = create_app(ServerSettings(tmp_path, bot_pause=60))
    transport = httpx.ASGITransport(app)
    registry = app.state.context.registry
    async with httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) as client:
        one = Guest(client)
        for game, title in (
            ("resistance", "The Resistance"),
            ("winter-soldier", "Winter Soldier"),
            ("round-table", "Round Table"),
            ("x", "The Resistance"),
        ):
            answer = await one.post("/learn", game=game)
            assert answer.status_code == 200
            assert title in answer.text
            assert "Welcome! Hold your card" in answer.text
            at = await registry.find(answer.url.path.rpartition("/")[2])
            assert [occupant.kind for occupant in at.table.seats] == ["person", *["bot"] * 4]
            assert at.table.settings.bots_patience > 1
            path = answer.url.path
            hidden = await one.post(path, do="guide", guide="off")
            assert "Welcome! Hold your card" not in hidden.text
            shown = await one.post(path, do="guide", guide="on")
            assert "Welcome! Hold your card" in shown.text
            got = await one.post(path, do="guide", guide="read")
            assert '<p class="tip">Welcome!' not in got.text
            assert "<li>Welcome!" in got.text
    await registry.close()


async def until(is_so: Callable[[], object]) -> None:
    """Wait for a result of other tasks."""
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - nothing signals it
            await asyncio.sleep(0.005)


@pytest.mark.anyio
@pytest.mark.usefixtures("_no_double_clicks")
async def test_bots_wait_while_somebody_alone_reads(tmp_path) -> None:  # type: ignore[no-untyped-def]
    app = create_app(ServerSettings(tmp_path, bot_pause=0, scenes=0))
    registry = app.state.context.registry
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        one = Guest(client)
        while True:  # until a bot leads
            one.path = "/"
            dealt = await one.post("/learn", game="resistance")
            one.path = dealt.headers["location"]
            at = await registry.find(one.path.rpartition("/")[2])
            session = at.table.session
            assert session is not None
            if not session.waiting & 1:
                break
        waiting = registry.bot_runner._changes
        await until(lambda: at.table.code in waiting)  # the leader has decided
        events = len(session.view().events)
        assert at.is_reading
        assert not is_busy(at), "a table where nobody reads is unloaded like any other"
        assert "The bots wait while you read this tip and 2 more." in await one.look()
        assert len(session.view().events) == events
        while at.is_reading:
            await one.post(do="guide", guide="read")
        await until(lambda: session.waiting & 1)  # play continues up to the ballot
        assert len(session.view().events) > events
        # The reader's own question waits for them anyway, so the others may vote meanwhile.
        assert not at.is_reading
        await until(lambda: session.waiting == 1)
        assert "The bots wait while you read this tip" not in await one.look()
    await registry.close()


TEACHES = "In this first game the bots show what it is about"


def tips_at_deal(game: str, *, teaches: bool) -> list[str]:
    ruleset = Ruleset.of(game, 5)
    at = room(ruleset, ruleset.deal(b"guide"))
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    session = at.table.session
    assert session is not None
    session.teaches = teaches
    return [tip.key for tip in unexplained(at.table, session, "person-0", 0) if tip.on == "deal"]


def test_the_deal_announces_that_the_bots_demonstrate_the_game() -> None:
    for game in ("resistance", "winter-soldier", "round-table"):
        assert tips_at_deal(game, teaches=True) == ["card", "teaches"]
        assert tips_at_deal(game, teaches=False) == ["card"]
    assert tips_at_deal("hail-hydra", teaches=True) == tips_at_deal("hail-hydra", teaches=False)


@pytest.mark.anyio
@pytest.mark.usefixtures("_no_double_clicks")
async def test_the_bots_demonstrate_the_game_only_in_the_first_game(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """The log records it, so a reloaded table knows."""
    app = create_app(ServerSettings(tmp_path, bot_pause=0))
    registry = app.state.context.registry
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        one = Guest(client)
        one.path = (await one.post("/learn", game="resistance")).headers["location"]
        code = one.path.rpartition("/")[2]
        at = await registry.find(code)
        assert {occupant.bot for occupant in at.table.seats[1:]} == {"easy"}
        assert at.table.session is not None
        assert at.table.session.teaches
        await until(lambda: len(registry.bot_runner._bots) == 4)
        assert {key[3] for key in registry.bot_runner._bots} == {"guided"}
        assert "teaches" in [tip.key for tip in unexplained(at.table, at.table.session, at.table.host, 0)]
        registry.unload(at)
        at = await registry.find(code)
        assert at.table.session is not None
        assert at.table.session.teaches
        await at.submit(c.SERVER, c.AbortGame("abandoned"))
        await one.post(do="again")
        assert at.table.games == 2
        assert not at.table.session.teaches
        await until(lambda: len(registry.bot_runner._bots) == 4)
        assert {key[3] for key in registry.bot_runner._bots} == {"easy"}
    await registry.close()


SPIES = ("resistance", "spy", "spy", *["resistance"] * 2)


def ended(roles: tuple[str, ...] = SPIES) -> Room:
    """Play a game that the spies win, in which each failed missions with person 0 and blamed them."""
    at, session = guided(roles)
    spies = [seat for seat, role in enumerate(roles) if role == "spy"]
    while session.result is None:
        seat = next(seat for seat in range(5) if session.waiting >> seat & 1)
        prompt = session.view(seat).prompt
        assert prompt is not None
        answer: object = "approve"
        if prompt.question.name == "name-team":
            size = session.view().board.team_size
            members = [spies[0], *(other for other in range(5) if other not in spies)][:size]
            answer = (seat_set(members),)
        elif prompt.question.name == "play-card":
            answer = "fail" if seat in spies else "success"
        failed = len(session.view().board.results)
        choose(at, seat, Choice(prompt.number, answer))
        if len(session.view().board.results) > failed == 0:
            loyal = roles.index("resistance")
            said = c.Say("", phrase="suspect", about=loyal, after_events=len(session.view().events))
            take(at.table, c.Entry("", f"person-{spies[0]}", said))
    return at


def signs_in(page: str) -> str:
    found = re.search(r'<section class="signs".*?</section>', page, re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", found[0]))) if found else ""


def test_the_guide_points_out_missed_signs_at_the_end() -> None:
    at = ended()
    told = signs_in(Watching(at, 0).page())
    assert "Here is what told who was who:" in told
    assert "Mission 1 failed" in told
    assert "Team: Person 0 and Person 1. Spies on it: Person 1." in told
    assert "Person 1 (Spies) said: “Person 0 looks like a traitor.”" in told
    assert "In fact, Person 0 was innocent." in told
    page = Watching(at, 0).page()
    links = re.findall(r'<h3><a href="([^"]+)"', page)
    assert links[0].startswith("/t/BCDF/games/1?event=")
    assert 'id="guide"' not in page, "it speaks in one place"
    assert "That was a whole game." in told


def test_a_game_without_signs_ends_with_the_last_tip_alone() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    at, rng = room(ruleset, ruleset.deal(b"guide")), Random(1)
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    session = at.table.session
    assert session is not None
    while session.result is None:
        choose(at, *next_choice(session._game, rng))
    told = signs_in(Watching(at, 0).page())
    assert "That was a whole game." in told
    assert "who was who" not in told
    assert signs_in(Watching(at, 1).page()) == ""


def test_a_tip_on_an_open_question_says_who_waits() -> None:
    at, session = guided(("resistance", "spy", "spy", *["resistance"] * 2))
    take(at.table, c.Entry("", "person-0", read(at.table, session, "person-0", 0, "deal") or c.Guide()))
    assert session.waiting == 1
    page = Watching(at, 0).page()
    assert '<p class="guide-waits">Waiting for you.</p>' in page
    for seat in range(1, 5):
        take(at.table, c.Entry("", f"person-{seat}", c.Leave()))
    at.table.session = session
    assert '<p class="guide-waits">Your turn. The bots wait while you read.</p>' in Watching(at, 0).page()


def test_without_the_guide_nobody_sees_missed_signs() -> None:
    at = ended()
    for seat in (1, 4, SPECTATOR):
        assert signs_in(Watching(at, seat).page()) == ""
    take(at.table, c.Entry("", "person-0", c.Guide(on=False)))
    assert signs_in(Watching(at, 0).page()) == ""


def test_a_traitor_reads_which_signs_the_others_could_have_noticed() -> None:
    at = ended(("spy", "spy", *["resistance"] * 3))
    told = signs_in(Watching(at, 0).page())
    assert "This time you were one of those who hide." in told
    assert "Person 0 (Spies) said: “Person 2 looks like a traitor.”" in told


def test_missed_signs_leave_out_muted_people() -> None:
    at = ended()
    assert "(Spies) said" in signs_in(Watching(at, 0).page())
    take(at.table, c.Entry("", "person-0", c.Mute(at.table.chat.voice_of("person-1"))))
    assert "(Spies) said" not in signs_in(Watching(at, 0).page())


DEAL = Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0)


def test_at_a_real_table_the_demonstrating_traitor_sabotages_and_lies(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "find", REAL_BOTS)
    monkeypatch.setattr(SameBot, "thought", 0.0)
    world = worlds(Ruleset.of("resistance", 5), DEAL)
    world.open(1, TableSettings(bots_talk=True))
    world.submit("person-0", c.SetUp(world.room.table.game_setup, "easy"))
    world.submit("person-0", c.Start(teaches=True))
    world.get_ready("person-0")
    world.submit("person-0", c.Guide(on=True))
    answers = {"name-team": (0b00011,), "cast-ballot": "approve", "play-card": "success"}
    while not world.session.view().board.results:
        while (new := read(world.room.table, world.session, "person-0", 0, "first")) is not None:
            world.submit("person-0", new)
        prompt = world.session.view(0).prompt
        if prompt is not None and is_in(0, world.session.waiting):
            world.submit("person-0", c.Choose(1, 0, prompt.number, answers[prompt.question.name]))
        world.pass_by(0.5)
    (result,) = world.session.view().board.results
    assert is_in(1, result.team) or is_in(3, result.team)
    assert not result.success
    world.pass_by(20)
    assert is_reading(world.room), "they speak while the person reads"
    lines = [line for line in world.room.table.chat.table.lines if line.seat in (1, 3)]
    said = {line.phrase for line in lines if is_in(line.seat or 0, result.team)}
    assert said & DENIALS


def test_bots_wait_only_for_a_lone_reader_of_the_guide() -> None:
    at, session = guided(("resistance", "spy", "spy", *["resistance"] * 2))
    assert unexplained(at.table, session, "person-0", 0)
    assert not is_reading(at)
    for seat in range(1, 5):
        take(at.table, c.Entry("", f"person-{seat}", c.Leave()))
    at.table.session = session
    while session.waiting & 1:
        choose(at, 0, session.default(0))
    assert is_reading(at)
    take(at.table, c.Entry("", "person-0", c.Guide(on=False)))
    assert not is_reading(at)
