"""Say what needs the umpire in this turn, and carry out what he chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.docket.matters import KINDS, Matter, Silent, key_in, matters, reason_of
from campaign.docket.proposals import AGAIN
from campaign.model.notation import parse_order
from campaign.model.sheets import turn_key
from campaign.model.tokens import quoted
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.ruling import Ruling
from campaign.store.umpiring import Umpiring
from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.desk.keeping.campaignids import free_id
from webui.desk.moments import words_of
from webui.desk.umpire.accepting import is_by_itself, resolved
from webui.desk.umpire.calledoff import called_off
from webui.desk.umpire.holding import HOLDABLE, holding
from webui.desk.umpire.moments import branch_rows, umpires_moments
from webui.desk.umpire.stops import STOPPABLE, awaited, lines_of, settled_by, this_turn
from webui.desk.umpire.writers import silent_of, writers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.anyorder import AnyOrder
    from campaign.store.entry import Entry
    from webui.desk.looks import Look

__all__ = ["Choice", "day_data", "settle"]


class Choice(NamedTuple):
    """
    What the umpire chose of a matter.

    "accept", "overrule" as proposed, "change" by a ruling of his own, or "hold": its front stands still, ``notation``
    says how many hexes around and how many turns.
    """

    key: str
    choice: str
    why: str = ""
    notation: str = ""


def day_data(look: Look) -> dict[str, Any]:
    """Give the umpire's inbox, the commands with what they gave, the moments to go back to, and the minutes."""
    session, log = look.session, look.session.log
    commands = list(writers(session))
    silent = [Silent(one["id"], one["name"], one["holder"]) for one in commands if one["silent"]]
    settled, minutes = settled_by(session), Umpiring(log)
    found = matters(look.situation, look.play, silent, lines_of(session), called_off=called_off(session))
    open_now = [one for one in found if one.key not in settled]
    own = minutes.accepted(session.campaign)
    waits = awaited(session) if look.state.closing is not None else []
    clock = look.state.clock
    return {
        "version": look.version,
        "clock": words_of(clock, look.tables),
        "kinds": KINDS,
        "by_themselves": sorted(own),
        "stops": sorted(minutes.stops(session.campaign)),
        "stoppable": sorted(STOPPABLE),
        "fronts": sorted(minutes.fronts(session.campaign)),
        "holdable": sorted(HOLDABLE),
        "closing": look.state.closing is not None,
        "turn": turn_key(look.state.clock),
        "ended": look.state.ended,
        "waits_for": [one.key for one in waits],
        "matters": [_row(look, one) for one in open_now if one.kind not in own],
        "at_closing": [_row(look, one) for one in open_now if one.kind in own],
        "resolved": resolved(session),
        "settled": [_row(look, one) | {"choice": settled[one.key]} for one in found if one.key in settled],
        "may_take_back": _is_choice(next(this_turn(session))),
        "commands": commands,
        "moments": umpires_moments(session),
        "branches": branch_rows(session),
        "free_id": free_id(log, session.campaign),
        "minutes": {str(day): round(spent / 60, 1) for day, spent in minutes.seconds(session.campaign).items()},
    }  # fmt: skip


def settle(look: Look, choices: Sequence[Choice], *, command_id: str, after: int) -> Entry:
    """
    Write down what was chosen of matters, as one entry: all or none.

    Raises
    ------
    BadRequest
        If a matter is not there any more, or there is nothing to overrule it with.
    Refusal, Stale
        If the rules forbid a ruling; if the log has moved on.
    """
    session = look.session
    now = matters(look.situation, look.play, silent_of(session), lines_of(session), called_off=called_off(session))
    known = {one.key: one for one in now}
    orders = tuple(order for one in choices for order in _rulings(look, known, one))
    order: Any = orders[0] if len(orders) == 1 else orders
    return session.submit(order, by=UMPIRE, command_id=command_id, after=after)


def _rulings(look: Look, known: dict[str, Matter], chosen: Choice) -> list[AnyOrder]:
    matter = known.get(chosen.key)
    if matter is None:
        raise BadRequest(404, "matter", f"there is no matter {chosen.key[:60]!r} now", "look at the inbox again")
    proposal = matter.proposal
    if chosen.choice == "accept":
        return [Ruling(why=reason_of(matter.key, "accepted", chosen.why or proposal.does, proposal.rule))]
    if chosen.choice == "hold":
        return holding(matter, chosen.notation)
    what = proposal.instead if chosen.choice == "overrule" else chosen.notation
    if not what.strip():
        raise BadRequest(409, "matter", "there is no ruling to take its place", "write one: change it, key C")
    word = "overruled" if chosen.choice == "overrule" else "changed"
    why = reason_of(matter.key, word, chosen.why or proposal.instead_words or "the umpire's ruling", proposal.rule)
    if what.split()[0] in {"thaw", "freeze"}:
        # A front goes on by an order of its own; the ruling beside it says why, and is taken back with it.
        order = parse_order(f"{what} because {quoted(chosen.why or proposal.instead_words)}", look.hexmap, look.state)
        return [Ruling(why=why), order]
    if matter.kind == "attack" and chosen.choice == "overrule":
        # It is an order of its unit's; before its phase the ruling alone stands, and the closing orders it then.
        return [Ruling(why=why), *([] if what == AGAIN else [parse_order(what, look.hexmap, look.state)])]
    return [parse_order(f"rule {what} because {quoted(why)}", look.hexmap, look.state)]


def _row(look: Look, matter: Matter) -> dict[str, Any]:
    number = look.hexmap.number(matter.hex) if matter.hex is not None else None
    proposal = {name: value for name, value in matter.proposal._asdict().items() if name != "what"}
    return {
        "key": matter.key, "kind": matter.kind, "title": KINDS[matter.kind], "hex": number, "units": matter.units,
        "what": matter.what, "stakes": matter.stakes.words, **proposal,
    }  # fmt: skip


def _is_choice(entry: Entry) -> bool:
    """Whether an entry is a choice of the umpire's: what accepted itself stands in an entry that ends a phase."""
    first = entry.events[0] if entry.events else None
    return isinstance(first, Ruled) and bool(key_in(first.why)) and not is_by_itself(first.why)
