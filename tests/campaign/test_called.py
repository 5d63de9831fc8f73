"""How things are called and who holds what: names of hexes and sides, masks of commands, proposals, damage, players."""

import msgspec
import pytest

from campaign.docket.proposals import fought_out, standing_still
from campaign.engine.letters.sending import Draft, returned
from campaign.model.masks import mask_for, own_mask_for
from campaign.model.names import Names, by_side
from campaign.model.seats import FAST, Seat
from campaign.model.situation import Situation
from campaign.model.things import Battle, Command, Formation, Front
from campaign.model.verbs import support
from campaign.model.verbs.letter import LetterReturned
from campaign.model.verbs.opening import opening_state
from campaign.model.viewer import viewer_of
from campaign.solo.choosing import Player
from campaign.store.faults import StoreFault
from campaign.store.library import check_map, check_sound
from maps.problems import Problem
from tests.campaign.toyrules import GROUND, RULES, TABLES, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
change = msgspec.structs.replace
NORTH = Command("us.north", "us", "Group North", ("us-div",))
SOUTH = Command("us.south", "us", "Group South", ("us-cav",))


def situation_of(*commands):
    event = toy_opening(stand("18 Cav", "us", "0106", hexmap=MAP, of="us-cav"), hexmap=MAP)
    more = Formation("us-cav", "us", "14th Cavalry", "14", "group", "cavalry")
    event = change(event, setting=change(event.setting, commands=commands), formations=(*event.formations, more))
    return Situation(opening_state(event), MAP, TABLES)


def names():
    return Names(situation_of().state, MAP)


def test_hexes_are_named_by_number_and_place_and_hexsides_by_what_lies_beyond():
    assert (names().hex(AT("0303")), names().hex(AT("0804"))) == ("0303", "0804 (Town 0804)")
    assert names().hexes(map(AT, ("0101", "0102", "0804"))) == "0101, 0102 and 0804 (Town 0804)"
    assert names().path(map(AT, ("0101", "0102"))) == "0101-0102"
    beyond = ["the edge", "the edge", "0201", "0102", "the edge", "the edge"]
    assert [names().across(AT("0101"), side) for side in range(6)] == beyond
    assert [names().place(f"{AT('0101')}/{side}") for side in range(6)] == [
        "0101/0", "0101/1", "0101/0201", "0101/0102", "0101/4", "0101/5",
    ]  # fmt: skip
    assert (names().place(str(AT("0804"))), names().place("bridge")) == ("0804 (Town 0804)", "bridge")
    assert names().direction(4) == "side 4"


def test_units_and_sides_are_named_and_those_that_are_not_there_by_their_key():
    told = names()
    assert (told.stand("1/110"), told.stand("9/9"), told.stand("")) == ("1/110", "9/9", "an unseen unit")
    assert (told.joined(()), told.joined(("1/110", "2/110"))) == ("", ", joined by 1/110, 2/110")
    assert (told.side("us"), told.side("fr"), told.is_side("ge"), told.is_side("fr")) == ("American", "fr", True, False)
    assert (told.formation("us-cav"), told.formation("x")) == ("14th Cavalry", "x")
    commands = Names(situation_of(NORTH).state, MAP)
    assert (commands.command("us.north"), commands.command("us")) == ("Group North", "us")


@pytest.mark.parametrize(
    ("name", "inside", "first"),
    [
        ("German", "the German side", "The German side"), ("The Allies", "the Allies", "The Allies"),
        ("the Reds", "the Reds", "The Reds"), ("Theban", "the Theban side", "The Theban side"),
    ],
)  # fmt: skip
def test_a_side_is_named_in_a_sentence_and_at_its_beginning(name, inside, first):
    assert (by_side(name), by_side(name, begins=True)) == (inside, first)


def test_stands_that_change_places_are_told_in_their_ring():
    verb = next(row for row in support.ROWS if row.order is support.Exchange)
    assert verb.says(support.Exchange("1/110", "2/110"), names()) == "Change places with 2/110"
    assert verb.says(support.Exchange("1/110", "2/110", ("229 FA",)), names()) == (
        "Go where 2/110 is, and that where the next is: 229 FA, 1/110"
    )


