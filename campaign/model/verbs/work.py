"""Set engineers to work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaign.model.facts import with_facts
from campaign.model.folding import with_stand
from campaign.model.names import Names, spaced
from campaign.model.roles import Flag, HexIndex, HexsideNumber, KindWord, StandId, WorkLeft
from campaign.model.tokens import quoted
from campaign.model.verbs.told import owner_of
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb
from campaign.model.words import Words

if TYPE_CHECKING:
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["HEX_TASKS", "ROWS", "SIDE_TASKS", "SetToWork", "WorkDone"]

SIDE_TASKS = ("bridge", "prepare", "blow")
HEX_TASKS = ("fortify", "lay_mines", "clear_mines")


class SetToWork(Order, frozen=True):
    """Set an engineer unit to work: bridge, prepare, blow, fortify, lay_mines, clear_mines."""

    stand: StandId
    task: KindWord
    hex: HexIndex
    side: HexsideNumber | None = None


class WorkDone(Event, frozen=True, kw_only=True):
    """A turn of engineer work was done; ``left`` None: it is finished or given up."""

    stand: StandId
    task: KindWord
    left: WorkLeft | None = None
    success: Flag = True


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    task = words.next("what work: bridge, prepare, blow, fortify, lay_mines or clear_mines").text
    index, side = words.place()
    return {"task": task, "hex": index, "side": side}


def _write(order: SetToWork, hexmap: HexMap) -> list[str]:
    place = hexmap.number(order.hex) if order.side is None else Words.hexside(hexmap, order.hex, order.side)
    return [quoted(order.task), place]


def _say(order: SetToWork, names: Names) -> str:
    task = spaced(order.task).capitalize()
    if order.side is None:
        return f"{task} in {names.hex(order.hex)}"
    return f"{task} towards {names.across(order.hex, order.side)}"


def _tell(event: WorkDone, names: Names) -> str:
    result = "done" if event.left is None else "under way"
    return f"{names.stand(event.stand)}, {spaced(event.task)}: {result if event.success else 'failed'}"


def _fold(event: WorkDone, state: State) -> State:
    return with_stand(state, with_facts(state.stands[event.stand], work=event.left))


ROWS = (
    Verb(SetToWork, keys={"W": Key("engineer work")}, says=_say, read=_read, write=_write),
    Tale(WorkDone, says=_tell, told=owner_of("stand"), apply=_fold),
)
