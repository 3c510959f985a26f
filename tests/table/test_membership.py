"""People beyond the seats: removals, returns during a game, replacing a bot, hosts, second devices."""

from tests.support.host import Host, three
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.values.settings import TableSettings


def kinds(host: Host) -> list[str]:
    return [occupant.kind for occupant in host.table.seats]


def test_the_host_can_hand_over() -> None:
    host = three()
    assert host.refused("jan", c.HandOver(2)) == "not-host"
    assert host.refused("ola", c.HandOver(4)) == "not-a-person"
    host.do("ola", c.HandOver(1))
    assert host.table.host == "jan"
    assert host.refused("ola", c.Start()) == "not-host"
    again, _ = rebuild(host.log)
    assert again.host == "jan"


def test_before_a_game_people_may_swap_seats() -> None:
    host = three()
    host.do("ola", c.AddBot(4, "random"))
    host.do("jan", c.ChangeSeat(4))  # with the bot
    assert kinds(host) == ["person", "bot", "person", "empty", "person"]
    assert host.refused("jan", c.ChangeSeat(2)) == "seat-taken"  # nobody can displace others
    assert host.refused("jan", c.Swap(0, 2)) == "not-host"
    assert host.refused("ola", c.Swap(0, 9)) == "no-such-chair"
    host.do("ola", c.Swap(4, 2))
    assert [host.table.seat_of(one) for one in ("ola", "jan", "eve")] == [0, 2, 4]
    host.start()
    assert host.refused("ola", c.Swap(4, 2)) == "game-running"
    assert host.refused("jan", c.ChangeSeat(3)) == "game-running"


def test_a_removed_person_returns_only_if_the_host_allows_it() -> None:
    host = three()
    assert host.refused("jan", c.Remove(2)) == "not-host"
    assert host.refused("ola", c.Remove(0)) == "own-seat"
    assert host.refused("ola", c.Remove(3)) == "not-a-person"
    host.do("ola", c.Remove(1))
    assert kinds(host) == ["person", "empty", "person", "empty", "empty"]
    assert host.refused("jan", c.Sit("Somebody else")) == "removed"
    host.start()
    assert host.refused("jan", c.RequestSeat("Somebody else", 3)) == "removed"
    (number,) = host.table.membership.removed
    assert host.refused("eve", c.LetBack(number)) == "not-host"
    assert host.refused("ola", c.LetBack(number + 1)) == "no-request"
    host.do("ola", c.LetBack(number))
    host.do("jan", c.RequestSeat("Jan", 3))


def test_a_removed_spectator_returns_only_if_the_host_allows_it() -> None:
    host = three()
    host.start()
    host.do("zoe", c.RequestSeat("Zoe", 3))
    assert host.refused("jan", c.RemoveSpectator("zoe")) == "not-host"
    for seated in ("ola", "jan"):  # people with a seat are removed by it
        assert host.refused("ola", c.RemoveSpectator(seated)) == "spectator-gone"
    assert host.table.is_stranger("max")
    for spectator in ("zoe", "max"):
        host.do("ola", c.RemoveSpectator(spectator, spectator.title()))
        assert host.refused("ola", c.RemoveSpectator(spectator)) == "spectator-gone"
        assert not host.table.is_stranger(spectator)
    assert host.table.membership.requests == {}
    assert host.refused("zoe", c.RequestSeat("Zoe", 3)) == "removed"
    number = next(iter(host.table.membership.removed))
    host.do("ola", c.LetBack(number))
    host.do("zoe", c.RequestSeat("Zoe", 3))


def test_a_person_who_left_in_mid_game_may_return_only_to_their_seat() -> None:
    host = three()
    host.start()
    host.do("jan", c.Leave())
    assert kinds(host)[1] == "bot"
    assert host.table.membership.knows["jan"] == 1
    assert host.refused("jan", c.Sit("Jan", 3)) == "knows-another-seat"
    assert host.refused("jan", c.RequestSeat("Jan", 3)) == "knows-another-seat"
    assert host.refused("zoe", c.Sit("Zoe")) == "game-running"
    host.do("jan", c.Sit("Janek"))
    assert host.table.seat_of("jan") == 1
    assert host.table.names[1] == "Janek"

    host.do("ola", c.Remove(1))
    assert host.refused("jan", c.Sit("Janek")) == "removed"


