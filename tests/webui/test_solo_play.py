"""One side is played by a person from its own page, the other plays itself; what is kept, told and hidden."""

from __future__ import annotations

import io
import itertools
import os
import re
import zipfile

import numpy as np
import pytest
import rasterio
from pypdf import PdfReader

from campaign.model.notation import format_order
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.planned import SidePlanned
from campaign.systems.catalogue import coded, keys
from campaign.views import log_for
from tests.webui.soloplay import Alone
from webui import create_app
from webui.desk.library import open_store
from webui.desk.solo import memory_of, next_choice, player_of

D3, PARKIN, STAR = "d3_one_hour", "parkin_generic", "three_star_general"
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
PLAYED = [key for number, key in enumerate(keys()) if SOAK or (number % 2 and key in coded())]
"""Every second coded system, in a soak all: in a browser ``test_solo_browser`` plays the others to their end, and one
of data too; those run the same code, whatever their file."""
DICED = [key for key in keys() if SOAK or key in (*coded(), keys()[-1])]
"""The coded systems and one of data, in a soak all."""


@pytest.mark.parametrize("rules", PLAYED)
def test_a_person_plays_a_battle_to_its_end_against_the_commander(tmp_path, rules):
    alone = Alone(tmp_path, rules)
    alone.play(150)
    state = alone.session.state
    assert state.ended
    assert alone.session.verify() is None
    view = alone.get("view.json")
    assert view["ending"]
    assert not view["may_finish"] or view["ended"]
    actors = {entry.actor for entry in alone.session.chronicle.entries}
    assert {"red", "blue"} <= actors


def test_a_side_held_by_nobody_is_for_reading_only(tmp_path):
    alone = Alone(tmp_path, D3)
    assert alone.post("orders", "blue", notation="next").status_code == 403
    assert alone.table.client.get(alone.table.url.replace("umpire", "blue") + "advice.json").status_code == 403
    assert alone.post("advance").status_code == 403
    assert alone.get("advice.json", side="blue")["error"]["rule"] == "side"
    assert alone.post("orders", notation="seat blue fast").status_code == 409


def test_the_page_of_a_side_shows_its_own_acts_and_the_umpires_none(tmp_path):
    alone = Alone(tmp_path, D3)
    page = alone.table.client.get(alone.table.url.replace("umpire", "red")).text
    assert 'id="done"' in page
    assert 'id="next"' not in page
    assert 'id="done"' not in alone.table.client.get(alone.table.url).text


def test_what_an_order_would_do_is_foreseen_from_what_the_side_knows(tmp_path):
    """An order that only a hidden enemy forbids is not refused before it is given."""
    alone = Alone(tmp_path, PARKIN)
    advised = alone.get("advice.json")["thoughts"]
    assert advised
    seen = alone.get("preview.json", notation=advised[0]["notation"])
    assert seen["allowed"]
    assert "pools" not in seen


def test_advice_writes_nothing_and_its_reasons_sum_up(tmp_path):
    alone = Alone(tmp_path, D3)
    before = alone.session.seq
    told = alone.get("advice.json")
    assert alone.get("advice.json") == told
    assert alone.session.seq == before
    assert all(one["worth"] == sum(reason["worth"] for reason in one["reasons"]) for one in told["thoughts"])
    assert all(one["why"] for one in told["thoughts"])


@pytest.mark.parametrize("rules", keys())
def test_why_not_gives_up_to_three_other_orders_with_the_sum_of_their_reasons(tmp_path, rules):
    alone = Alone(tmp_path, rules)
    weighed = []
    for _ in range(30):
        advised = alone.get("advice.json")["thoughts"]
        given, before = {one["notation"] for one in advised}, alone.session.seq
        for stand in sorted({one["subject"] for one in advised} & set(alone.session.state.stands)):
            told = alone.get("why_not.json", stand=stand)
            assert told["stand"] == stand
            assert len(told["thoughts"]) <= 3
            weighed += told["thoughts"]
            assert given.isdisjoint(one["notation"] for one in told["thoughts"])
            assert alone.table.get("why_not.json", stand=stand) == told
        assert alone.session.seq == before
        if weighed:
            break
        alone.post("done")
    assert weighed
    assert all(one["worth"] == sum(reason["worth"] for reason in one["reasons"]) for one in weighed)
    assert all(one["words"] and one["why"] for one in weighed)


