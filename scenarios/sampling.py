"""Raise the sample organisations that a scenario names, at their places or in the set-up areas of the rules' text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ruleset import HasOrganisations
from campaign.model.things import Formation
from maps.problems import Problem, raise_any
from scenarios.mustering import no_sample, sample_names
from scenarios.raising import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.engine.ruleset import Ruleset
    from maps.grid.hexmap import HexMap
    from scenarios.scenario import SampleSpot, Scenario, SetupEdge

__all__ = ["sample_formation", "samples_wanted"]


def samples_wanted(scenario: Scenario, hexmap: HexMap, hexes: Sequence[int], ruleset: Ruleset) -> list[Wanted]:
    """
    Raise the sample organisations of a scenario.

    Parameters
    ----------
    hexes
        The hexes of those that have a place, in order.

    Raises
    ------
    ProblemsFound
        With every one that the rules do not have, that has neither a place nor an area, or whose id is taken.
    """
    known, taken = sample_names(ruleset), {row.id for row in scenario.orbat.formations}
    areas, places = _areas(scenario, hexmap, ruleset), iter(hexes)
    found: list[Wanted] = []
    problems: list[Problem] = []
    for one in scenario.samples:
        area = () if one.spot is not None else areas.get(one.side, ())
        at = next(places) if one.spot is not None else next(iter(area), None)
        if one.id in taken:
            problems.append(Problem(one.place, f"the id {one.id!r} is taken", "give each formation its own"))
        elif one.sample not in known:
            problems.append(no_sample(one.place, one.sample, ruleset))
        elif at is None:
            way = "give it lon and lat, or its side a [[setup]]"
            problems.append(Problem(one.place, f"{one.id} has no place and its side no set-up area", way))
        else:
            found += _raised(one, at, area, ruleset)
        taken.add(one.id)
    raise_any(problems)
    return found


def sample_formation(one: SampleSpot, wanted: Iterable[Wanted], ruleset: Ruleset) -> Formation:
    """Make the formation of a sample organisation; ``wanted`` are the stands of all of them."""
    stands = [found.stand for found in wanted if found.stand.formation == one.id]
    hq = next((stand.id for stand in stands if stand.profile.kind == "hq"), None)
    stores = dict.fromkeys(ruleset.tables.stores, 0)
    return Formation(one.id, one.side, one.name, one.id, "regiment", "infantry", parent=one.parent or None, hq=hq,
                     stores=stores)  # fmt: skip


def _raised(one: SampleSpot, at: int, area: tuple[int, ...], ruleset: Ruleset) -> list[Wanted]:
    play = ruleset.play
    assert isinstance(play, HasOrganisations)
    return [Wanted(stand, at, one.place, area) for stand in play.organise(one.sample, one.id, one.side)]


def _areas(scenario: Scenario, hexmap: HexMap, ruleset: Ruleset) -> dict[str, tuple[int, ...]]:
    """List the hexes of each side's set-up area."""
    play = ruleset.play
    if not isinstance(play, HasOrganisations):
        what = f"{ruleset.tables.name} says nothing of where sides set up"
        raise_any([Problem(one.place, what, "give units places") for one in scenario.setup])
        return {}
    return {one.side: _area(hexmap, play, one) for one in scenario.setup}


def _area(hexmap: HexMap, play: HasOrganisations, one: SetupEdge) -> tuple[int, ...]:
    hexes = play.setup_area(hexmap.layout.grid, one.edge, defends=one.defends)
    return tuple(index for index in sorted(hexes) if hexmap.inside[index])
