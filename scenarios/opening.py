"""
Open a campaign: put a scenario's forces on a map and make the first event.

Historical positions are known to a kilometre or two, so a stand whose hex is
full, barred or enemy-held is set up in the nearest hex that takes it; where
that happened is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from campaign.model.calendar import Clock
from campaign.model.facts import with_facts
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import NO_SIDE, Formation, Objective, Setting, Side, Stand, SupplySource
from campaign.model.verbs.opening import CampaignOpened
from maps.grid.hexgrid import NO_HEX
from maps.lonlat import hexes_at, to_map
from maps.problems import Problem, raise_any
from scenarios.plan_ground import missions_on
from scenarios.raising import stands_wanted, told_of_conversion
from scenarios.sampling import sample_formation, samples_wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Ruleset
    from campaign.model.tables import Tables
    from maps.grid.hexmap import HexMap
    from scenarios.orbat import FormationRow
    from scenarios.raising import Wanted
    from scenarios.scenario import ObjectiveSpot, Scenario, SourceSpot

__all__ = ["Opening", "bare_situation", "open_scenario"]

_FURTHEST_HEXES = 4


@dataclass(frozen=True)
class Opening:
    """The first event, and what the umpire should know: cautions of the rules, and who had to be shifted."""

    event: CampaignOpened
    notes: tuple[str, ...]


def open_scenario(
    scenario: Scenario, hexmap: HexMap, ruleset: Ruleset, *, seed: str, dice: str = "seeded", plan: str | None = None
) -> Opening:
    """
    Make the first event of a campaign.

    The clock stands in the first phase of day 1, which has passed: closing it
    (``EndPhase``) begins play.

    Parameters
    ----------
    plan
        The key of one of the scenario's plans, or "none"; None: the one that the scenario names.

    Raises
    ------
    ProblemsFound
        If something stands off the map, or finds no hex that takes it; if there is no such plan, or plans are wrong.
    """
    bare = _setting(scenario, hexmap, seed)
    missions = missions_on(scenario.plans, plan, hexmap, bare.objectives)
    setting = msgspec.structs.replace(bare, dice=dice, missions=missions)
    spots = [(one.spot, f"{one.place}: {one.id}") for one in scenario.samples if one.spot is not None]
    sampled = samples_wanted(scenario, hexmap, _inside(hexmap, [s for s, _ in spots], [n for _, n in spots]), ruleset)
    rows = scenario.orbat.stands
    hexes = _inside(hexmap, [(row.lon, row.lat) for row in rows], [f"{row.place}: {row.id}" for row in rows])
    wanted = [*stands_wanted(scenario, hexes, ruleset), *sampled]
    formations = _formations(scenario, sampled, ruleset)
    situation, shifted = _set_up(_nobody_there(setting, scenario, formations, hexmap, ruleset), wanted, ruleset)
    event = _event(scenario, situation, ruleset)
    told = (*_left_out(scenario, ruleset), *told_of_conversion(scenario, event.stands, ruleset))
    return Opening(event, (*ruleset.play.cautions(situation), *told, *shifted))


def bare_situation(scenario: Scenario, hexmap: HexMap, ruleset: Ruleset) -> Situation:
    """
    Give the situation of a scenario before anybody is set up: to try who may stand where.

    Raises
    ------
    ProblemsFound
        If a source or an objective lies off the map.
    """
    formations = _formations(scenario, (), ruleset)
    return _nobody_there(_setting(scenario, hexmap, ""), scenario, formations, hexmap, ruleset)


def _nobody_there(
    setting: Setting, scenario: Scenario, formations: dict[str, Formation], hexmap: HexMap, ruleset: Ruleset
) -> Situation:
    clock, control = Clock(phase=ruleset.tables.phases[0].key), bytes([NO_SIDE]) * len(hexmap)
    state = State(setting=setting, clock=clock, weather=scenario.weather, formations=formations, control=control)
    return Situation(state, hexmap, ruleset.tables)


def _formations(scenario: Scenario, sampled: Sequence[Wanted], ruleset: Ruleset) -> dict[str, Formation]:
    own = {row.id: _formation(row, ruleset.tables) for row in scenario.orbat.formations}
    return own | {one.id: sample_formation(one, sampled, ruleset) for one in scenario.samples}


def _event(scenario: Scenario, situation: Situation, ruleset: Ruleset) -> CampaignOpened:
    state = situation.state
    return CampaignOpened(
        setting=state.setting,
        clock=state.clock,
        stands=tuple(state.stands.values()),
        formations=tuple(state.formations.values()),
        control=_control(scenario, situation),
        weather=scenario.weather,
        ground=_starting_works(situation),
        why="set up from its scenario",
        rules=ruleset.frozen,
    )


def _left_out(scenario: Scenario, ruleset: Ruleset) -> list[str]:
    """Say which stores of the order of battle the rules do not know."""
    told = {store for row in scenario.orbat.formations for store, (stock, _) in _held(row).items() if stock is not None}
    strange = " and no ".join(sorted(told - set(ruleset.tables.stores)))
    return [f"these rules keep no {strange}; what formations have of it is left out"] if strange else []


def _setting(scenario: Scenario, hexmap: HexMap, seed: str) -> Setting:
    spots: list[SourceSpot | ObjectiveSpot] = [*scenario.sources, *scenario.objectives]
    names = [f"{spot.name} ({spot.lon}, {spot.lat})" for spot in spots]
    hexes = _inside(hexmap, [(spot.lon, spot.lat) for spot in spots], names)
    count = len(scenario.sources)
    return Setting(
        scenario=scenario.key, name=scenario.name, ruleset=scenario.ruleset, map_key=hexmap.key,
        start=scenario.start.isoformat(), days=scenario.days, latitude=scenario.latitude,
        longitude=scenario.longitude, utc_offset_h=scenario.utc_offset_h, seed=seed,
        sides=tuple(Side(side.key, side.name, side.colour, side.supply) for side in scenario.sides),
        sources=tuple(
            SupplySource(spot.id, spot.side, spot.name, index, sea=spot.sea)
            for spot, index in zip(scenario.sources, hexes[:count], strict=True)
        ),
        objectives=tuple(
            Objective(spot.name, index, spot.side, spot.points, spot.by_day)
            for spot, index in zip(scenario.objectives, hexes[count:], strict=True)
        ),
        air=tuple((row.side, row.day, row.dice) for row in scenario.air),
        overrides=scenario.overrides, introduction=scenario.introduction,
        introductions={side.key: side.introduction for side in scenario.sides if side.introduction},
        umpire_notes=scenario.umpire_notes,
    )  # fmt: skip


def _inside(hexmap: HexMap, spots: list[tuple[float, float]], names: list[str]) -> list[int]:
    hexes = hexes_at(hexmap.layout, spots).tolist() if spots else []
    problems = [
        Problem(name, "lies off the map", "move it inside the map's box, or make the box larger")
        for name, index in zip(names, hexes, strict=True)
        if index == NO_HEX or not hexmap.inside[index]
    ]
    raise_any(problems)
    return hexes


def _held(row: FormationRow) -> dict[str, tuple[int | None, int | None]]:
    return {"LOG": (row.log, row.log_max), "POL": (row.pol, row.pol_max)}


def _formation(row: FormationRow, tables: Tables) -> Formation:
    held = {store: stock for store, stock in _held(row).items() if store in tables.stores}
    limits = {store: most for store, (_, most) in held.items() if most is not None}
    found = Formation(
        id=row.id, side=row.side, name=row.name, short=row.short, size=row.size, kind=row.kind,
        parent=row.parent or None, hq=row.hq or None,
        stores={store: stock for store, (stock, _) in held.items() if stock is not None},
    )  # fmt: skip
    facts = {"source": row.source or None, "limits": limits or None}
    return with_facts(found, **{key: value for key, value in facts.items() if tables.keeps(Formation, key)})


def _counted(situation: Situation, stand: Stand, ruleset: Ruleset) -> Stand:
    """Give a stand the strength that the rules count it by, where that is not the order of battle's."""
    full = ruleset.play.full_strength(_with(situation, stand), stand.id)
    return msgspec.structs.replace(stand, profile=msgspec.structs.replace(stand.profile, strength=full))


