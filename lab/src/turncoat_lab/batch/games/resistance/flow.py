"""The flow of The Resistance: team building, mission, end, in the order of the rulebook."""

from typing import Any

from turncoat.games.resistance.hunter.tables import CHIEF_FAILS
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.events import (
    BALLOTS_REVEALED,
    CARD_PLAYED,
    INVESTIGATOR_NAMED,
    LEADER_PASSED,
    MISSION_REVEALED,
    ROUND_BEGAN,
    TEAM_APPROVED,
    TEAM_PROPOSED,
    TEAM_REJECTED,
    log_row,
)
from turncoat_lab.batch.games.resistance import hunter, inquisitor, plot_thickens, targeting
from turncoat_lab.batch.games.resistance.blame import team_building
from turncoat_lab.batch.games.resistance.ending import end
from turncoat_lab.batch.games.resistance.hunter import chiefs_cards
from turncoat_lab.batch.games.resistance.reveal import deal, log_deal, remember_deal
from turncoat_lab.batch.games.resistance.reverser import succeeds
from turncoat_lab.batch.policies.decide import begin_question, cast_ballots, choose_team, play_card
from turncoat_lab.batch.rules import HUNTER, INQUISITOR, PLOT_THICKENS, REVERSER, TARGETING, has
from turncoat_lab.batch.seats import lowest, size_of
from turncoat_lab.batch.state import begin_game, is_over, packed_cards, remember_vote
from turncoat_lab.batch.words import (
    CHIEF_FAIL,
    FAIL,
    FIVE_REJECTIONS,
    RESISTANCE,
    RESISTANCE_REVERSER,
    REVERSE,
    SPIES,
    SPY_CHIEF,
    SPY_REVERSER,
    SUCCESS,
    THREE_FAILURES,
    THREE_SUCCESSES,
)


@inlined
def play(game: Any, log: Any, number: Any) -> None:
    """Play the game with that number to its end."""
    begin(game, log, number)
    while not is_over(game):
        play_round(game, log)


@inlined
def begin(game: Any, log: Any, number: Any) -> None:
    """Set up and deal (RES-SETUP-1 to -4)."""
    rules, board = game.seen.rules, game.seen.board
    begin_game(game, number)
    deal(game)
    if has(rules, PLOT_THICKENS):
        plot_thickens.begin(game)
    if has(rules, HUNTER):
        hunter.begin(game)
    if has(rules, INQUISITOR):
        game.seen.token.used = 0
        game.seen.token.holder = (board.leader + rules.players - 1) % rules.players  # INQ-SETUP-1
    if log is not None:
        log_deal(game, log)
    if not rules.all_random:
        remember_deal(game)


@inlined
def play_round(game: Any, log: Any) -> None:
    """Play a round: teams are named until one is approved, then its mission is run (RES-TEAM-1 to RES-MISSION-6)."""
    rules, board = game.seen.rules, game.seen.board
    board.track = board.team = 0
    board.mission = targeting.first_open_mission(game) if has(rules, TARGETING) else board.missions_run + 1
    log_row(log, ROUND_BEGAN, board.missions_run + 1, board.leader, board.mission)
    is_first = True
    while True:
        if has(rules, PLOT_THICKENS):
            plot_thickens.before_the_leader_acts(game, log)
            if is_first:
                plot_thickens.round_begins(game, log)
        is_first = False
        name_team(game, log)
        vote(game, log)
        if apply_vote(game, log):
            break
        if is_over(game):
            return
    run_mission(game, log)
    settle_mission(game, log)


# Team building


@inlined
def name_team(game: Any, log: Any) -> None:
    """Let the leader name a team of exactly the mission's size (RES-TEAM-2), with the additions of modules."""
    rules, board = game.seen.rules, game.seen.board
    team_building(game, log)
    missions = targeting.open_missions(game) if has(rules, TARGETING) else 0
    tokens = hunter.token_seats(game) if has(rules, HUNTER) else 0
    size = rules.sizes[board.mission]
    board.mission, board.team, token = choose_team(game, log, missions, size, rules.everyone, tokens)
    board.proposer, board.approvals, board.voted = board.leader, 0, 0
    board.named_before = board.team
    log_row(log, TEAM_PROPOSED, board.leader, board.mission, board.team)
    if tokens:
        game.seen.hunt.investigator = token
        log_row(log, INVESTIGATOR_NAMED, token)


