"""Tell apart what stands are for, and find the formations that are led as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.things import chain_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from campaign.model.state import State
    from campaign.model.things import Formation, Stand

__all__ = ["group_of", "is_engineer", "is_fighter", "is_gun", "is_train", "leads", "top_of"]

_GROUPS = ("division", "brigade")
_BELOW = ("company", "battalion", "regiment", "group")
_GUNS = ("artillery",)
_TRAINS = ("transport", "antiaircraft", "hq")


def group_of(formations: Mapping[str, Formation], key: str, missions: Collection[str] = ()) -> str:
    """
    Name the formation that leads a formation as one: its division or brigade.

    Where there is none, the lowest with a headquarters that is no corps or army's; else the formation itself. Who has a
    mission of its own below its division is led by itself.

    Parameters
    ----------
    missions
        The formations that have missions of their own.
    """
    chain = list(chain_of(formations, key))
    own = next((one.id for one in chain if one.id in missions), "")
    if own and formations[own].size in _BELOW:
        return own
    whole = next((one.id for one in chain if one.size in _GROUPS), "")
    led = next((one.id for one in chain if one.size == "group" and one.hq), "")
    return whole or led or (chain[0].id if chain else key)


def top_of(formations: Mapping[str, Formation], key: str) -> str:
    """Name the corps of a formation, or the highest above it if it has none."""
    chain = list(chain_of(formations, key))
    return next((one.id for one in chain if one.size == "corps"), chain[-1].id if chain else key)


def leads(state: State, stand: Stand) -> bool:
    """Whether a stand is the headquarters of its formation, or of one above it."""
    return any(one.hq == stand.id for one in chain_of(state.formations, stand.formation))


def is_gun(stand: Stand) -> bool:
    """Whether a stand fires from afar."""
    return stand.profile.kind in _GUNS


def is_engineer(stand: Stand) -> bool:
    """Whether a stand builds bridges."""
    return stand.profile.kind == "engineer"


def is_train(stand: Stand) -> bool:
    """Whether a stand neither fights nor fires from afar: lorries, flak, spare headquarters."""
    return stand.profile.kind in _TRAINS


def is_fighter(stand: Stand) -> bool:
    """Whether a stand closes with the enemy."""
    return not is_gun(stand) and not is_train(stand)
