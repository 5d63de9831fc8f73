"""A small day: two American commands, two German stands, as a situation to try sheets and forecasts on."""

from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.model.things import Command
from campaign.systems.catalogue import ruleset

RULES = ruleset("zen_operational")
GIVEN = """
map 12x7
us infantry 1/110 0303 of=us-div
us infantry 2/110 0304 of=us-div
us artillery 229FA 0203 of=us-div
us armour 18Cav 0206 of=us-cav
ge infantry II/3 0703 of=ge-div
ge armour I/26 0805 of=ge-div
formation us-div name="28th Division" LOG=9
formation us-cav name="14th Cavalry Group" LOG=5
formation ge-div name="26. Volksgrenadier-Division" LOG=7
clock phase=move
weather fine
"""
COMMANDS = (
    Command("us-1", "us", "28th Division", formations=("us-div",)),
    Command("us-2", "us", "14th Cavalry", formations=("us-cav",)),
)


def day(given=GIVEN, **changes):
    """Give the situation, with other parts of the state."""
    found = situation_of(given, RULES)
    setting = replace(found.state.setting, commands=COMMANDS, start="1944-12-16")
    return found.with_state(replace(found.state, setting=setting, **changes))


def moved(situation, where):
    """Put stands elsewhere: by hex number, or off the map with None."""
    stands = dict(situation.state.stands)
    for key, number in where.items():
        stands[key] = replace(stands[key], hex=None if number is None else situation.map.index_of(number))
    return situation.with_state(replace(situation.state, stands=stands))
