"""Say in words what holds for a unit and for a map (GR 5.3 to 5.15)."""

from collections.abc import Iterator, Sequence

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.command import commander_of, is_in_command
from campaign.systems.parkin.fight.aim import MEDIUM, level_at
from campaign.systems.parkin.fight.ammunition import shots_left
from campaign.systems.parkin.sheet import check_sheet
from campaign.systems.parkin.space import is_dummy, parkin, sheet
from campaign.systems.parkin.status import CRIPPLED, level, status
from maps.ownkinds import unnamed_kinds
from maps.problems import raise_any

_NEXT_BUT_ONE = 4
"""The square of two hex widths."""
_MARKS = {
    "waiting": "out of its commander's range and failed its die: it waits this turn (GR 5.3)",
    "acted": "has had its action this turn (GR 5.4)",
    "moved_far": "has used more than half its distance: no action is left (GR 5.4)",
    "identified": "is identified by the enemy (GR 5.10)",
    "repaired": "has been repaired once and cannot be again (GR 5.12)",
}


def condition(situation: Situation, stand: str) -> str:
    """Say a unit's status, and its shots where they are counted (5.8, 5.14)."""
    unit = situation.state.stands[stand]
    if is_dummy(unit):
        return "Dummy"
    left = shots_left(situation, unit)
    return status(situation, unit) + ("" if left is None else f", {left} shots")


def notices(situation: Situation, key: str) -> tuple[str, ...]:
    """Say what holds for a unit now; nothing of an enemy in a side's view."""
    stand = situation.state.stands[key]
    if stand.formation not in situation.state.formations:
        return ()
    if not stand.on_map:
        return (f"no longer in play: {stand.gone}",) if stand.gone is not None else ("not on the map",)
    return tuple(_told(situation, stand))


def _told(situation: Situation, stand: Stand) -> Iterator[str]:
    paper = sheet(situation, stand)
    yield from (words for mark, words in _MARKS.items() if mark in stand.marks)
    leader = commander_of(situation, stand)
    if leader is not None and not is_in_command(situation, stand):
        yield f"out of range of its commander {leader.id}: 1 to 3 on a D6 makes it wait (GR 5.3)"
    if level(situation, stand) >= CRIPPLED and not is_dummy(stand):
        yield "crippled: it cannot move (GR 5.4)"
    if shots_left(situation, stand) == 0:
        yield "has no shots left: it must reload (GR 5.14)"
    if "embarked" in stand.marks:
        yield f"aboard {stand.attached_to} (GR 5.4)"
    for what, text in (("movement", paper.special_move), ("combat", paper.special_combat)):
        if text:
            yield f"special rules for {what}, played by the umpire: {text} (GR 5.15)"
    yield from (text for text in (paper.description, paper.notes) if text)


def cautions(situation: Situation) -> tuple[str, ...]:
    """Say what an umpire should know of these rules on this map before he begins.

    Raises ``ProblemsFound`` with every fault of every unit's sheet.
    """
    tables, stands = parkin(situation), list(situation.state.stands.values())
    raise_any([problem for stand in stands for problem in check_sheet(tables, stand.profile)])
    per_hex = tables.mp_per_hex
    slow = [s.id for s in stands if 0 < sheet(situation, s).max_speed < 2 * per_hex and not is_dummy(s)]
    found = [f"a hex is {float(per_hex):g} MP wide (reading mp_per_hex); the sheets must suit that"]
    if slow:
        found.append(f"too slow to enter woods or go uphill here: {', '.join(slow)}; make hexes fewer MP wide")
    found += [*_movement_cautions(situation, stands), *_spotting_cautions(situation, stands)]
    sides = {"": "", **{s.id: s.side for s in stands}}
    lost = [s.id for s in stands if sides.get(sheet(situation, s).commander) not in {"", s.side}]
    if lost:
        found.append(f"the commander on the sheet is no unit of the side: {', '.join(lost)}")
    return (*found, *unnamed_kinds(situation.map))


def _movement_cautions(situation: Situation, stands: Sequence[Stand]) -> Iterator[str]:
    """Name the units whose movement means nothing at the board's scale (5.4)."""
    per_hex, grid = parkin(situation).mp_per_hex, situation.map.layout.grid
    speeds = {s.id: sheet(situation, s).max_speed for s in stands if not is_dummy(s)}
    stuck = sorted(key for key, speed in speeds.items() if 0 < speed < per_hex)
    if stuck:
        yield f"too slow to enter any hex here, they never move: {', '.join(stuck)}; make hexes fewer MP wide"
    across = max(grid.cols, grid.rows) * per_hex
    swift = sorted(key for key, speed in speeds.items() if speed >= across)
    if swift:
        yield f"{', '.join(swift)} can cross the whole board in a turn; make hexes more MP wide, or take a larger board"


def _spotting_cautions(situation: Situation, stands: Sequence[Stand]) -> Iterator[str]:
    """Say if the board's scale makes spotting meaningless: units identify neighbours only, or all at once (5.10)."""
    tables, grid = parkin(situation), situation.map.layout.grid
    unarmed = str(tables.reading("unarmed_observer"))
    eyes = {sheet(situation, stand).delivery or unarmed for stand in stands if not is_dummy(stand)}
    if eyes and all(level_at(tables, delivery, _NEXT_BUT_ONE) > MEDIUM for delivery in eyes):
        yield "no unit identifies a counter further off than the next hex (GR 5.10); make hexes fewer MP wide"
    across = (grid.cols + grid.rows) ** 2
    if eyes and all(level_at(tables, delivery, across) <= MEDIUM for delivery in eyes):
        yield "every unit identifies every counter on the board at once (GR 5.10); make hexes more MP wide"
