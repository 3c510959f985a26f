"""The flow of Winter Soldier: team, vote, mission and the two last stages (WIN-TEAM-1 to WIN-END-3)."""

from typing import Any

from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ASK_EXAMINE,
    ASK_FURY,
    ASK_LAST_GUESS,
    BALLOTS_REVEALED,
    FURY_NAMED,
    HYDRA_CAME_OUT,
    HYDRA_ON_TEAM_TOLD,
    LAST_GUESS_FORGONE,
    LAST_GUESS_MADE,
    LEADER_PASSED,
    LOYALTY_EXAMINED,
    MISSION_LOST,
    MISSION_REVEALED,
    REJECTION_COUNTED,
    ROUND_BEGAN,
    TEAM_APPROVED,
    TEAM_PROPOSED,
    TEAM_VOIDED,
    WITCH_PASSED,
    log_row,
)
from turncoat_lab.batch.games.resistance.ending import end
from turncoat_lab.batch.games.resistance.flow import log_cards
from turncoat_lab.batch.games.winter_soldier.accusation import (
    PLAY_ON,
    next_on_the_right,
    offers_at_once,
    offers_for_later,
    show_card,
    take_effect,
)
from turncoat_lab.batch.games.winter_soldier.reveal import deal, is_literal, log_deal, remember_deal
from turncoat_lab.batch.policies.decide import begin_question, cast_ballots, choose_seat, choose_team, play_card
from turncoat_lab.batch.rules import WITCH, has
from turncoat_lab.batch.seats import NO_SEAT, lowest, size_of
from turncoat_lab.batch.state import begin_game, is_over, packed_cards, players_left, remember_vote
from turncoat_lab.batch.words import (
    FAIL,
    FURY_ASSASSINATED,
    FURY_MISSED,
    FURY_OUT_OF_REACH,
    HIDING_ROLES,
    HYDRA,
    LAST_GUESS_RIGHT,
    MARIA_HILL,
    NICK_FURY,
    SHIELD,
    SUCCESS,
    THREE_FAILURES,
    WINTER_SOLDIER,
)


@compiled
def play(game: Any, log: Any, number: Any) -> None:
    """Play the game with that number to its end."""
    begin(game, log, number)
    while not is_over(game):
        play_round(game, log)


@compiled
def begin(game: Any, log: Any, number: Any) -> None:
    """Set up and deal (WIN-SETUP-1 to -4)."""
    rules, board, winter = game.seen.rules, game.seen.board, game.seen.winter
    begin_game(game, number)
    winter.out = winter.hydra = winter.accusations = winter.hill_used = 0
    game.winter_hidden.named = NO_SEAT
    deal(game)
    winter.face_up = 1 << winter.captain
    board.shown[winter.captain] = game.hidden.dealt[winter.captain]
    if has(rules, WITCH):
        game.seen.token.used = 0
        game.seen.token.holder = (winter.captain + 1) % rules.players
    if log is not None:
        log_deal(game, log)
    if not rules.all_random:
        remember_deal(game)


@compiled
def play_round(game: Any, log: Any) -> None:
    """Play a round: teams are named until one is approved or three are rejected."""
    board = game.seen.board
    board.track = board.team = 0
    board.mission = board.missions_run + 1
    log_row(log, ROUND_BEGAN, board.mission, board.leader, board.mission)
    while not is_over(game):
        name_team(game, log)
        if is_over(game):
            return
        if vote(game, log):
            run_mission(game, log)
            break
        if board.track == game.seen.rules.rejections:  # WIN-VOTE-3
            log_row(log, MISSION_LOST, board.mission)
            score(game, 0, 0, False)
            break
    if not is_over(game):
        settle_mission(game, log)


@compiled
def name_team(game: Any, log: Any) -> None:
    """Let the leader name a team of players still in (RES-TEAM-2, WIN-OUT-1)."""
    board = game.seen.board
    offers_at_once(game, log)
    if is_over(game):
        return
    board.mission, board.team, _ = choose_team(game, log, 0, team_size(game), players_left(game.seen), 0)
    board.proposer, board.approvals = board.leader, 0
    board.named_before = board.team
    log_row(log, TEAM_PROPOSED, board.leader, board.mission, board.team)