def test_a_command_holds_its_own_and_the_first_also_what_no_other_does():
    state = situation_of(NORTH, SOUTH).state
    keys = ("1/110", "18 Cav", "II/3", "us-div", "us-cav", "ge-div", "us", "ge", "nobody")
    held = {
        viewer: [key for key in keys if own_mask_for(state, viewer_of(state.setting, viewer), TABLES).own(key)]
        for viewer in ("us.north", "us.south", "us")
    }
    assert held["us.north"] == ["1/110", "us-div", "us"]
    assert held["us.south"] == ["18 Cav", "us-cav", "us"]
    whole = mask_for(state, viewer_of(state.setting, "us.south"), TABLES)
    assert [key for key in keys if whole.own(key)] == ["1/110", "18 Cav", "us-div", "us-cav", "us"]


def test_an_enemy_has_another_id_in_each_spell_of_sight_and_ones_own_keep_theirs():
    state = situation_of().state
    mask = mask_for(change(state, spells={"II/3": {"us": (2, 0)}}), viewer_of(state.setting, "us"), TABLES)
    assert (mask.key("1/110"), mask.key("us-div")[:0]) == ("1/110", "")
    past = mask.past_keys("II/3")
    assert past[-1] == mask.key("II/3")
    assert len(set(past)) == len(past) > 1
    assert mask.past_keys("I/26") != past
    assert mask.keys(("II/3", "2/110", "I/26", "1/110")) == ("2/110", "1/110", *sorted(map(mask.key, ("II/3", "I/26"))))


def test_who_plays_a_side_may_order_all_of_it_and_who_plays_a_command_what_that_holds():
    view = situation_of(NORTH, SOUTH)
    held = {
        command: Player(RULES, "us", Seat(FAST), command).holds(view) for command in ("", "us.north", "us.south", "x")
    }
    assert held["us.north"] == {"us", "us-div", "1/110", "2/110", "229 FA"}
    assert held["us.south"] == {"us-cav", "18 Cav"}
    assert held[""] == held["x"] == {"us", *held["us.north"], *held["us.south"]}
    chosen = Player(RULES, "us", Seat(FAST), "us.south").choose(view, None, None)
    assert (chosen.order, chosen.told.who, chosen.told.rule, chosen.preface) == (
        None, "us.south", "staff", (chosen.told,),
    )  # fmt: skip


def test_a_front_that_stands_still_is_proposed_to_go_on():
    view = situation_of()
    front = Front((AT("0303"), AT("0304")), 2, "night")
    here = [view.state.stands["1/110"], view.state.stands["2/110"]]
    found = standing_still(view, AT("0303"), front, here)
    assert found.what.endswith(" at 0303 and 2 hexes in all stand still")
    assert found[1:] == (
        "they stand still for 2 turns, this one counted; the rest of the map goes on", "night",
        "rule what came of it, then let them go on", "thaw 0303", "they go on now", "front",
    )  # fmt: skip
    alone = standing_still(view, AT("0303"), change(front, turns=1), ())
    assert alone.what == "nobody at 0303 and 2 hexes in all stand still"
    assert alone.does == "they stand still for 1 turn, this one counted; the rest of the map goes on"


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        (2, "2 turns of the time it was given are left"), (1, "1 turn of the time it was given is left"),
        *((turns, "the time it was given is over: its result is due") for turns in (0, -1)),
    ],
)  # fmt: skip
def test_a_battle_on_a_table_waits_for_its_result(turns, why):
    battle = Battle("Clervaux", "f", ("1/110",), "d3_one_hour")
    found = fought_out(situation_of(), AT("0303"), Front((AT("0303"),), turns), battle)
    assert found == (
        "the battle of Clervaux at 0303 is fought on a table", "its hexes stand still until its result is taken", why,
        "its result is one entry; the page Battles takes it", "", "", "battle",
    )  # fmt: skip


def test_a_letter_that_cannot_go_comes_back_with_all_that_it_was():
    draft = Draft("us.north", ("us.south", "umpire"), "courier", "order", "hold", "0123456789")
    assert returned(situation_of(NORTH, SOUTH), draft, "no way leads there") == LetterReturned(
        letter="0123456789", sender="us.north", receivers=("us.south", "umpire"), means="courier", form="order",
        text="hold", sent=returned(situation_of(), draft, "").sent, turn="1.1", words="no way leads there",
        rule="letters",
    )  # fmt: skip


def test_a_campaign_with_another_map_or_a_damaged_log_is_not_written_to():
    setting = situation_of().state.setting
    check_map(MAP, setting, "toy")
    check_sound("toy", None)
    with pytest.raises(StoreFault, match=r"campaign 'toy': it was opened on map other, and 'toy' is now"):
        check_map(MAP, change(setting, map_key="other"), "toy")
    with pytest.raises(StoreFault, match=r"campaign 'toy': its log is damaged, so nothing more is written into it"):
        check_sound("toy", Problem("entry 3", "is changed"))
