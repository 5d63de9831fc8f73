"""What random games found: the map's edge, even odds, plans of a whole side."""

from campaign.model.planning import Plan
from campaign.model.things import Command
from campaign.model.verbs.planned import SidePlanned
from campaign.model.viewer import Viewer
from campaign.solo.commander.boards.turning import _side_towards
from campaign.views import plans_for
from maps.grid.hexgrid import NO_HEX, Grid
from tests.campaign.toyrules import toy_opening
from tests.webui.twinning import change


def test_at_the_map_s_edge_the_straight_way_to_an_enemy_may_lead_off_the_map():
    grid, off = Grid(9, 7), 0
    for here in range(len(grid)):
        for foe in range(len(grid)):
            if here != foe:
                side = _side_towards(grid, here, foe)
                step = grid.neighbours(here)[side]
                assert step != NO_HEX
                assert grid.distance(step, foe) <= grid.distance(here, foe)
                off += grid.line(here, foe)[1] == NO_HEX
    assert off


def test_one_command_of_several_reads_no_plan_of_its_whole_side():
    opening = toy_opening()
    own = [item.id for item in opening.formations if item.side == "us"]
    commands = (Command("left", "us", "Left", tuple(own[:1])), Command("right", "us", "Right", ()))
    setting = change(opening.setting, commands=commands)
    events = [
        change(opening, setting=setting),
        SidePlanned(side="us", plan=Plan()), SidePlanned(side="us", command="left", plan=Plan()),
    ]  # fmt: skip
    read = {name: len(plans_for(events, setting, name)) for name in ("umpire", "left", "right", "ge", "observer")}
    assert read == {"umpire": 2, "left": 1, "right": 0, "ge": 0, "observer": 0}
    assert len(plans_for(events, setting, Viewer("side", "us"))) == 2
