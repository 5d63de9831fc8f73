"""A rule file is read whole: every fault at once, with line and remedy; nothing unknown is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.systems import ownfolders, shelf
from campaign.systems.catalogue import keys
from campaign.systems.own.opened import faults, ruleset_of
from campaign.systems.own.reading.reader import MOST_BYTES, read_rules
from maps.problems import ProblemsFound
from tests.campaign.own.small import SMALL

PROVED = sorted(shelf.shipped().glob("*.toml"))


def told(*changes, text=SMALL):
    for was, now in changes:
        assert was in text, was
        text = text.replace(was, now, 1)
    return [str(problem) for problem in faults(text, "my.toml")]


def test_the_smallest_file_is_sound():
    assert told() == []
    assert read_rules(SMALL, "small.toml").unit[0].kind == "foot"


TWELVE = [
    ('mover = "walk"', 'mover = "wlak"', "unit 'foot' mover is 'wlak', no mover of these rules; did you mean 'walk'?"),
    ("[move.ground]", "[move.gruond]", "move gruond is not known here; did you mean 'ground'?"),
    ("steps = 2", "steps = 0", "unit 'foot' steps is 0; write a whole number from 1 to 40"),
    ('method = "odds"', 'method = "ods"', "combat 'attack' method is 'ods'; did you mean 'odds'?"),
    ('columns = ["1:2", "1:1", "2:1"]', 'columns = ["1:2", "2:1", "1:1"]',
     "combat 'attack' table columns do not rise from left to right; put them in order, each once"),
    ('rows.2 = ["A", "-", "-"]', 'rows.2 = ["A", "-"]', "rows 2 has 2 results for 3 columns; give one for each column"),
    ('rows.3 = ["-", "-", "D"]', 'rows.3 = ["-", "-", "E"]', "is 'E', no result of these rules"),
    ('"attacker loses 1"', '"attacker looses 1"', "says nothing that is known; did you mean 'loses'?"),
    ('"defender retreats 1"]', '"someone retreats 1"]',
     "does not say to whom; begin with attacker or defender or each"),
    ("version = \"1\"\n", "", "system version is missing; write version = ..., a text of at most 20 letters"),
    ('does = ["march", "form"]', 'does = ["march", "dance"]', "is 'dance'; known are"),
    ("woods_dense = { walk = 2 }", "woods_dense = { walk = \"halt\" }", "is 'halt'; write a cost: 2"),
]  # fmt: skip


def test_twelve_mistakes_are_told_in_one_reading_each_with_a_way_out():
    found = told(*((was, now) for was, now, _ in TWELVE))
    for _, _, words in TWELVE:
        assert any(words in line for line in found), (words, found)
    assert all("; " in line for line in found), "each has a remedy"
    lines = [int(line.split("line ")[1].split(":")[0]) for line in found if "line" in line]
    assert lines == sorted(lines)
    assert len(lines) >= len(found) - 1, "what is missing in a heading stands at the heading"


@pytest.mark.parametrize(("was", "now", "words"), TWELVE)
def test_a_mistake_alone_is_told(was, now, words):
    found = told((was, now))
    assert any(words in line for line in found), found
    with pytest.raises(ProblemsFound):
        ruleset_of(SMALL.replace(was, now, 1), "my.toml", {})


@pytest.mark.parametrize("heading", ['[zones]\nenter = "halt"', '[[terrain]]\nkey = "bog"', "[move.marsh]\nx = 1"])
def test_a_heading_that_is_not_known_is_never_passed_over(heading):
    assert any("is not known here" in line for line in told(text=f"{SMALL}\n{heading}\n"))


def test_a_misnamed_heading_is_read_as_the_one_most_like_it():
    found = told(text=f'{SMALL}\n[zones]\nenter = "halt"\n')
    assert any("zones is not known here; did you mean 'zone'?" in line for line in found)
    assert any("enter is 'halt'; write a cost" in line for line in found)


def test_the_same_unknown_name_is_one_fault_with_how_often():
    found = told(('"A", "A", "-"', '"B", "B", "-"'), ('rows.2 = ["A"', 'rows.2 = ["B"'))
    (line,) = [line for line in found if "'B'" in line]
    assert "here and in 2 more places" in line


CROSSED = [
    ('[[mark]]\nkey = "foot"', "which is a kind already"),
    ('[[mark]]\nkey = "tired"\nsays = "tired and may not attack"', "says that one may not attack, and nothing bars it"),
    ('[[check]]\nkey = "c"\nname = "C"\ndice = "1d6"\nrating = "nerve"\nfailed = ["it checks c"]',
     "brings another throw"),
    ('[[breakpoint]]\nname = "B"\nof = ["army"]\nlost = "1/2"\nthen = ["it exchanges"]', "only a fight can bring"),
    ('[[combat]]\nkey = "b"\nname = "B"\norder = "assault"\nmethod = "pool"\n'
     'attacker = "attack"\n[combat.pool]\nhit = 5',
     "gives foot a second combat by assault"),
    ('[zone]\nnot_if = ["not attacker is foot"]', "says nothing that is known"),
    ('[[combat]]\nkey = "f"\nname = "F"\norder = "fire"\nmethod = "points"\nattacker = "attack"\n[[combat.shift]]\n'
     'name = "x"\nwhen = ["not defender is foot"]', 'can be read two ways; say "no defender is ..."'),
]  # fmt: skip


@pytest.mark.parametrize(("more", "words"), CROSSED)
def test_what_no_single_key_can_know_is_told(more, words):
    found = told(text=f"{SMALL}\n{more}\n")
    assert any(words in line for line in found), found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 30 + "]" * 30, "nested too deep"),
        ("x = " + "[" * 3000 + "]" * 3000, "lists in lists"),
        ("x = 1" + "0" * 6000, "far too many digits"),
        ("x = 1\n" * 2, "line 2"),
        ("#" * (MOST_BYTES + 1), "is longer than 256 kB"),
        ("x = [" + "1," * 21_000 + "]", "holds more than 20000 values"),
        ("", "system is missing"),
        ("system = 3\nunit = nan\nphase = 2020-01-01\nmove = 1e400", "is 3, no heading"),
    ],
)
def test_a_hostile_file_is_refused_in_words(text, words):
    with pytest.raises(ProblemsFound, match=words):
        ruleset_of(text, "my.toml", {})


def test_words_that_turn_a_line_round_are_refused():
    assert any("name is" in line for line in told(('name = "Small"', 'name = "Sm\\u202eall"')))


def test_a_reading_names_a_place_that_is_written_out_and_sets_it():
    text = SMALL + '\n[[reading]]\nkey = "woods"\nat = "move.ground.woods_dense.walk"\nothers = [3]\n'
    assert ruleset_of(text, "my.toml", {"woods": 3}).tables.rules.move.ground["woods_dense"]["walk"].points == 3
    with pytest.raises(ProblemsFound, match="woods cannot be 5; it can be 2, 3"):
        ruleset_of(text, "my.toml", {"woods": 5})
    with pytest.raises(ProblemsFound, match="no interpretation is called 'wood'; did you mean 'woods'"):
        ruleset_of(text, "my.toml", {"wood": 3})
    nowhere = text.replace("move.ground.woods_dense.walk", "move.ground.bog.walk")
    with pytest.raises(ProblemsFound, match="is no place of this file that is written out"):
        ruleset_of(nowhere, "my.toml", {})


@pytest.mark.parametrize("path", PROVED, ids=[path.stem for path in PROVED])
def test_the_sets_that_are_proved_are_sound_and_no_code_names_them(path):
    assert faults(path.read_text("utf-8"), path.name) == []
    rooms = (Path(__file__).parents[3] / name for name in ("campaign", "maps", "scenarios", "webui", "tests"))
    texts = (one for room in rooms for end in ("py", "js", "html") for one in room.rglob(f"*.{end}"))
    assert [str(one) for one in texts if "node_modules" not in one.parts and path.stem in one.read_text("utf-8")] == []
    assert len(PROVED) == 2


def test_a_file_of_a_folder_is_listed_if_it_is_sound_and_told_of_if_not(tmp_path, monkeypatch):
    monkeypatch.setattr(ownfolders, "_folders", [])
    ownfolders.look_in(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL, "utf-8")
    (tmp_path / "wrong.toml").write_text(SMALL, "utf-8")
    (tmp_path / "spoilt.toml").write_text("[system", "utf-8")
    assert "small" in keys()
    assert not {"wrong", "spoilt"} & set(keys())
    found = {path.name: str(problems[0]) for path, problems in shelf.unsound().items()}
    assert "is the system 'small'; call the file small.toml" in found["wrong.toml"]
    assert set(found) == {"wrong.toml", "spoilt.toml"}
    (tmp_path / "small.toml").unlink()
    assert "small" not in keys()


def test_the_orders_that_are_offered_are_those_that_are_carried_out():
    """Marches, charges with the ride before them, attacks alone and joined, fire: none is refused when it is given."""
    for path, lines in (
        (PROVED[0], ("red cuirassiers 1 0101", "blue foot 2 0105", "clock phase=charge side=red")),
        (PROVED[0], ("red foot 1 0103", "blue foot 2 0104", "clock phase=assault side=red")),
        (
            PROVED[1],
            ("red tanks 1 0103", "red motorised 3 0103", "blue infantry 2 0104", "clock phase=combat side=red"),
        ),
        (PROVED[1], ("red guns 1 0101", "blue infantry 2 0104", "clock phase=guns side=red")),
    ):
        rules = ruleset_of(path.read_text("utf-8"), path.name, {})
        situation = situation_of("\n".join(("map 3x9", *lines)), rules)
        offered = list(rules.play.orders(situation, "1"))
        assert offered, lines
        for order in offered:
            assert decide(rules, situation, order, SeededDice("x", 1), by="red"), order
