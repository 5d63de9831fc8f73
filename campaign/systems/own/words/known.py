"""Name what the language itself knows: grounds, hexsides, symbols, what a phase does, marks that play sets."""

from maps.derive.legend import TERRAIN
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, SLOPES

NO = "none"
GROUNDS: tuple[str, ...] = tuple(TERRAIN)
WATERS = tuple(name for name in HEXSIDES if name != NO)
SLOPED = tuple(name for name in SLOPES if name != NO)
OVER = tuple(name for name in CROSSINGS if name != NO)
WAYS = tuple(name for name in ROADS if name != NO)
BARRIERS = (*WATERS, *SLOPED)
"""What can lie on a hexside."""

SYMBOLS = (
    "infantry", "armour", "recon", "cavalry", "artillery", "engineer", "antitank", "antiaircraft", "hq", "transport",
)  # fmt: skip
"""What a unit is drawn as, and taken for where its own kind is not known."""

ROLES = (
    "infantry", "motorised_infantry", "armoured_infantry", "militia", "armour", "heavy_armour", "light_armour", "recon",
    "cavalry", "artillery", "armoured_artillery", "mortar", "engineer", "antitank", "antiaircraft", "machine_guns",
    "truck", "armoured_transport", "supply_column", "hq",
)  # fmt: skip
"""How orders of battle speak of units: each kind of a file says the roles that it stands for."""

ACTIVITIES: dict[str, str] = {
    "march": "stands march",
    "fire": "stands fire at hexes in range",
    "assault": "stands attack hexes next to them",
    "charge": "stands march and attack in one order",
    "form": "stands change their stance or turn",
    "build": "stands begin or go on with works",
    "carry": "stands get on and off those that carry them",
    "air": "air points are spent",
    "activate": "formations are chosen, drawn or thrown for, one after the other",
    "command": "it is seen who is in command",
    "supply": "lines are traced, and those without one suffer",
    "rally": "marks are thrown for, and lifted",
    "recover": "steps and stores come back",
    "breakpoints": "formations that have lost much give way",
    "weather": "the weather is thrown for",
    "arrive": "reinforcements come on",
    "score": "places are counted, and it is seen who has won",
}
"""What a phase can do, and what that is."""

BY_ITSELF = frozenset({"command", "supply", "rally", "recover", "breakpoints", "weather", "arrive", "score"})
"""What needs nobody's orders."""

BARRED = ("march", "fire", "assault", "charge", "form", "build", "carry", "rally")
"""What a mark, a stance or a posture can keep a stand from."""

OUT_OF_SUPPLY, OUT_OF_COMMAND = "out_of_supply", "out_of_command"
MOVED, FIRED, FOUGHT, WORKED, REACTED = "moved", "fired", "fought", "worked", "reacted"
SET_BY_PLAY: dict[str, str] = {
    OUT_OF_SUPPLY: "it had no line of supply when that was last looked for",
    OUT_OF_COMMAND: "nobody was near enough to lead it when that was last looked for",
    MOVED: "it has marched or changed its stance in this phase",
    FIRED: "it has fired in this phase",
    FOUGHT: "it has attacked in this phase",
    WORKED: "it has worked in this phase",
    REACTED: "it has reacted already",
}
"""Marks that no file need declare."""

STORES_SPENT_ON = ("march", "fire", "assault", "charge")

WORK_MAKES = ("bridge", "prepared", "blown", "fort", "mines", "wire", "smoke", "clear")
"""What a work can leave on a hex or a hexside."""
STANDING = ("fort", "mines", "wire", "smoke")
"""What can stand on a hex."""

SEASONS = ("winter", "spring", "summer", "autumn")
SKIES = ("fine", "cloudy", "overcast", "rain", "snow")
"""What the weather can be where a file declares none."""

TURNING_SIGNS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Signs that turn the direction of a text, and so can hide what it says."""
