"""The dice by which sides chose for themselves: drawn again from the seed by the check of a log."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import msgspec
import pytest
from click.testing import CliRunner

from campaign.model.verbs.dice import SideChose
from campaign.store.entry import chained
from tests.webui.fighting import Table, battle_store
from webui.cli import main
from webui.desk import solo

PARKIN, STAR = "parkin_generic", "three_star_general"


def verify(place, code=0, words=("--json",)):
    done = CliRunner().invoke(main, ["campaign", "verify", "--store", str(place), *words])
    assert done.exit_code == code, (done.output, done.exception)
    return json.loads(done.output)[0] if "--json" in words else done.output


def played(place, rules, **more):
    table = Table(battle_store(place, rules, **more), rules)
    assert table.post("play", sides=["red", "blue"], until="turn", seat="table").status_code == 200
    return table.session


def choices(session):
    return [(e.seq, one) for e in session.chronicle.entries for one in e.events if isinstance(one, SideChose)]


def rewrite(place, session, edit):
    """Change every choice, and write all hashes anew, as one who knows how."""
    before = "0" * 64
    with closing(sqlite3.connect(place / "campaigns.db")) as db, db:
        # The store lets no entry be changed; who forges one does away with that.
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        for line in list(session.log.lines(session.campaign)):
            events = [edit(line.seq, one) if one["type"] == "SideChose" else one for one in json.loads(line.events)]
            text = line.events if events == json.loads(line.events) else msgspec.json.encode(events).decode()
            forged = chained(line._replace(prev_hash=before, events=text))
            db.execute("UPDATE entry SET events = ?, prev_hash = ?, hash = ? WHERE seq = ?",
                       (forged.events, before, forged.hash, forged.seq))  # fmt: skip
            before = forged.hash


def with_throws(event, **fields):
    return event | {"throws": [roll | fields for roll in event.get("throws", [])]}


@pytest.mark.parametrize(("rules", "more"), [(PARKIN, {}), (STAR, {}), (STAR, {"dice": "committed"})])
def test_the_dice_of_choices_follow_from_the_seed(tmp_path, rules, more):
    session = played(tmp_path, rules, **more)
    told = verify(tmp_path)
    thrown = sum(len(roll.dice) for _, event in choices(session) for roll in event.throws)
    assert (told["problem"], told["dice"]["own_checked"], told["dice"]["own_unchecked"]) == ("", thrown, 0)
    assert thrown > 0
    line = f"dice by which sides chose for themselves: {thrown} follow from the seed"
    assert line in verify(tmp_path, words=())


def test_a_forged_die_of_a_choice_is_found_though_the_chain_is_sound(tmp_path):
    session = played(tmp_path, PARKIN)
    seq, event = next((seq, event) for seq, event in choices(session) if event.throws)
    roll = event.throws[0]
    wrong = [roll.dice[0] % event.faces + 1, *roll.dice[1:]]
    rewrite(tmp_path, session, lambda at, one: with_throws(one, dice=wrong) if at == seq else one)
    problem = verify(tmp_path, code=1)["problem"]
    assert f"entry {seq}: die {roll.number} by which {event.side} chose ({roll.what}) shows {wrong[0]}" in problem


@pytest.mark.parametrize(
    ("fields", "what"), [({"number": 0}, "have no number"), ({"dice": [1, 2, 3, 4, 5, 6, 1, 2]}, "should show")]
)
def test_dice_of_a_choice_without_their_number_or_too_many_are_found(tmp_path, fields, what):
    session = played(tmp_path, PARKIN)
    rewrite(tmp_path, session, lambda _, one: with_throws(one, **fields))
    assert what in verify(tmp_path, code=1)["problem"]


def test_dice_of_an_older_log_are_counted_as_not_checked(tmp_path):
    session = played(tmp_path, PARKIN)
    thrown = verify(tmp_path)["dice"]["own_checked"]
    rewrite(tmp_path, session, lambda _, one: {key: it for key, it in one.items() if key != "passed"})
    told = verify(tmp_path)["dice"]
    assert (told["own_checked"], told["own_unchecked"]) == (0, thrown)
    assert f"{thrown} are not checked" in verify(tmp_path, words=())


def test_dice_of_a_choice_after_one_passed_over_follow_too(tmp_path):
    table = Table(battle_store(tmp_path, PARKIN), PARKIN)
    first = table.get("solo.json", side="red", seat="table")
    assert table.post("solo", sides=["red"], passed=first["passes"], seat="table").status_code == 200
    ((_, event),) = choices(table.session)
    assert event.passed == len(first["passes"]) > 0
    assert verify(tmp_path)["problem"] == ""


def test_playing_on_thinks_again_where_somebody_else_wrote_first(tmp_path, monkeypatch):
    table = Table(battle_store(tmp_path, PARKIN), PARKIN)
    think, between = solo.next_choice, []

    def slowly(session, player, passed=()):
        choice = think(session, player, passed)
        other = think(session, player, (*passed, *choice.passes))
        if choice.told.throws and other.order and not between:
            between.append(table.session.submit(other.order))
        return choice

    monkeypatch.setattr(solo, "next_choice", slowly)
    assert table.post("play", sides=["red", "blue"], until="turn", seat="table").status_code == 200
    assert between
    assert verify(tmp_path)["problem"] == ""
