"""Ask conditions: what each word of them means, in one place."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from campaign.kit.facts import SHOTS
from campaign.kit.ruler import around
from campaign.model.situation import Situation, ground_at
from campaign.model.things import Stand
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.fight.scene import Scene
from campaign.systems.own.march.pricing import carried, crossing_of, ground_in, kinds_for
from campaign.systems.own.stands import here, is_any, words_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.conditions import CONDITIONS, IT, Test
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import CROSSINGS


class Changing(Protocol):
    """A row that changes a figure: with a name, factor and addition."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def times(self) -> Fraction:
        """What the figure is multiplied by."""
        ...

    @property
    def plus(self) -> int:
        """What is added then."""
        ...

    @property
    def when(self) -> tuple[Test, ...]:
        """The conditions that must all hold."""
        ...


def changed(number: Fraction, rows: Iterable[Changing], asked: Callable[[Test], bool]) -> tuple[Fraction, list[str]]:
    """Change a figure row by row, times and then plus, where all conditions of a row hold; name the rows that did."""
    told = []
    for row in rows:
        if all(map(asked, row.when)):
            number = number * row.times + row.plus
            told.append(row.name)
    return max(Fraction(0), number), told


def holds(test: Test, situation: Situation, it: Stand | None, scene: Scene | None = None) -> bool:
    """Whether a condition holds: of one stand, of a group in a fight, or of the moment."""
    if not CONDITIONS[test.word].of_a_stand:
        return _MOMENT[test.word](test, situation, scene) != test.isnt
    if test.who in {"", IT}:
        return (it is not None and _STAND[test.word](test, situation, it, scene)) != test.isnt
    group = _group(test.who, it, scene)
    return _of_group(test.who, [_STAND[test.word](test, situation, one, scene) for one in group]) != test.isnt


def _group(who: str, it: Stand | None, scene: Scene | None) -> Sequence[Stand]:
    if scene is None:
        return ()
    if who.endswith("enemy"):
        return scene.others(it) if it is not None else ()
    return scene.attackers if who.endswith("attacker") else scene.defenders


def _of_group(who: str, each: Sequence[bool]) -> bool:
    """Every one of them, and there is one; with "any", one of them; with "no", none."""
    if who.startswith("any "):
        return any(each)
    return not any(each) if who.startswith("no ") else bool(each) and all(each)


def _is(test: Test, situation: Situation, it: Stand, _: Scene | None) -> bool:
    return test.arg in words_of(own(situation), it)


def _in(test: Test, situation: Situation, it: Stand, _: Scene | None) -> bool:
    return it.hex is not None and ground_in(situation, it.hex) == test.arg


def _at(test: Test, situation: Situation, it: Stand, _: Scene | None) -> bool:
    return it.hex is not None and ground_at(situation, it.hex) == test.arg


def _reduced(_: Test, situation: Situation, it: Stand, __: Scene | None) -> bool:
    return it.losses > 0 or it.profile.strength < own(situation).unit_of(it.profile).steps


def _alone(_: Test, situation: Situation, it: Stand, __: Scene | None) -> bool:
    if it.hex is None:
        return False
    places = [it.hex, *around(situation.map.layout.grid, it.hex)]
    near = (other for place in places for other in here(situation, place))
    return not any(other.side == it.side and other.id != it.id and other.profile.kind != "hq" for other in near)


def _led(_: Test, situation: Situation, it: Stand, __: Scene | None) -> bool:
    return leader_with(situation, it) is not None


def leader_with(situation: Situation, it: Stand) -> Stand | None:
    """Give a leader of its side in a stand's hex, if these rules have leaders and one is there."""
    row = own(situation).rules.leader
    if row is None or it.hex is None:
        return None
    beside = (other for other in here(situation, it.hex) if other.side == it.side and other.id != it.id)
    return next((other for other in beside if is_any(own(situation), other, row.kinds)), None)


def _supported(_: Test, __: Situation, it: Stand, scene: Scene | None) -> bool:
    return scene is not None and it.side in scene.helped


def _short(test: Test, situation: Situation, it: Stand, _: Scene | None) -> bool:
    return stock(situation, it, test.arg) == 0


def stock(situation: Situation, it: Stand, store: str) -> int | None:
    """Count what a stand has of a store: of its own, or its formation's; None: it is not counted."""
    row = next((row for row in own(situation).rules.store if row.key == store), None)
    if row is None:
        return None
    if row.of == "stand":
        held = SHOTS(it)
        return row.begins if held is None else held
    formation = situation.state.formations.get(it.formation)
    return formation.stores.get(store, 0) if formation is not None and it.formation else None


def _over(test: Test, situation: Situation, it: Stand, _: Scene | None) -> bool:
    row = next((row for row in own(situation).rules.tally if row.key == test.arg), None)
    return row is not None and bool(row.marks) and TALLIES(it).get(test.arg, 0) >= min(row.marks)


def _across(test: Test, situation: Situation, it: Stand, scene: Scene | None) -> bool:
    if scene is None or (side := _side(situation, it, scene)) is None:
        return False
    kind = kinds_for(situation).at(scene.target, side)
    kind = kind._replace(played=ground_at(situation, scene.target, side) if situation.state.ground else "")
    if test.arg in CROSSINGS:
        return crossing_of(kind) == test.arg
    return test.arg in {kind.slope, kind.border} or (
        test.arg == kind.water and not carried(own(situation).rules.move, kind)
    )


def _uphill(_: Test, situation: Situation, it: Stand, scene: Scene | None) -> bool:
    if scene is None or it.id not in scene.origin:
        return False
    heights = situation.map.elevation_m
    rise = float(heights[scene.target]) - float(heights[scene.origin[it.id]])
    return rise >= max(1, own(situation).rules.move.uphill_m)


def _flank(_: Test, situation: Situation, it: Stand, scene: Scene | None) -> bool:
    row = own(situation).rules.facing
    if scene is None or row is None or (side := _side(situation, it, scene)) is None:
        return False
    facing = next((one.facing for one in scene.defenders if one.facing is not None), None)
    return facing is not None and (side - facing) % SIDES not in row.front


def _side(situation: Situation, it: Stand, scene: Scene) -> int | None:
    """Name the side of the target that a stand attacks over; None if it is not next to it."""
    at = scene.origin.get(it.id)
    near = list(around(situation.map.layout.grid, scene.target))
    return near.index(at) if at is not None and at in near else None


_STAND: dict[str, Callable[[Test, Situation, Stand, Scene | None], bool]] = {
    "is": _is, "in": _in, "at": _at, "across": _across, "uphill": _uphill, "from flank": _flank, "alone": _alone,
    "reduced": _reduced, "led": _led, "supported": _supported, "short of": _short, "over": _over,
}  # fmt: skip


def _sides(test: Test, _: Situation, scene: Scene | None) -> bool:
    return scene is not None and len(set(scene.origin.values())) >= test.number


def _kinds(test: Test, situation: Situation, scene: Scene | None) -> bool:
    tables = own(situation)
    return scene is not None and len({tables.unit_of(one.profile).kind for one in scene.attackers}) >= test.number


_MOMENT: dict[str, Callable[[Test, Situation, Scene | None], bool]] = {
    "night": lambda _, situation, __: situation.state.clock.night,
    "weather": lambda test, situation, _: situation.state.weather == test.arg,
    "range": lambda test, _, scene: scene is not None and scene.far >= test.number,
    "from sides": _sides,
    "kinds": _kinds,
    "phase": lambda test, situation, _: situation.state.clock.phase == test.arg,
    "turn": lambda test, situation, _: situation.state.clock.turn >= test.number,
}
