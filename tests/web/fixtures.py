"""Page models of every state that a visitor can meet, filled by hand: for looking at, and for tests of the pages."""

import msgspec

from turncoat.web.options import CardBox, CardsPart, Form, Part, SeatBox, SeatsPart, WordBox, WordPart
from turncoat.web.pages import (
    Asking,
    AwayPerson,
    Badge,
    CardShown,
    ChannelPart,
    Choice,
    Clause,
    ClockPart,
    Countdown,
    EndPart,
    ErrorPage,
    GivingUp,
    LogLine,
    MinePart,
    OptionField,
    Page,
    Prompt,
    PublicPart,
    RoleCard,
    Row,
    RulesChapter,
    RulesPage,
    Said,
    SayForm,
    Seat,
    SetupPage,
    SetupPart,
    SetupSeat,
    Side,
    Site,
    Space,
    Stage,
    StartPage,
    TableLink,
    TablePage,
    TalkPart,
    Unmasked,
)

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Grażyna", "Hugo", "Ines", "Jun", "Krzysztof M.", "Lou")
SIZES = {
    5: (2, 3, 2, 3, 3),
    7: (2, 3, 3, 4, 4),
    10: (3, 4, 4, 5, 5),
    12: (4, 5, 5, 6, 6),
}
ART = ("mast", "bridge", "train", "dam", "tower")
RULES = "/rules/resistance#"

MARKS = (
    Badge(
        "Opinion Maker", "horn", "To the end of the game: vote first and openly, before the others choose.", "opinion"
    ),
    Badge("Keeping a Close Eye on You", "eye", "Once: look at another team member's mission card.", "close-eye"),
    Badge("Inquisitor", "key", "After missions 2, 3 and 4 its holder sees a player's side.", "inquisitor"),
    Badge("No Confidence", "thumb-down", "Once: reject a team that the vote has just approved.", "no-confidence"),
)
SAID = (Said(1, NAMES[4], "Shall I?"), Said(2, NAMES[6], "Not with Ania. " + "Really not, I think. " * 13))
SITE = Site(title="Turncoat", path="/", csrf="csrf")
TABLE = Site(title="KWFX · Turncoat", path="/t/KWFX", csrf="csrf")


def seats(count: int, **marks: tuple[int, ...]) -> tuple[Seat, ...]:
    """`marks` names fields of `Seat` that are true of the seats given, and `approve`, `reject`, `bots`, `away`."""
    flags = {name: who for name, who in marks.items() if name in Seat.__struct_fields__}
    return tuple(
        Seat(
            number=k,
            name=NAMES[k],
            kind="bot" if k in marks.get("bots", ()) else "person",
            presence="away" if k in marks.get("away", ()) else "here",
            ballot="approve" if k in marks.get("approve", ()) else "reject" if k in marks.get("reject", ()) else "",
            **{name: k in who for name, who in flags.items()},  # type: ignore[arg-type]
        )
        for k in range(count)
    )


def spaces(count: int, results: str = "", now: int = 1, fresh: bool = False) -> tuple[Space, ...]:
    """`results` has one letter a finished mission: s for success, f for failure."""
    track: list[Space] = []
    for k, size in enumerate(SIZES[count]):
        needs = 2 if count >= 7 and k == 3 else 1
        done = k < len(results)
        success = done and results[k] == "s"
        state = "done" if done else "now" if k + 1 == now else "next"
        label = f"Mission {k + 1}: team of {size}."
        if needs > 1:
            label += " It takes 2 Fails to fail."
        if done:
            label += " Success." if success else " Failed, 1 Fail."
        track.append(
            Space(
                number=k + 1,
                size=size,
                fails_needed=needs,
                state=state,  # type: ignore[arg-type]
                result="success" if success else "fail" if done else "",
                result_word="Success" if success else "Failed" if done else "",
                counts="" if not done else "no Fail" if success else "1 Fail",
                fails=0 if success or not done else 1,
                art=ART[k],
                label=label,
                stamped_new=fresh and k == len(results) - 1,
            )
        )
    return tuple(track)


