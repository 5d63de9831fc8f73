"""Open a campaign."""

from __future__ import annotations

from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import (
    Control,
    Count,
    Formations,
    FrozenRules,
    Ground,
    KindWord,
    Time,
    WholeSetting,
    WholeStands,
)
from campaign.model.state import State
from campaign.model.verbs.told import Teller, public
from campaign.model.verbs.verb import Event, Tale

__all__ = ["ROWS", "CampaignOpened", "opening_state", "own_ground"]


class CampaignOpened(Event, frozen=True, kw_only=True):
    """The first event of every campaign."""

    setting: WholeSetting
    clock: Time
    stands: WholeStands
    formations: Formations
    control: Control
    ground: Ground = {}  # noqa: RUF012 - msgspec gives each its own
    weather: KindWord = ""
    format: Count = 1
    """How the log that this event begins is written; see ``formats.py``."""
    rules: FrozenRules | None = None
    """The rules as they are frozen, where they came from a file of their own."""


def opening_state(event: CampaignOpened) -> State:
    """Give the state that the first event makes."""
    return State(
        setting=event.setting,
        clock=event.clock,
        weather=event.weather,
        stands={stand.id: stand for stand in event.stands},
        formations={formation.id: formation for formation in event.formations},
        control=event.control,
        ground=dict(event.ground),
        rules="" if event.rules is None else event.rules.sha256,
    )


def own_ground(event: CampaignOpened, code: int) -> dict[str, str]:
    """Find what stands where a side holds the ground when the campaign opens; of a hexside its first hex counts."""
    held = {str(index) for index, holder in enumerate(event.control) if holder == code}
    return {place: what for place, what in event.ground.items() if place.partition("/")[0] in held}


def _tell(event: CampaignOpened, _: Names) -> str:
    return f"The campaign {event.setting.name!r} opened on {event.setting.start} with {len(event.stands)} units"


def _ground_shown(event: CampaignOpened, teller: Teller) -> dict[str, str]:
    """Show what stands on the side's own ground, and next to its stands."""
    sides = [side.key for side in event.setting.sides]
    known = own_ground(event, sides.index(teller.mask.side)) if teller.mask.side in sides else {}
    return {place: what for place, what in event.ground.items() if place in known or teller.sees_place(place)}


def _fold(event: CampaignOpened, state: State) -> State:
    return change(opening_state(event), seq=state.seq)


ROWS = (Tale(CampaignOpened, says=_tell, told=public, masked={"ground": _ground_shown}, apply=_fold),)
