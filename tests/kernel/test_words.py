"""Marked texts are plain English strings that carry the data for translators."""

import pickle

import msgspec

from turncoat.kernel.words import N_, P_, Message, composed


def test_a_message_without_a_number_has_one_form() -> None:
    assert type(N_("The mission fails.")) is str


def test_a_message_uses_the_form_for_its_number() -> None:
    cards = N_("{count} card", "{count} cards")
    assert isinstance(cards, Message)
    assert [cards.for_(count) for count in (0, 1, 2)] == ["{count} cards", "{count} card", "{count} cards"]
    assert cards.for_(5).for_(1) == "{count} card"


def test_contexts_and_parts_do_not_show_in_messages() -> None:
    assert P_("one person", "Resistance") == "Resistance"
    assert composed("{name}: {text}", name=N_("Hulk"), text=N_("Draw.")) == "Hulk: Draw."


def test_messages_survive_being_pickled() -> None:
    again = pickle.loads(pickle.dumps(N_("{count} card", "{count} cards")))
    assert again.for_(2) == "{count} cards"


def test_a_rendered_message_can_be_sent() -> None:
    assert msgspec.json.encode(str(N_("{count} card", "{count} cards"))) == b'"{count} card"'