def _set_up(situation: Situation, wanted: Sequence[Wanted], ruleset: Ruleset) -> tuple[Situation, list[str]]:
    shifted: list[str] = []
    for one in wanted:
        situation = _with(situation, _counted(situation, one.stand, ruleset))
    waiting = [one for one in wanted if one.stand.arrives is None]
    # Who finds no room may be a support that comes before the stand it goes with: he is asked again.
    for _ in range(2):
        left = []
        for one in waiting:
            index, number = _nearest_fit(situation, one, ruleset), situation.map.number(one.hex)
            if index is None:
                left.append(one)
                continue
            if index != one.hex and one.stand.attached_to is None and not one.area:
                told = situation.map.number(index)
                shifted.append(f"{one.stand.id}: {number} is taken or barred, set up in {told}")
            situation = _with(situation, msgspec.structs.replace(situation.state.stands[one.stand.id], hex=index))
        waiting = left
    problems = [_no_room(one, situation) for one in waiting]
    raise_any(problems)
    return situation, shifted


def _no_room(one: Wanted, situation: Situation) -> Problem:
    what = f"{one.stand.id} finds no room within {_FURTHEST_HEXES} hexes of {situation.map.number(one.hex)}"
    return Problem(one.place, what, "give it another place")


def _nearest_fit(situation: Situation, one: Wanted, ruleset: Ruleset) -> int | None:
    grid, host = situation.map.layout.grid, situation.state.stands.get(one.stand.attached_to or "")
    around = one.hex if host is None or host.hex is None else host.hex
    if one.area and host is None:
        return next((index for index in one.area if ruleset.play.fits(situation, one.stand.id, index)), None)
    near = sorted(grid.within(around, _FURTHEST_HEXES), key=lambda index: (grid.distance(around, index), index))
    return next((index for index in near if ruleset.play.fits(situation, one.stand.id, index)), None)