@compiled
def team_size(game: Any) -> int:
    """Return the size of the mission's team, limited by the number of players still in (WIN-OUT-1)."""
    rules = game.seen.rules
    return max(1, min(rules.sizes[game.seen.board.mission], size_of(players_left(game.seen)) - rules.team_cap))


@compiled
def vote(game: Any, log: Any) -> bool:
    """Let the players still in vote, and return whether the team is approved (WIN-VOTE-1 to -3).

    An accusation may end the game or void the team first.
    """
    board, secret, voters = game.seen.board, game.winter_hidden, players_left(game.seen)
    if is_literal(game):
        holds = board.team & game.hidden.spies != 0
        log_row(log, HYDRA_ON_TEAM_TOLD, secret.soldier, board.team, holds)
    offers_for_later(game, log)
    approvals = cast_ballots(game, log, voters, bound(game))
    take_effect(game, log)
    if is_over(game):
        return False
    if board.team & game.seen.winter.out:  # WIN-OUT-2
        log_row(log, TEAM_VOIDED, board.leader)
        board.team = 0
        return False
    left = players_left(game.seen)
    board.approvals = approvals & left
    log_row(log, BALLOTS_REVEALED, board.approvals, voters & ~approvals & left)
    remember_vote(game)
    board.proposals += 1
    if size_of(board.approvals) * 2 > size_of(left):
        log_row(log, TEAM_APPROVED, board.team)
        board.track = 0
        return True
    board.track += 1
    board.team = 0
    log_row(log, REJECTION_COUNTED, board.track, game.seen.rules.rejections)
    pass_leadership(game, log)
    return False


@compiled
def bound(game: Any) -> int:
    """Return the Winter Soldier, as a set, if the team keeps him from rejecting it, else nobody (WIN-VOTE-2)."""
    binding = game.hidden.spies if is_literal(game) else game.winter_hidden.with_hydra
    return 1 << game.winter_hidden.soldier if game.seen.board.team & binding else 0


@compiled
def pass_leadership(game: Any, log: Any) -> None:
    """Pass leadership to the right of the latest proposer (WIN-TEAM-2), unless it has already passed."""
    leader = next_on_the_right(game, game.seen.board.proposer)
    if leader != game.seen.board.leader:
        game.seen.board.leader = leader
        log_row(log, LEADER_PASSED, leader)


@compiled
def run_mission(game: Any, log: Any) -> None:
    """Let the team play cards. Those of players who have gone out count (WIN-MISSION-1 to -3, WIN-OUT-2)."""
    board, cards = game.seen.board, game.hidden.cards
    offers_for_later(game, log)
    successes = fails = 0
    left = board.team
    while left:
        seat = lowest(left)
        left &= left - 1
        cards[seat] = play_card(game, log, seat, playable_cards(game.hidden.dealt[seat]))
        successes += cards[seat] == SUCCESS
        fails += cards[seat] == FAIL
    if log is not None:
        log_cards(game, log)
    take_effect(game, log)
    if is_over(game):
        return
    played, success = packed_cards(successes, fails, 0, 0), fails < game.seen.rules.fails[board.mission]
    log_row(log, MISSION_REVEALED, board.mission, played, success)
    score(game, board.team, played, success)


@compiled
def playable_cards(role: int) -> int:
    """Return the mission cards that a character may play (WIN-MISSION-1)."""
    if role == WINTER_SOLDIER:
        return 1 << FAIL
    if HIDING_ROLES >> role & 1 or role == MARIA_HILL:
        return 1 << SUCCESS | 1 << FAIL
    return 1 << SUCCESS


@compiled
def score(game: Any, team: int, cards: int, success: bool) -> None:
    """Add a result to the track."""
    board = game.seen.board
    last = board.missions_run
    board.run[last], board.teams[last], board.cards[last], board.success[last] = board.mission, team, cards, success
    board.missions_run += 1
    board.attempted |= 1 << board.mission
    if success:
        board.successes += 1
    else:
        board.failures += 1


