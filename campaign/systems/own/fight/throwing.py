"""Resolve a fight: throw on its table or throw its pools, and let come what the result says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.things import Stand
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.own.fight.asked import stock
from campaign.systems.own.fight.deeds import Sides, do, there
from campaign.systems.own.fight.losses import lose
from campaign.systems.own.fight.scene import Scene, scene_of
from campaign.systems.own.fight.weighing import column, weight
from campaign.systems.own.march.pricing import ground_in
from campaign.systems.own.shape.fighting import Combat, Pool, Table
from campaign.systems.own.stands import words_of
from campaign.systems.own.tables import own
from campaign.systems.own.turn.counting import counted
from campaign.systems.own.words.known import FIRED, FOUGHT
from campaign.systems.own.words.outcomes import ATTACKER, DEFENDER, EACH, Deed

_NO_SAVE = 7


@dataclass(frozen=True)
class Blow:
    """An attack that is to be resolved: its combat, the stands of both sides, their places, and the guns that help."""

    fight: Combat
    attackers: tuple[str, ...]
    target: int
    defenders: tuple[str, ...]
    origin: Mapping[str, int]
    support: tuple[tuple[str, int], ...] = ()
    helped: frozenset[str] = frozenset()
    fires: str = FOUGHT
    """The mark that those who attack have then."""

    @property
    def sides(self) -> Sides:
        """The stands that the words of an outcome speak of."""
        return Sides(self.attackers, self.defenders, self.target)


def strike(ledger: Ledger, blow: Blow) -> None:
    """Resolve an attack, with what comes before it and after it."""
    fight, rule = blow.fight, own(ledger.situation).par(blow.fight.rule)
    spend(ledger, fight.uses, blow.attackers, rule=rule)
    goes_in = _before(ledger, blow, rule)
    for _ in range(fight.rounds_until):
        scene = _scene(ledger, goes_in)
        if not scene.attackers or not scene.defenders:
            break
        if fight.pool is not None:
            _pools(ledger, goes_in, scene, fight.pool, rule)
        elif fight.table is not None:
            _on_table(ledger, goes_in, scene, fight.table, rule)
    do(ledger, fight.after, blow.sides, rule=rule)
    for one in there(ledger, blow.attackers):
        ledger.record(StandMarked(stand=one.id, on=(blow.fires,), rule=rule))
        counted(ledger, one.id, "fired" if blow.fires == FIRED else "fought", rule=rule)


def _before(ledger: Ledger, blow: Blow, rule: str) -> Blow:
    """Do what comes before the throw; who gave ground by it does not go in."""
    stood = {one.id: one.hex for one in there(ledger, blow.attackers)}
    do(ledger, blow.fight.before, blow.sides, rule=rule)
    still = tuple(one.id for one in there(ledger, blow.attackers) if one.hex == stood[one.id])
    return replace(blow, attackers=still)


def _scene(ledger: Ledger, blow: Blow) -> Scene:
    """Set the fight up anew: of those who were there some may be gone, or have given ground."""
    still = [one.id for one in there(ledger, blow.defenders) if one.hex == blow.target]
    return scene_of(
        ledger.situation, blow.target, blow.attackers, defenders=still, origin=blow.origin, helped=blow.helped
    )


def _on_table(ledger: Ledger, blow: Blow, scene: Scene, table: Table, rule: str, *, again: bool = True) -> None:
    """Throw on a table once, or once more if the result says so."""
    fight, found = blow.fight, column(blow.fight, table, scene, blow.support)
    rolls, total = _thrown(ledger, fight, scene, found.die, rule)
    rows = sorted(table.rows)
    result = table.rows[max(rows[0], min(rows[-1], total))][found.number]
    deeds = own(ledger.situation).rules.results[result]
    words = f"{fight.name}, {found.words}, column {found.head.text}: {result}"
    losses = [_steps(deeds, side) for side in (ATTACKER, DEFENDER)]
    ledger.record(_resolved(scene, *losses, rolls=rolls, rule=rule, why=words))
    if do(ledger, deeds, blow.sides, rule=rule) and again:
        then = _scene(ledger, blow)
        if then.attackers and then.defenders:
            _on_table(ledger, blow, then, table, rule, again=False)


def _steps(deeds: Sequence[Deed], side: str) -> int:
    """Count the steps that a result takes off a side."""
    return sum(deed.number for deed in deeds if deed.word == "loses" and deed.who in {side, EACH})


def _resolved(scene: Scene, ours: int, theirs: int, *, rolls: tuple[Roll, ...], rule: str, why: str) -> FightResolved:
    return FightResolved(
        place=str(scene.target), attackers=tuple(one.id for one in scene.attackers),
        defenders=tuple(one.id for one in scene.defenders), hits_on_attackers=ours, hits_on_defenders=theirs,
        rolls=rolls, rule=rule, why=why,
    )  # fmt: skip


def _thrown(
    ledger: Ledger, fight: Combat, scene: Scene, die: tuple[tuple[str, int], ...], rule: str
) -> tuple[tuple[Roll, ...], int]:
    """Throw the dice of a table: one throw, or each side its own, the defender's taken off."""
    dice = (fight.dice.dice, fight.dice.faces)
    ours = ledger.throw(fight.name, dice, rule, die, by=scene.attackers[0].id, at=scene.target)
    if not fight.dice.each:
        return (ours,), ours.total or 0
    theirs = ledger.throw(f"{fight.name}, defence", dice, rule, by=scene.defenders[0].id, at=scene.target)
    return (ours, theirs), (ours.total or 0) - (theirs.total or 0)


