"""A deal in two steps: everybody commits to entropy first, and reveals it when nothing can be changed any more."""

import hashlib
import hmac
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

import turncoat.games  # noqa: F401
from tests.support.running import RESISTANCE, RunningRoom, settled
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.table import commands as c
from turncoat.table.runtime.clocks import REVEAL_TIME
from turncoat.table.values.deal_opening import DealOpening, deal_seed, entropy_hash
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio
NONCES = {"ola": "01" * 32, "jan": "02" * 32, "ewa": "03" * 32}


class SealedTable(RunningRoom):
    """A table before its first deal."""

    async def sit(self, *people: str, **settings: object) -> "SealedTable":
        host, *others = people
        self.room = await self.registry.open(host, host.title(), RESISTANCE)
        for person in others:
            await self.do(person, c.Sit(person.title()))
        for person in people:
            await self.connect(person)
        if settings:
            await self.do(host, c.ChangeSettings(msgspec.convert(settings, TableSettings)))
        return self

    async def commit(self, person: str, text: str = "") -> None:
        commitment = self.room.table.commitment
        await self.do(person, c.CommitEntropy(entropy_hash(commitment, NONCES[person], text), commitment))

    async def reveal(self, person: str, text: str = "") -> None:
        await self.do(person, c.RevealEntropy(NONCES[person], text))

    async def refused(self, by: str, command: c.Command) -> str:
        with pytest.raises(Refused) as refused:
            await self.do(by, command)
        return refused.value.refusal.code

    def is_dealt(self) -> bool:
        return self.room.table.running

    @property
    def opening(self) -> DealOpening:
        """The opening of the deal in the server's memory during the game."""
        return self.session._opening


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[SealedTable]:
    table = SealedTable(tmp_path)
    yield table
    await table.registry.close()


def cards(opening: DealOpening) -> object:
    return Ruleset.of("resistance", 5).deal(deal_seed(opening))


