"""Bind the pack of a battle: the slip for its result, its map at the table's scale, and what each side needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.model.viewer import UMPIRE
from campaign.store.faults import StoreFault
from maps.problems import Problem, ProblemsFound
from scenarios.printshop.binding import LeftOut, Part, bound
from scenarios.printshop.forms import result_forms
from webui.desk.battles.boards import file_for
from webui.desk.battles.flow import game_of
from webui.desk.faults import BadRequest, fault_words
from webui.desk.logdata import Diary
from webui.desk.moments import words_of
from webui.desk.prints.handwritten import fights_of
from webui.desk.prints.printable import Source, page_of
from webui.desk.prints.registry import printable, printed
from webui.desk.reports.arrivals import arrival_rows

if TYPE_CHECKING:
    from campaign.store.session import Session
    from webui.desk.battles.flow import Fought
    from webui.desk.library import CampaignStore
    from webui.desk.looks import Look, Looks
    from webui.desk.prints.printable import Options

__all__ = ["battle_pack"]

_MM = 25.4
_TABLE = "The table, and where the sides set up"
_PARTS = ("briefing", "arrivals", "map", "sheet", "counters", "cards", "chart")
"""What the pack of a viewer holds, in order; he gets what is for him."""


def battle_pack(
    store: CampaignStore, session: Session, fought: Fought, looks: Looks, viewer: str, options: Options
) -> bytes:
    """
    Bind the pack of a battle for its umpire, with the slip for the result, or for a side, by its own view.

    Raises
    ------
    ProblemsFound
        If the battle has no game in this store, or no such side.
    """
    game = game_of(store, fought)
    if game is None or fought.plan is None:
        remedy = "print the campaign's result form, or open the battle as a game too"
        raise ProblemsFound([Problem(fought.battle.name, "has no game in this store to print from", remedy)])
    known = [UMPIRE, *(side.key for side in game.setting.sides)]
    if viewer not in known:
        raise ProblemsFound([Problem("viewer", f"{viewer[:40]!r} is not in this battle", f"take {', '.join(known)}")])
    options = replace(options, paper=options.paper or "A4", mm_per_hex=_MM * fought.plan.hex_inches, sized=True)
    source = Source(looks.look(game, viewer), Diary(game, viewer), looks)
    parts, left_out = _parts(source, options)
    if viewer == UMPIRE:
        parts.insert(0, _slip(session, fought, looks, options))
        try:
            parts.insert(1, Part("table", _TABLE, file_for(store, session, fought.plan, "pdf", options.paper)))
        except (ProblemsFound, StoreFault) as fault:
            left_out.append(LeftOut(_TABLE, fault_words(fault)))
    clock = words_of(source.look.state.clock, source.look.tables)
    title = f"{fought.battle.name}: the pack of {_name_of(source.look, viewer)}"
    return bound(title, f"{fought.plan.date}; day {clock['day']}, {clock['turn']}", parts, left_out, options.paper)


def _parts(source: Source, options: Options) -> tuple[list[Part], list[LeftOut]]:
    parts, left_out = [], []
    for key in _PARTS:
        one = printable(key)
        if not one.is_for(source.look) or (key == "arrivals" and not arrival_rows(source.look)):
            continue
        paper = options.paper if options.paper in one.papers else one.papers[0]
        try:
            parts.append(Part(key, one.words, printed(key, source, replace(options, paper=paper))))
        except (BadRequest, ProblemsFound) as fault:
            left_out.append(LeftOut(one.words, fault_words(fault)))
    return parts, left_out


def _slip(session: Session, fought: Fought, looks: Looks, options: Options) -> Part:
    """Print the form of this battle alone, with the way to its page."""
    look = looks.look(session, UMPIRE)
    (mine,) = [one for one in fights_of(look, options) if one.where == fought.battle.name][:1]
    losses = f"{look.tables.losses.one}s"
    page = page_of(look, options, f"/battles/{fought.code}/result")
    when = f"Day {session.state.clock.day}"
    body = result_forms(session.name, when, [mine], losses, page, options.paper)
    return Part("results", "The form for its result", body)


def _name_of(look: Look, viewer: str) -> str:
    return next((side.name for side in look.state.setting.sides if side.key == viewer), "the umpire")