def test_a_newcomer_may_replace_a_bot_if_the_host_agrees() -> None:
    host = three()
    host.start()
    host.do("jan", c.Leave())
    assert host.refused("zoe", c.RequestSeat("Zoe", 0)) == "no-bot-there"
    assert host.refused("zoe", c.RequestSeat("ola", 1)) == "name-taken"
    host.do("zoe", c.RequestSeat("Zoe", 1))
    assert host.refused("zoe", c.RequestSeat("Zoe", 3)) == "asked-already"
    host.do("max", c.RequestSeat("Max", 1))
    host.do("kim", c.RequestSeat("Kim", 3))
    zoe, maxim, kim = host.table.membership.requests
    assert host.refused("eve", c.AnswerSeatRequest(zoe, True)) == "not-host"
    host.do("ola", c.AnswerSeatRequest(kim, False))
    assert host.refused("kim", c.RequestSeat("Kim", 3)) == "turned-down"
    again, _ = rebuild(host.log)
    assert again.membership.requests == host.table.membership.requests
    host.do("ola", c.AnswerSeatRequest(zoe, True))
    assert host.table.seat_of("zoe") == 1
    assert host.table.membership.requests == {}  # the other request for that seat needs no answer
    assert host.refused("ola", c.AnswerSeatRequest(maxim, True)) == "no-request"
    assert host.refused("jan", c.Sit("Jan")) == "seat-gone"
    # Zoe has seen those cards: she may have that seat again, and no other.
    host.do("zoe", c.Leave())
    assert host.refused("zoe", c.RequestSeat("Zoe", 3)) == "knows-another-seat"
    host.do("zoe", c.Sit("Zoe"))
    session = host.table.session
    assert session is not None
    assert session.view(1).events


def test_a_request_for_a_seat_ends_when_withdrawn_or_with_the_game() -> None:
    host = three()
    assert host.refused("zoe", c.RequestSeat("Zoe", 3)) == "no-game"
    host.start()
    host.do("zoe", c.RequestSeat("Zoe", 3))
    host.do("zoe", c.WithdrawSeatRequest())
    assert host.refused("zoe", c.WithdrawSeatRequest()) == "no-request"
    host.do("zoe", c.RequestSeat("Zoe", 4))
    while host.table.running:
        host.play_defaults(1)
    host.start()
    assert host.table.membership.requests == {}
    # Another game has other cards: people who knew a seat in the last one may ask for any.
    assert set(host.table.membership.knows) == {"ola", "jan", "eve"}


def test_a_requested_name_is_checked_against_the_current_word_list() -> None:
    host = three()
    host.start()
    host.do("zoe", c.RequestSeat("Darn", 3))
    host.do("ola", c.ChangeSettings(TableSettings(masked_words="darn")))
    (number,) = host.table.membership.requests
    assert host.refused("ola", c.AnswerSeatRequest(number, True)) == "name-masked"
    host.do("ola", c.AnswerSeatRequest(number, False))


def test_a_requested_name_may_be_taken_by_the_time_of_the_answer() -> None:
    host = three()
    host.start()
    host.do("zoe", c.RequestSeat("Zoe", 3))
    host.do("jan", c.Rename("zoé"))
    (number,) = host.table.membership.requests
    assert host.refused("ola", c.AnswerSeatRequest(number, True)) == "name-taken"
    assert kinds(host)[3] == "bot"


def test_a_seat_link_works_once_and_its_devices_can_be_closed() -> None:
    host = three()
    people = host.table.membership
    host.do("jan", c.OpenDevice("link-1"))
    assert people.is_open_on("jan", "link-1")
    assert not people.is_open_on("eve", "link-1")
    assert host.refused("jan", c.OpenDevice("link-1")) == "link-used"
    assert host.refused("zoe", c.OpenDevice("link-2")) == "not-seated"
    host.do("jan", c.CloseDevices())
    assert not people.is_open_on("jan", "link-1")
    assert host.refused("jan", c.OpenDevice("link-1")) == "link-used"
    host.do("jan", c.OpenDevice("link-3"))
    host.do("jan", c.Leave())
    assert not people.is_open_on("jan", "link-3")


