"""Check who orders what, and when, before any rule is asked."""

from collections.abc import Iterable

from campaign.engine.ledger import Refusal
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand

UMPIRE = "umpire"
_ORDERS = "orders"
Fault = tuple[str, str] | None
"""Why an order is refused, paragraph and words; None if it is not."""


def refuse(fault: Refusal | Fault) -> None:
    """Refuse an order if there is a fault in it."""
    if fault is not None:
        raise fault if isinstance(fault, Refusal) else Refusal(*fault)


def refuse_if(why: str, rule: str) -> None:
    """Refuse an order by a paragraph if there is a reason to."""
    if why:
        raise Refusal(rule, why)


def own_stand(situation: Situation, key: str, by: str, *, on_map: bool = True) -> Stand:
    """Give the stand that an order names.

    Raises ``Refusal`` if there is no such stand for ``by``, or it is not on the map. A stand of another side and one
    that does not exist give the same answer, so that a refusal tells nothing.
    """
    stand = situation.state.stands.get(key)
    if stand is None or by not in (UMPIRE, stand.side):
        raise Refusal(_ORDERS, f"there is no unit {key!r} under your command; see the order of battle")
    if stand.gone is not None:
        raise Refusal(_ORDERS, f"{key} is no longer in play: {stand.gone}")
    if on_map and stand.hex is None:
        raise Refusal(_ORDERS, f"{key} is not on the map{_arrival(stand)}")
    return stand


def own_formation(situation: Situation, key: str, by: str) -> Formation:
    """Give the formation that an order names, or refuse as ``own_stand`` does."""
    formation = situation.state.formations.get(key)
    if formation is None or by not in (UMPIRE, formation.side):
        raise Refusal(_ORDERS, f"there is no formation {key!r} under your command; see the order of battle")
    return formation


def own_side(situation: Situation, key: str, by: str) -> str:
    """Give the side that an order names, or refuse."""
    if key not in {side.key for side in situation.state.setting.sides} or by not in (UMPIRE, key):
        raise Refusal(_ORDERS, f"you do not command a side {key!r}")
    return key


def require_phase(situation: Situation, phases: Iterable[str], what: str) -> None:
    """Refuse what does not belong in the present phase."""
    allowed = tuple(phases)
    now = situation.state.clock.phase
    if now not in allowed:
        names = " or ".join(repr(situation.tables.phase(key).name) for key in allowed)
        raise Refusal(
            _ORDERS, f"{what} is ordered in the phase {names}; now it is {situation.tables.phase(now).name!r}"
        )


def require_umpire(by: str, what: str) -> None:
    """Refuse to a side what only the umpire may do."""
    if by != UMPIRE:
        raise Refusal(_ORDERS, f"only the umpire may {what}")


def _arrival(stand: Stand) -> str:
    return "" if stand.arrives is None else f" before day {stand.arrives[0]}, turn {stand.arrives[1]}"
