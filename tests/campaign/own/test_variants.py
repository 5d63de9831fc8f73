"""House variants: a file changes places of other rules, the base's own reader reads them, and a game is moved to it."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.tables import frozen
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.rules import MoveRules
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems import catalogue, ownfolders, shelf
from campaign.systems.proving import held
from maps.problems import ProblemsFound
from scenarios.conversion import shipped_roles
from scenarios.printshop.reference.panels import panels_of
from tests.campaign.own.small import SMALL

HEAD = '[system]\nkey = "mine"\nname = "Mine"\nextends = "{base}"\nversion = "1"\nformat = 1\nprefix = "MI"\n'
SIX = """
[[case]]
id = "MI-1"
rule = "1"
about = "infantry goes farther on foot"
given = ["map 1x9", "red foot 1 0101", "red foot 3 0101", "blue foot 2 0109", "clock phase=move side=red"]
when = []
then = ["1 reaches 0106", "1 does not reach 0107"]
"""


def variant(*changes, base="zen_operational", more="", differs=()):
    rows = "".join(f'[[change]]\nat = "{at}"\n{what}\nrule = "{k}"\n' for k, (at, what) in enumerate(changes, start=1))
    named = f"differs = [{', '.join(map(repr, differs))}]\n" if differs else ""
    return HEAD.format(base=base) + named + rows + more


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(ownfolders, "_folders", [tmp_path])
    (tmp_path / "small.toml").write_text(SMALL, "utf-8")
    return tmp_path


FIGURES = {
    "zen_operational": ("combat.artillery_dice", 2, lambda tables: tables.combat.artillery_dice),
    "three_star_general": ("command_range", 9, lambda tables: tables.command_range),
    "two_star_general": ("command_range", 9, lambda tables: tables.command_range),
    "d3_one_hour": ("elimination.hits", 4, lambda tables: tables.elimination.hits),
    "parkin_generic": ("factors.uphill", 3, lambda tables: tables.factors["uphill"]),
}


def coded_base(key, what=None, more=""):
    at, figure, _ = FIGURES[key]
    return variant((at, what or f"to = {figure}"), base=key, more=more)


@pytest.mark.parametrize("key", catalogue.coded())
def test_the_own_reader_of_each_coded_system_reads_the_changed_figures(key):
    at, figure, read = FIGURES[key]
    plain, found = catalogue.ruleset(key).tables, catalogue.of_text(coded_base(key), "mine.toml")
    assert read(found.tables) == figure != read(plain)
    assert found.tables.like == key
    assert type(found.play).__mro__[2] is type(catalogue.ruleset(key).play).__mro__[2]
    (row,) = catalogue.differences(found.tables)
    assert (row.place, row.now, row.rule) == (at, str(figure), "MI 1")
    panel = next(one for one in panels_of(found.tables) if one.title == f"Otherwise than {key}")
    assert [(one.name, one.value) for one in panel.blocks] == [(f"MI 1 {at}", str(figure))]
    assert not [one for one in panels_of(plain) if one.title.startswith("Otherwise")]


def told(text):
    try:
        return [str(problem) for problem in catalogue.faults_of(text, "mine.toml")]
    except ProblemsFound as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize(("text", "line", "words"), [
    (variant(("combat.artilery_dice", "to = 2")), 9,
     "is 'combat.artilery_dice', no place of the rules that are extended; did you mean 'artillery_dice'?"),
    (variant(("combat.artillery_dice", 'to = "two"')), 10, "is 'two'; write a whole number"),
    (variant(("combat.artillery_dice", "to = 5000")), 10, "far off from 3; write a number from -100 to 100"),
    (variant(("combat.artillery_dice", "to = 3")), 10, "is 3 in the other rules already; take the change out"),
    (variant(("combat.artillery_dice", "")), 8, "says nothing to do; write to = ..."),
    (variant(("combat.artillery_dice", "to = 2\nremove = true")), 8, "says 2 things to do"),
    (variant(("combat.artillery_dice", "too = 2")), 10, "too is not known here; did you mean 'to'?"),
    (variant(("phase.air.key", 'to = "sky"')), 10, "is a phase that the program knows by its key"),
    (variant(("phase.air", "remove = true")), 10, "a phase that the program knows by its key"),
    (variant(("name", 'to = "x"')), 10, "is said in [system] of this file"),
    (variant(("interpretation.mud", "remove = true")), 10, "has no reading 'mud', which the rules ask for"),
    (variant(("movement.foot_movers", 'add = "fot"')), 10, "is 'fot', which there is not"),
    (variant(base="zen_operatonal"), 4, "which are no rules here; did you mean 'zen_operational'?"),
    (variant(base="mine"), 4, "'mine' extends itself"),
    (variant(("combat.artillery_dice", "to = nan")), 10, "is nan; write a word, a number"),
    (variant(more="[[chanje]]\nat = 1\n"), 8, "chanje is not known here; did you mean 'change'?"),
])  # fmt: skip
def test_faults_are_told_by_the_line_of_the_change_with_a_way_out(text, line, words):
    found = told(text)
    assert any(f"line {line}" in one and words in one for one in found), found
    assert all("; " in one for one in found)


@pytest.mark.usefixtures("folder")
def test_a_fault_that_stands_elsewhere_is_told_at_the_change_that_brings_it():
    """Without the result D the rows of the table say what is nowhere: they stand in the other file."""
    (found,) = told(variant(("unit.foot.steps", "to = 3"), ("results.D", "remove = true"), base="small"))
    assert "line 14" in found
    assert "is 'D', no result of these rules" in found


def test_rows_are_added_and_taken_out_and_lists_are_counted_from_one():
    more = [
        ("supply.rate.1.normal", "to = 7"),
        ("movement.foot_movers", 'add = "wheeled"'),
        ("supply.rate.2", "remove = true"),
    ]
    found, plain = catalogue.of_text(variant(*more), "mine.toml").tables, catalogue.ruleset("zen_operational").tables
    assert found.supply.rate[0].normal == 7
    assert len(found.supply.rate) == len(plain.supply.rate) - 1
    assert found.supply.rate[1] == plain.supply.rate[2]
    assert found.movement.foot_movers == (*plain.movement.foot_movers, "wheeled")


def test_a_variant_of_a_file_carries_it_along_and_plays_when_that_is_gone(folder):
    (folder / "mine.toml").write_text(variant(("unit.foot.ratings.move", "to = 5"), base="small", more=SIX), "utf-8")
    assert {"small", "mine"} <= set(catalogue.keys())
    found = catalogue.ruleset("mine")
    assert found.tables.rules.unit[0].ratings["move"] == (5,)
    assert catalogue.differences(found.tables)[0].was == "3"
    (folder / "small.toml").unlink()
    assert "mine" not in set(catalogue.keys()), "what it extends is gone: it is not offered, and why is told"
    assert "no rules here" in str(shelf.unsound()[folder / "mine.toml"][0])
    again = catalogue.ruleset("mine", {}, found.frozen.text)
    assert again.tables.rules == found.tables.rules
    assert again.frozen == found.frozen


def test_a_variant_of_a_variant_goes_three_deep_and_no_circle_is_read(folder):
    text = variant(("unit.foot.ratings.move", "to = 5"), base="small")
    for key, base in (("one", "small"), ("two", "one"), ("three", "two"), ("four", "three")):
        changed = (
            text.replace('"mine"', f'"{key}"')
            .replace('"small"', f'"{base}"')
            .replace("= 5", f"= {len(key)}{len(base)}")
        )
        (folder / f"{key}.toml").write_text(changed, "utf-8")
    assert catalogue.ruleset("three").tables.rules.unit[0].ratings["move"] == (53,)
    assert [row.now for row in catalogue.differences(catalogue.ruleset("three").tables)] == ["35", "33", "53"]
    assert "more than 3 files deep" in str(shelf.unsound()[folder / "four.toml"][0])
    (folder / "one.toml").write_text(text.replace('"mine"', '"one"').replace('"small"', '"two"'), "utf-8")
    assert {"one", "two", "three", "four"}.isdisjoint(catalogue.keys())


def test_its_cases_and_those_of_its_base_are_held_against_it(folder):
    more = SIX.replace('"MI-1"', '"MI-2"').replace("0106", "0104").replace("0107", "0105")
    (folder / "small.toml").write_text(SMALL + more.replace("MI-2", "S-1"), "utf-8")
    found = held(
        variant(("unit.foot.ratings.move", "to = 5"), ("stack.most", "to = 4"), base="small", more=SIX), "mine.toml"
    )
    assert (found.extends, found.cases, found.named, found.alike) == ("small", 1, (), ())
    assert {one.case.id for one in found.otherwise} == {"S-1"}
    assert found.unshown == ("stack.most",), "no case fails without it"
    named = variant(("unit.foot.ratings.move", "to = 5"), base="small", more=SIX, differs=("S-1", "S-9"))
    found = held(named, "mine.toml")
    assert (found.otherwise, found.named, found.alike) == ((), ("S-1",), ("S-9",))


def test_a_figure_that_breaks_the_play_is_told_of_its_case():
    text = variant(("movement.fragments_per_turn", "to = 0"))
    found = held(text, "mine.toml")
    assert found.broken
    assert any("ZeroDivisionError" in one.instead for one in found.broken)


def begun(folder, key="small"):
    rules = catalogue.ruleset(key)
    lines = (
        "map 1x9",
        "side red",
        "side blue",
        "red infantry 1 0101" if key != "small" else "red foot 1 0101",
        "clock phase=move",
    )
    situation = situation_of("\n".join(lines), rules)
    state = situation.state
    opening = CampaignOpened(
        setting=state.setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), rules=rules.frozen, weather="fine", format=2,
    )  # fmt: skip
    library = Shelf((situation.map,), catalogue.ruleset)
    return create_campaign(folder / "s.db", "game", opening, library=library), library


def test_a_game_by_a_file_is_moved_to_a_variant_of_it_and_an_undo_takes_it_back(folder):
    session, library = begun(folder)
    text = variant(("unit.foot.ratings.move", "to = 5"), base="small")
    session.submit(MoveRules(text, "we march farther"))
    hash_ = session.replay_hash()
    (folder / "small.toml").unlink()
    again = open_campaign(folder / "s.db", "game", library)
    assert again.replay_hash() == hash_
    assert again.ruleset.tables.key == "mine"
    assert again.ruleset.tables.rules.unit[0].ratings["move"] == (5,)
    again.submit(MoveRules(SMALL, "and back"))
    assert again.ruleset.tables.key == "small"
    again.undo(why="no")
    again.undo(why="no")
    assert again.ruleset.tables.rules.unit[0].ratings["move"] == (3,)


def test_a_game_by_a_coded_system_is_moved_to_a_variant_of_it_and_back(folder):
    session, library = begun(folder, "zen_operational")
    session.submit(MoveRules(coded_base("zen_operational"), "guns freeze"))
    assert session.state.rules == frozen(coded_base("zen_operational")).sha256
    again = open_campaign(folder / "s.db", "game", library)
    assert again.ruleset.tables.combat.artillery_dice == 2
    assert again.verify() is None
    again.undo(why="no")
    assert again.ruleset.tables.combat.artillery_dice == 3
    assert again.state.rules == ""


@pytest.mark.parametrize(("text", "words"), [
    (coded_base("d3_one_hour"), "that is a variant of 'd3_one_hour', and this campaign is played by 'zen_operational'"),
    (SMALL, "can be moved to a house variant alone: a file with extends = 'zen_operational'"),
    (coded_base("zen_operational", 'to = "x"'), "the text is not sound"),
    (variant(("phase.move", "remove = true")), "the text is not sound"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_way_out(folder, text, words):
    session, _ = begun(folder, "zen_operational")
    with pytest.raises(Refusal, match=words):
        session.submit(MoveRules(text, "because"))


def test_orders_of_battle_are_converted_for_a_variant_as_for_what_it_extends(folder):
    (folder / "mine.toml").write_text(coded_base("three_star_general"), "utf-8")
    for role in shipped_roles().values():
        assert role.kinds.get("mine") == role.kinds.get("three_star_general")


def test_the_example_of_the_manual_is_sound_and_all_that_it_says_of_cases_is_so():
    text = (files("webui") / "help" / "variants.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert told(example) == []
    found = held(example, "long_winter.toml")
    assert (found.otherwise, found.alike, found.broken, found.unshown) == ((), (), (), ())
    assert found.named == ("ZN-17e",)


@pytest.mark.parametrize(("change", "words"), [
    (("movers.foot", 'to = "fot"'), "is 'fot', a word that those rules use nowhere; did you mean 'foot'?"),
    (("movers.foot", "to = 9"), "is 9, where the other rules have 'foot'; write a value of the same sort"),
    (("interpretation.hill_m.value", "to = -3"), "the reading hill_m cannot be -3; it can be any number from 0"),
])  # fmt: skip
def test_a_word_that_the_program_does_not_go_by_is_told(change, words):
    assert any("line 10" in one and words in one for one in told(variant(change, base="parkin_generic")))
