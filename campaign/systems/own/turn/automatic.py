"""Do what a phase does by itself: weather, arrivals, rally, recovery, formations that give way, points."""

from fractions import Fraction

from campaign.engine.ledger import Ledger
from campaign.kit.clock import arriving
from campaign.kit.control import take_ground
from campaign.kit.ending import side_keys
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.air import AirTasked
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.noting import StandCounted
from campaign.model.verbs.recover import LossesRecovered
from campaign.systems.own import command, supply, victory
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.fight.asked import holds
from campaign.systems.own.fight.deeds import alone, check, do
from campaign.systems.own.fight.retreats import flee
from campaign.systems.own.march.room import why_no_room
from campaign.systems.own.march.ways import THROWN
from campaign.systems.own.march.zones import zones_for
from campaign.systems.own.shape.lines import Recovery
from campaign.systems.own.shape.morale import Breakpoint, Rally
from campaign.systems.own.stands import is_any, mover_of, share_lost
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.turn.clock import season_of
from campaign.systems.own.turn.counting import counted
from campaign.systems.own.words.known import SEASONS

_DIE = (1, 6)


def weather(ledger: Ledger, _: str) -> None:
    """Throw for the weather by the season, and count the air points that it leaves."""
    rows, season = own(ledger.situation).rules.weather, season_of(ledger.situation)
    assert season in SEASONS
    if rows:
        rule = own(ledger.situation).par(rows[0].rule)
        roll = ledger.throw("weather", _DIE, rule)
        fallen = next((row for row in rows if roll.total in row.throws.get(season, ())), None)
        rest = next((row for row in rows if not row.throws.get(season)), None)
        row = fallen or rest
        ledger.record(WeatherChanged(weather=row.key if row is not None else "fine", rolls=(roll,), rule=rule))
    task(ledger)


def task(ledger: Ledger) -> None:
    """Give each side the air points of the weather, by day."""
    row = own(ledger.situation).rules.air
    if row is None:
        return
    points = 0 if ledger.state.clock.night else row.points.get(sky(ledger.situation), 0)
    dice = {side: points for side in side_keys(ledger.situation) if points}
    ledger.record(AirTasked(dice=dice, rule=own(ledger.situation).par(row.rule)))


def sky(situation: Situation) -> str:
    """Say what the sky is like under the present weather."""
    rows = {row.key: row.sky for row in own(situation).rules.weather}
    return rows.get(situation.state.weather, situation.state.weather or "fine")


def arrive(ledger: Ledger, side: str) -> None:
    """Bring on reinforcements that are due and find room."""
    rule = own(ledger.situation).par()

    def place(situation: Situation, stand: Stand, index: int) -> int | None:
        return None if why_no_room(situation, stand, index) else index

    for stand, index in arriving(ledger, place, rule=rule, why="reinforcement", side=side):
        take_ground(ledger, stand.side, (index,), rule=rule)


def rally(ledger: Ledger, side: str) -> None:
    """Move those who flee, and throw for the others to be themselves again."""
    tables = own(ledger.situation)
    for one in list(stands_of(ledger.situation, side or None)):
        if any(tables.mark_rows[mark].flees for mark in one.marks if mark in tables.mark_rows):
            flee(ledger, one.id, _foes(ledger.situation, one), rule=tables.par(_fleeing(tables, one)))
    row = tables.rules.rally
    for one in list(stands_of(ledger.situation, side or None)) if row is not None else ():
        if row is not None and ledger.state.stands[one.id].on_map:
            _rallied(ledger, row, ledger.state.stands[one.id])


def _fleeing(tables: OwnTables, one: Stand) -> str:
    rows = (tables.mark_rows[mark] for mark in sorted(one.marks) if mark in tables.mark_rows)
    return next((row.rule for row in rows if row.flees), "")


def _foes(situation: Situation, one: Stand) -> list[int]:
    """Give the hexes of the nearest enemies."""
    grid = situation.map.layout.grid
    hexes = {foe.hex for foe in stands_of(situation) if foe.side != one.side and foe.hex is not None}
    least = min((grid.distance(index, one.hex or 0) for index in hexes), default=0)
    return sorted(index for index in hexes if grid.distance(index, one.hex or 0) == least)


def _rallied(ledger: Ledger, row: Rally, one: Stand) -> None:
    tables = own(ledger.situation)
    bars = {word for mark in one.marks if mark in tables.mark_rows for word in tables.mark_rows[mark].bars}
    lifts, rule = one.marks & set(row.lifts), tables.par(row.rule)
    if not lifts or "rally" in bars or any(holds(test, ledger.situation, one) for test in row.not_if):
        return
    if not row.check or check(ledger, tables.checks[row.check], one.id, rule=rule):
        off = tuple(sorted(ledger.state.stands[one.id].marks & set(row.lifts)))
        if off and ledger.state.stands[one.id].on_map:
            ledger.record(StandMarked(stand=one.id, off=off, rule=rule, why="rallied"))


