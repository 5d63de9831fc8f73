"""
Settle what a fight leaves behind (ZN 4.12).

If nobody is eliminated all stay, except: defending guns without support are
lost if the attacker is not, and a company of their gunners retires 6 inches on
foot; a detachment that fought a bigger unit retires 6 inches, unless it is in
a prepared position. The attacker may move into ground left.
"""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.situation import stands_at
from campaign.model.things import Profile, Stand
from campaign.model.verbs.detach import StandRaised
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.fight.firepower import is_prepared
from campaign.systems.zen.fight.front import Line
from campaign.systems.zen.fight.losses import eliminate
from campaign.systems.zen.fight.retreat import follow_up, retire
from campaign.systems.zen.space import is_company

RULE = "ZN 4.12"


def aftermath(ledger: Ledger, index: int, attackers: Line, defenders: Line, *, unsupported: bool) -> None:
    """
    Settle one fight, after all losses have been taken.

    Parameters
    ----------
    index
        The hex that was fought over.
    unsupported
        Whether no unit but guns was there to defend it when the fight began.
    """
    if unsupported and _alive(ledger, attackers.all):
        for key in _alive(ledger, defenders.all):
            if ledger.state.stands[key].profile.kind == "artillery":
                _overrun(ledger, key, _hexes(ledger, attackers.all))
    _retire_small(ledger, defenders.all, attackers.all)
    _retire_small(ledger, attackers.all, defenders.all)
    if not stands_at(ledger.situation, index):
        follow_up(ledger, index, _alive(ledger, attackers.front))


def _overrun(ledger: Ledger, key: str, enemies: set[int]) -> None:
    guns = ledger.state.stands[key]
    gunners = Stand(
        id=f"{guns.id}-gunners",
        formation=guns.formation,
        profile=Profile(
            name=f"Gunners of {guns.profile.name}",
            short=f"{guns.profile.short} gunners",
            side=guns.side,
            kind="infantry",
            size="company",
            strength=1,
            mover="foot",
        ),
        hex=guns.hex,
    )
    gunners = ISOLATED.put(gunners, ISOLATED(guns))
    eliminate(ledger, key, rule=RULE, why="guns without support, attacked and not relieved")
    ledger.record(StandRaised(stand=gunners, rule=RULE, why="the gunners go on as infantry"))
    retire(ledger, gunners, enemies, why="retires 6 inches on foot")


def _retire_small(ledger: Ledger, stands: tuple[str, ...], enemies: tuple[str, ...]) -> None:
    why = "a detachment that fought a bigger unit retires 6 inches"
    bigger = [key for key in _alive(ledger, enemies) if not is_company(ledger.state.stands[key])]
    if not bigger:
        return
    for key in _alive(ledger, stands):
        stand = ledger.state.stands[key]
        if is_company(stand) and "retired" not in stand.marks and not is_prepared(ledger.situation, stand):
            retire(ledger, stand, _hexes(ledger, enemies), why=why)


def _alive(ledger: Ledger, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key in keys if ledger.state.stands[key].on_map)


def _hexes(ledger: Ledger, keys: tuple[str, ...]) -> set[int]:
    stands = (ledger.state.stands[key] for key in keys)
    return {stand.hex for stand in stands if stand.hex is not None}