async def test_the_deal_happens_once_all_have_revealed(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    promised = table.room.table.commitment
    await table.commit("ola", "clover")
    await table.commit("jan")
    await table.do("ewa", c.AddEntropy("in the open"))
    await table.do("ola", c.Start())
    assert not table.is_dealt()
    await table.reveal("jan")
    assert not table.is_dealt(), "nothing is dealt before all have revealed"
    await table.reveal("ola", "clover")
    assert table.is_dealt()
    opening = table.opening
    assert (opening.scheme, opening.commitment) == (1, promised)
    assert opening.entropy == ("clover", "", "in the open", "", "")
    assert opening.nonces == (NONCES["ola"], NONCES["jan"], "", "", "")
    assert [bool(one) for one in opening.hashes] == [True, True, False, False, False]
    assert table.session._game.deal == cards(opening)
    assert table.session.opened().seed == "", "the seed stays secret until the end"
    assert [(one.name, bool(one.hash), one.is_open, one.is_missing) for one in table.session.entropy_by_seat] == [
        ("Ola", True, False, False),
        ("Jan", True, False, False),
        ("Ewa", False, True, False),
    ]


async def test_the_deal_follows_the_documented_formula(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("ola", "ęœŏ")
    await table.commit("jan", "unseen")
    await table.do("ola", c.Start())
    await table.reveal("ola", "ęœŏ")
    await table.wait(REVEAL_TIME)
    opening, seed = table.opening, bytes.fromhex(table.opening.seed)

    def sized(part: bytes) -> bytes:
        return len(part).to_bytes(2, "big") + part

    hashes = [bytes.fromhex(one) for one in opening.hashes]
    own = b"turncoat entropy 1" + bytes.fromhex(opening.commitment) + bytes.fromhex(NONCES["ola"]) + "ęœŏ".encode()
    assert hashes[0] == hashlib.sha256(own).digest()
    missing = hmac.digest(seed, b"turncoat missing 1" + b"\0\1" + b"".join(map(sized, hashes)), "sha256")
    parts = [hashes[0], bytes.fromhex(NONCES["ola"]), "ęœŏ".encode(), hashes[1], missing, b"", *[b""] * 9]
    deal = hmac.digest(seed, b"turncoat deal 1" + b"".join(map(sized, parts)), "sha256")
    assert table.session._game.deal == Ruleset.of("resistance", 5).deal(deal)


async def test_the_mark_follows_the_documented_formula(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    await table.do("ola", c.SetUp(c.GameSetup("winter-soldier", 5, ("black-widow",), {"fury-lost": "hydra-wins"})))
    await table.commit("ola", "clover")
    await table.do("ewa", c.AddEntropy("ęœŏ"))
    await table.do("ola", c.Start())
    pending = table.room.table.pending_deal
    assert pending is not None

    def sized(part: bytes) -> bytes:
        return len(part).to_bytes(2, "big") + part

    ruleset = sized(b"winter-soldier") + b"\0\5" + b"\0\1" + sized(b"black-widow")
    ruleset += b"\0\1" + sized(b"fury-lost") + sized(b"hydra-wins")
    own = bytes.fromhex(entropy_hash(pending.fixed.commitment, NONCES["ola"], "clover"))
    seats = [own, b"", b"", b"", b"", "ęœŏ".encode(), b"", b"", b"", b""]
    text = b"turncoat mark 1" + bytes.fromhex(pending.fixed.commitment) + ruleset + b"".join(map(sized, seats))
    assert pending.mark == hashlib.sha256(text).hexdigest()
    await table.reveal("ola", "clover")
    assert table.is_dealt()
    assert table.session.fixed_deal == pending.fixed, "revealed values do not change it"


async def test_every_revealed_nonce_changes_the_deal(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("ola")
    await table.commit("jan")
    await table.do("ola", c.Start())
    await table.reveal("ola")
    await table.reveal("jan")
    opening = table.opening
    others = [
        msgspec.structs.replace(opening, nonces=(f"{number:064x}", *opening.nonces[1:])) for number in range(1, 40)
    ]
    assert len({repr(cards(one)) for one in others}) > 20, "an empty text does not make the deal predictable"


async def test_a_missing_reveal_is_named_and_replaced_by_a_drawn_value(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    for person in ("ola", "jan", "ewa"):
        await table.commit(person, person)
    await table.do("ola", c.Start())
    await table.reveal("ola", "ola")
    await table.wait(REVEAL_TIME - 0.1)
    assert not table.is_dealt()
    await table.wait(0.2)
    assert table.is_dealt()
    assert [one.name for one in table.session.entropy_by_seat if one.is_missing] == ["Jan", "Ewa"]
    assert table.opening.entropy == ("ola", "", "", "", "")
    assert table.session._game.deal == cards(table.opening)
    assert await table.refused("jan", c.RevealEntropy(NONCES["jan"], "jan")) == "entropy-not-committed"


async def test_an_option_cancels_the_deal_after_a_missing_reveal(table: SealedTable) -> None:
    await table.sit("ola", "jan", unrevealed="wait")
    await table.commit("ola")
    await table.commit("jan")
    before = table.room.table.commitment
    await table.do("ola", c.Start())
    await table.reveal("ola")
    await table.wait(REVEAL_TIME)
    live = table.room.table
    assert not table.is_dealt()
    assert live.held_up_by == ("Jan",)
    assert live.pending_deal is None
    assert live.commitment != before, "the operator knows what that deal would have been: it is never dealt"
    assert live.entropy_hashes == ("",) * 5
    assert await table.refused("jan", c.CommitEntropy("ab" * 32, before)) == "entropy-for-another-deal"
    await table.do("ola", c.Start())
    assert table.is_dealt(), "without hashes there is nothing to wait for"
    assert "Jan" not in table.room.table.held_up_by


async def test_without_commitments_the_game_starts_at_once(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.do("jan", c.AddEntropy("clover"))
    await table.do("ola", c.Start())
    assert table.is_dealt()
    assert (table.opening.scheme, table.opening.hashes) == (1, ("",) * 5)
    assert [(one.name, one.is_open) for one in table.session.entropy_by_seat] == [("Ola", False), ("Jan", True)]


async def test_a_deal_in_progress_completes_as_it_began(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    await table.commit("jan")
    await table.do("ola", c.Start())
    commitment = table.room.table.commitment
    for by, command in (
        ("ola", c.CommitEntropy("ab" * 32, commitment)),
        ("ewa", c.AddEntropy("late")),
        ("piotr", c.Sit("Piotr")),
        ("piotr", c.Sit("Piotr", None, "late")),
        ("jan", c.Leave()),
        ("jan", c.ChangeSeat(4)),
        ("ola", c.Swap(0, 1)),
        ("ola", c.VacateSeat(1)),
        ("ola", c.Remove(1)),
        ("ola", c.SetUp(RESISTANCE)),
        ("ola", c.AddBot(4, "random")),
        ("ola", c.Reopen()),
        ("ola", c.Start()),
    ):
        assert await table.refused(by, command) == "dealing", command
    assert await table.refused("jan", c.CallOffDeal()) == "not-host"
    await table.do("jan", c.Rename("Janek"))
    await table.do("ola", c.HandOver(2))
    await table.do("ewa", c.ChangeSettings(TableSettings(unrevealed="wait")))
    await table.wait(REVEAL_TIME)
    assert table.is_dealt(), "its ending was fixed at the start, whoever is the host now"
    assert [one.name for one in table.session.entropy_by_seat if one.is_missing] == ["Janek"]


async def test_invalid_commitments_and_reveals_are_refused(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    commitment = table.room.table.commitment
    for hashed in ("", "ab", "AB" * 32, "zz" * 32, "ab" * 33):
        assert await table.refused("ola", c.CommitEntropy(hashed, commitment)) == "entropy-not-hashed"
    assert await table.refused("ola", c.CommitEntropy("ab" * 32, "cd" * 32)) == "entropy-for-another-deal"
    assert await table.refused("piotr", c.CommitEntropy("ab" * 32, commitment)) == "not-seated"
    await table.commit("ola", "clover")
    copied = table.room.table.entropy_hash_of("ola")
    assert await table.refused("jan", c.CommitEntropy(copied, commitment)) == "entropy-copied"
    assert await table.refused("ola", c.RevealEntropy(NONCES["ola"], "clover")) == "entropy-not-committed"
    await table.do("ola", c.Start())
    assert await table.refused("jan", c.RevealEntropy(NONCES["jan"], "")) == "entropy-not-committed"
    assert await table.refused("ola", c.RevealEntropy("ab", "clover")) == "entropy-not-hashed"
    assert await table.refused("ola", c.RevealEntropy(NONCES["ola"], "x" * 65)) == "entropy-too-long"
    assert await table.refused("ola", c.RevealEntropy(NONCES["ola"], "shamrock")) == "entropy-not-that"
    assert await table.refused("ola", c.RevealEntropy(NONCES["jan"], "clover")) == "entropy-not-that"
    assert not table.is_dealt()
    await table.reveal("ola", "clover")
    assert table.is_dealt()


async def test_only_a_persons_latest_entropy_counts(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("ola", "first")
    await table.do("ola", c.AddEntropy("open"))
    assert table.room.table.entropy_hash_of("ola") == ""
    await table.commit("ola", "second")
    assert table.room.table.entropy_of("ola") == ""
    await table.do("ola", c.AddEntropy(""))
    await table.do("ola", c.Start())
    assert table.is_dealt()
    assert table.opening.entropy == ("",) * 5


async def test_entropy_moves_and_leaves_with_its_person(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    await table.commit("jan", "jan")
    await table.commit("ewa", "ewa")
    await table.do("jan", c.ChangeSeat(4))
    await table.do("ewa", c.Leave())
    await table.do("ola", c.Start())
    await table.reveal("jan", "jan")
    assert table.opening.entropy == ("", "", "", "", "jan")


async def test_a_deal_in_progress_continues_after_a_restart(table: SealedTable) -> None:
    await table.sit("ola", "jan", "ewa")
    for person in ("ola", "jan", "ewa"):
        await table.commit(person, person)
    await table.do("ola", c.Start())
    await table.reveal("ola", "ola")
    await table.registry.close()
    again = SealedTable(table.data)
    again.time.seconds = table.time.seconds + 3600
    again.room = await again.registry.find(table.room.table.code)
    assert not again.is_dealt(), "people get the full time again, since their pages were disconnected"
    await again.wait(REVEAL_TIME - 0.1)
    assert not again.is_dealt()
    await again.reveal("jan", "jan")
    await again.wait(0.2)
    assert again.is_dealt()
    assert again.opening.entropy == ("ola", "jan", "", "", "")
    dealt, fixed = again.opening, again.session.fixed_deal
    assert fixed is not None
    await again.registry.close()
    last = SealedTable(table.data)
    last.time.seconds = again.time.seconds
    last.room = await last.registry.find(table.room.table.code)
    assert last.opening == dealt, "a loaded table has the same deal, and the same papers"
    assert last.session.fixed_deal == fixed
    assert [one.name for one in last.session.entropy_by_seat if one.is_missing] == ["Ewa"]
    await last.registry.close()


async def test_a_deal_must_list_the_committed_hashes(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("jan", "jan")
    deal, hashes = table.room.table.deal_to_begin(), table.room.table.entropy_hashes
    for others in ((), hashes[::-1], (*hashes, ""), ("ab" * 32, *hashes[1:])):
        assert await table.refused("ola", c.BeginDeal(msgspec.structs.replace(deal, hashes=others))) == "stale"
    assert await table.refused("ola", c.BeginDeal(msgspec.structs.replace(deal, commitment="ab" * 32))) == "stale"
    assert not table.room.table.pending_deal
    await table.do("ola", c.BeginDeal(deal))
    await table.reveal("jan", "jan")
    assert table.is_dealt()


async def test_a_repeated_start_begins_one_deal(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("jan", "jan")
    await table.room.submit("ola", c.Start(), "one")
    await table.room.submit("ola", c.Start(), "one")
    await table.reveal("jan", "jan")
    await table.room.submit("ola", c.Start(), "one")
    assert table.room.table.games == 1


async def test_revealed_nonces_stay_secret_until_the_deal(table: SealedTable) -> None:
    await table.sit("ola", "jan")
    await table.commit("ola", "clover")
    await table.commit("jan", "horseshoe")
    await table.do("ola", c.Start())
    await table.reveal("ola", "clover")
    await settled(table.registry)
    live = table.room.table
    shown = repr([live.entropy_by_seat, live.entropy_of("ola"), live.entropy_hash_of("ola"), live.session])
    assert "clover" not in shown
    assert NONCES["ola"] not in shown
