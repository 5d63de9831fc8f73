"""Carry out what the umpire does with the fog: how commands report to each other, rumours, what may deceive."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from campaign.engine.fog.deceiving import set_deception
from campaign.engine.ledger import Refusal
from campaign.model.commands import commands_of
from campaign.model.known.sightings import REPORTS, RUMOUR_SOURCES
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.fog import FogSet, RumourSpread, SetFog, SpreadRumour
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from campaign.engine.ledger import Ledger

__all__ = ["FOG_ORDERS", "secret_name"]

RULE = "knowledge"
_UMPIRE = "umpire"
_UNKNOWN = "unknown"
_MOST = 300
_SUREST = 5


def set_fog(order: SetFog, by: str, ledger: Ledger) -> None:
    """Say when commands of a side report to each other."""
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire says how commands report to each other; ask him to")
    if order.reports not in REPORTS:
        raise Refusal(RULE, f"no way to report is {order.reports[:20]!r}; {did_you_mean(order.reports, REPORTS)}")
    if order.reports == ledger.state.fog.reports:
        raise Refusal(RULE, f"it is so already: {REPORTS[order.reports]}")
    ledger.record(FogSet(reports=order.reports, reason=order.reason, rule=RULE))


def spread(order: SpreadRumour, by: str, ledger: Ledger) -> None:
    """Tell commands a rumour."""
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire spreads rumours; ask him to, or write a letter")
    state = ledger.state
    commands = {one.id: one.side for one in commands_of(state.setting)}
    for one in order.to:
        _known(one, commands, "command")
    if not order.to or order.side in {commands[one] for one in order.to}:
        raise Refusal(RULE, "a rumour is of an enemy: name commands that are not of the side it is about")
    stands = state.stands.values()
    _known(order.side, [side.key for side in state.setting.sides], "side")
    _known(order.kind, [*{one.profile.kind for one in stands}, _UNKNOWN], "kind of unit")
    _known(order.size, [*{one.profile.size for one in stands}, _UNKNOWN], "size of a unit")
    _known(order.source, RUMOUR_SOURCES, "source")
    if not 1 <= order.confidence <= _SUREST:
        raise Refusal(RULE, f"{order.confidence} is no measure of certainty; write 1, doubtful, to {_SUREST}, sure")
    if not 0 < len(order.text) <= _MOST:
        raise Refusal(RULE, f"what is said has {len(order.text)} characters; write 1 to {_MOST}")
    fields: dict[str, Any] = {name: getattr(order, name) for name in order.__struct_fields__}
    ledger.record(RumourSpread(rumour=_named(ledger), rule=RULE, **fields))


def _named(ledger: Ledger) -> str:
    """Name a rumour so that nobody can tell how many others were spread."""
    return secret_name(ledger, "rumour", len(ledger.state.rumours))


def secret_name(ledger: Ledger, what: str, *numbers: int) -> str:
    """Name a report by numbers that nobody can read from the name."""
    secret = hashlib.sha256(ledger.situation.tables.veil.encode()).digest()
    told = "/".join(map(str, numbers))
    return f"{what}-" + hashlib.blake2b(told.encode(), key=secret, digest_size=6).hexdigest()


def _known(word: str, known: Iterable[str], what: str) -> None:
    listed = sorted(known)
    if word not in listed:
        raise Refusal(RULE, f"no {what} here is called {word[:40]!r}; {did_you_mean(word, listed)}")


FOG_ORDERS: Mapping[type, Callable[[Any, str, Ledger], None]] = {
    SetFog: set_fog, SpreadRumour: spread, SetDeception: set_deception,
}  # fmt: skip
"""What is done with each order."""
