"""Bring ground into a side's hands, and say who sees it happen."""

from collections.abc import Iterable

from campaign.engine.ledger import Ledger
from campaign.kit.ending import side_keys
from campaign.model.ownership import witnesses
from campaign.model.situation import Situation
from campaign.model.verbs.ground import ControlChanged


def seen_at(situation: Situation, place: int | str) -> tuple[str, ...]:
    """Name the sides that see what happens at a hex or hexside: those with a stand in it or next to it."""
    return witnesses(situation.state, situation.map, str(place))


def take_ground(
    ledger: Ledger, side: str, hexes: Iterable[int], *, rule: str, why: str = "", known_to: tuple[str, ...] | None =
    None,
) -> None:  # fmt: skip
    """Give a side the hexes that it does not hold yet.

    ``known_to``: the sides that see it, all unless they are given: on an open table all see who takes what.
    """
    code, control = ledger.state.side_code(side), ledger.state.control
    taken = tuple(index for index in dict.fromkeys(hexes) if control[index] != code)
    if taken:
        told = tuple(side_keys(ledger.situation)) if known_to is None else known_to
        ledger.record(ControlChanged(side=side, hexes=taken, known_to=told, rule=rule, why=why))