def row(
    count: int, mission: int, attempt: int, leader: int, team: tuple[int, ...], approve: tuple[int, ...], outcome: str
) -> Row:
    return Row(
        mission=mission,
        attempt=attempt,
        leader=leader,
        team=team,
        ballots=tuple("approve" if k in approve else "reject" for k in range(count)),
        outcome=outcome,  # type: ignore[arg-type]
        about=f"Mission {mission}, attempt {attempt}, led by {NAMES[leader]}: {outcome}",
    )


HISTORY_7 = (
    row(7, 1, 1, 3, (3, 4), (3, 4, 6), "rejected"),
    row(7, 1, 2, 4, (4, 0), (0, 2, 3, 4), "success"),
    row(7, 2, 1, 5, (5, 6, 2), (5, 6), "rejected"),
    row(7, 2, 2, 6, (6, 0, 4), (0, 1, 4, 6), "fail"),
)
LOG_7 = (
    LogLine(1, "Mission 1", heading=True),
    LogLine(2, "Dmitri named Dmitri and Ewa. Rejected, 3 for and 4 against."),
    LogLine(3, "Ewa named Ania and Ewa. Approved, 4 for and 3 against."),
    LogLine(4, "Mission 1 succeeded: 2 Success.", rule="RES-MISSION-4", rule_url=RULES + "RES-MISSION-4"),
    LogLine(5, "Mission 2", heading=True),
    LogLine(6, "Farouk named Cleo, Farouk and Grażyna. Rejected, 2 for and 5 against."),
    LogLine(7, "Grażyna named Ania, Ewa and Grażyna. Approved, 4 for and 3 against."),
    LogLine(8, "Mission 2 failed: 2 Success, 1 Fail.", rule="RES-MISSION-4", rule_url=RULES + "RES-MISSION-4"),
)

RESISTANCE = RoleCard(
    role="Resistance",
    side="shield",
    side_word="Resistance",
    portrait="resistance-1",
    goal="Make three missions succeed.",
    knows=("You know nobody's side but your own.",),
    looks=("Nothing seen in private yet.",),
)
SPY = RoleCard(
    role="Spy",
    side="jagged",
    side_word="Spies",
    portrait="spy-1",
    goal="Make three missions fail, unseen.",
    knows=("The other spies: Cleo and Farouk.",),
    looks=(
        "Ania shows you a loyalty card: Resistance.",
        "You look at the mission card of Hugo: Success.",
        "You played: Fail.",
        "You played: Success.",
        "You played: Success.",
    ),
)


def public(count: int, stage: Stage, people: tuple[Seat, ...], track: tuple[Space, ...], **more: object) -> PublicPart:
    spies = {5: 2, 7: 3, 10: 4, 12: 5}[count]
    values: dict[str, object] = {
        "rejected": 0,
        "rows": (),
        "log": (LogLine(0, "The cards are dealt. Ania leads first."),),
    }
    values.update(more)
    return PublicPart(
        code="KWFX",
        game="The Resistance",
        stage=stage,
        seats=people,
        spaces=track,
        rejected_limit=5,
        rejected_label=f"Rejected teams in this round: {values['rejected']} of 5. At five the spies win.",
        goals=("three successes or three failures decide",),
        short_names=tuple(name[:2] for name in NAMES[:count]),
        on_board=f"{count} players, {spies} of them spies",
        **values,  # type: ignore[arg-type]
    )


def form(*parts: Part, confirm: str = "Confirm", name: str = "ask") -> Form:
    return Form(id=name, post_to="/t/KWFX/choose", parts=parts, confirm=confirm, prompt="12", command="c-81f2")


def boxes(count: int, chosen: tuple[int, ...] = (), me: int = 3, closed: tuple[int, ...] = ()) -> tuple[SeatBox, ...]:
    return tuple(
        SeatBox(k, NAMES[k] + (" (me)" if k == me else ""), chosen=k in chosen, allowed=k not in closed)
        for k in range(count)
    )


