"""Say what the umpire may overrule: all marks, stores, works and weathers are those of the file."""

from dataclasses import replace

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.rulings import Powers, rule
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.ruling import Ruling
from campaign.systems.own.march.room import why_no_room
from campaign.systems.own.supply import has_supply
from campaign.systems.own.tables import own
from campaign.systems.own.words.known import SKIES, STANDING

_RULE = "umpire"


def no_place(situation: Situation, stand: Stand, index: int) -> Refusal | None:
    """Say why a stand cannot be put in a hex."""
    why = why_no_room(situation, stand, index)
    return Refusal(_RULE, f"{why}; name another hex, or move who is there first") if why else None


def _leave(ledger: Ledger, key: str, how: str, *, rule: str, why: str) -> None:
    riders = [one.id for one in ledger.state.stands.values() if one.attached_to == key and one.on_map]
    for gone in (*riders, key):
        ledger.record(StandGone(stand=gone, how=how, rule=rule, why=why if gone == key else ""))


def _weathers(situation: Situation) -> tuple[str, ...]:
    declared = tuple(row.key for row in own(situation).rules.weather)
    return tuple(dict.fromkeys((*declared, *SKIES)))


_POWERS = Powers(
    rule=_RULE,
    strength="steps",
    leave=_leave,
    no_place=no_place,
    weather=_weathers,
    on_hex=("", *STANDING),
)
_WITH_SUPPLY = replace(_POWERS, isolation=True)
"""What may be ruled where looks for supply are counted."""


def _rule(order: Ruling, by: str, ledger: Ledger) -> None:
    rule(order, by, ledger, _WITH_SUPPLY if has_supply(ledger.situation) else _POWERS)


ORDERS = {Ruling: _rule}