@compiled
def settle_mission(game: Any, log: Any) -> None:
    """End the game after three failures, or begin its last two stages after three successes (WIN-END-1 to -3)."""
    board = game.seen.board
    if board.failures == WINS:
        end(game, log, HYDRA, THREE_FAILURES)
        return
    if has(game.seen.rules, WITCH):
        examination(game, log)
        if is_over(game):
            return
    if board.successes == WINS:
        last_guess(game, log)
    else:
        pass_leadership(game, log)


@compiled
def examination(game: Any, log: Any) -> None:
    """Let the token's holder examine a player still in, after missions 2, 3 and 4 (WIN-WITCH-1)."""
    token = game.seen.token
    if not 2 <= game.seen.board.missions_run <= 4 or not examinable(game):
        return
    offers_at_once(game, log)
    if is_over(game) or not examinable(game):
        return
    holder = token.holder
    examined = choose_seat(game, log, holder, ASK_EXAMINE, examinable(game), False)
    is_agent = game.hidden.spies >> examined & 1
    log_row(log, LOYALTY_EXAMINED, examined, holder, HYDRA if is_agent else SHIELD)
    log_row(log, WITCH_PASSED, holder, examined)
    token.used |= 1 << holder
    token.holder = examined


@compiled
def examinable(game: Any) -> int:
    """Return the seats that the token's holder may examine, or none without a holder."""
    token = game.seen.token
    if token.holder == NO_SEAT:
        return 0
    return players_left(game.seen) & ~token.used & ~(1 << token.holder)


# Last stages


@compiled
def last_guess(game: Any, log: Any) -> None:
    """Let Captain America, if still in, name the Winter Soldier once (WIN-END-2)."""
    winter, secret = game.seen.winter, game.winter_hidden
    if players_left(game.seen) >> winter.captain & 1:
        offers_at_once(game, log)
        if is_over(game):
            return
        others = players_left(game.seen) & ~(1 << winter.captain)
        guessed = choose_seat(game, log, winter.captain, ASK_LAST_GUESS, others, True)
        if guessed == NO_SEAT:
            log_row(log, LAST_GUESS_FORGONE, winter.captain)
        else:
            log_row(log, LAST_GUESS_MADE, winter.captain, guessed, guessed == secret.soldier)
            if guessed == secret.soldier:
                end(game, log, SHIELD, LAST_GUESS_RIGHT)
                return
    come_out(game, log)


@compiled
def come_out(game: Any, log: Any) -> None:
    """Reveal HYDRA, and let the Winter Soldier name Nick Fury (WIN-END-3, WIN-ACCUSE-5)."""
    winter, secret = game.seen.winter, game.winter_hidden
    if winter.out >> secret.fury & 1 and game.seen.rules.fury_lost == PLAY_ON:
        end(game, log, SHIELD, FURY_OUT_OF_REACH)
        return
    log_row(log, HYDRA_CAME_OUT, game.hidden.spies, secret.soldier)
    winter.hydra = game.hidden.spies
    show_card(game, secret.soldier, WINTER_SOLDIER)
    begin_question(game, log)
    named = choose_seat(game, log, secret.soldier, ASK_FURY, suspects(game), False)
    right = named == secret.fury
    log_row(log, FURY_NAMED, secret.soldier, named, right)
    if right:
        end(game, log, HYDRA, FURY_ASSASSINATED)
    else:
        end(game, log, SHIELD, FURY_MISSED)


@compiled
def suspects(game: Any) -> int:
    """Return the seats that may be Nick Fury for all anyone can see: only one once his card is up (WIN-ACCUSE-5)."""
    winter, cleared = game.seen.winter, game.seen.winter.hydra
    for seat in range(game.seen.rules.players):
        if winter.face_up >> seat & 1:
            if game.seen.board.shown[seat] == NICK_FURY:
                return 1 << seat
            cleared |= 1 << seat
    return game.seen.rules.everyone & ~cleared
