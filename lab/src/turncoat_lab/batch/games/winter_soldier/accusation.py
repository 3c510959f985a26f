"""Captain America's accusation and the assassination of Maria Hill: standing offers and their effects.

WIN-ACCUSE-1 to -5, WIN-HILL-2 to -4, WIN-OUT-1, WIN-OUT-2, WIN-WITCH-2. An accusation is answered at once, except while
ballots or mission cards are being collected: then it is answered before they are revealed. Accusations and
assassinations take effect in the order received.
"""

from typing import Any

from turncoat.games.resistance.tables import MISSIONS, WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ACCUSATION_ANSWERED,
    ACCUSATION_LAPSED,
    ACCUSED,
    ASSASSINATION_LAPSED,
    ASSASSINATION_ORDERED,
    BUCKY_SAVED,
    CARD_SHOWN,
    HILL_NAMED,
    LEADER_PASSED,
    OFFER_ACCUSE,
    OFFER_HILL,
    WENT_OUT,
    WITCH_HANDED_ON,
    WITCH_LEFT,
    log_row,
)
from turncoat_lab.batch.games.resistance.ending import end
from turncoat_lab.batch.policies.decide import begin_question, log_open_offer, take_offer
from turncoat_lab.batch.rules import HILL, WITCH, has
from turncoat_lab.batch.seats import NO_SEAT, first_clockwise
from turncoat_lab.batch.state import is_over, players_left
from turncoat_lab.batch.words import (
    BUCKY_BARNES,
    FURY_LOST,
    HILL_ASSASSINATED,
    HYDRA,
    SHIELD,
    WINTER_SOLDIER,
    WINTER_SOLDIER_FOUND,
)

MAY_BE_NAMED, HYDRA_WINS, PLAY_ON = 0, 1, 2
"""Values of the option `fury-lost`."""


@compiled
def next_on_the_right(game: Any, seat: int) -> int:
    """Return the next player counter-clockwise who is still in."""
    left, players = players_left(game.seen), game.seen.rules.players
    seat = (seat + players - 1) % players
    while not left >> seat & 1:
        seat = (seat + players - 1) % players
    return seat


@compiled
def open_to_accusation(game: Any) -> int:
    """Return the seats that may be accused now: those still in and without a pending accusation (WIN-ACCUSE-1).

    There are none after the third success, or once Captain America is out.
    """
    board, winter = game.seen.board, game.seen.winter
    if winter.out >> winter.captain & 1 or board.successes == WINS:
        return 0
    others = players_left(game.seen) & ~(1 << winter.captain)
    for place in range(winter.accusations):
        others &= ~(1 << winter.accused[place])
    return others


@compiled
def is_power_open(game: Any) -> bool:
    """Return whether the assassination of Maria Hill can be ordered now (WIN-HILL-2, -3).

    The power ends once it is used, Maria Hill is out, the fifth mission is over, or HYDRA has come out. A pending order
    rules out another one.
    """
    winter, secret = game.seen.winter, game.winter_hidden
    if not has(game.seen.rules, HILL) or game.seen.board.missions_run == MISSIONS or winter.hydra:
        return False
    return not winter.hill_used and secret.named == NO_SEAT and not winter.out >> secret.hill & 1


@compiled
def consider_offers(game: Any, log: Any) -> bool:
    """Begin a question, record the standing offer that somebody takes before answering, and return whether one was."""
    begin_question(game, log)
    winter, secret = game.seen.winter, game.winter_hidden
    accusable, may_assassinate = open_to_accusation(game), is_power_open(game)
    suspects = players_left(game.seen) & ~(1 << secret.soldier) & secret.with_hydra
    accused = named = NO_SEAT
    if accusable:
        log_open_offer(log, OFFER_ACCUSE, winter.captain, accusable)
    if may_assassinate:
        log_open_offer(log, OFFER_HILL, secret.soldier, suspects)
    if accusable:
        accused = take_offer(game, log, winter.captain, OFFER_ACCUSE, accusable)
    if accused != NO_SEAT:
        log_row(log, ACCUSED, winter.captain, accused)
        winter.accused[winter.accusations] = accused
        winter.accusations += 1
        return True
    if may_assassinate:
        named = take_offer(game, log, secret.soldier, OFFER_HILL, suspects)
    if named != NO_SEAT:
        log_row(log, ASSASSINATION_ORDERED, secret.soldier, named)
        secret.named, secret.after = named, winter.accusations
        return True
    return False


@compiled
def offers_at_once(game: Any, log: Any) -> None:
    """Begin a question at which offers take effect at once. After each offer taken, the question begins again."""
    while consider_offers(game, log):
        take_effect(game, log)
        if is_over(game):
            return


