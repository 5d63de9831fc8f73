"""How many legal orders there are in a dozen situations, and how many follow each: depths 1 and 2, pinned."""

import pytest

from campaign.engine.given import situation_of
from tests.campaign.counting import count, divide
from tests.campaign.zen.marching import RULES

BASE = "width 2\nred hq A/hq 0101 of=A\nblue hq B/hq 0505 of=B\n"
SITUATIONS = {
    "march in the open": BASE + "map 5x5\nred infantry 1 0202 of=A\nblue infantry 7 0404 of=B\nclock phase=move",
    "march among woods and a stream": BASE
    + (
        "map\n..b..\n.wb..\n..r..\n..T..\n.....\nstream 0201/0202 0202/0303\nford 0202/0303\nroad 0302-0303\n"
        "red armour 1 0202 of=A\nblue infantry 7 0304 of=B\nclock phase=move"
    ),
    "contact, detachments and lorries": BASE
    + (
        "map 5x5\nred infantry 1 0303 of=A\nred transport L 0303 of=A\nblue infantry 7 0304 of=B\ncontact 1 7\n"
        "clock phase=move"
    ),
    "engineers at a river": BASE
    + (
        "map 5x5\nriver 0202/0203\nbridge 0202/0203\nred engineer E 0202 of=A\n"
        "ground 0202/0203 prepared\nclock phase=move"
    ),
    "out of command": BASE
    + "map 5x5\nred infantry 1 0303 of=A marks=out_of_command\nblue armour 7 0304 of=B\nclock phase=move",
    "guns and ships": BASE
    + (
        "map 5x5\nred artillery G 0202 of=A\nred infantry 1 0303 of=A\nblue infantry 7 0304 of=B\n"
        "blue artillery H 0405 of=B\n"
        "formation A LOG=3\nformation B LOG=1\nsource beach red 0101 sea\nclock phase=combat"
    ),
    "aircraft": "map 3x3\nred infantry 1 0101 of=A\nair red 2\nair blue 1\nclock phase=air",
    "aircraft in cloud, parachutists": (
        "map\n..r\n.b.\n...\nred infantry P - of=P\n"
        "formation P kind=parachute size=division\nweather cloudy\nclock phase=air"
    ),
    "a lost headquarters": (
        "map 3x3\nred infantry 1 0101 of=A\nred infantry 2 0103 of=A\nformation A hq_lost=1/1\nclock turn=2 phase=air\n"
        "weather overcast"
    ),
    "recovery": BASE
    + (
        "map 5x5\nred infantry 1 0102 of=A losses=3\nred armour 2 0201 of=A losses=2\nformation A size=division\n"
        "clock turn=5 phase=recovery"
    ),
    "supply by land and by air": BASE
    + (
        "map 5x5\nside red supply=allied\nsource depot red 0102\n"
        "formation A kind=armoured size=division LOG=8/12 POL=0/4\n"
        "clock turn=5 phase=resupply"
    ),
    "a night march": BASE
    + (
        "map 5x5\nred infantry 1 0203 of=A\nred armour 2 0202 of=A\nblue infantry 7 0304 of=B\ncontrol blue 0304 0405\n"
        "control red 0101 0202 0203\nclock turn=5 phase=night_move"
    ),
    "surrounded at night": (
        "map 1x3\nred infantry 1 0102\nblue infantry 7 0101\nblue infantry 8 0103\ncontact 1 7\n"
        "clock turn=5 phase=night_move"
    ),
}
PINNED = {
    "march in the open": (74, 5544),
    "march among woods and a stream": (58, 3444),
    # No ships: the combat phase after the move has none of their fire where there is no sea.
    "contact, detachments and lorries": (108, 11722),
    "engineers at a river": (69, 4764),
    "out of command": (103, 10966),
    # Two guns, a ship for each side as red lives by a beach, the end.
    "guns and ships": (5, 73),
    # Each side may look at 9 hexes; red has 2 dice or 1, blue 1: 18 + 18 + 9 orders, and the end of the phase.
    "aircraft": (46, 1596),
    # 9 landings by parachute, 8 by glider, 18 looks, the end.
    "aircraft in cloud, parachutists": (36, 810),
    "a lost headquarters": (3, 29),
    # Half of 5 losses is 2: nothing, 1 or 2 to either, 1 to each; the same of nothing for the other formation; the end.
    "recovery": (8, 20),
    "supply by land and by air": (45, 58),
    "a night march": (30, 900),
    "surrounded at night": (1, 1),
}
"""The first orders, and the pairs of a first and a second one."""


@pytest.mark.parametrize("name", SITUATIONS)
def test_node_counts(name):
    situation = situation_of(SITUATIONS[name], RULES)
    one, two = PINNED[name]
    assert len(found := count(RULES, situation, 2)) == one
    assert divide(found, two) == ""