def _with(situation: Situation, stand: Stand) -> Situation:
    stands: Mapping[str, Stand] = {**situation.state.stands, stand.id: stand}
    return situation.with_state(msgspec.structs.replace(situation.state, stands=stands))


def _starting_works(situation: Situation) -> dict[str, str]:
    """Give prepared positions to the hexes of stands that begin emplaced."""
    return {str(s.hex): "fort" for s in situation.state.stands.values() if s.on_map and "emplaced" in s.marks}


def _control(scenario: Scenario, situation: Situation) -> bytes:
    """
    Say who holds each hex at the start: the front line parts the map, and who stands in a hex holds it.

    The sea is nobody's: no front runs over it.
    """
    hexmap, state = situation.map, situation.state
    placed = [(stand.hex, state.side_code(stand.side)) for stand in state.stands.values() if stand.hex is not None]
    control = _parted_by(scenario, hexmap, placed) if scenario.front else _by_nearest(hexmap, placed)
    control[np.array([name == "sea" for name in hexmap.terrain_names])[hexmap.terrain]] = NO_SIDE
    for index, code in placed:
        control[index] = code
    control[~hexmap.inside] = NO_SIDE
    return control.tobytes()


def _parted_by(scenario: Scenario, hexmap: HexMap, placed: list[tuple[int, int]]) -> NDArray[np.uint8]:
    left = _left_of(hexmap.layout.to_grid(to_map(hexmap.layout, scenario.front)), hexmap.layout.centres())
    votes = np.zeros((2, len(scenario.sides)))
    for index, code in placed:
        votes[int(left[index]), code] += 1
    control: NDArray[np.uint8] = np.where(left, votes[1].argmax(), votes[0].argmax()).astype(np.uint8)
    return control


def _left_of(line: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say which points lie to the left of the nearest segment of a line."""
    start, step = line[:-1], np.diff(line, axis=0)
    offset = points[:, None, :] - start[None]
    along = np.clip((offset * step).sum(-1) / (step**2).sum(-1), 0, 1)
    # A hair of the way past a joint belongs to the segment that points at it more squarely.
    gap = offset - along[..., None] * step
    square = np.abs(step[:, 0] * offset[..., 1] - step[:, 1] * offset[..., 0]) / np.hypot(step[:, 0], step[:, 1])
    nearest = np.lexsort((-square, np.round((gap**2).sum(-1), 3)), axis=1)[:, 0]
    rows = np.arange(len(points))
    turn = step[nearest, 0] * offset[rows, nearest, 1] - step[nearest, 1] * offset[rows, nearest, 0]
    left: NDArray[np.bool_] = turn > 0
    return left


def _by_nearest(hexmap: HexMap, placed: list[tuple[int, int]]) -> NDArray[np.uint8]:
    control = np.full(len(hexmap), NO_SIDE, np.uint8)
    if placed:
        centres = hexmap.layout.centres()
        at = centres[[index for index, _ in placed]]
        nearest = ((centres[:, None, :] - at[None]) ** 2).sum(-1).argmin(axis=1)
        control[:] = np.array([code for _, code in placed], np.uint8)[nearest]
    return control
