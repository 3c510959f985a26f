"""The Plot Thickens: plot cards, drawn and given each round, resolved at once or played in their windows (PLT)."""

from typing import Any

from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ASK_CLOSE_EYE,
    ASK_GIVE,
    ASK_NO_CONFIDENCE,
    ASK_OVERHEAR,
    ASK_PLOT_CARD,
    ASK_SHOW,
    ASK_SPOTLIGHT,
    ASK_STRONG_LEADER,
    ASK_TAKE,
    ASK_TAKE_FROM,
    LEADER_PASSED,
    MISSION_CARD_TURNED_UP,
    MISSION_CARD_WATCHED,
    PLOT_CARD_GIVEN,
    PLOT_CARD_PLAYED,
    PLOT_CARD_TAKEN,
    PLOT_CARDS_DRAWN,
    SPOTLIGHT_TURNED,
    log_row,
)
from turncoat_lab.batch.games.resistance.blame import team_building
from turncoat_lab.batch.games.resistance.loyalty import show_loyalty
from turncoat_lab.batch.policies.decide import begin_question, choose_seat, choose_word, says_yes
from turncoat_lab.batch.rules import MOST_DRAWN
from turncoat_lab.batch.seats import NO_SEAT, first_clockwise, lowest, size_of
from turncoat_lab.batch.words import (
    CLOSE_EYE,
    ESTABLISH,
    FIRST_PLOT_CARD,
    NO_CONFIDENCE,
    NO_WORD,
    OPEN_UP,
    OPINION_MAKER,
    OVERHEARD,
    PLOT_CARDS,
    RESPONSIBILITY,
    SPOTLIGHT,
    STRONG_LEADER,
)

# Cards


@compiled
def begin(game: Any) -> None:
    """Reset the deck and the cards in play (PLT-DECK-2)."""
    plot = game.seen.plot
    plot.left, plot.drawn, plot.recipients, plot.seen = game.seen.rules.plot_cards, 0, 0, 0
    plot.hand[:] = NO_WORD
    plot.face_up[:] = 0
    plot.spotlit, plot.vetoed = NO_SEAT, -1


@compiled
def holders(game: Any, card: int) -> int:
    """Return the seats with at least one copy of the card."""
    found, copies = 0, game.seen.plot.face_up[card - FIRST_PLOT_CARD]
    for seat in range(game.seen.rules.players):
        if copies[seat]:
            found |= 1 << seat
    return found


@compiled
def cards_before(game: Any, seat: int) -> int:
    """Return the different cards before a seat, as a set of words."""
    found = 0
    for kind in range(PLOT_CARDS):
        if game.seen.plot.face_up[kind, seat]:
            found |= 1 << (FIRST_PLOT_CARD + kind)
    return found


@compiled
def discard(game: Any, log: Any, seat: int, card: int) -> None:
    """Use a card (PLT-TYPE-1), from before the seat or from the leader's hand."""
    log_row(log, PLOT_CARD_PLAYED, seat, card)
    kind = card - FIRST_PLOT_CARD
    if game.seen.plot.face_up[kind, seat]:
        game.seen.plot.face_up[kind, seat] -= 1
    else:
        take_up(game.seen.plot, card)


@compiled
def take_up(plot: Any, card: int) -> None:
    """Remove the first card of this kind from the leader's hand."""
    place = 0
    while plot.hand[place] != card:
        place += 1
    plot.hand[place] = NO_WORD


# Strong Leader: before any action of a proposal (PLT-STRONG-1 to -3)


@compiled
def before_the_leader_acts(game: Any, log: Any) -> None:
    """Give each holder one chance, the leader first, then clockwise. Only one card is used before each vote."""
    board, passed = game.seen.board, 0
    while True:
        may = holders(game, STRONG_LEADER) & ~passed
        seat = first_clockwise(board.leader, game.seen.rules.players, may)
        if seat == NO_SEAT:
            return
        team_building(game, log)
        if says_yes(game, log, seat, ASK_STRONG_LEADER, True):
            discard(game, log, seat, STRONG_LEADER)
            if seat != board.leader:
                board.leader = seat
                log_row(log, LEADER_PASSED, seat)
            return
        passed |= 1 << seat