def test_entropy_can_be_added_and_withdrawn_before_a_deal() -> None:
    host = three()
    assert host.refused("zoe", c.AddEntropy("clover")) == "not-seated"
    assert host.refused("jan", c.AddEntropy("x" * 65)) == "entropy-too-long"
    host.do("jan", c.AddEntropy("clover"))
    host.do("eve", c.AddEntropy("horseshoe"))
    host.do("eve", c.AddEntropy(""))
    assert host.table.entropy_of("jan") == "clover"
    host.do("ola", c.Start(), "ab" * 32)
    assert host.table.session is not None
    assert host.table.session.entropy == ("", "clover", "", "", "")


def test_entropy_counts_for_one_deal_only() -> None:
    host = three()
    commitments = [host.table.commitment]
    host.do("jan", c.AddEntropy("clover"))
    host.do("ola", c.Start(), "cd" * 32)
    assert host.table.entropy_of("jan") == ""
    commitments.append(host.table.commitment)  # the commitment for the next deal is public
    host.do("eve", c.AddEntropy("horseshoe"))
    host.do("ola", c.GiveUp())
    host.do("ola", c.Start(), "ef" * 32)
    assert host.table.session is not None
    assert host.table.session.entropy == ("", "", "horseshoe", "", "")
    assert host.table.session.opened().commitment == commitments[1] == host.table.promised
    again, _ = rebuild(host.log)
    assert again.session is not None
    assert again.session.entropy == host.table.session.entropy


def test_a_lone_host_who_left_may_return_to_their_game() -> None:
    host = Host()
    host.start()
    host.do("ola", c.Leave())
    assert host.table.host == "ola"
    host.do("ola", c.Sit("Ola"))
    assert host.table.seat_of("ola") == 0


def test_blocked_people_are_kept_out_until_their_host_lets_them_back() -> None:
    host = three()
    host.start()
    host.do("zoe", c.RequestSeat("Zoe", 3))
    host.do("ola", c.Remove(2))
    host.do(c.SERVER, c.KeepOut(("jan", "eve", "zoe"), "ola"))
    assert kinds(host)[1] == "bot"
    assert host.table.membership.requests == {}
    for person in ("jan", "eve", "zoe"):
        assert host.refused(person, c.RequestSeat("Somebody", 3)) == "removed"
    again, _ = rebuild(host.log)
    assert again.membership.kept_out == {"jan", "eve", "zoe"}
    host.do(c.SERVER, c.KeepOut(("zoe",), "ola"))
    assert host.table.membership.removed == {}  # back everywhere, also where they were removed
    host.do("jan", c.Sit("Jan"))
    assert host.refused("zoe", c.RequestSeat("Zoe", 3)) == "removed"


def test_a_new_host_brings_their_own_list_and_nobody_loses_a_seat_by_it() -> None:
    host = three()
    host.do(c.SERVER, c.KeepOut(("zoe",), "ola"))
    host.do("ola", c.RemoveSpectator("max"))
    host.do("ola", c.HandOver(1))
    assert host.refused(c.SERVER, c.KeepOut(("eve",), "ola")) == "not-host"
    host.do(c.SERVER, c.KeepOut(("eve", "kim"), "jan", vacates=False))
    assert host.table.seat_of("eve") == 2
    assert host.refused("kim", c.Sit("Kim")) == "removed"
    host.do("zoe", c.Sit("Zoe"))
    assert host.refused("max", c.Sit("Max")) == "removed"  # removed from this table, which the new host may undo
    host.do("eve", c.Leave())
    assert host.refused("eve", c.Sit("Eve")) == "removed"


def test_nobody_notices_that_a_host_has_blocked_somebody_elsewhere() -> None:
    host = three()
    version = host.table.version
    host.do(c.SERVER, c.KeepOut(("zoe",), "ola"))
    assert host.table.version == version
    host.do(c.SERVER, c.KeepOut(("zoe", "jan"), "ola"))
    assert host.table.version > version