def team_prompt(count: int, size: int, chosen: tuple[int, ...] = (), mission: int = 1) -> Prompt:
    part = SeatsPart("team", f"Team of {size} for mission {mission}", boxes(count, chosen), size, size)
    return Prompt(
        sentence=f"Name a team of {size} for mission {mission}.",
        hint="Tap the seats. You may name yourself.",
        form=form(part, confirm="Put it to the vote"),
        rule="RES-TEAM-2",
        rule_url=RULES + "RES-TEAM-2",
    )


def ballot_prompt(chosen: str = "") -> Prompt:
    part = WordPart(
        "ballot",
        "Your ballot",
        (
            WordBox("approve", "Approve", "approve", chosen=chosen == "approve"),
            WordBox("reject", "Reject", "reject", chosen=chosen == "reject"),
        ),
        look="ballot",
    )
    return Prompt(
        sentence="Shall this team go?",
        form=form(part, confirm="Cast my ballot"),
        rule="RES-VOTE-1",
        rule_url=RULES + "RES-VOTE-1",
        answered="Your ballot is in. It can be changed until the last one is." if chosen else "",
    )


def card_prompt() -> Prompt:
    part = CardsPart(
        "card",
        "Your mission card",
        (CardBox("success", "Success", "card-success"), CardBox("fail", "Fail", "card-fail")),
    )
    return Prompt(
        sentence="Play a card for the mission.",
        form=form(part, confirm="Play it face down"),
        rule="RES-MISSION-1",
        rule_url=RULES + "RES-MISSION-1",
    )


def table(part: PublicPart, mine: MinePart, end: EndPart | None = None) -> TablePage:
    return TablePage(site=TABLE, public=part, mine=mine, end=end, socket="/t/KWFX/live", version=7)


def clocked(clock: ClockPart) -> TablePage:
    """The leader thinks, with clocks above the table."""
    named = seats(7, leader=(3,), asked=(3,), bots=(1,), away=(2,))
    named = (*named[:5], msgspec.structs.replace(named[5], stand_in=True), named[6])
    part = public(7, Stage("Dmitri names a team", "Mission 1 needs 2 people.", ("", "")), named, spaces(7))
    page = table(part, MinePart(3, card=RESISTANCE, prompt=team_prompt(7, 2, (3,))))
    return msgspec.structs.replace(page, clock=clock)


def people_at_end() -> tuple[Unmasked, ...]:
    spies = (2, 3, 5)
    faces = {True: ("spy-1", "spy-2", "spy-3", "spy-4"), False: tuple(f"resistance-{k}" for k in (1, 2, 3, 4))}
    sides: dict[bool, Side] = {True: "jagged", False: "shield"}
    return tuple(
        Unmasked(
            number=k,
            name=NAMES[k],
            role="Spy" if k in spies else "Resistance",
            side=sides[k in spies],
            side_word="Spies" if k in spies else "Resistance",
            portrait=faces[k in spies][k % 4],
            won=k in spies,
            about="on 2 teams, 1 Fail" if k in spies else "on 3 teams",
        )
        for k in range(7)
    )


def clauses() -> RulesPage:
    return RulesPage(
        site=msgspec.structs.replace(SITE, path="/rules/resistance"),
        game="The Resistance",
        lead="A few spies sit among the loyal. Teams go on missions; one traitor's card can sink them.",
        chapters=(
            RulesChapter(
                "team",
                "Naming a team",
                (
                    Clause(
                        "RES-TEAM-2",
                        "The leader names as many different seats as the mission asks for, and may be one of them.",
                    ),
                    Clause(
                        "RES-TEAM-3",
                        "Anyone may say anything, true or not. A character card is never shown before the end.",
                    ),
                ),
                "Each round begins with a leader and a mission.",
            ),
            RulesChapter(
                "vote",
                "The vote",
                (
                    Clause(
                        "RES-VOTE-1",
                        "Everybody chooses approve or reject in secret. All ballots are shown at once.",
                    ),
                    Clause("RES-VOTE-2", "More than half must approve. A tie rejects the team."),
                    Clause("RES-VOTE-5", "Five rejected teams in one round: the spies win at once."),
                ),
            ),
            RulesChapter(
                "mission",
                "The mission",
                (
                    Clause("RES-MISSION-2", "The resistance must play Success; spies choose freely."),
                    Clause("RES-MISSION-5", "With seven or more players, mission 4 needs two Fails to fail."),
                ),
            ),
        ),
        games=(TableLink("", "Winter Soldier", "", "/rules/winter-soldier"),),
    )