# Drawing and giving (PLT-DRAW-1 to -3, PLT-TYPE-2)


@compiled
def round_begins(game: Any, log: Any) -> None:
    """Let the leader draw once, then give one card after another."""
    plot = game.seen.plot
    if not plot.left:
        return
    draw(game, log)
    while True:
        cards = 0
        for place in range(MOST_DRAWN):
            if plot.hand[place] != NO_WORD:
                cards |= 1 << plot.hand[place]
        if not cards:
            return
        card = lowest(cards)
        if cards & (cards - 1):
            team_building(game, log)
            card = choose_word(game, log, game.seen.board.leader, ASK_PLOT_CARD, cards)
        hand_out(game, log, game.seen.board.leader, card)


@compiled
def draw(game: Any, log: Any) -> None:
    """Draw as many cards as the table's size requires, or the rest of the deck."""
    plot, deck = game.seen.plot, game.hidden.deck
    count, packed = min(game.seen.rules.drawn_a_round, plot.left), 0
    plot.hand[:] = NO_WORD
    for place in range(count):
        card = deck[plot.drawn + place]
        plot.hand[place] = card
        packed |= card << 6 * place
    plot.left -= count
    plot.drawn += count
    plot.recipients = 0
    log_row(log, PLOT_CARDS_DRAWN, game.seen.board.leader, packed)


@compiled
def hand_out(game: Any, log: Any, leader: int, card: int) -> None:
    """Give a card to another player. Only Establish Confidence is for the leaders themselves (PLT-ESTABLISH-1)."""
    others = game.seen.rules.everyone & ~(1 << leader)
    team_building(game, log)
    if card == ESTABLISH:
        show_card(game, log, leader, ESTABLISH, others)
        return
    if game.seen.rules.distinct_recipients:  # PLT-DRAW-2
        others &= ~game.seen.plot.recipients
    receiver = choose_seat(game, log, leader, ASK_GIVE, others, False)
    log_row(log, PLOT_CARD_GIVEN, leader, receiver, card)
    take_up(game.seen.plot, card)
    game.seen.plot.face_up[card - FIRST_PLOT_CARD, receiver] += 1
    game.seen.plot.recipients |= 1 << receiver
    if card == OVERHEARD:
        overhear(game, log, receiver)
    elif card == OPEN_UP:
        team_building(game, log)
        show_card(game, log, receiver, OPEN_UP, game.seen.rules.everyone & ~(1 << receiver))
    else:
        take_responsibility(game, log)


# Resolved at once


@compiled
def overhear(game: Any, log: Any, seat: int) -> None:
    """Let the receiver look at the loyalty card of a neighbour (PLT-OVERHEARD-1)."""
    players = game.seen.rules.players
    neighbours = 1 << (seat + 1) % players | 1 << (seat + players - 1) % players
    team_building(game, log)
    shower = choose_seat(game, log, seat, ASK_OVERHEAR, neighbours, False)
    discard(game, log, seat, OVERHEARD)
    show_loyalty(game, log, shower, seat)


@compiled
def show_card(game: Any, log: Any, seat: int, card: int, others: int) -> None:
    """Show the seat's own card to another player, for Open Up (PLT-OPENUP-1) or Establish Confidence
    (PLT-ESTABLISH-1)."""
    viewer = choose_seat(game, log, seat, ASK_SHOW, others, False)
    discard(game, log, seat, card)
    show_loyalty(game, log, seat, viewer)


