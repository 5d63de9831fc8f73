"""
Small situations for the Zen rules, written in a few lines.

``toy_situation(ground, "us inf 1/110 0302", "ge armour II/3 0502 SP=5")``:
side, kind, id, hex, then options ``SP= size= mover= band= traits=a,b of=28 losses= marks=a,b``.
Formations are made as they are named: ``of=`` gives the division (default: one a side,
``us`` and ``ge``, each with a parent corps ``us-corps``, ``ge-corps``).
"""

from __future__ import annotations

import msgspec

from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import Formation, Profile, Setting, Side, Stand
from campaign.systems.zen.tables import read_zen_tables
from tests.toyground import toy_map

KINDS = {
    "inf": ("infantry", "battalion", 4, "foot"),
    "arm": ("armour", "regiment", 5, "tracked"),
    "rec": ("recon", "battalion", 3, "recce"),
    "cav": ("cavalry", "battalion", 3, "mounted"),
    "art": ("artillery", "battalion", 3, "wheeled"),
    "eng": ("engineer", "battalion", 3, "foot"),
    "hq": ("hq", "division", 1, "wheeled"),
    "lorry": ("transport", "battalion", 4, "wheeled"),
    "flak": ("antiaircraft", "battalion", 2, "wheeled"),
    "at": ("antitank", "battalion", 3, "tracked"),
}

SIDES = (Side("us", "American", "#8f8a4a", "allied"), Side("ge", "German", "#7d8a7a", "axis"))


def toy_stand(line: str, hexmap) -> Stand:
    """Read one stand."""
    side, kind, key, number, *options = line.split()
    given = dict(option.split("=", 1) for option in options)
    branch, size, points, mover = KINDS[kind]
    profile = Profile(
        name=f"{key} {branch}", short=key, side=side, kind=branch, size=given.get("size", size),
        strength=int(given.get("SP", points)), mover=given.get("mover", mover),
        traits=frozenset(filter(None, given.get("traits", "").split(","))),
        band=given.get("band", "standard" if branch == "artillery" else None),
    )
    return Stand(
        id=key, formation=given.get("of", side), profile=profile,
        hex=None if number == "-" else hexmap.index_of(number), losses=int(given.get("losses", 0)),
        detached=int(given.get("detached", 0)),
        marks=frozenset(filter(None, given.get("marks", "").split(","))),
        facts={"isolated": int(given["isolated"])} if int(given.get("isolated", 0)) else {},
    )


def toy_situation(
    ground: str, *stands: str, phase: str = "move", night: bool = False, turn: int = 1, day: int = 1,
    weather: str = "fine", start: str = "1944-06-06", kinds: dict[str, str] | None = None,
    overrides: dict | None = None, stores: dict[str, dict[str, int]] | None = None, **ground_options,
) -> Situation:
    """Build a situation; ``kinds`` says what a division is ("armoured"), ``stores`` what it holds."""
    hexmap = toy_map(ground, **ground_options)
    placed = [toy_stand(line, hexmap) for line in stands]
    formations: dict[str, Formation] = {}
    for stand in placed:
        top = f"{stand.side}-corps"
        hq = next((s.id for s in placed if s.profile.kind == "hq" and s.formation == stand.formation), None)
        formations[top] = formations.get(top, Formation(top, stand.side, top, top, "corps", "corps"))
        if stand.formation == top:
            formations[top] = msgspec.structs.replace(formations[top], hq=hq)
            continue
        formations[stand.formation] = Formation(
            id=stand.formation, side=stand.side, name=stand.formation, short=stand.formation, size="division",
            kind=(kinds or {}).get(stand.formation, "infantry"), parent=top, hq=hq,
            stores=(stores or {}).get(stand.formation, {"LOG": 10, "POL": 10}),
            facts={"limits": {"LOG": 20, "POL": 20}},
        )
    tables = read_zen_tables(overrides=overrides)
    setting = Setting(
        scenario="toy", name="Toy", ruleset=tables.key, map_key=hexmap.key, start=start, days=5,
        latitude=50.0, longitude=6.0, utc_offset_h=1.0, seed="toy", sides=SIDES,
    )
    state = State(
        setting=setting, clock=Clock(day, turn, phase, night), weather=weather,
        stands={stand.id: stand for stand in placed}, formations=formations, control=bytes([255]) * len(hexmap),
    )
    return Situation(state, hexmap, tables)