def setup(host: bool) -> SetupPage:
    people = [
        SetupSeat(0, "Ania", "person", host=True, mine=host),
        SetupSeat(1, "Bartek", "person", may_clear=host),
        SetupSeat(2, "Cleo", "person", presence="away", may_clear=host),
    ] + [SetupSeat(k, "Empty seat", "empty", may_sit=True) for k in range(3, 7)]
    return SetupPage(
        site=msgspec.structs.replace(SITE, path="/t/KWFX", title="Table KWFX · Turncoat"),
        setup=SetupPart(
            code="KWFX",
            post_to="/t/KWFX/setup",
            seats=tuple(people),
            games=(
                Choice(
                    "resistance",
                    "The Resistance",
                    "Five missions, a few spies. 5 to 10 players, half an hour.",
                    chosen=True,
                ),
                Choice(
                    "winter-soldier",
                    "Winter Soldier",
                    "Captain America leads; the enemy hides in the ranks. 5 to 12 players.",
                ),
                Choice("hail-hydra", "Hail Hydra", "Heroes with hands of cards against villains. 5 to 8 players."),
            ),
            players=tuple(Choice(str(k), str(k), chosen=k == 7) for k in range(5, 11)),
            modules=(
                Choice("targeting", "Targeting", "The leader also picks which mission to go on."),
                Choice("blind-spies", "Blind Spies", "The spies do not know each other."),
                Choice(
                    "plot-thickens",
                    "The Plot Thickens",
                    "Leaders hand out plot cards that bend the rules.",
                    advice="Best after a few games.",
                ),
            ),
            options=(
                OptionField(
                    "speed",
                    "Time to choose",
                    "Nobody waits for ever.",
                    (Choice("none", "No limit", chosen=True), Choice("60", "One minute")),
                ),
            ),
            bots=(
                Choice("sensible", "Sensible", "Plays both sides like a careful person.", chosen=True),
                Choice("random", "Random", "Tosses a coin. Good for a first look."),
            ),
            summary="7 seats, 3 people so far",
            join_url="http://192.168.1.20:8000/t/KWFX",
            qr=qr_code("http://192.168.1.20:8000/t/KWFX"),
            host_name="Ania",
            is_host=host,
            seated=host,
            may_start=True,
            why_not="4 bots will sit on the empty seats.",
        ),
    )


def qr_code(url: str) -> str:
    try:
        import segno
    except ImportError:
        return ""
    return segno.make(url, error="m").svg_inline(omitsize=True, border=0)