@compiled
def take_responsibility(game: Any, log: Any) -> None:
    """Make the holder take a card as soon as another player has one (PLT-RESPONSIBILITY-1, -2)."""
    taker = first_clockwise(0, game.seen.rules.players, holders(game, RESPONSIBILITY))
    if taker == NO_SEAT:
        return
    others = 0
    for seat in range(game.seen.rules.players):
        if seat != taker and cards_before(game, seat):
            others |= 1 << seat
    if not others:
        return
    team_building(game, log)
    holder = choose_seat(game, log, taker, ASK_TAKE_FROM, others, False)
    cards = cards_before(game, holder)
    card = lowest(cards)
    if cards & (cards - 1):
        team_building(game, log)
        card = choose_word(game, log, taker, ASK_TAKE, cards)
    discard(game, log, taker, RESPONSIBILITY)
    log_row(log, PLOT_CARD_TAKEN, taker, holder, card)
    game.seen.plot.face_up[card - FIRST_PLOT_CARD, holder] -= 1
    game.seen.plot.face_up[card - FIRST_PLOT_CARD, taker] += 1


# The vote


@compiled
def voters_first(game: Any, seats: int) -> int:
    """Return the seats to vote next, Opinion Makers before the others (PLT-OPINION-1, -2)."""
    first = holders(game, OPINION_MAKER) & seats
    return first if first else seats


@compiled
def vote_approved(game: Any, log: Any) -> None:
    """Let holders of No Confidence turn an approval into a rejection (PLT-NOCONF-1, -2)."""
    seat, passed = NO_SEAT, 0
    while True:
        may = holders(game, NO_CONFIDENCE) & ~passed
        seat = first_clockwise(game.seen.board.leader, game.seen.rules.players, may)
        if seat == NO_SEAT:
            return
        begin_question(game, log)
        if says_yes(game, log, seat, ASK_NO_CONFIDENCE, True):
            discard(game, log, seat, NO_CONFIDENCE)
            game.seen.plot.vetoed = game.seen.board.proposals
            return
        passed |= 1 << seat


# The mission


@compiled
def team_final(game: Any, log: Any) -> None:
    """Let holders of In the Spotlight name a team member who plays face up (PLT-SPOTLIGHT-1)."""
    plot, passed = game.seen.plot, 0
    plot.seen = 0
    while True:
        seat = first_clockwise(game.seen.board.leader, game.seen.rules.players, holders(game, SPOTLIGHT) & ~passed)
        if seat == NO_SEAT:
            return
        team = game.seen.board.team
        if game.seen.rules.spotlight_on:  # the holder may not name their own seat
            team &= ~(1 << seat)
        begin_question(game, log)
        member = choose_seat(game, log, seat, ASK_SPOTLIGHT, team, True)
        if member != NO_SEAT:
            discard(game, log, seat, SPOTLIGHT)
            log_row(log, SPOTLIGHT_TURNED, seat, member)
            plot.spotlit = member
            return
        passed |= 1 << seat


@compiled
def cards_in(game: Any, log: Any) -> None:
    """Turn up the card in the spotlight, then offer Keeping a Close Eye (PLT-SPOTLIGHT-1, PLT-CLOSEEYE-1 to -3)."""
    board, plot, cards = game.seen.board, game.seen.plot, game.hidden.cards
    if plot.spotlit != NO_SEAT:
        log_row(log, MISSION_CARD_TURNED_UP, plot.spotlit, cards[plot.spotlit])
        plot.seen |= 1 << plot.spotlit
        plot.spotlit = NO_SEAT
    passed = 0
    while True:
        unseen = board.team & ~plot.seen
        if not unseen:
            return
        may = holders(game, CLOSE_EYE) & ~passed
        if size_of(unseen) == 1:
            may &= ~unseen  # nobody may look at their own card
        seat = first_clockwise(board.leader, game.seen.rules.players, may)
        if seat == NO_SEAT:
            return
        begin_question(game, log)
        member = choose_seat(game, log, seat, ASK_CLOSE_EYE, unseen & ~(1 << seat), True)
        if member == NO_SEAT:
            passed |= 1 << seat
            continue
        discard(game, log, seat, CLOSE_EYE)
        log_row(log, MISSION_CARD_WATCHED, seat, member, cards[member])
        plot.seen |= 1 << member
