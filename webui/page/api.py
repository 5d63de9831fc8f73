"""Answer with data: each answer is made from one viewer's look, and nothing else."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from campaign.model.notation import format_order, parse_order
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.clock import EndPhase
from campaign.store.faults import Stale
from campaign.views import UMPIRE, check_viewer
from webui.desk.chairs import entries_of, finish_phase, foreseen, go_on, holds
from webui.desk.drawn.network import network_data
from webui.desk.exports import EXPORTS, HEADS, Options, Source, export
from webui.desk.faults import BadRequest
from webui.desk.inspector import hex_data
from webui.desk.knowledge.contacts import contacts_data, known_to, viewers_list
from webui.desk.moments import late_seq
from webui.desk.oobdata import oob_data
from webui.desk.orderwords import order_data
from webui.desk.sheets.overseeing import sealing
from webui.desk.sidedata import side_orders_data
from webui.desk.spoken.lines import carry_on
from webui.desk.unitdata import orders_data, reach_data, supplies_data, supply_data, unit_data
from webui.desk.viewdata import view_data
from webui.door.post_page import post_settings
from webui.serving.answers import answer
from webui.serving.forms import MOST_NOTATION, read_command, read_flag, read_number, read_text, read_undo
from webui.serving.security import gives_orders, lateness, page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.engine.ledger import Refusal
    from campaign.model.anyorder import AnyOrder
    from campaign.store.entry import Entry
    from maps.grid.hexmap import HexMap
    from webui.desk.looks import Look
    from webui.serving.forms import Command, UndoRequest

__all__ = ["REPORT_POLICY", "api"]

api = Blueprint("api", __name__, url_prefix="/c/<campaign>/<viewer>")

_MOST_DIGITS = 9
# A report carries its own style, and no script at all.
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@api.get("/view.json")
@role("viewer")
def view(campaign: str, viewer: str) -> Response:
    """Give the map's contents and the clock."""
    return answer(_view(*desk().look(campaign, viewer), viewer))


def _view(look: Look, live: bool, viewer: str) -> dict[str, Any]:
    told = view_data(look, live=live, last=desk().last_seq(look.session, viewer))
    # An observer who is not late sees what is so now, and gives no orders all the same.
    orders = who().plays(look.session.campaign, viewer)
    return told if orders else told | {"may_order": False, "may_finish": False}


@api.get("/first.json")
@role("viewer")
def first(campaign: str, viewer: str) -> Response:
    """Give all that the page shows first, as the six addresses give it one by one: each way there and back counts."""
    look, live = desk().look(campaign, viewer)
    keys = [*(side.key for side in look.state.setting.sides), UMPIRE]
    told = {
        "view": _view(look, live, viewer),
        "log": desk().diary(campaign, viewer).data(since=0, before=None, seq=look.seq),
        "oob": oob_data(look),
        "lines": supplies_data(look),
        "sides": side_orders_data(look, keys, live=live, at=None),
        "contacts": _contacts(look, viewer),
    }
    return answer(told)


@api.get("/version.json")
@role("viewer")
def version(campaign: str, viewer: str) -> Response:
    """Give the number that changes when what the viewer sees changes."""
    look, _ = desk().look(campaign, viewer)
    told = {"version": look.version}
    return answer(told | {"sheets": sealing(look.session)} if _hears_of_sheets(campaign, viewer) else told)


def _hears_of_sheets(campaign: str, viewer: str) -> bool:
    """Whether the visitor may hear who has sealed: the umpire, and no observer who sees what the umpire sees."""
    return viewer == UMPIRE and who().is_umpire(campaign)


@api.get("/token.json")
@role("player")
@gives_orders
def token(campaign: str, viewer: str) -> Response:
    """Give the token that orders are sent with; other sites cannot read it."""
    desk().look(campaign, viewer)
    return answer({"token": page_token()})


@api.get("/oob.json")
@role("viewer")
def order_of_battle(campaign: str, viewer: str) -> Response:
    """Give the order of battle."""
    look, _ = desk().look(campaign, viewer)
    return answer(oob_data(look))