def all_states() -> dict[str, Page]:
    """Every state by name, in the order of a game."""
    waiting = "Waiting for the leader."
    named = seats(7, leader=(4,), on_team=(0, 4), asked=(0, 1, 2, 3, 5, 6), bots=(1, 5))
    voted = seats(7, leader=(4,), on_team=(0, 4), chosen=(0, 1, 3, 5), asked=(2, 4, 6), bots=(1, 5), away=(2,))
    shown = seats(
        7, leader=(4,), on_team=(0, 4), approve=(0, 2, 3, 4), reject=(1, 5, 6), ballot_new=tuple(range(7)), bots=(1, 5)
    )
    gone = seats(
        7, leader=(0,), on_team=(0, 3, 4), asked=(0, 3, 4), bots=(1, 5), approve=(0, 3, 4, 5), reject=(1, 2, 6)
    )
    late = seats(7, leader=(1,), asked=(1,), bots=(1, 5))
    on_mission = Stage("Mission 2 is under way", "Ania, Dmitri and Ewa play in secret.", hidden_cards=3)
    vote = Stage("The vote on Ewa's team", "Shall Ania and Ewa go on mission 1?", ("Ania", "Ewa"))
    first = (row(7, 1, 1, 3, (3, 4), (3, 4, 6), "rejected"),)
    states: dict[str, Page] = {
        "start": StartPage(site=SITE, visitor="Ania"),
        "setup-host": setup(True),
        "setup-guest": setup(False),
        "name-team": table(
            public(
                7,
                Stage("Dmitri names a team", "Mission 1 needs 2 people.", ("", "")),
                seats(7, leader=(3,), asked=(3,), bots=(1, 5)),
                spaces(7),
            ),
            MinePart(3, card=RESISTANCE, prompt=team_prompt(7, 2, (3,))),
        ),
        "name-team-5": table(
            public(
                5,
                Stage("Dmitri names a team", "Mission 1 needs 2 people.", ("", "")),
                seats(5, leader=(3,), asked=(3,), bots=(1,)),
                spaces(5),
            ),
            MinePart(3, card=RESISTANCE, prompt=team_prompt(5, 2)),
        ),
        "clock": clocked(
            ClockPart(
                "/t/KWFX",
                is_host=True,
                seated=True,
                roomy=True,
                countdown=Countdown("clock-1", "decision", "Time for this choice: 1 minute", "43.0", "0:43"),
                over="Time was up for Ewa and Cleo; the rules' usual choice was taken.",
                away=(AwayPerson(2, "Cleo is away.", "Let a bot play for Cleo"),),
                asking=Asking("Ewa would like a pause.", "The host can make one, and so can 4 people who ask for it."),
            )
        ),
        "paused": clocked(
            ClockPart(
                "/t/KWFX",
                is_host=True,
                seated=True,
                roomy=True,
                countdown=Countdown(
                    "clock-1", "decision", "Time for this choice: 1 minute", "8.0", "0:08", stopped=True
                ),
                discussion=Countdown("discussion-1", "discussion", "Discussion: 3 minutes", "170.0", "2:50"),
                paused="Ania has paused the game. Talk goes on.",
                giving_up=GivingUp("2 want to give this game up; 4 are needed."),
                mine=3,
            )
        ),
        "someone-names": table(
            public(
                7,
                Stage("Ewa names a team", "Mission 1 needs 2 people.", ("", "")),
                seats(7, leader=(4,), asked=(4,), bots=(1, 5)),
                spaces(7),
                rejected=1,
                rows=first,
                log=LOG_7[:2],
            ),
            MinePart(3, card=RESISTANCE, waiting="Ewa is choosing. Talk it over."),
        ),
        "ballot": table(
            public(7, vote, named, spaces(7), rejected=1, rows=first, log=LOG_7[:2]),
            MinePart(3, card=SPY, prompt=ballot_prompt()),
        ),
        "talk": table(
            public(7, vote, named, spaces(7), rejected=1, rows=first, log=LOG_7[:2], talk=TalkPart(SAID)),
            MinePart(
                3,
                card=SPY,
                waiting=waiting,
                say=SayForm("say-table", "/t/KWFX", "say-1"),
                channel=ChannelPart(
                    "Only these read it: Cleo, Dmitri and Farouk.",
                    SayForm("say-channel", "/t/KWFX", "say-1", "channel"),
                    (Said(1, NAMES[5], "It is Ania or Hugo, I think."),),
                ),
            ),
        ),
        "ballot-in": table(
            public(
                7,
                Stage(vote.headline, "4 of 7 ballots are in.", ("Ania", "Ewa")),
                voted,
                spaces(7),
                rejected=1,
                rows=first,
                log=LOG_7[:2],
            ),
            MinePart(3, card=SPY, prompt=ballot_prompt("approve")),
        ),
        "ballots-shown": table(
            public(
                7,
                Stage(
                    "The team goes",
                    "4 for, 3 against. Ania and Ewa go on mission 1.",
                    ("Ania", "Ewa"),
                    fresh=True,
                    stamp="approved",
                    stamp_word="Approved",
                ),
                shown,
                spaces(7),
                rows=HISTORY_7[:2],
                log=LOG_7[:3],
            ),
            MinePart(3, card=RESISTANCE, waiting="The team is choosing its cards."),
        ),
        "card-spy": table(
            public(7, on_mission, gone, spaces(7, "s", 2), rows=HISTORY_7[:2], log=LOG_7[:4]),
            MinePart(3, card=SPY, prompt=card_prompt()),
        ),
        "card-resistance": table(
            public(7, on_mission, gone, spaces(7, "s", 2), rows=HISTORY_7[:2], log=LOG_7[:4]),
            MinePart(
                3, card=RESISTANCE, prompt=card_prompt(), refusal="The resistance has to play Success (RES-MISSION-2)."
            ),
        ),
        "mission-failed": table(
            public(
                7,
                Stage(
                    "Mission 2 failed",
                    "One Fail among three cards.",
                    (),
                    (CardShown("success", "Success"), CardShown("fail", "Fail"), CardShown("success", "Success")),
                    True,
                    "fail",
                    "Failed",
                ),
                late,
                spaces(7, "sf", 3, fresh=True),
                rows=HISTORY_7,
                log=LOG_7,
            ),
            MinePart(3, card=RESISTANCE, waiting="Bartek leads next."),
        ),
        "mission-succeeded": table(
            public(
                7,
                Stage(
                    "Mission 1 succeeded",
                    "Two cards, no Fail.",
                    (),
                    (CardShown("success", "Success"), CardShown("success", "Success")),
                    True,
                    "success",
                    "Success",
                ),
                late,
                spaces(7, "s", 2, fresh=True),
                rows=HISTORY_7[:2],
                log=LOG_7[:4],
            ),
            MinePart(3, card=RESISTANCE, waiting="Farouk leads next."),
        ),
        "late": table(
            public(
                7,
                Stage(
                    "The vote on Bartek's team",
                    "Shall they go on mission 4? 2 of 7 ballots are in.",
                    ("Bartek", "Cleo", "Dmitri", "Grażyna"),
                ),
                seats(7, leader=(1,), on_team=(1, 2, 3, 6), asked=tuple(range(7)), chosen=(1, 5), bots=(1, 5)),
                spaces(7, "sfs", 4),
                rejected=3,
                rows=long_history(),
                log=LOG_7,
            ),
            MinePart(3, card=SPY, prompt=ballot_prompt()),
        ),
        "ten": table(
            public(
                10,
                Stage("Jun names a team", "Mission 3 needs 4 people.", ("", "", "", "")),
                seats(10, leader=(9,), asked=(9,), bots=(4, 5, 8), away=(2,)),
                spaces(10, "fs", 3),
                rejected=2,
                rows=ten_history(10),
            ),
            MinePart(9, card=RESISTANCE, prompt=team_prompt(10, 4, (9, 0), 3)),
        ),
        "twelve": table(
            public(
                12,
                Stage(
                    "The vote on Cleo's team",
                    "Shall they go on mission 2? 3 of 11 ballots are in.",
                    ("Ania", "Cleo", "Ewa", "Hugo", "Lou"),
                ),
                tuple(
                    msgspec.structs.replace(
                        s,
                        badges=MARKS[:1] if s.number == 6 else MARKS[s.number % 2 : s.number % 2 + 3],
                        **({"role": "Captain America", "side": "shield"} if s.number == 2 else {}),
                    )
                    for s in seats(
                        12,
                        leader=(2,),
                        on_team=(0, 2, 4, 7, 11),
                        chosen=(0, 1, 6),
                        asked=(2, 3),
                        bots=(4, 5, 8),
                        out=(9,),
                    )
                ),
                spaces(12, "s", 2),
                rejected=1,
                rows=ten_history(12),
            ),
            MinePart(0, card=RESISTANCE, prompt=ballot_prompt(), offers=(accuse_offer(),)),
        ),
        "targeting": table(
            public(
                7,
                Stage("Dmitri names a team", "Any mission that is still open."),
                seats(7, leader=(3,), asked=(3,), bots=(1, 5)),
                spaces(7, "s", 2),
            ),
            MinePart(3, card=RESISTANCE, prompt=targeting_prompt()),
        ),
        "watching": table(
            public(
                7,
                Stage("Ewa names a team", "Mission 1 needs 2 people.", ("", "")),
                seats(7, leader=(4,), asked=(4,), bots=(1, 5)),
                spaces(7),
            ),
            MinePart(None, waiting="You are watching. Seats and cards stay secret to you."),
        ),
        "end": table(
            public(7, Stage("The spies win"), late, spaces(7, "sfsff", 6), rows=long_history(), log=LOG_7),
            MinePart(3, waiting=waiting),
            EndPart(
                "jagged",
                "The spies win",
                "The third mission failed.",
                people_at_end(),
                facts=("Three of seven teams were rejected.", "Cleo played both Fails."),
                post_to="/t/KWFX/again",
                record_url="/t/KWFX/record",
                papers_url="/t/KWFX/deal",
                may_restart=True,
            ),
        ),
        "rules": clauses(),
        "not-found": ErrorPage(
            SITE,
            404,
            "Nobody sits here",
            "There is no table with the code QZZX. Codes have four letters; look at yours again.",
            code="QZZX",
        ),
        "broken": ErrorPage(
            SITE,
            500,
            "That went wrong",
            "The table is safe: every choice made so far is kept. Load the page again.",
            art="broken",
        ),
    }
    return states