def test_why_not_is_for_ones_own_units_alone_and_for_who_plays(tmp_path):
    alone = Alone(tmp_path, D3)
    own = next(key for key, one in sorted(alone.session.state.stands.items()) if one.side == "red" and one.on_map)
    seen = alone.get("view.json")["stands"]
    assert "error" in alone.get("why_not.json", stand="no such unit")
    for other in (one["id"] for one in seen if one["side"] == "blue"):
        assert "error" in alone.get("why_not.json", stand=other)
    asked = alone.table.url.replace("umpire", "blue") + "why_not.json"
    held = alone.table.client.get(asked, query_string={"stand": own})
    assert held.status_code == 403


def test_an_undo_takes_back_ones_own_last_order_and_nothing_of_others(tmp_path):
    alone = Alone(tmp_path, "zen_operational")
    while not alone.get("advice.json")["thoughts"]:
        alone.post("done")
    before = alone.session.state
    assert alone.take_advice(1) == 1
    assert alone.post("undo").status_code == 200
    assert alone.session.state.stands == before.stands
    assert alone.post("undo").status_code == 409


@pytest.mark.parametrize("rules", [D3, PARKIN])
def test_units_are_deployed_by_hand_before_the_first_turn(tmp_path, rules):
    alone = Alone(tmp_path, rules, deploys=True)
    assert alone.get("view.json")["deploying"]
    offers = [one for one in alone.get("orders.json", stand="R1.1")["orders"] if one["kind"] == "Deploy"]
    assert offers
    assert alone.post("orders", notation=offers[0]["notation"]).status_code == 200
    assert alone.session.state.stands["R1.1"].hex == offers[0]["target"]
    assert alone.post("orders", notation=f"R1.1 B {alone.session.hexmap.number(enemys(alone))}").status_code == 409
    assert alone.post("done").status_code == 200
    assert not alone.get("view.json")["deploying"]
    refused = alone.post("orders", notation=offers[-1]["notation"])
    assert "the first turn has begun" in refused.json["error"]["why"]


def enemys(alone):
    state = alone.session.state
    return next(index for index, code in enumerate(state.control) if code == state.side_code("blue"))


def test_nobody_deploys_in_a_game_that_was_begun_without(tmp_path):
    alone = Alone(tmp_path, STAR)
    assert not alone.get("view.json")["deploying"]
    refused = alone.post("orders", notation="R1.1 B 0101")
    assert "begun without deploying by hand" in refused.json["error"]["why"]


def test_dice_of_a_real_table_are_asked_for_by_whose_they_are_and_what_they_are_for(tmp_path):
    alone = Alone(tmp_path, D3, dice="called")
    alone.play(40)
    assert any(why.startswith("Blue: ") for why in alone.wanted)
    assert all("wanted" in why for why in alone.wanted)
    rolls = [roll for entry in alone.session.chronicle.entries for event in entry.events for roll in event.rolls]
    assert rolls
    assert all(roll.called for roll in rolls)


@pytest.mark.parametrize("rules", DICED)
def test_dice_of_a_real_table_are_asked_for_once_a_group_with_firer_place_and_number(tmp_path, rules):
    """Whose dice they are, where they are aimed, what each must show; alike ones of who is not seen together."""
    alone, hits = Alone(tmp_path, rules, dice="called"), []
    for _ in range(12):
        alone.play(1)
        pools = [pool for why in alone.wanted for pool in re.split(r", (?=\d+ for )", why.split("; ")[0])]
        seen = [pool for pool in pools if "units that you do not see" not in pool]
        hits = [pool for pool in seen if re.search(r"attack|fires|hit at|Fire of| at \d{4}", pool, re.IGNORECASE)]
        if len(hits) > 5:
            break
    assert hits
    if rules != D3 and rules in coded():  # elsewhere the dice are summed up, and no face is needed
        assert all(re.search(r"needing [1-7]|Round \d", pool) for pool in hits)
    assert all(re.search(r"[RB]\d\.", pool) for pool in hits), "each names who fires"
    named = {stand.profile.short for stand in alone.session.state.stands.values() if stand.side == "red"}
    assert any(name in pool for pool in hits for name in named)
    for why in alone.wanted:
        groups = [pool.split(" ", 1)[1] for pool in re.split(r", (?=\d+ for )", why.partition(" wanted: ")[2])]
        assert all(a != b for a, b in itertools.pairwise(groups) if a.startswith("for units that you do not see"))