@api.get("/log.json")
@role("viewer")
def log(campaign: str, viewer: str) -> Response:
    """Give the log, from line ``since`` on, or what comes before line ``before``."""
    look, _ = desk().look(campaign, viewer)
    since, before = read_number(request, "since", default=0) or 0, read_number(request, "before")
    return answer(desk().diary(campaign, viewer).data(since=since, before=before, seq=look.seq))


@api.get("/zones.json")
@role("viewer")
def zones(campaign: str, viewer: str) -> Response:
    """Give the zones of control."""
    look, _ = desk().look(campaign, viewer)
    return answer({"version": look.version, "zones": look.zones})


@api.get("/contacts.json")
@role("viewer")
def contacts(campaign: str, viewer: str) -> Response:
    """Give what a viewer knows of the enemy; to the umpire what the command knows that he asks about (``of``)."""
    look, _ = desk().look(campaign, viewer)
    of = read_text(request, "of", default="") if viewer == UMPIRE else ""
    if not of:
        return answer(_contacts(look, viewer))
    known = [row["key"] for row in viewers_list(look)]
    if of not in known:
        raise BadRequest(404, "command", f"there is no command {of[:40]!r} here", f"take one of {', '.join(known)}")
    return answer(known_to(look, desk().looks.look(look.session, of, look.seq)))


def _contacts(look: Look, viewer: str) -> dict[str, Any]:
    told = contacts_data(look)
    return told | {"commands": viewers_list(look)} if viewer == UMPIRE else told


@api.get("/supplies.json")
@role("viewer")
def supplies(campaign: str, viewer: str) -> Response:
    """Say of every known stand whether its line of supply serves."""
    look, _ = desk().look(campaign, viewer)
    return answer(supplies_data(look))


@api.get("/network.json")
@role("viewer")
def network(campaign: str, viewer: str) -> Response:
    """Give the lines of supply of all known stands as a network."""
    look, _ = desk().look(campaign, viewer)
    return answer(network_data(look))


@api.get("/unit.json")
@role("viewer")
def unit(campaign: str, viewer: str) -> Response:
    """Give a stand's card."""
    look, _ = desk().look(campaign, viewer)
    return answer(unit_data(look, desk().stand(look)))


@api.get("/reach.json")
@role("viewer")
def reach(campaign: str, viewer: str) -> Response:
    """Give where a stand can go."""
    look, _ = desk().look(campaign, viewer)
    return answer(reach_data(look, desk().own_stand(look), transport=read_flag(request, "transport")))


@api.get("/supply.json")
@role("viewer")
def supply(campaign: str, viewer: str) -> Response:
    """Give a stand's line of supply."""
    look, _ = desk().look(campaign, viewer)
    return answer(supply_data(look, desk().own_stand(look)))


@api.get("/orders.json")
@role("viewer")
def orders(campaign: str, viewer: str) -> Response:
    """Give what a stand may be ordered to do; nothing in the past, and nothing to who may only read."""
    look, live = desk().look(campaign, viewer)
    stand = desk().own_stand(look)
    if not live or not holds(look.session, viewer):
        return answer({"stand": stand.id, "march": {}, "transport": {}, "attacks": {}, "orders": [], "verbs": {}})
    return answer(orders_data(look, stand))


@api.get("/hex.json")
@role("viewer")
def hexagon(campaign: str, viewer: str) -> Response:
    """Explain a hex."""
    look, live = desk().look(campaign, viewer)
    return answer(hex_data(look, desk().hex(look), live=live))


@api.get("/preview.json")
@role("player")
@gives_orders
def preview(campaign: str, viewer: str) -> Response:
    """Read a line of notation, and say whether the rules would take it; nothing is done."""
    look, _ = desk().look(campaign, viewer)
    text = read_text(request, "notation", most=MOST_NOTATION)
    order = parse_order(text, look.hexmap, look.state)
    seen = look.session.preview(order) if viewer == UMPIRE else foreseen(look, order)
    told = order_data(look, order) | {"path": list(getattr(order, "path", ())), "dice": seen.dice_wanted}
    if seen.dice_wanted and viewer == UMPIRE:
        wanted = look.session.dice_wanted(order)
        told |= {"pools": [pool._asdict() for pool in wanted.pools], "more_dice": wanted.open}
    return answer(told | {"allowed": seen.allowed, "refusal": _refusal(seen.refusal) if seen.refusal else None})


