"""
Say which commands a person writes the sheets of: those that he holds, and those that stand under him and have nobody.

The commander of a side writes for each command of it that has no holder of its own; one that has, he sees, and its
holder orders.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from campaign.model.commands import commands_of
from campaign.model.people import PLAYING
from webui.desk.sheets.overseeing import closing_data
from webui.desk.sheets.writing import checked, day_data, lines_data, sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.people import Appointment
    from campaign.model.things import Command, Setting
    from campaign.store.session import Session
    from webui.desk.looks import Look

__all__ = ["others_of", "sheet_row", "written_by"]


def written_by(setting: Setting, own: Sequence[Appointment], everybody: Iterable[Appointment]) -> list[Command]:
    """
    List the commands that somebody writes the sheets of, in the order of the campaign.

    Parameters
    ----------
    own, everybody
        What he holds in the campaign, and what anybody holds.
    """
    held = {one.key for one in everybody if one.role in {"command", "substitute"}}
    keys = {one.key for one in own if one.role in PLAYING}
    sides = {one.key for one in own if one.role == "side"}
    return [
        one for one in commands_of(setting) if one.id in keys or (one.side in sides and one.id not in held)
    ]  # fmt: skip


def others_of(session: Session, own: Sequence[Appointment], written: Sequence[Command]) -> list[dict[str, Any]]:
    """List the other commands of a side, for its commander: who holds each, and whether its sheet is sealed."""
    sides, his = {one.key for one in own if one.role == "side"}, {one.id for one in written}
    names = {one.id: one for one in commands_of(session.setting) if one.side in sides and one.id not in his}
    rows = closing_data(session)["commands"]
    return [row for row in rows if row["key"] in names]


def sheet_row(look: Look, command: Command) -> dict[str, Any]:
    """Give what a page of several sheets shows of one: the sheet, what becomes of its lines, an id to send it with."""
    told = day_data(look, command, sheet_of(look.session, command.id))
    found = checked(look, command, told["sheet"]["text"])
    return {"day": told, "lines": lines_data(look, found), "counts": found.counts, "send_id": uuid.uuid4().hex}