def test_the_same_memory_stands_in_the_log_after_an_undo_and_in_a_store_that_was_opened_anew(tmp_path):
    alone = Alone(tmp_path, PARKIN, against="commander:veteran:bold")
    alone.play(3)
    session = alone.session
    player = player_of(session, "red")
    while next_choice(session, player).order is None:
        alone.post("done")
    kept, choice = memory_of(session, player), next_choice(session, player)
    alone.table.post("solo", sides=["red"])
    assert memory_of(session, player) != kept
    alone.table.post("undo")
    assert memory_of(session, player) == kept
    again = next_choice(session, player)
    assert format_order(again.order, session.hexmap) == format_order(choice.order, session.hexmap)
    other = open_store(tmp_path)
    fresh = other.session(PARKIN.replace("_", "-"))
    found = next_choice(fresh, player_of(fresh, "red"))
    assert found.told == again.told
    assert memory_of(fresh, player_of(fresh, "red")) == kept
    assert create_app(other).test_client().get("/").status_code == 200


def test_what_the_other_side_meant_is_told_when_it_is_over_and_not_before(tmp_path):
    alone = Alone(tmp_path, D3)
    alone.play(8)
    assert [row["key"] for row in alone.get("plans.json")["sides"]] in ([], ["red"])
    assert not others_thoughts(alone)
    alone.play(150)
    assert alone.session.state.ended
    assert "blue" in [row["key"] for row in alone.get("plans.json")["sides"]]
    assert others_thoughts(alone)
    lines = [line for entry in alone.get("log.json")["entries"] for line in entry["lines"]]
    assert any("Blue decided by itself" in line["text"] for line in lines)
    assert [line["number"] for line in lines] == list(range(lines[0]["number"], lines[-1]["number"] + 1))


def others_thoughts(alone):
    events = list(alone.session.live_events())
    told = [report.event for report in log_for(events, alone.session.situation, "red")]
    return [one for one in told if isinstance(one, SidePlanned | SideChose) and one.side == "blue"]


def test_the_arrow_map_shows_a_plan_to_its_own_side_and_the_umpire_alone(tmp_path):
    alone = Alone(tmp_path, "zen_operational")
    alone.play(4)
    arrows, sheets, pictures, offered = {}, {}, {}, {}
    for viewer in ("umpire", "red", "blue"):
        base = alone.table.url.replace("umpire", viewer)
        picture = alone.table.client.get(f"{base}export/plan.svg")
        assert picture.mimetype == "image/svg+xml"
        arrows[viewer] = picture.text.count('opacity=".8"')
        sheets[viewer] = drawn_in(alone.table.client.get(f"{base}export/plan.pdf").data)
        pictures[viewer] = located(alone.table.client.get(f"{base}export/plan.zip").data)
        offered[viewer] = 'export/plan.pdf"' in alone.table.client.get(f"{base}print").text
    assert arrows["blue"] == arrows["umpire"] > 0
    assert arrows["red"] == 0
    assert offered == {"umpire": True, "red": False, "blue": True}
    assert "No side that plans has a plan to show." in sheets["red"]
    assert "Arrows: what each formation is to do." in sheets["blue"]
    bare, planned = pictures["red"], pictures["blue"]
    assert bare.shape == planned.shape
    assert (bare != planned).any(axis=2).mean() > 0.001, "arrows are on the picture"


def drawn_in(content):
    (page,) = PdfReader(io.BytesIO(content)).pages
    return page.extract_text()


def located(content):
    """Read a picture as GDAL does, which finds beside it where it lies."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        (name,) = (one for one in packed.namelist() if one.endswith(".png"))
    with rasterio.io.ZipMemoryFile(content) as held, held.open(name) as picture:
        assert picture.crs is not None
        assert picture.transform.a > 1, "metres of ground to a pixel"
        return np.moveaxis(picture.read(), 0, 2)
