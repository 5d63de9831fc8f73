"""Put regiments under orders, face down, and reveal them (3S 1.4, 1.5; detachments S-22)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_formation, own_stand, refuse
from campaign.model.anyorder import AnyOrder
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.posture import PosturesRevealed, SetPosture
from campaign.systems.star.board import board, para, star
from campaign.systems.star.turn import STEPS, mark, members, regiments, stage
from campaign.systems.star.units import in_command, is_artillery, leaders, posture_of

_COMMANDED = "commanded"


def note_command(ledger: Ledger, going: tuple[Stand, ...]) -> None:
    """Mark who is in command before stands go: these stands themselves, and all whom they lead."""
    situation, ids = ledger.situation, {stand.id for stand in going}
    for stand in board(situation).of_formation.get(going[0].formation, ()):
        concerned = stand.id in ids or not ids.isdisjoint(leaders(situation, stand))
        if concerned and in_command(situation, stand) and not _is_noted(situation, stand):
            mark(ledger, stand.id, on=(_COMMANDED,), rule=para(situation, "1.7"), why="in command when the go began")


def began_in_command(situation: Situation, stand: Stand) -> bool:
    """Whether a stand was in command when the go began, before any of it changed places (1.8)."""
    if _is_noted(situation, stand):
        return _COMMANDED in stand.marks
    return in_command(situation, stand)


def barred_from_attack(situation: Situation, stand: Stand) -> bool:
    """Whether a stand starts and joins no attack for want of command (1.7 ``out_of_command_attacks``).

    Printed is that who *starts* out of command and does not end in it attacks nobody.
    """
    printed = star(situation).word("out_of_command_attacks") == "if_begun_in"
    return not in_command(situation, stand) and not (printed and _COMMANDED in stand.marks)


def _is_noted(situation: Situation, stand: Stand) -> bool:
    """Whether an HQ that leads the stand has changed places in this go, so that the stand's mark tells."""
    led_by = (situation.state.stands.get(key) for key in leaders(situation, stand))
    return any(hq is not None and not hq.marks.isdisjoint(STEPS) for hq in led_by)


