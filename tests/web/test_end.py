"""The end of a game: the winner, the cards played and who may see them, and the link that shares the game."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage, draw_page
from tests.support.offline_room import choose, room
from tests.support.serving import AskForm, Person, Server
from turncoat.games.hail_hydra import events as hydra
from turncoat.games.resistance import events as happened
from turncoat.games.resistance.hunter.events import Accused
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.walks import next_choice, random_walk
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import renderer
from turncoat.web.http.static_files import STATIC
from turncoat.web.table.end import end_part

NAMES = ["Ola", "Jan", "Ewa", "Kai", "Mia", "Noe", "Uma", "Zoe"]
RULESETS = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 7, ["hunter"]),
    Ruleset.of("resistance", 7, ["hunter", "reverser"]),
    Ruleset.of("resistance", 7, ["targeting", "plot-thickens"]),
    Ruleset.of("winter-soldier", 7),
    Ruleset.of("round-table", 7, ["percival", "morgana", "lancelots"]),
    Ruleset.of("hail-hydra", 5),
)


def ended(ruleset: Ruleset, seed: int) -> Game[Any]:
    """Play a game to its end at random."""
    game: Game[Any] = Game(ruleset, ruleset.deal(f"end {seed}".encode()))
    for _ in random_walk(game, Random(seed)):
        pass
    assert game.result is not None
    return game


def view_of(game: Game[Any], *, is_open: bool) -> View[Any]:
    view: View[Any] = View(game.ruleset, SPECTATOR)
    view.see(game.events if is_open else all_seen_by(game.events, SPECTATOR))
    return view


def games() -> Iterator[Game[Any]]:
    return (ended(ruleset, seed) for ruleset in RULESETS for seed in range(6))


def test_mission_cards_by_player_are_for_those_who_may_know() -> None:
    against = 0
    for game in games():
        presenter, teller = presenter_of(game.ruleset.game), Teller(game.ruleset, NAMES)
        missions = presenter.closing_missions(view_of(game, is_open=True), teller)
        revealed = [event for event in game.events if isinstance(event, happened.MissionRevealed)]
        told = [mission for mission in missions if mission.team]
        assert len(told) == len(revealed)
        for mission, event in zip(told, revealed, strict=True):
            assert sorted(card.word for card in mission.team) == sorted(map(teller.word, event.cards))
            assert sum(card.against for card in mission.team) == len(event.cards) - event.cards.count("success")
            against += sum(card.against for card in mission.team)
        closed = presenter.closing_missions(view_of(game, is_open=False), teller)
        assert [[card.name for card in mission.team] for mission in closed] == [
            [card.name for card in mission.team] for mission in missions
        ]
        assert not any(card.word or card.against for mission in closed for card in mission.team)
    assert against


def test_attack_cards_by_player_are_for_those_who_may_know() -> None:
    """In Hail Hydra a mission has several attacks, and cards laid face up are public."""
    ruleset = RULESETS[-1]
    presenter, teller = presenter_of("hail-hydra"), Teller(ruleset, NAMES)
    attacks_told = secret = against = 0
    for seed in range(6):
        game = ended(ruleset, seed)
        missions = presenter.closing_missions(view_of(game, is_open=True), teller)
        assert [mission.number for mission in missions] == list(range(1, len(missions) + 1))
        defeated = sum(isinstance(event, hydra.VillainDefeated) for event in game.events)
        assert [mission.result for mission in missions] == ["success"] * defeated + ["fail"] * (
            len(missions) - defeated
        )
        told = [attack for mission in missions for attack in mission.attacks if "total" in attack.title]
        revealed = [event for event in game.events if isinstance(event, hydra.AttackRevealed)]
        assert len(told) == len(revealed)
        for attack, event in zip(told, revealed, strict=True):
            counted = [
                (value, int(times or 1))
                for card in attack.team
                for value, times in re.findall(r"([+−]\d)(?: ×(\d))?", card.word)
            ]
            cards = sorted(card for value, times in counted for card in [value.replace("−", "-")] * times)
            assert cards == sorted(event.cards)
            against += sum(card.against for card in attack.team)
        closed = presenter.closing_missions(view_of(game, is_open=False), teller)
        for mission, whole in zip(closed, missions, strict=True):
            assert (mission.title, mission.result, mission.about) == (whole.title, whole.result, whole.about)
            for attack, known in zip(mission.attacks, whole.attacks, strict=True):
                assert (attack.title, attack.about) == (known.title, known.about)
                assert [card.name for card in attack.team] == [card.name for card in known.team]
                secret += sum(not card.word for card in attack.team)
        attacks_told += len(told)
        laid_open = {
            event.seat for event in game.events if isinstance(event, hydra.CardsLaidOpen | hydra.CardsTurnedUp)
        }
        shown = {card.name for mission in closed for attack in mission.attacks for card in attack.team if card.word}
        assert shown == {NAMES[seat] for seat in laid_open}
    assert attacks_told > 10
    assert secret
    assert against


def test_the_decisive_vote_is_the_last_that_knocked_out_a_loser() -> None:
    found = 0
    for seed in range(12):
        game = ended(RULESETS[-1], seed)
        assert game.result is not None
        told = presenter_of("hail-hydra").decisive_vote(view_of(game, is_open=False), Teller(RULESETS[-1], NAMES))
        out = [event.seat for event in game.events if isinstance(event, hydra.HeroKnockedOut)]
        losers = [seat for seat in out if game.board.roles[seat] != game.result.winner]
        assert bool(told) == bool(losers)
        if losers:
            assert f"knocked out {NAMES[losers[-1]]} (" in told
            found += 1
    assert found


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_deciding_moment_is_described_in_every_language(language: str) -> None:
    said: dict[str, set[str]] = {}
    for game in games():
        presenter, teller = presenter_of(game.ruleset.game), Teller(game.ruleset, NAMES, translator(language))
        view = view_of(game, is_open=False)
        for sentence in (presenter.who_deceived_whom(view, teller), presenter.decisive_vote(view, teller)):
            assert "{" not in sentence
            if sentence:
                said.setdefault(game.ruleset.game, set()).add(sentence)
    assert {name: len(sentences) > 1 for name, sentences in said.items()} == dict.fromkeys(said, True)
    assert set(said) == {"resistance", "winter-soldier", "hail-hydra", "round-table"}


def test_the_summary_names_the_target_of_the_last_accusation() -> None:
    found = 0
    for seed in range(40):
        game = ended(RULESETS[1], seed)
        accused = [event for event in game.events if isinstance(event, Accused)]
        if not accused:
            continue
        last = accused[-1]
        told = presenter_of("resistance").who_deceived_whom(view_of(game, is_open=False), Teller(RULESETS[1], NAMES))
        hunter, victim = NAMES[last.hunter], NAMES[last.accused]
        if last.right:
            assert told.startswith(f"{victim} was the ")
            assert told.endswith(f", found by {hunter}.")
            found += 1
        else:
            assert told.startswith(f"{hunter} named {victim} as a Chief. Wrong: ")
    assert found


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_deceptions_of_every_traitor_are_described_truthfully(language: str) -> None:
    found = set[bool]()
    for game in games():
        presenter, teller = presenter_of(game.ruleset.game), Teller(game.ruleset, NAMES, translator(language))
        view, book, roles = view_of(game, is_open=False), rulebook(game.ruleset.game), game.board.roles
        hides = [book.side_of(role, game.board) == book.hiding_side for role in roles]
        told = presenter.deceptions(view, teller)
        assert [one.seats[0] for one in told if hides[one.seats[0]]] == [s for s, one in enumerate(hides) if one]
        for one in told:
            assert "{" not in one.text
            assert all(NAMES[seat] in one.text for seat in one.seats)
            assert [hides[seat] for seat in one.seats] in ([True], [True, False], [False])
            found.add(one.found)
            if len(one.seats) == 2 and game.ruleset.game == "hail-hydra":
                traitor, loyal = one.seats
                pointed = [event for event in game.events if isinstance(event, hydra.PointedAt)]
                votes = [event.voters for event in pointed if event.target == traitor]
                assert f" {sum(is_in(loyal, voters) for voters in votes)} " in one.text
            elif len(one.seats) == 2:
                traitor, loyal = one.seats
                teams = [vote for vote in view.board.proposals if is_in(traitor, vote.team)]
                assert f" {sum(is_in(loyal, vote.approvals) for vote in teams)} " in one.text
            elif hides[one.seats[0]] and game.ruleset.game != "hail-hydra":
                teams = [vote for vote in view.board.proposals if is_in(one.seats[0], vote.team)]
                approved = {seat for vote in teams for seat in seats_in(vote.approvals)}
                assert all(hides[seat] for seat in approved), "no loyal player believed them"
    assert found == {True, False}


def test_the_details_do_not_repeat_the_summary() -> None:
    """The player who rejected most teams with a traitor is named in just one of them, if at all."""
    in_list = 0
    for game in games():
        if game.ruleset.game != "hail-hydra":
            presenter, teller = presenter_of(game.ruleset.game), Teller(game.ruleset, NAMES)
            view = view_of(game, is_open=False)
            told = [one.text for one in presenter.deceptions(view, teller) if one.text.startswith("Best detective")]
            summary = presenter.who_deceived_whom(view, teller)
            is_found_out = " saw through " in summary
            assert len(told) <= (0 if is_found_out else 1), summary
            in_list += len(told)
    assert in_list, "it is there beside other summaries"


def test_a_deception_that_is_the_summary_is_not_told_again() -> None:
    """Whoever was fooled most by one traitor alone is in the summary, and the list has the other deceptions."""
    repeated, say = 0, translator("en")
    for seed in range(8):
        ruleset, rng = Ruleset.of("resistance", 5), Random(seed)
        at = room(ruleset, ruleset.deal(b"end %d" % seed))
        session = at.table.session
        assert session is not None
        while session.result is None:
            choose(at, *next_choice(session._game, rng))
        story = end_part(at, session, False, say)
        assert story is not None
        told = [one.text for one in story.deceptions]
        assert story.deceived not in told
        all_told = presenter_of("resistance").deceptions(session.view(), teller_of(session, session.names, say))
        repeated += len(all_told) > len(told)
    assert repeated, "such games exist"


def test_the_summary_names_only_traitors_on_the_teams_that_it_counts() -> None:
    """Nobody is found out by votes on teams without them, and fools nobody by such votes."""
    told = set[bool]()
    for game in games():
        if game.ruleset.game == "hail-hydra":
            continue
        book, view = rulebook(game.ruleset.game), view_of(game, is_open=False)
        summary = presenter_of(game.ruleset.game).who_deceived_whom(view, Teller(game.ruleset, NAMES))
        found = re.fullmatch(r"(.+?) (fooled|saw through) (.+?)(?: most)?: (\d+) votes? .*", summary)
        if found is None:
            continue
        spies_won = found[2] == "fooled"
        loyal = NAMES.index(found[3] if spies_won else found[1])
        named = {seat for seat, name in enumerate(NAMES) if name in (found[1] if spies_won else found[3])}
        hides = {
            seat for seat, role in enumerate(game.board.roles) if book.side_of(role, game.board) == book.hiding_side
        }
        teams = [
            hides & set(seats_in(vote.team))
            for vote in view.board.proposals
            if is_in(loyal, vote.approvals) == spies_won and hides & set(seats_in(vote.team))
        ]
        assert int(found[4]) == len(teams)
        assert named == set().union(*teams)
        told.add(spies_won)
    assert told == {True, False}


def test_losers_see_a_different_poster_from_winners_and_spectators() -> None:
    page = all_states()["end"]
    assert isinstance(page, TablePage)
    assert page.end is not None
    posters = {}
    for winner in ("shield", "jagged"):
        for verdict in ("won", "lost", ""):
            end = msgspec.structs.replace(page.end, winner=winner, verdict=verdict)
            html = draw_page(msgspec.structs.replace(page, end=end))
            (poster,) = re.findall(r"posters\.svg[^#]*#([a-z-]+)", html)
            (look,) = re.findall(r'class="(verdict is-[^"]*)"', html)
            posters[winner, verdict] = poster, look
    drawings = {key: poster for key, (poster, _) in posters.items()}
    assert drawings == {
        ("shield", "won"): "won-shield",
        ("shield", "lost"): "lost-jagged",
        ("shield", ""): "won-shield",
        ("jagged", "won"): "won-jagged",
        ("jagged", "lost"): "lost-shield",
        ("jagged", ""): "won-jagged",
    }
    assert len({look for _, look in posters.values()}) == 6
    symbols = re.findall(r'<symbol id="([^"]+)"', (STATIC / "posters.svg").read_text("utf-8"))
    assert set(drawings.values()) <= set(symbols)


def test_a_player_reads_first_whether_they_have_won(server: Server) -> None:
    ola, zoe = Person(server, "Ola").open(), None
    ola.start()
    page = ola.play()
    zoe = Person(server, "Zoe", ola.code)
    headline = re.search(r'<h1 id="headline"[^>]*>([^<]*)</h1>', page)
    assert headline
    card = re.search(r'<li class="role card is-(\w+)( won)?">(?:(?!</li>).)*<h3>Ola</h3>', page, re.DOTALL)
    assert card
    assert headline[1] == ("You won" if card[2] else "You lost")
    assert '<ul class="end-team">' in page
    watched = zoe.look()
    assert "You won" not in watched
    assert "You lost" not in watched
    assert "show=turning" in page
    assert "show=turning" not in watched  # nor may they watch it
    teams = re.findall(r'<ul class="end-team">.*?</ul>', watched, re.DOTALL)
    assert teams
    assert not any("<span>" in team for team in teams)  # only those who may watch the game see who played which card


def test_the_winning_sides_sentence_ends_in_one_full_stop() -> None:
    """A name such as S.H.I.E.L.D. ends in a full stop of its own, and in Polish the name comes last."""
    page = all_states()["end"]
    assert isinstance(page, TablePage)
    assert page.end is not None
    end = msgspec.structs.replace(page.end, verdict="won", headline="Wygrywa S.H.I.E.L.D.")
    html = draw_page(msgspec.structs.replace(page, end=end), renderer("pl"))
    assert "<b>Wygrywa S.H.I.E.L.D.</b>" in html


def test_a_game_is_shared_with_one_tap_and_everybody_can_open_the_link(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    page = ola.play()
    stranger = Person(server, "Zoe")
    stranger.look()
    assert f'action="{ola.path}/games/1/share"' in page
    assert stranger.client.get(f"{ola.path}/games/1").status_code == 404
    assert stranger.post(f"{ola.path}/games/1/share").status_code == 404
    shared = ola.post(f"{ola.path}/games/1/share")
    assert shared.status_code == 200
    assert shared.url.path.startswith("/r/")
    again = ola.client.post(
        f"{ola.path}/games/1/share", data={"csrf": ola.csrf}, headers={"Accept": "application/json"}
    )
    assert again.json() == {"url": str(shared.url), "tells_result": False}
    assert stranger.client.get(shared.url).status_code == 200
    watch = stranger.client.get(f"{shared.url.path}/watch").text
    assert str(shared.url) in watch
    own = ola.client.get(f"{ola.path}/games/1?as=open&play=1").text
    assert '<option value="open" selected>' in own
    assert f'action="{ola.path}/games/1/share"' in own


def test_the_page_of_a_shared_game_opens_a_table_with_the_same_rules(server: Server) -> None:
    ola = Person(server, "Ola").open()
    modules, options = ("targeting", "inquisitor"), {"option.fifth-mission-after": "completed"}
    ola.post(ola.path, do="set-up", game="resistance", players="7", module=modules, **options)
    ola.start()
    ola.play()
    shared = ola.post(f"{ola.path}/games/1/share")
    stranger = Person(server, "Zoe")
    page = stranger.client.get(shared.url).text
    form = re.search(r'<form class="door-play" method="post" action="/new">.*?</form>', page, re.DOTALL)
    assert form is not None
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', form[0]):
        fields.setdefault(name, []).append(value)
    opened = stranger.client.post("/new", data=fields)
    assert opened.status_code == 200
    assert opened.url.path.startswith("/t/")
    assert opened.url.path != ola.path
    assert "The Resistance, 7 players" in opened.text
    assert "Guest" in opened.text, "no name is needed"
    for module in modules:
        assert f'value="{module}" checked' in opened.text
    assert '<option value="completed" selected>' in opened.text
    unknown = stranger.client.post("/new", data={**fields, "game": ["chess"]})
    assert unknown.status_code == 422


def test_those_who_may_share_see_the_picture_before_the_link(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    page = ola.play()
    picture = re.search(r'src="([^"]+/games/1/picture/wide-en\.png)"', page)
    assert picture
    quiet, told = ola.client.get(picture[1]), ola.client.get(f"{picture[1]}?tells_result=yes")
    assert quiet.headers["content-type"] == told.headers["content-type"] == "image/png"
    assert quiet.content != told.content
    svg = picture[1].replace(".png", ".svg")
    assert "Somebody at this table was lying." in ola.client.get(svg).text
    assert "Somebody at this table was lying." not in ola.client.get(f"{svg}?tells_result=yes").text
    stranger = Person(server, "Zoe")
    stranger.look()
    assert stranger.client.get(svg).status_code == 404
    late = Person(server, "Jan", ola.code)
    late.look()
    assert late.post(late.path, do="sit", name="Jan").status_code == 200
    assert late.client.get(svg).status_code == 404, "only players may create the link"
    assert ola.client.get(svg.replace("wide-en", "wide-xx")).status_code == 404


def test_the_response_with_a_share_link_says_whether_it_reveals_the_result(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    fields = {"csrf": ola.csrf, "tells_result": "yes"}
    answers = [
        ola.client.post(f"{ola.path}/games/1/share", data=data, headers={"Accept": "application/json"}).json()
        for data in (fields, {"csrf": ola.csrf})
    ]
    assert answers[0]["tells_result"] is True
    assert answers[1] == answers[0]


def test_seated_people_may_ask_the_host_for_a_rematch(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    ola.start()
    while not any('id="end"' in person.look() for person in (ola, jan)):
        for person in (ola, jan):
            if (form := AskForm(person.look())).is_open:
                person.choose(form)
    ask = 'name="phrase" value="once-more">Ask for a rematch'
    assert "Play again" in ola.look()
    assert ask not in ola.look()
    assert ask in jan.look()
    assert "Play again" not in jan.look()
    zoe = Person(server, "Zoe", ola.code)
    assert ask not in zoe.look()
    jan.post(jan.path, do="phrase", phrase="once-more")
    assert "<q><bdi>Rematch?</bdi>" in ola.look()