@api.post("/orders")
@role("player")
@gives_orders
def give_order(campaign: str, viewer: str) -> Response:
    """Carry an order out, given as notation or as a value."""
    command = read_command(request)
    look, _ = desk().look(campaign, viewer)
    order = _order_of(command, look)
    entry = _submit(campaign, viewer, order, command)
    if isinstance(order, Activate):
        # Where a formation marches once it is activated, its kept marches go on then.
        _carry_on(campaign, command)
    return answer(_done(campaign, viewer, entry) | {"notation": format_order(order, look.hexmap)})


@api.post("/advance")
@role("umpire")
def advance(campaign: str, viewer: str) -> Response:
    """End the phase."""
    command = read_command(request)
    entry = _submit(campaign, viewer, EndPhase(), command)
    _carry_on(campaign, command)
    return answer(_done(campaign, viewer, entry))


def _carry_on(campaign: str, command: Command) -> None:
    names = (f"{command.command_id[:70]}-go-on-{number}" for number in itertools.count())
    carry_on(desk().store.session(campaign), names)


@api.post("/done")
@role("player")
@gives_orders
def done(campaign: str, viewer: str) -> Response:
    """End the phase for a person who holds a side; the sides that play themselves play theirs."""
    command, session = read_command(request), desk().store.session(campaign)
    if viewer == UMPIRE:
        raise BadRequest(409, "phase", "the umpire ends a phase for all", "end the phase")
    if not entries_of(session, command.command_id):
        _seq(campaign, viewer, command)
    names = go_on(session, viewer, command.command_id)
    if names is not None:
        finish_phase(session, viewer, names, command.dice)
    desk().streams.bell.ring()
    return answer({"version": desk().look(campaign, viewer)[0].version})


@api.post("/undo")
@role("player")
@gives_orders
def undo(campaign: str, viewer: str) -> Response:
    """Take back the last entry that counts, or all after entry ``to``."""
    wanted = read_undo(request)
    session = desk().store.session(campaign)
    check_viewer(session.setting, viewer)
    if viewer != UMPIRE and wanted.to is not None:
        raise BadRequest(403, "undo", "a side takes back its last order only", "ask the umpire for more")
    after, why = _seq(campaign, viewer, wanted), wanted.why or "taken back"
    entry = session.undo(wanted.to, why=why, by=viewer, command_id=wanted.command_id, after=after)
    return answer(_done(campaign, viewer, entry))


@api.get("/events")
@role("viewer")
def events(campaign: str, viewer: str) -> Response:
    """Tell when what the viewer sees has changed."""
    looks, session = desk().looks, desk().look(campaign, viewer)[0].session
    late = lateness(campaign, viewer)

    def version() -> int:
        return looks.look(session, viewer, late_seq(session, late) if late else None).version

    person = who().person
    holder = f"{person.id}/{campaign}/{viewer}" if person else ""
    sheets = (lambda: sealing(session)) if _hears_of_sheets(campaign, viewer) else None
    return desk().streams.stream(campaign, version, holder, sheets)


@api.get("/export/<what>.<form>")
@role("viewer")
def take_away(campaign: str, viewer: str, what: str, form: str) -> Response:
    """Send an export."""
    look, _ = desk().look(campaign, viewer)
    source = Source(look, desk().diary(campaign, viewer), desk().looks)
    made = export(what, form, source, _options())
    sent = Response(made.body, mimetype=made.mimetype)
    sent.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    if form == "html":
        sent.headers["Content-Security-Policy"] = REPORT_POLICY
        sent.headers["Content-Disposition"] = f'inline; filename="{made.name}"'
    return sent


