"""The fixture that goes through every format: 10 x 8 hexes, a river on one hexside, a road through three, forces."""

import datetime as dt
from dataclasses import replace

import numpy as np

from maps.palette import shipped_palette
from scenarios.formats.shown import Body, Party, Shown, Spell, Unit
from tests.toyground import toy_map

GROUND = """
..........
..ww......
..ww..bb..
......bb..
....rr....
..........
...TT.....
~~~~......
"""
BEGIN = dt.datetime(1944, 12, 16, 6, tzinfo=dt.UTC)


def golden_map(*, flat_top=True):
    """Make the map: the ground rises by 10 m a column, the river runs between 0304 and 0305."""
    made = toy_map(GROUND, flat_top=flat_top, rivers=("0304/0305",), roads=("0501-0502-0503",))
    rise = (100 + 10 * (np.arange(len(made)) % 10)).astype(np.float32)
    return replace(made, elevation_m=rise, name="Golden & true", sources=("OpenStreetMap, ODbL 1.0, © contributors",))


def unit(key, side, at, hexmap, **more):
    given = {
        "formation": "", "name": f"{key} Battalion", "short": key, "kind": "infantry", "size": "battalion",
        "mover": "foot", "traits": (), "symbol": "infantry", "strength": 4, "full": 4,
    }  # fmt: skip
    return Unit(id=key, side=side, hex=None if at is None else hexmap.index_of(at), **{**given, **more})


def golden(*, flat_top=True, extra=(), names=None, viewer="umpire"):
    """Make what is shown: 1/A of the blues in 0304, an armoured red in 0601, one in 0101, and one that is to come."""
    hexmap = golden_map(flat_top=flat_top)
    styles = shipped_palette().side_styles(["navy", "red"])
    units = (
        unit("1/A", "blue", "0304", hexmap, formation="A", strength=3, **(names or {})),
        unit("Pz", "red", "0601", hexmap, kind="armour", symbol="armour", mover="tracked", size="company", name="",
             strength=None, full=None),
        unit("HQ", "blue", "0101", hexmap, formation="A", kind="hq", symbol="hq", size="division", mover="wheeled"),
        unit("2/A", "blue", None, hexmap, formation="A", arrives=(2, 1, hexmap.index_of("1008"))),
        *extra,
    )  # fmt: skip
    spells = tuple(
        Spell(f"day 1, turn {turn}", BEGIN + dt.timedelta(hours=2 * turn - 2), BEGIN + dt.timedelta(hours=2 * turn),
              {"1/A": hexmap.index_of(at), "HQ": hexmap.index_of("0101")})
        for turn, at in ((1, "0302"), (2, "0303"), (3, "0304"))
    )  # fmt: skip
    return Shown(
        hexmap=hexmap, name="Golden <campaign>", key="golden", viewer=viewer, when="day 1, turn 3, 1944-12-16",
        at=spells[-1].begin, start=dt.date(1944, 12, 16), utc_offset_h=1.0,
        parties=(Party("blue", "Blue", styles[0], own=True), Party("red", "Red", styles[1], own=viewer == "umpire")),
        bodies=(Body("A", "blue", "A Division", "A", "division", "infantry", "XX"), Body("XX", "blue", "XX Corps", "XX",
                "corps", "corps", "")),
        units=units, spells=spells,
    )  # fmt: skip
