"""Keep the orders of units whose front stands still: they wait over the turn's end, and are orders of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.engine.fronts.still import is_still
from campaign.model.verbs.sheets import OrderWaits, SheetClosed
from webui.desk.umpire.stops import last_closing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from campaign.docket.compile import Orders
    from campaign.engine.decide import Attempt
    from campaign.model.sheets import ClosedLine
    from campaign.model.sheets.intents import Intent
    from campaign.model.state import State
    from campaign.store.session import Session

__all__ = ["free", "waited", "waiting", "with_waited"]


def free(attempts: Iterable[Attempt], state: State) -> list[Attempt]:
    """Leave out what units would attempt whose front stands still; they have not begun it then."""
    return [one for one in attempts if not (state.fronts and is_still(state, one.stand))]


def waiting(orders: Orders, state: State) -> list[OrderWaits]:
    """List the orders of a command that were not begun because a front stands still."""
    own = orders.command.id
    keys = dict.fromkeys((line, key) for line, _, _, key in orders.pending if is_still(state, key))
    return [OrderWaits(command=own, line=line, stand=key, rule="front") for line, key in keys]


def waited(session: Session) -> dict[str, tuple[ClosedLine, ...]]:
    """Give the lines of the last closing that wait, by command, each for the units that still wait."""
    lines: dict[tuple[str, int], ClosedLine] = {}
    units: dict[tuple[str, int], list[str]] = {}
    for event in last_closing(session):
        if isinstance(event, SheetClosed):
            sealed = event.source == "sealed"
            lines |= {(event.command, line.number): replace(line, sealed=line.sealed or sealed) for line in event.lines}
        elif isinstance(event, OrderWaits):
            units.setdefault((event.command, event.line), []).append(event.stand)
    found: dict[str, tuple[ClosedLine, ...]] = {}
    for (command, number), keys in units.items():
        found[command] = (*found.get(command, ()), _only(lines[command, number], frozenset(keys)))
    return found


def with_waited(closed: SheetClosed, lines: Iterable[ClosedLine]) -> SheetClosed:
    """Put the lines that waited behind those of a sheet, for the units that have no new orders in it."""
    busy = frozenset(key for line in closed.lines for intent in line.intents for key in intent.who)
    last = max([len(closed.text.splitlines()), *(line.number for line in closed.lines)])
    kept = [one for line in lines if (one := _but(line, busy)).intents]
    more = tuple(replace(line, number=last + n) for n, line in enumerate(kept, start=1))
    return replace(closed, lines=(*closed.lines, *more)) if more else closed


def _only(line: ClosedLine, keys: frozenset[str]) -> ClosedLine:
    return _with_who(line, lambda key: key in keys)


def _but(line: ClosedLine, keys: frozenset[str]) -> ClosedLine:
    return _with_who(line, lambda key: key not in keys)


def _with_who(line: ClosedLine, wanted: Callable[[str], bool]) -> ClosedLine:
    """Give a line for those of its units that are wanted."""
    return replace(line, intents=tuple(_intents(line, wanted)))


def _intents(line: ClosedLine, wanted: Callable[[str], bool]) -> Iterator[Intent]:
    for intent in line.intents:
        who = tuple(key for key in intent.who if wanted(key))
        if who:
            yield replace(intent, who=who)