def _options() -> Options:
    mm = read_number(request, "mm")
    part = (read_text(request, "from", default=""), read_text(request, "to", default=""))
    return Options(
        paper=read_text(request, "paper", default=""),
        mm_per_hex=float(100 if mm is None else mm),
        sized=mm is not None,
        size_mm=float(read_number(request, "size", default=15) or 0),
        style=read_text(request, "style", default="full"),
        of=read_text(request, "of", default=""),
        without_orders=read_flag(request, "without_orders"),
        part=part if all(part) else None,
        address=post_settings().reached(request.host_url),
        day=read_number(request, "day"),
        turn=read_number(request, "turn"),
        stretch=float(read_number(request, "stretch", default=5) or 0),
        step_m=float(read_number(request, "step", default=0) or 0),
        bed_mm=float(read_number(request, "bed", default=220) or 0),
    )


def exports_list() -> list[dict[str, Any]]:
    """List what can be exported, by heads, for the menu; paper is the print shop's, but for the map of the window."""
    return [
        {"head": head, "files": [
            {"file": f"{what}.{form}", "words": words} for (what, form), words in EXPORTS.items()
            if what in kinds and (form != "pdf" or what == "map")
        ]}
        for head, kinds in HEADS.items()
    ]  # fmt: skip


def _order_of(command: Command, look: Look) -> AnyOrder:
    if (command.order is None) == (command.notation is None):
        raise BadRequest(400, "order", "one of order and notation is wanted", "send exactly one of them")
    situation = look.session.as_of(look.session.seq_read) if look.is_umpire else look.situation
    text = command.notation if command.order is None else _written(command.order, situation.map)
    return parse_order(text or "", situation.map, situation.state)


def _written(order: AnyOrder, hexmap: HexMap) -> str:
    """Write an order that came as a value, so that it is checked word by word like any other."""
    hexes = [*getattr(order, "path", ()), getattr(order, "hex", None), getattr(order, "target", None)]
    strange = [index for index in hexes if index is not None and not 0 <= index < len(hexmap)]
    if strange:
        raise BadRequest(422, "hex", f"{strange[0]} is no hex of this map", "send indices as the map payload has them")
    place = getattr(order, "ground", None)
    if place is not None and not _is_place(place[0], hexmap):
        why = f"{place[0][:40]!r} is no place of this map"
        raise BadRequest(422, "ground", why, 'send the index of a hex, or "index/side" with a hexside from 0 to 5')
    return format_order(order, hexmap)


def _is_place(text: str, hexmap: HexMap) -> bool:
    """Whether a text names a hex by its index, or one of its six sides."""
    index, slash, side = text.partition("/")
    if not (index.isascii() and index.isdecimal() and len(index) <= _MOST_DIGITS and int(index) < len(hexmap)):
        return False
    return not slash or side in {"0", "1", "2", "3", "4", "5"}


def _submit(campaign: str, viewer: str, order: AnyOrder, command: Command) -> Entry:
    session = desk().store.session(campaign)
    after = _seq(campaign, viewer, command)
    return session.submit(order, by=viewer, command_id=command.command_id, after=after, faces=command.dice)


def _seq(campaign: str, viewer: str, command: Command | UndoRequest) -> int:
    """
    Give the entry that a sender had seen last.

    A side never learns the numbers of entries: it sends the version of what it saw.

    Raises
    ------
    Stale
        If what it sees has changed since, and this command was not carried out before.
    """
    if viewer == UMPIRE:
        return command.seq
    look, _ = desk().look(campaign, viewer)
    entries = look.session.chronicle.entries
    if command.seq != look.version and not any(entry.command_id == command.command_id for entry in entries):
        raise Stale(campaign, command.seq, look.version)
    return look.seq


def _done(campaign: str, viewer: str, entry: Entry) -> dict[str, Any]:
    desk().streams.bell.ring()
    if viewer != UMPIRE:
        look, _ = desk().look(campaign, viewer)
        return {"seq": look.version, "version": look.version}
    return {"seq": entry.seq, "version": desk().store.session(campaign).seq_read}


def _refusal(refusal: Refusal) -> dict[str, str]:
    return {"rule": refusal.rule, "why": refusal.why}
