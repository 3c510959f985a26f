"""Every game as a game of OpenSpiel."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.support.covering import few_rulesets, often
from turncoat.envs.agent_bot import AgentBot, AgentTurn
from turncoat.envs.positions import Position
from turncoat.envs.tensors import layout_of
from turncoat.kernel.chapters import RulesetError, option_text
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import play_game
from turncoat.testing.rulesets import label, rulesets

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("turncoat.envs.openspiel")
FEW = few_rulesets()
NAMES = sorted(openspiel.PREFIX + name.replace("-", "_") for name in BOOKS)


def parameters(ruleset: Ruleset, **more: Any) -> dict[str, Any]:
    options = [f"{name}={option_text(value)}" for name, value in ruleset.options]
    return {"players": ruleset.players, "modules": ",".join(ruleset.modules), "options": ",".join(options), **more}


def game_of(ruleset: Ruleset, **more: Any) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + ruleset.game.replace("-", "_"), parameters(ruleset, **more))


def act(state: Any, rng: Random) -> None:
    """Take a random action, or an outcome of chance by its probability."""
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(numbers, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def many_games(game: Any, seed: object) -> Iterator[Any]:
    """Yield the states of many random games, one after another, since some end soon."""
    for number in range(20):
        yield from states(game, f"{seed} {number}")


def states(game: Any, seed: object) -> Iterator[Any]:
    """Yield the states of a random game, one object."""
    state, rng = game.new_initial_state(), Random(str(seed))
    while not state.is_terminal():
        yield state
        act(state, rng)
    yield state


@pytest.mark.parametrize("ruleset", often(FEW[::2], rulesets()), ids=label)
def test_openspiel_s_own_checks_pass_for_every_ruleset(ruleset: Ruleset, capfd: pytest.CaptureFixture[str]) -> None:
    for deal in ("cards", "sampled"):
        game = game_of(ruleset, latest=2, deal=deal)
        pyspiel.random_sim_test(game, 1, deal == "cards", False)
        assert game.ruleset == ruleset


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_own_checks_pass_with_and_without_serializing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    for serialize in (True, False):
        pyspiel.random_sim_test(pyspiel.load_game(name), 1, serialize, False)


@pytest.mark.parametrize("ruleset", FEW, ids=label)
def test_outcomes_of_chance_are_all_there_is(ruleset: Ruleset) -> None:
    game = game_of(ruleset, latest=1)
    for state in states(game, ruleset):
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            assert list(numbers) == sorted(set(numbers)) == state.legal_actions()
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0
            assert max(numbers) < game.max_chance_outcomes()


@pytest.mark.parametrize("ruleset", often(FEW[::4], rulesets()), ids=label)
def test_a_resampled_state_looks_the_same_to_its_player_and_goes_on(ruleset: Ruleset) -> None:
    game, rng = game_of(ruleset, latest=4, deal="sampled"), Random(label(ruleset))
    others = 0
    for state in many_games(game, ruleset):
        if state.is_terminal() and others:
            break
        if state.is_terminal() or rng.random() < 0.8:
            continue
        for player in {max(state.current_player(), 0), rng.randrange(ruleset.players)}:
            other = state.resample_from_infostate(player, rng.random)
            others += str(other) != str(state)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            if not state.is_chance_node():
                assert other.legal_actions(player) == state.legal_actions(player)
            for _ in range(5):
                if not other.is_terminal():
                    act(other, rng)
    assert others > 0, "the worlds are drawn, not copied"


@pytest.mark.parametrize("ruleset", often(FEW[::4], rulesets()), ids=label)
def test_an_information_state_holds_what_its_player_has_done(ruleset: Ruleset) -> None:
    """Two states in which a player has done different things never look alike to the player again."""
    rng, compared = Random(label(ruleset)), 0
    for state in many_games(game_of(ruleset, latest=1, deal="sampled"), ruleset):
        if state.is_terminal() and compared > 5:
            break
        player = state.current_player()
        if player < 0 or len(state.legal_actions()) < 2 or rng.random() < 0.7:
            continue
        twins = [state.clone(), state.clone()]
        for twin, action in zip(twins, rng.sample(state.legal_actions(), 2), strict=True):
            twin.apply_action(action)
        for _ in range(30):
            one, other = twins
            if one.is_terminal() or other.is_terminal() or one.current_player() != other.current_player():
                break
            if one.current_player() == player:
                compared += 1
                assert one.information_state_string(player) != other.information_state_string(player)
            common = sorted({*one.legal_actions()} & {*other.legal_actions()})
            if not common:
                break
            action = rng.choice(common)
            one.apply_action(action)
            other.apply_action(action)
    assert compared > 5


def test_deals_that_a_player_cannot_tell_apart_look_the_same() -> None:
    game = pyspiel.load_game("turncoat_resistance(latest=16)")
    worlds = []
    for roles in ("spy spy resistance resistance", "resistance resistance spy spy"):
        state = game.new_initial_state()
        for role in roles.split():
            if state.legal_actions() != [0, 1, 2, 3, 4]:
                state.apply_action(["spy", "resistance"].index(role))
        state.apply_action(4)
        worlds.append(state)
    one, other = worlds
    assert str(one) != str(other)
    player, compared = 4, 0  # loyal in both, and the first leader
    while one.history()[-1] != other.history()[-1] or one.current_player() >= 0:
        for see in ("information_state_string", "information_state_tensor", "observation_string"):
            assert getattr(one, see)(player) == getattr(other, see)(player)
        assert one.to_observation_struct(player).to_json() == other.to_observation_struct(player).to_json()
        compared += 1
        for world in worlds:
            names = {world.action_to_string(action): action for action in world.legal_actions()}
            world.apply_action(names.get("approve", names.get("success", min(names.values()))))
        if one.is_terminal():
            break
    assert compared > 20
    assert one.information_state_string(player) != other.information_state_string(player), "the roles are told"


def test_clones_and_copies_go_on_alone() -> None:
    rng = Random(3)
    for state in states(pyspiel.load_game("turncoat_hail_hydra(deal=sampled,latest=4)"), 3):
        if state.is_terminal() or rng.random() < 0.9:
            continue
        before = str(state), [state.information_state_string(player) for player in range(5)]
        for twin in (state.clone(), copy.deepcopy(state)):
            for _ in range(5):
                if not twin.is_terminal():
                    act(twin, rng)
            assert twin.is_terminal() or str(twin) != before[0]
        assert (str(state), [state.information_state_string(player) for player in range(5)]) == before


def test_returns_are_plus_and_minus_one_by_side() -> None:
    for seed in range(5):
        *_, state = states(pyspiel.load_game("turncoat_resistance(deal=sampled)"), seed)
        roles = state.position.turns.game.deal.roles
        winner = state.position.turns.game.result.winner
        assert state.returns() == [1.0 if (role == "spy") == (winner == "spies") else -1.0 for role in roles]


@pytest.mark.parametrize(
    ("parameters", "kind", "message"),
    [
        ("players=4", RulesetError, "resistance is for 5 to 10 players, not 4"),
        ("modules=hunters", RulesetError, "resistance has no module 'hunters'; known: targeting"),
        ("options=speed:high", RulesetError, "no option 'speed' in this ruleset; known: "),
        ("options=speed", ValueError, "an option is written name:value, not speed"),
        ("deal=fair", ValueError, "deal is cards or sampled, not fair"),
        ("latest=0", ValueError, "a tensor holds 1 or more of the latest events, not 0"),
        ("player=5", pyspiel.SpielError, "Available parameters are: deal, latest, modules, options, players"),
    ],
)
def test_a_wrong_parameter_says_what_would_be_right(parameters: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as raised:
        pyspiel.load_game(f"turncoat_resistance({parameters})")
    assert message in str(raised.value)


def test_an_illegal_action_says_what_would_be_right_and_changes_nothing() -> None:
    state = pyspiel.load_game("turncoat_resistance").new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        before = str(state), state.history()
        legal = state.legal_actions()
        for wrong in {-2, 0, 3, 8, 99, 10**6} - set(legal):
            with pytest.raises(ValueError, match=r"possible|an action is a number from 0 to"):
                state.apply_action(wrong)
        assert (str(state), state.history()) == before
        state.apply_action(legal[-1])


def test_a_game_string_and_a_dict_name_the_same_game() -> None:
    text = "turncoat_resistance(players=7,modules=targeting+hunter,options=fifth-mission-after:successes)"
    asked = {"players": 7, "modules": "targeting,hunter", "options": "fifth-mission-after=successes"}
    one, other = pyspiel.load_game(text), pyspiel.load_game("turncoat_resistance", asked)
    assert one.ruleset == other.ruleset == pyspiel.load_game(str(other)).ruleset
    assert one.ruleset.modules == ("targeting", "hunter")
    assert str(one) == str(other)


@pytest.mark.parametrize("ruleset", FEW[::3], ids=label)
def test_structs_make_actions_and_states_again(ruleset: Ruleset) -> None:
    game, rng = game_of(ruleset, latest=1), Random(1)
    for state in states(game, ruleset):
        for action in state.legal_actions():
            struct = state.action_to_struct(state.current_player(), action)
            assert state.struct_to_actions(struct) == [action]
        if rng.random() < 0.97 and not state.is_terminal():
            continue
        again = game.new_initial_state(state.to_struct())
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert json.loads(state.to_json())["players"] == ruleset.players
        if not state.is_terminal():
            twin = state.clone()
            assert twin.apply_action_struct(state.action_to_struct(state.legal_actions()[0])).ok()
            for player in range(ruleset.players):
                seen = state.to_observation_struct(player).to_dict()
                assert bool(seen["legal_actions"]) == (player == state.current_player())
                assert "deal" not in seen


def test_a_struct_of_another_ruleset_or_without_its_history_is_refused() -> None:
    game = pyspiel.load_game("turncoat_resistance")
    six = pyspiel.load_game("turncoat_resistance(players=6)").new_initial_state()
    with pytest.raises(ValueError, match="players is 5 here, not 6"):
        game.new_initial_state(six.to_struct())
    *_, state = states(game, 1)
    drawn = state.resample_from_infostate(state.current_player(), Random(1).random)
    with pytest.raises(ValueError, match="has no history"):
        game.new_initial_state(drawn.to_struct())


def test_a_struct_that_names_no_action_says_which_are_possible() -> None:
    state = pyspiel.load_game("turncoat_resistance").new_initial_state()
    with pytest.raises(ValueError, match="possible now: spy, resistance"):
        state._struct_to_actions({"action": "fly"})
    with pytest.raises(ValueError, match="the struct or dict that `to_struct`"):
        state.get_game().new_initial_state({"board": []})


@pytest.mark.sweep
def test_a_playthrough_shows_what_each_player_knows() -> None:
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    text = playthroughs.playthrough("turncoat_resistance(deal=sampled,latest=1)", [7, 7, 7, 7], seed=1)
    assert 'StringLegalActions() = ["seat-0", "seat-1", "seat-2", "seat-3"]' in text
    for player in range(5):
        assert f"InformationStateString({player})" in text
    public = [line for line in text.splitlines() if line.startswith("PublicObservationString()")]
    assert any("BallotsRevealed" in line for line in public)
    assert not any("RoleDealt" in line for line in public)
    private = [line for line in text.splitlines() if line.startswith("PrivateObservationString(0)")]
    assert any("RoleDealt" in line for line in private)
    assert not any("BallotsRevealed" in line for line in private)


def test_observers_say_which_kinds_there_are() -> None:
    game = pyspiel.load_game("turncoat_resistance")
    everything = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="SINGLE_PLAYER private information or NONE"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="no parameters of observations"):
        game.make_py_observer(None, {"size": 3})


def test_the_parts_of_an_observation_are_named() -> None:
    game = pyspiel.load_game("turncoat_resistance(latest=3)")
    observer, state = game.make_py_observer(), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer.set_from(state, 1)
    assert observer.dict["seat"].tolist() == [0, 1, 0, 0, 0]
    assert observer.dict["latest"].shape == (3, game.layout.row_size)
    assert observer.tensor.tolist() == state.observation_tensor(1)


def searching(game: Any, simulations: int) -> Any:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    return ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=numpy.random.RandomState(1))


@pytest.mark.parametrize("ruleset", FEW, ids=label)
def test_a_ruleset_has_a_game(ruleset: Ruleset) -> None:
    assert openspiel.game_of(ruleset).ruleset == ruleset


@pytest.mark.parametrize("name", NAMES)
def test_the_python_search_bot_plays(name: str) -> None:
    game = pyspiel.load_game(f"{name}(deal=sampled)")
    bot, rng, searched = searching(game, 3), Random(1), 0
    for seed in range(5, 9):
        for state in states(game, seed):
            is_asked = state.current_player() >= 0 and len(state.legal_actions()) > 1
            if is_asked and searched < 3 and rng.random() < 0.1:
                searched += 1
                assert bot.step(state) in state.legal_actions()
    assert searched == 3


def test_an_agent_of_openspiel_sits_at_a_table() -> None:
    game = pyspiel.load_game("turncoat_resistance")
    search = searching(game, 3)
    asked: list[bool] = []

    class Searcher(AgentBot):
        def action(self, turn: AgentTurn) -> int:
            if self.seat or len(asked) > 10:
                return turn.legal[0]
            state = game.state_of(turn.position(self.rng))
            asked.append(state.legal_actions() == list(turn.legal))
            return int(search.step(state))

    ruleset: Ruleset = game.ruleset
    bots = [Searcher(ruleset, seat, b"") for seat in range(5)]
    assert play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1)).result is not None
    assert asked
    assert all(asked)


def test_a_position_without_openspiel_is_the_same_game() -> None:
    state = pyspiel.load_game("turncoat_round_table").new_initial_state()
    position, rng = Position(layout_of(Ruleset.of("round-table", 5))), Random(2)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == position.name(action)
        state.apply_action(action)
        position.act(action)
    assert str(position) == str(state)
    assert list(position.returns) == state.returns()