_ORDER = "order_"
_ORDER_MARKS = ("order_move", "order_hold", "order_dig_in", "order_retreat")


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the orders that a side's regiments can be put under."""
    if stage(situation) != "orders":
        return
    for formation in regiments(situation, side):
        for posture in star(situation).postures:
            if posture_fault(situation, formation, posture) is None:
                yield SetPosture(formation.id, posture)


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List the orders of a detached stand, and whether a gun is kept in reserve."""
    stand = situation.state.stands[stand_id]
    if stage(situation) != "orders":
        return
    for action in star(situation).actions:
        if act_fault(situation, stand, Act(stand_id, action)) is None:
            yield Act(stand_id, action)


def posture_fault(situation: Situation, formation: Formation, posture: str) -> Fault:
    """Say why a regiment cannot be put under an order."""
    if stage(situation) != "orders":
        return para(situation, "1.4"), "orders are given at the start of the round"
    if posture not in star(situation).postures:
        return para(situation, "1.5"), f"there is no order {posture!r}; there are {', '.join(star(situation).postures)}"
    if not members(situation, formation):
        return para(situation, "1.5"), f"{formation.id} is no regiment with stands on the map"
    if _only_hq(situation, formation) and posture not in {"hold", "retreat"}:
        return para(situation, "S-16"), f"{formation.id} has no stand but its HQ: it holds or retreats"
    return change_fault(situation, formation.posture, posture, prepared="prepared" in formation.marks)


def change_fault(situation: Situation, before: str, after: str, *, prepared: bool) -> Fault:
    """Say why an order cannot follow another (1.5); before the first, "", only digging in is in question."""
    tables, rule = star(situation), para(situation, "1.5")
    if not before:
        if after == "dig_in" and not prepared and tables.word("first_round_dig_in") == "scenario":
            return rule, "only regiments that the scenario marks as prepared begin dug in; give Hold first"
        return None
    may = (before, after) == ("dig_in", "retreat") and tables.flag("dug_in_may_retreat")
    if may or after in tables.order_changes[before]:
        return None
    known = ", ".join(tables.order_changes[before])
    return rule, f"from {before} an order changes only to {known}"


def act_fault(situation: Situation, stand: Stand, order: Act) -> Fault:
    """Say why an action cannot be ordered."""
    if stage(situation) != "orders":
        return para(situation, "1.4"), f"{order.action} is ordered at the start of the round"
    if order.target is not None:
        return para(situation, "1.4"), f"{order.action} needs no hex"
    if not stand.on_map:
        return para(situation, "1.4"), f"{stand.id} is not on the map"
    if order.action in {"reserve", "release"}:
        wrong = ("reserved" in stand.marks) == (order.action == "reserve")
        if not is_artillery(situation, stand) or wrong:
            return para(situation, "S-14"), f"{stand.id} is no gun that could be put in reserve, or back"
        return None
    return _detached_fault(situation, stand, order.action)


def _detached_fault(situation: Situation, stand: Stand, action: str) -> Fault:
    rule = para(situation, "S-22")
    if "detached" not in stand.marks:
        return rule, f"{stand.id} is not detached: it has the order of its regiment"
    if action not in _ORDER_MARKS:
        return rule, f"there is no action {action!r}"
    return change_fault(situation, posture_of(situation, stand), action.removeprefix(_ORDER), prepared=False)


def _set_posture(order: SetPosture, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    refuse(posture_fault(ledger.situation, formation, order.posture))
    before = [o for o in ledger.state.declared if isinstance(o, SetPosture) and o.formation == order.formation]
    if before:
        ledger.record(OrderWithdrawn(formation=order.formation, why="another order takes its place"))
    ledger.record(OrderDeclared(order=order, by=by, rule=para(ledger.situation, "1.4")))


def _act(order: Act, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    refuse(act_fault(ledger.situation, stand, order))
    if order.action in {"reserve", "release"}:
        on, off = (("reserved",), ()) if order.action == "reserve" else ((), ("reserved",))
        mark(ledger, stand.id, on=on, off=off, rule=para(ledger.situation, "S-14"))
        return
    if any(isinstance(o, Act) and o.stand == stand.id for o in ledger.state.declared):
        ledger.record(OrderWithdrawn(stand=stand.id, why="another order takes its place"))
    ledger.record(OrderDeclared(order=order, by=by, rule=para(ledger.situation, "S-22")))


def reveal(ledger: Ledger) -> None:
    """Turn all orders face up (1.4); who got none keeps what he had, or holds (1.5 ``no_order_given``)."""
    situation, rule = ledger.situation, para(ledger.situation, "1.4")
    given = {o.formation: o.posture for o in ledger.state.declared if isinstance(o, SetPosture)}
    own = [o for o in ledger.state.declared if isinstance(o, Act)]
    keeps = star(situation).word("no_order_given") == "keep"
    postures = {}
    for formation in regiments(situation):
        # A dug-in regiment that is told nothing stays dug in: that is holding, and better.
        kept = formation.posture if keeps or formation.posture == "dig_in" else ""
        posture = given.get(formation.id) or kept or "hold"
        postures[formation.id] = "hold" if _only_hq(situation, formation) and posture != "retreat" else posture
    if ledger.state.declared:
        ledger.record(OrderWithdrawn(why="the orders are revealed", rule=rule))
    ledger.record(PosturesRevealed(postures=postures, rule=rule))
    for order in own:
        off = tuple(m for m in _ORDER_MARKS if m != order.action)
        mark(
            ledger, order.stand, on=(order.action,), off=off, rule=para(situation, "S-22"), why="its order is revealed"
        )


def _only_hq(situation: Situation, formation: Formation) -> bool:
    return all(stand.profile.kind == "hq" for stand in members(situation, formation))


ORDERS = {SetPosture: _set_posture, Act: _act}
