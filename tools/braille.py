"""Regenerate the shipped Braille translations of every built-in game with liblouis: `python -m tools.braille`."""

from collections.abc import Iterable

import turncoat.games  # noqa: F401  # makes the games known
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.braille import liblouis
from turncoat.kit.braille.files import texts_of
from turncoat.kit.braille.translations import FOLDER, GRADES, Shipped, packed
from turncoat.kit.contents import Kit, Section, kit_of
from turncoat.locales import translator
from turncoat.testing import rulesets
from turncoat.web.site.rules_text import rules_sections


def kit_with_rules(ruleset: Ruleset, language: str) -> Kit:
    """Return a kit as the command line builds it."""
    rules = (Section(title, paragraphs) for title, paragraphs in rules_sections(ruleset, language))
    return kit_of(ruleset, language, translator(language), "", rules)


def texts(rulesets: Iterable[Ruleset], language: str) -> set[str]:
    """Return every text in the rulesets' kits in a language."""
    return {text for ruleset in rulesets for text in texts_of(kit_with_rules(ruleset, language))}


def main() -> None:
    """Write the shipped files."""
    every = rulesets(every=True)
    for language, codes in GRADES.items():
        found = sorted(texts(every, language))
        for code in codes:
            translated = dict(zip(found, liblouis.forward(found, code), strict=True))
            file = FOLDER / f"{code}.json.gz"
            file.write_bytes(packed(Shipped(liblouis.version(), translated)))
            print(f"{file.name}: {len(found)} texts, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