def long_history() -> tuple[Row, ...]:
    return (
        *HISTORY_7,
        row(7, 3, 1, 0, (0, 1, 2), (0, 1), "rejected"),
        row(7, 3, 2, 1, (1, 3, 4), (1, 3, 4, 6), "success"),
        row(7, 4, 1, 2, (1, 2, 3, 5), (2, 3, 5), "rejected"),
        row(7, 4, 2, 3, (0, 3, 4, 6), (3, 0), "rejected"),
        row(7, 4, 3, 4, (0, 1, 4, 6), (1, 4, 6), "rejected"),
    )


def ten_history(count: int) -> tuple[Row, ...]:
    return (
        row(count, 1, 1, 5, (5, 6, 7), (5, 6, 7), "rejected"),
        row(count, 1, 2, 6, (6, 7, 8), tuple(range(7)), "fail"),
        row(count, 2, 1, 7, (0, 1, 7, 2), tuple(range(9)), "success"),
    )


def targeting_prompt() -> Prompt:
    where = WordPart(
        "mission",
        "Which mission",
        tuple(WordBox(str(k), f"Mission {k}", about=f"team of {SIZES[7][k - 1]}", allowed=k < 5) for k in (2, 3, 4, 5)),
    )
    who = SeatsPart(
        "team",
        "Who goes",
        boxes(7),
        2,
        4,
        sized_by="mission",
        sizes=tuple((str(k), SIZES[7][k - 1]) for k in (2, 3, 4, 5)),
    )
    token = SeatsPart("token", "Who gets the Investigator token", boxes(7), 1, 1, not_in="team", primary=False)
    return Prompt(
        "Pick a mission and name its team.",
        form(where, who, token, confirm="Put it to the vote"),
        "The token goes to someone outside the team.",
        "TGT-1",
        RULES + "TGT-1",
    )


def accuse_offer() -> Prompt:
    part = SeatsPart("accused", "Whom", boxes(12, me=0, closed=(0, 9)), 1, 1, primary=False)
    return Prompt(
        "Accuse the Winter Soldier",
        form(part, confirm="Accuse", name="offer-accuse"),
        "A wrong accusation puts that agent out of the game.",
        "WIN-ACCUSE-1",
        "/rules/winter-soldier#WIN-ACCUSE-1",
    )
