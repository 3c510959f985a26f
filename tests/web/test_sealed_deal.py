"""A deal in two steps over the wire: programs and forms commit to entropy first, and reveal it once the deal begins."""

import json
import threading
from typing import Any

import httpx
import pytest

from examples.client import play
from examples.fair_deal import Entropy, Refusal, mark_of
from examples.fair_deal import play as play_fair
from tests.support.program_lines import new_table, program
from tests.support.serving import Server
from turncoat.table.past.proof import DealProofError, check_proof, missing_seats, read_proof
from turncoat.table.values.deal_opening import entropy_hash

NONCE = "5a" * 32


def commit(line: Any, text: str, nonce: str = NONCE) -> str:
    """Commit to the text as the program, and return the hash."""
    commitment = line.hear("seats")["commitment"]
    hashed = entropy_hash(commitment, nonce, text)
    line.say(type="commit-entropy", hash=hashed, commitment=commitment, id="commit")
    assert line.hear("accepted")["id"] == "commit"
    return hashed


def sealed_deal(server: Server, url: str) -> Any:
    return httpx.get(f"{server.url}/t/{url.rpartition('/')[2]}/deal", timeout=60).json()["deal"]


def test_the_deal_follows_once_all_programs_have_revealed(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot, program(url, name="Other") as other, program(url, name="Old") as old:
        first, second = commit(robot, "clover"), commit(other, "", "77" * 32)
        robot.say(type="start", id="start")
        begun = robot.hear("deal-begun")
        assert begun["hashes"] == [first, second, "", "", ""]
        assert 0 < begun["seconds"] <= 5
        seconds = pytest.approx(begun["seconds"], abs=5)
        assert other.hear("deal-begun") == begun | {"seat": 1, "seconds": seconds}
        assert begun["seat"] == 0
        assert begun["mark"] == mark_of(begun)
        robot.say(type="reveal-entropy", nonce="00" * 32, entropy="clover", id="wrong")
        assert robot.hear("refused")["code"] == "entropy-not-that"
        old.say(type="commit-entropy", hash="ab" * 32, commitment=begun["commitment"], id="late")
        assert old.hear("refused")["code"] == "dealing"
        robot.say(type="reveal-entropy", nonce=NONCE, entropy="clover", id="reveal")
        other.say(type="reveal-entropy", nonce="77" * 32, id="reveal")
        for line in (robot, other, old):
            assert line.hear("game-started")["game"] == 1
    deal = sealed_deal(server, url)
    assert deal["entropy"] == ["clover", "", "", "", ""]
    assert deal["nonces"] == [NONCE, "77" * 32, "", "", ""]
    assert (deal["scheme"], deal["hashes"], deal["seed"]) == (1, begun["hashes"], "")


def test_a_returning_program_is_asked_again_and_a_missing_one_is_named(server: Server) -> None:
    url, token = new_table(server)
    with program(url, name="Silent") as silent:
        commit(silent, "kept back", "77" * 32)
        with program(url, token=token) as robot:
            commit(robot, "clover")
            robot.say(type="start", id="start")
            robot.hear("deal-begun")
        with program(url, token=token) as again:
            again.hear("deal-begun")
            again.say(type="reveal-entropy", nonce=NONCE, entropy="clover", id="reveal")
            assert again.hear("game-started")["game"] == 1, "the deal happens even if somebody stays silent"
    deal = sealed_deal(server, url)
    assert deal["nonces"] == [NONCE, "", "", "", ""]
    assert "kept back" not in json.dumps(deal)


def test_a_games_proof_is_valid_and_names_seats_that_did_not_reveal(server: Server) -> None:
    url, token = new_table(server)
    with program(url, token=token) as robot, program(url, name="Silent") as silent:
        other = silent.hear("welcome")["token"]
        hashed = commit(robot, "clover")
        commit(silent, "kept back", "77" * 32)
        robot.say(type="start", id="start")
        promised = robot.hear("deal-begun")["commitment"]
        robot.say(type="reveal-entropy", nonce=NONCE, entropy="clover", id="reveal")
        robot.hear("game-started")
    playing = threading.Thread(target=play, args=(url, {"token": other}))
    playing.start()
    play(url, {"token": token})
    playing.join(30)
    headers = {"Authorization": f"Bearer {token}"}
    papers = httpx.get(f"{server.url}/t/{url.rpartition('/')[2]}/deal", headers=headers, timeout=60).content
    proof = read_proof(papers)
    assert check_proof(proof, promised, [hashed]).result is not None
    assert proof.deal is not None
    assert missing_seats(proof.deal) == (1,)
    with pytest.raises(DealProofError):
        check_proof(proof, promised, ["ab" * 32])


def test_the_proof_contains_the_mark_that_a_program_stored(server: Server) -> None:
    url, token = new_table(server)
    entropy = Entropy("clover")
    play_fair(url, {"token": token}, entropy)
    headers = {"Authorization": f"Bearer {token}"}
    papers = httpx.get(f"{server.url}/t/{url.rpartition('/')[2]}/deal", headers=headers, timeout=60).content
    ((promised, mark),) = entropy.marks.items()
    proof = read_proof(papers)
    assert check_proof(proof, promised, noted_mark=mark).result is not None
    with pytest.raises(DealProofError, match="not the one you noted"):
        check_proof(proof, promised, noted_mark="ab" * 32)


def begun(entropy: Entropy, **fields: Any) -> dict[str, Any]:
    """Return the message of an honest server that begins a deal, apart from these fields, with a matching mark."""
    hashed = entropy.commit("5e" * 32)["hash"] if "5e" * 32 not in entropy.nonces else entropy.hash("5e" * 32)
    rules = {"game": "resistance", "players": 5, "modules": ["targeting"], "options": [["some", "word"]]}
    message: dict[str, Any] = {
        "commitment": "5e" * 32,
        "seat": 1,
        "hashes": ["", hashed, "", "", ""],
        "open_texts": [""] * 5,
    }
    message |= rules | fields
    return {"mark": mark_of(message)} | message


def test_a_program_reveals_nothing_for_a_different_deal() -> None:
    entropy = Entropy("clover")
    honest = begun(entropy)
    hashed = honest["hashes"][1]
    for lie, why in (
        (begun(entropy, hashes=["", "", hashed, "", ""]), "not at its seat"),
        (begun(entropy, hashes=["", "ab" * 32, "", "", ""]), "not at its seat"),
        (begun(entropy, seat=2), "not at its seat"),
        (begun(entropy, commitment="6f" * 32), "not at its seat"),
        (honest | {"mark": "ab" * 32}, "not the mark"),
        (honest | {"open_texts": ["late", "", "", "", ""]}, "not the mark"),
        (honest | {"modules": []}, "not the mark"),
    ):
        with pytest.raises(Refusal, match=why):
            entropy.reveal(lie)
    assert entropy.marks == {}
    assert entropy.reveal(honest)["nonce"] == entropy.nonces["5e" * 32].hex()
    for lie in (
        begun(entropy, open_texts=["late", "", "", "", ""]),
        begun(entropy, hashes=["", hashed, "ab" * 32, "", ""]),
    ):
        with pytest.raises(Refusal, match="another mark before"):
            entropy.reveal(lie)
    assert entropy.reveal(honest), "it is sent again after a lost connection"