@compiled
def offers_for_later(game: Any, log: Any) -> None:
    """Begin the collection of ballots or cards. Offers taken during it stay pending until `take_effect`."""
    while consider_offers(game, log):
        pass


@compiled
def take_effect(game: Any, log: Any) -> None:
    """Apply the pending offers, in the order received."""
    winter, secret = game.seen.winter, game.winter_hidden
    answered = 0
    while not is_over(game):
        if secret.named != NO_SEAT and secret.after == answered:
            named, secret.named = secret.named, NO_SEAT
            assassinate(game, log, named)
        elif answered < winter.accusations:
            accused = winter.accused[answered]
            answered += 1
            answer_accusation(game, log, accused)
        else:
            break
    winter.accusations = 0


# Effects


@compiled
def show_card(game: Any, seat: int, role: int) -> None:
    """Turn the character card face up."""
    game.seen.winter.face_up |= 1 << seat
    game.seen.board.shown[seat] = role
    game.hidden.roles[seat] = role


@compiled
def answer_accusation(game: Any, log: Any, accused: int) -> None:
    """Turn up the accused's character card, which decides the outcome (WIN-ACCUSE-2 to -4).

    The accusation lapses if Captain America has gone out meanwhile.
    """
    winter = game.seen.winter
    if winter.out >> winter.captain & 1:
        log_row(log, ACCUSATION_LAPSED, accused)
        return
    role = game.hidden.dealt[accused]
    log_row(log, ACCUSATION_ANSWERED, accused, role)
    show_card(game, accused, role)
    if role == WINTER_SOLDIER:
        log_row(log, BUCKY_SAVED, accused)
        show_card(game, accused, BUCKY_BARNES)
        end(game, log, SHIELD, WINTER_SOLDIER_FOUND)
    elif game.hidden.spies >> accused & 1:
        go_out(game, log, 1 << accused | 1 << winter.captain)
    else:
        go_out(game, log, 1 << accused)


@compiled
def go_out(game: Any, log: Any, seats: int) -> None:
    """Take players out of the game.

    If Nick Fury is one of them, HYDRA may win at once. A leader among them passes the leadership to the right, and a
    holder of the token hands it on.
    """
    board, winter = game.seen.board, game.seen.winter
    log_row(log, WENT_OUT, seats)
    winter.out |= seats
    if is_fury_lost(game):
        end(game, log, HYDRA, FURY_LOST)
        return
    if winter.out >> board.leader & 1:
        board.leader = next_on_the_right(game, board.leader)
        log_row(log, LEADER_PASSED, board.leader)
    if has(game.seen.rules, WITCH):
        hand_on(game, log)


@compiled
def is_fury_lost(game: Any) -> bool:
    """Return whether Nick Fury's exit has lost the game (WIN-ACCUSE-5)."""
    winter, rule = game.seen.winter, game.seen.rules.fury_lost
    if not winter.out >> game.winter_hidden.fury & 1 or rule == PLAY_ON:
        return False
    return rule == HYDRA_WINS or winter.out >> winter.captain & 1 != 0


@compiled
def hand_on(game: Any, log: Any) -> None:
    """Pass the token of a holder who is out to the next player on the left who has not used it (WIN-WITCH-2)."""
    token = game.seen.token
    if token.holder == NO_SEAT or not game.seen.winter.out >> token.holder & 1:
        return
    token.holder = first_clockwise(token.holder, game.seen.rules.players, players_left(game.seen) & ~token.used)
    if token.holder == NO_SEAT:
        log_row(log, WITCH_LEFT)
    else:
        log_row(log, WITCH_HANDED_ON, token.holder)


@compiled
def assassinate(game: Any, log: Any, named: int) -> None:
    """Resolve an assassination (WIN-HILL-2), unless its target or Maria Hill has gone out.

    If the target is Maria Hill, HYDRA wins. Otherwise the Winter Soldier and the target are exposed, and both stay in.
    """
    secret, dealt = game.winter_hidden, game.hidden.dealt
    if game.seen.winter.out & (1 << named | 1 << secret.hill):
        log_row(log, ASSASSINATION_LAPSED, secret.soldier, named)
        return
    log_row(log, HILL_NAMED, secret.soldier, named)
    game.seen.winter.hill_used = 1
    log_row(log, CARD_SHOWN, named, dealt[named])
    show_card(game, named, dealt[named])
    if named == secret.hill:
        end(game, log, HYDRA, HILL_ASSASSINATED)
        return
    log_row(log, CARD_SHOWN, secret.soldier, WINTER_SOLDIER)
    show_card(game, secret.soldier, WINTER_SOLDIER)
