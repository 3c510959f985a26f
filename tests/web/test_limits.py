"""Rates: generous, but there is an end."""

import pytest
from starlette.requests import HTTPConnection

from turncoat.kernel.refusals import Refused
from turncoat.web.shell import Limiter, Rates


def visitor(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": []})


def test_one_address_opens_so_many_tables_and_another_is_not_held_back() -> None:
    limiter = Limiter(Rates(tables="3/minute"))
    for _ in range(3):
        limiter.table(visitor("192.0.2.1"))
    with pytest.raises(Refused, match="too-fast"):
        limiter.table(visitor("192.0.2.1"))
    limiter.table(visitor("192.0.2.2"))


def test_one_person_gives_so_many_commands() -> None:
    limiter = Limiter(Rates(commands="2/minute"))
    limiter.command("ola")
    limiter.command("ola")
    with pytest.raises(Refused, match="too-fast"):
        limiter.command("ola")
    limiter.command("jan")
