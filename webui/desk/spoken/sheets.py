"""Give the units of a viewer as a sheet of orders to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.things import chain_of
from campaign.spoken.reader import own_stands
from campaign.spoken.sheetfile import rows_of
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.moments import words_of

if TYPE_CHECKING:
    from campaign.spoken.sheetfile import SheetRow
    from webui.desk.looks import Look

__all__ = ["sheet_rows", "sheet_title", "stands_of_sheet"]


def stands_of_sheet(look: Look, of: str = "") -> list[str]:
    """
    List the units of a sheet: all of the viewer's, or those of a side or a formation.

    Raises
    ------
    BadRequest
        If the viewer knows no formation or side of that name.
    """
    state = look.state
    own = own_stands(look.situation, look.viewer)
    sides = {side.key for side in look.sides}
    known = {link.id for key in own for link in chain_of(state.formations, state.stands[key].formation)}
    if of and of not in sides | known:
        raise BadRequest(
            404, "formation", f"there is no formation {of[:40]!r} here", did_you_mean(of, sorted(known | sides))
        )
    return sorted(key for key in own if not of or _is_of(look, key, of))


def _is_of(look: Look, key: str, of: str) -> bool:
    stand = look.state.stands[key]
    return stand.side == of or any(link.id == of for link in chain_of(look.state.formations, stand.formation))


def sheet_rows(look: Look, of: str = "", *, without_orders: bool = False) -> list[SheetRow]:
    """List the units of a sheet as rows to fill in."""
    return rows_of(look.situation, stands_of_sheet(look, of), look.play, without_orders=without_orders)


def sheet_title(look: Look, of: str = "") -> tuple[str, str]:
    """Give the heading of a sheet, and when it was made in game time."""
    state = look.state
    names = {side.key: side.name for side in state.setting.sides} | {
        key: one.name for key, one in state.formations.items()
    }
    who = names.get(of or look.viewer, look.viewer)
    clock = words_of(state.clock, look.tables)
    return f"Orders: {who}", f"{look.session.name}. Day {clock['day']}, {clock['turn']}, {clock['phase']}."
