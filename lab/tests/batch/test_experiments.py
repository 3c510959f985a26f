"""`turncoat lab ask`: the examples run, a change is played, and invalid experiments are refused."""

from pathlib import Path

import pytest

from tests.support.commands import turncoat
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.processes import Processes
from turncoat_lab.batch.counting import counted
from turncoat_lab.experiments import ExperimentError, answers, read, report

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "experiments").glob("*.toml"))
VARIANT = '[[variants]]\nname = "{name}"\ngame = "resistance"\nplayers = {players}\n{more}\n'


def experiment(*variants: str, games: int = 3000) -> str:
    return f'question = "?"\ngames = {games}\nseed = "x"\n' + "".join(
        VARIANT.format(name=place, players=7, more=more) for place, more in enumerate(variants)
    )


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
@pytest.mark.usefixtures("core")
def test_example_experiments_can_be_run(file: Path, tmp_path: Path) -> None:
    short = tmp_path / file.name
    text = file.read_text("utf-8")
    head, _, rest = text.partition("\n")
    short.write_text(f"{head}\ngames = 400\n{rest}", "utf-8")
    done = turncoat("lab", "ask", short)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"# {read(text).question}\n")
    assert len(done.stdout.splitlines()) == 7 + len(read(text).variants)


@pytest.mark.usefixtures("core")
def test_an_unchanged_variant_equals_its_ruleset() -> None:
    (one,) = answers(read(experiment('modules = ["plot-thickens"]')), Processes(1))
    assert one == counted(Ruleset.of("resistance", 7, ["plot-thickens"]), "random", "random", "x", 0, 3000)


@pytest.mark.usefixtures("core")
def test_a_variants_changes_take_effect() -> None:
    fewer, printed, fails, deck, many = answers(
        read(
            experiment(
                "change = { hiding = 1 }",
                "",
                "change = { fails-needed = [2, 2, 2, 2, 2] }",
                'modules = ["plot-thickens"]\nchange = { plot-cards = { no-confidence = 12 } }',
                "change = { players = 12, hiding = 5, team-sizes = [4, 5, 5, 6, 6] }",
            )
        ),
        Processes(1),
    )
    assert fewer.winners["resistance"] > printed.winners["resistance"] + 300
    assert fails.winners["resistance"] > printed.winners["resistance"] + 300
    assert deck.reasons["five-rejections"] > printed.reasons["five-rejections"]
    assert many.choices / many.games > printed.choices / printed.games


@pytest.mark.usefixtures("core")
def test_a_variant_with_its_own_bots_names_them() -> None:
    own = 'bots = { resistance = "baseline:people", spies = "random" }'
    asked = read(experiment("", own, games=400))
    first, second = list(report(asked, answers(asked, Processes(1))))[-2:]
    assert first.startswith("| 0 | ")
    assert second.startswith("| 1 (resistance: baseline:people, spies: random) | ")


@pytest.mark.usefixtures("core")
def test_experiments_do_not_depend_on_processes() -> None:
    asked = read(experiment("", "change = { hiding = 2 }", games=110_000))
    one, two = (list(report(asked, answers(asked, Processes(count)))) for count in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('question = "?"', "missing required field `variants`"),
        ("question = ", "Invalid value"),
        (experiment("colour = 3"), "unknown field `colour`"),
        (experiment("change = { hiding = 4 }"), "the hiding side must be the minority"),
        (experiment('modules = ["hunter"]\nchange = { hiding = 1 }'), r"fewer cards than special roles \(2\)"),
        (experiment("change = { team-sizes = [1, 2, 3] }"), "length 5"),
        (experiment("change = { drawn-a-round = 2 }"), "only with The Plot Thickens"),
        (experiment("change = { fails-needed = [6, 1, 1, 1, 1] }"), "at most one Fail per member"),
        (experiment('modules = ["nothing"]'), "nothing"),
        (experiment("").replace('"resistance"', '"hail-hydra"'), "does not know hail-hydra"),
        (experiment("", "").replace('name = "1"', 'name = "0"'), "its own name"),
    ],
)
def test_an_impossible_experiment_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(ExperimentError, match=wanted):
        read(text)
