"""Carry out what stands are ready for: fire on an enemy in range, a charge or a step back, a square when charged."""

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.deeds import check, take_stance, there
from campaign.systems.own.fight.retreats import retreat
from campaign.systems.own.fight.scene import scene_of
from campaign.systems.own.fight.throwing import Blow, strike
from campaign.systems.own.march.zones import zones_for
from campaign.systems.own.shape.moving import Reaction
from campaign.systems.own.stands import is_any, rating, stance_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.known import REACTED

_ORDER = {"fire": "fire", "charge": "charge"}


def react(ledger: Ledger, mover: str) -> None:
    """Answer a stand that has come a hex farther, by those that are ready for it."""
    for row in own(ledger.situation).rules.reaction:
        for one in _ready(ledger.situation, row, ledger.state.stands[mover]):
            moving = ledger.state.stands[mover]
            if moving.on_map and ledger.state.stands[one.id].on_map:
                _does(ledger, row, one, moving)


def receive(ledger: Ledger, charged: tuple[str, ...], by: tuple[str, ...]) -> None:
    """Answer a charge, by those who are charged."""
    for row in own(ledger.situation).rules.reaction:
        for one in there(ledger, charged) if row.when == "charged" else ():
            enemy = there(ledger, by)
            if enemy and _may(ledger.situation, row, one):
                _does(ledger, row, one, enemy[0])


def _ready(situation: Situation, row: Reaction, mover: Stand) -> list[Stand]:
    if row.when == "charged" or mover.hex is None:
        return []
    others = [one for one in situation.state.stands.values() if one.on_map and one.side != mover.side]
    return [one for one in others if _may(situation, row, one) and _meets(situation, row, one, mover)]


def _may(situation: Situation, row: Reaction, one: Stand) -> bool:
    tables = own(situation)
    if REACTED in one.marks or not is_any(tables, one, row.by):
        return False
    marks = [tables.mark_rows[mark] for mark in one.marks if mark in tables.mark_rows]
    stance = tables.stances.get(stance_of(tables, one))
    barred = {word for mark in marks for word in mark.bars} | set(stance.bars if stance is not None else ())
    return row.does not in barred


def _meets(situation: Situation, row: Reaction, one: Stand, mover: Stand) -> bool:
    """Whether an enemy has come to where a stand stands ready for him."""
    if row.when == "enemy enters zone":
        return one.id in zones_for(situation, one.side, "movement").get(mover.hex or 0, ())
    far = situation.map.layout.grid.distance(one.hex or 0, mover.hex or 0)
    fight = next(
        (f for f in own(situation).rules.combat if f.order == "fire" and is_any(own(situation), one, f.by)), None
    )
    return fight is not None and 0 < far <= (rating(own(situation), one, fight.range) if fight.range else 1)


def _does(ledger: Ledger, row: Reaction, one: Stand, enemy: Stand) -> None:
    tables = own(ledger.situation)
    rule = tables.par(row.rule)
    ledger.record(StandMarked(stand=one.id, on=(REACTED,), rule=rule, why=row.when))
    if row.check and not check(ledger, tables.checks[row.check], one.id, rule=rule):
        return
    now = ledger.state.stands[one.id]
    if row.does == "form" and row.stance:
        if is_any(tables, now, tables.stances[row.stance].kinds):
            take_stance(ledger, now, row.stance, rule=rule)
    elif row.does == "retreat":
        retreat(ledger, one.id, 1, [enemy.hex or 0], rule=rule)
    else:
        _strikes(ledger, row, now, enemy)


def _strikes(ledger: Ledger, row: Reaction, one: Stand, enemy: Stand) -> None:
    """Fire on an enemy with a stand, or charge one next to it."""
    tables = own(ledger.situation)
    fights = (f for f in tables.rules.combat if f.order == _ORDER[row.does] and is_any(tables, one, f.by))
    fight = next(fights, None)
    if fight is None or not one.on_map or not enemy.on_map or enemy.hex is None:
        return
    far = ledger.situation.map.layout.grid.distance(one.hex or 0, enemy.hex)
    if far > (rating(tables, one, fight.range) if fight.range else 1):
        return
    scene = scene_of(ledger.situation, enemy.hex, [one.id])
    foes = tuple(foe.id for foe in scene.defenders)
    if foes:
        strike(ledger, Blow(fight, (one.id,), enemy.hex, foes, {one.id: one.hex or 0}, fires=REACTED))
