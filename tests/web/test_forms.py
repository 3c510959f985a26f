"""Forms are parsed within limits, and their fields are converted to commands."""

from urllib.parse import urlencode

import pytest

from tests.support.form_bodies import multipart, read
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.web.http.forms import MOST_FIELDS, BodyTooLarge, FormFields


def test_a_form_is_parsed_in_order_and_unchanged() -> None:
    body = urlencode([("seat", "2"), ("name", "Łucja & Żak"), ("seat", "0"), ("empty", "")]).encode()
    assert read(body) == {"seat": ["2", "0"], "name": ["Łucja & Żak"], "empty": [""]}


def test_other_content_types_have_no_fields() -> None:
    assert read(b'{"do": "start"}', "application/json") == {}
    assert read(b"do=start", "") == {}


def test_an_oversized_form_is_not_read() -> None:
    with pytest.raises(BodyTooLarge):
        read(b"a=" + b"x" * 5000)
    with pytest.raises(BodyTooLarge):
        read(b"a=1&" * (MOST_FIELDS + 1))


def test_files_are_accepted_only_where_expected() -> None:
    kind, body = (
        "multipart/form-data; boundary=cut",
        multipart(('name="file"; filename="a.txt"', "Zażółć"), ('name="csrf"', "k")),
    )
    assert read(body, kind) == {}
    assert read(body, kind, files=True) == {"file": ["Zażółć"], "csrf": ["k"]}
    assert read(b"--cut\r\nnothing", kind, files=True) == {}
    with pytest.raises(BodyTooLarge):
        read(multipart(('name="file"; filename="a"', "1"), ('name="other"; filename="b"', "2")), kind, files=True)


def test_a_header_of_many_parts_is_parsed_quickly() -> None:
    body = multipart(("name=a" + "; a=" * 20_000, "1"))
    assert read(body, "multipart/form-data; boundary=cut", most=200_000, files=True) in ({}, {"a": ["1"]})


def test_fields_become_a_command() -> None:
    fields = FormFields({"name": ["Ola"], "seat": ["3"], "other": ["4"], "entropy": [""]})
    assert fields.command(c.Sit, "name", "seat") == c.Sit("Ola", 3)
    assert fields.command(c.Swap, "other", one="seat") == c.Swap(3, 4)
    assert fields.command(c.AddEntropy, entropy="entropy") == c.AddEntropy("")
    assert FormFields({"name": ["Ola"], "seat": [""]}).command(c.Sit, "name", "seat") == c.Sit("Ola", None)


@pytest.mark.parametrize("given", [{}, {"seat": [""]}, {"seat": ["two"]}, {"seat": ["1.5"]}, {"seat": ["٣"]}])
def test_fields_that_form_no_command_are_refused(given: dict[str, list[str]]) -> None:
    with pytest.raises(Refused, match="incomplete"):
        FormFields(given).command(c.ChangeSeat, "seat")
