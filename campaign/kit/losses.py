"""Take strength off stands, and out of play who has none left."""

from collections.abc import Callable

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.verbs.losses import LossesTaken


def lose(
    ledger: Ledger, stand: str, points: int, left: int, gone: Callable[[], object], *, rule: str, why: str, rolls:
    tuple[Roll, ...] = (),
) -> int:  # fmt: skip
    """Take points off a stand, no more than are ``left`` to it; with the last it is ``gone``. Give how many came off.

    Where nothing comes off nothing is recorded, unless there are dice to show.
    """
    taken = min(points, left)
    if taken > 0 or rolls:
        ledger.record(LossesTaken(stand=stand, points=taken, rule=rule, why=why, rolls=rolls))
    if 0 < taken == left:
        gone()
    return taken