def recover(ledger: Ledger, side: str) -> None:
    """Give steps back to those who may have them, as far as the side's pool goes."""
    row = own(ledger.situation).rules.recovery
    for key in side_keys(ledger.situation) if row is not None else ():
        if row is not None and side in {"", key}:
            _recovered(ledger, row, key)


def _recovered(ledger: Ledger, row: Recovery, side: str) -> None:
    tables, pool, rule = own(ledger.situation), row.pool or 10_000, own(ledger.situation).par(row.rule)
    held = {index for key in side_keys(ledger.situation) if key != side for index in zones_for(
        ledger.situation, key, "retreat")}  # fmt: skip
    for one in list(stands_of(ledger.situation, side)):
        counted(ledger, one.id, "night" if ledger.state.clock.night else "rest", rule=rule)
        barred = any(holds(test, ledger.situation, one) for test in row.not_if)
        near = row.clear_of_enemy and one.hex in held
        points = min(row.steps, one.losses, pool)
        if points and not barred and not near and is_any(tables, one, row.kinds):
            pool -= points
            ledger.record(LossesRecovered(stand=one.id, points=points, rule=rule))


def breakpoints(ledger: Ledger, side: str) -> None:
    """Break formations that have lost their share."""
    for row in own(ledger.situation).rules.breakpoint:
        for key, formation in list(ledger.state.formations.items()):
            if (
                formation.size in row.of
                and side in {"", formation.side}
                and lost_share(ledger.situation, key) >= row.lost
            ):
                _give_way(ledger, row, key)


def lost_share(situation: Situation, formation: str) -> Fraction:
    """Say what share of its steps a formation has lost, with all that are below it."""
    below = {formation}
    for _ in range(8):
        below |= {one.id for one in situation.state.formations.values() if one.parent in below}
    members = [one for one in situation.state.stands.values() if one.formation in below]
    return share_lost(members)


def _give_way(ledger: Ledger, row: Breakpoint, key: str) -> None:
    rule = own(ledger.situation).par(row.rule)
    lasting = {deed.arg for deed in row.then if deed.word == "is"}
    for one in [one for one in ledger.state.stands.values() if one.formation == key and one.on_map]:
        if lasting and lasting <= one.marks:
            continue
        if row.check and check(ledger, own(ledger.situation).checks[row.check], one.id, rule=rule):
            continue
        if ledger.state.stands[one.id].on_map:
            do(ledger, row.then, alone(ledger.state.stands[one.id]), rule=rule)


def first(ledger: Ledger) -> None:
    """Throw for the side that goes first, if the file says so: the higher throw, at a tie the side named first."""
    row, sides = own(ledger.situation).rules.time, side_keys(ledger.situation)
    if row.first != "dice" or ledger.state.clock.phase != own(ledger.situation).rules.phase[0].key:
        return
    rule = own(ledger.situation).par(row.rule)
    rolls = [ledger.throw(f"initiative of {side}", _DIE, rule, by=side) for side in sides]
    best = max(range(len(sides)), key=lambda k: (rolls[k].total or 0, -k))
    ledger.record(GoGiven(side=sides[best], rolls=tuple(rolls), rule=rule))


def throw_moves(ledger: Ledger, side: str) -> None:
    """Throw for how far those go in this phase whose move is thrown for."""
    tables, rule = own(ledger.situation), own(ledger.situation).par(own(ledger.situation).rules.move.rule)
    dice = tables.rules.move.throw
    for one in list(stands_of(ledger.situation, side or None)) if dice else ():
        thrown = dice.get(mover_of(tables, one))
        if thrown is not None:
            roll = ledger.throw("march", (thrown.dice, thrown.faces), rule, by=one.id)
            if TALLIES(one).get(THROWN, 0) != roll.total:
                ledger.record(StandCounted(stand=one.id, counts={THROWN: roll.total or 0}, rolls=(roll,), rule=rule))
            else:
                ledger.record(StandMarked(stand=one.id, rolls=(roll,), rule=rule))


DOES = {
    "weather": weather, "arrive": arrive, "command": command.look, "supply": supply.look, "rally": rally,
    "recover": recover, "breakpoints": breakpoints, "score": victory.count,
}  # fmt: skip
"""What is done when a phase begins that does it, for the side whose phase it is; "" for all."""
ORDER = ("weather", "arrive", "supply", "command", "rally", "recover", "breakpoints", "score")