def _pools(ledger: Ledger, blow: Blow, scene: Scene, pool: Pool, rule: str) -> None:
    """Throw the pools of both sides, saves after them; hits of both fall together."""
    fight = blow.fight
    forces = [(scene.attackers, scene.defenders, fight.attacker)]
    if pool.back and fight.defender:
        forces.append((scene.defenders, scene.attackers, fight.defender))
    hits, rolls = [], list[Roll]()
    for ours, theirs, name in forces:
        dice = floor(weight(fight, scene, ours, name)[0])
        roll = ledger.roll(fight.name, dice, pool.hit, rule, by=ours[0].id, at=scene.target)
        score = min((_save(scene, pool, one) for one in theirs), default=_NO_SAVE)
        saved = ledger.roll("save", roll.hits, score, rule, by=theirs[0].id) if score < _NO_SAVE and roll.hits else None
        rolls += [roll] if saved is None else [roll, saved]
        hits.append(roll.hits - (saved.hits if saved is not None else 0))
    ledger.record(_resolved(scene, hits[1] if len(hits) > 1 else 0, hits[0], rolls=tuple(rolls), rule=rule, why=""))
    _fall(ledger, scene, hits, pool, rule)
    if hits[0]:
        do(ledger, pool.outcome, blow.sides, rule=rule)


def _fall(ledger: Ledger, scene: Scene, hits: Sequence[int], pool: Pool, rule: str) -> None:
    for group, count in zip((scene.defenders, scene.attackers), hits, strict=False):
        if pool.loses:
            lose(ledger, [one.id for one in group], count, rule=rule)


def _save(scene: Scene, pool: Pool, one: Stand) -> int:
    """Give the least throw that saves a stand: by its hex, or by what it is."""
    ground = ground_in(scene.situation, one.hex) if one.hex is not None else ""
    words = {*words_of(own(scene.situation), one), ground}
    return min((score for word, score in pool.save.items() if word in words), default=_NO_SAVE)


def spend(ledger: Ledger, uses: Mapping[str, int], keys: Iterable[str], *, rule: str) -> None:
    """Take what an order uses out of the stores of those who carry it out."""
    rows = {row.key: row for row in own(ledger.situation).rules.store}
    for store, amount in uses.items():
        told = own(ledger.situation).par(rows[store].rule, rule)
        for one in there(ledger, tuple(keys)):
            held = stock(ledger.situation, one, store)
            if held is None:
                continue
            if rows[store].of == "stand":
                ledger.record(StandMarked(stand=one.id, shots=max(0, held - amount), rule=told))
            elif held:
                ledger.record(StoresChanged(formation=one.formation, changes={store: -min(held, amount)}, rule=told))