@inlined
def vote(game: Any, log: Any) -> None:
    """Let everybody vote (RES-VOTE-1), Opinion Makers before the others."""
    rules, board = game.seen.rules, game.seen.board
    while board.voted != rules.everyone:
        voters = rules.everyone & ~board.voted
        if has(rules, PLOT_THICKENS):
            voters = plot_thickens.voters_first(game, voters)
        if board.voted:
            begin_question(game, log)
        else:
            team_building(game, log)
        approvals = cast_ballots(game, log, voters, 0)
        log_row(log, BALLOTS_REVEALED, approvals, voters & ~approvals)
        board.approvals |= approvals
        board.voted |= voters


@inlined
def apply_vote(game: Any, log: Any) -> bool:
    """Return whether the team is approved. Otherwise move the vote track and pass leadership (RES-VOTE-2 to -5)."""
    rules, board = game.seen.rules, game.seen.board
    approved = size_of(board.approvals) * 2 > rules.players
    if approved and has(rules, PLOT_THICKENS):
        plot_thickens.vote_approved(game, log)
        approved = game.seen.plot.vetoed != board.proposals
    remember_vote(game)
    board.proposals += 1
    if approved:
        log_row(log, TEAM_APPROVED, board.team)
        board.track = 0
        return True
    board.track += 1
    board.team = 0
    log_row(log, TEAM_REJECTED, board.track, rules.rejections)
    if board.track == rules.rejections:
        end(game, log, SPIES, FIVE_REJECTIONS)
    else:
        pass_leadership(game, log)
    return False


@inlined
def pass_leadership(game: Any, log: Any) -> None:
    """Pass the leader token clockwise (RES-VOTE-3, RES-MISSION-6)."""
    board = game.seen.board
    board.leader += 1
    if board.leader == game.seen.rules.players:
        board.leader = 0
    log_row(log, LEADER_PASSED, board.leader)


# The mission


@inlined
def run_mission(game: Any, log: Any) -> None:
    """Let the team play cards, then shuffle and reveal them (RES-MISSION-1 to -5)."""
    rules, board, cards = game.seen.rules, game.seen.board, game.hidden.cards
    if has(rules, PLOT_THICKENS):
        plot_thickens.team_final(game, log)
    begin_question(game, log)
    successes = fails = chief_fails = reverses = 0
    left = board.team
    while left:
        seat = lowest(left)
        left &= left - 1
        card = play_card(game, log, seat, playable_cards(game, seat))
        cards[seat] = card
        successes += card == SUCCESS
        fails += card == FAIL
        chief_fails += card == CHIEF_FAIL
        reverses += card == REVERSE
    if log is not None:
        log_cards(game, log)
    if has(rules, PLOT_THICKENS):
        plot_thickens.cards_in(game, log)
    played, last = packed_cards(successes, fails, chief_fails, reverses), board.missions_run
    success = succeeds(game, played, board.mission)
    log_row(log, MISSION_REVEALED, board.mission, played, success)
    board.run[last], board.success[last], board.teams[last], board.cards[last] = (
        board.mission,
        success,
        board.team,
        played,
    )
    board.missions_run += 1
    board.attempted |= 1 << board.mission
    if success:
        board.successes += 1
    else:
        board.failures += 1


@inlined
def playable_cards(game: Any, seat: int) -> int:
    """Return the mission cards that a seat may play by its role (RES-MISSION-2, HUN-MISSION-1, REV-MISSION-1)."""
    role = game.hidden.roles[seat]
    if has(game.seen.rules, REVERSER) and role in (RESISTANCE_REVERSER, SPY_REVERSER):
        return 1 << SUCCESS | 1 << REVERSE
    if role == SPY_CHIEF and game.seen.rules.players >= CHIEF_FAILS:
        return chiefs_cards()
    if game.hidden.spies >> seat & 1:
        return 1 << SUCCESS | 1 << FAIL
    return 1 << SUCCESS


@compiled
def log_cards(game: Any, log: Any) -> None:
    """Log each member's own card."""
    left = game.seen.board.team
    while left:
        seat = lowest(left)
        left &= left - 1
        log_row(log, CARD_PLAYED, seat, game.hidden.cards[seat])


@inlined
def settle_mission(game: Any, log: Any) -> None:
    """End the game after three successes or failures (RES-END-1), unless a Hunter changes the result.

    Otherwise leadership passes for the next round.
    """
    rules, board = game.seen.rules, game.seen.board
    if has(rules, HUNTER):
        hunter.accusations(game, log)
        if is_over(game):
            return
    if board.successes == WINS:
        end(game, log, RESISTANCE, THREE_SUCCESSES)
        return
    if board.failures == WINS:
        end(game, log, SPIES, THREE_FAILURES)
        return
    if has(rules, HUNTER):
        hunter.investigation(game, log)
    if has(rules, INQUISITOR):
        inquisitor.examination(game, log)
    pass_leadership(game, log)
