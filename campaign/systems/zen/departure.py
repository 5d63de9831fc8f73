"""Make and break contact, take losses, and take stands out of play with all that hangs on them (ZN 4.4, 4.12, 4.13)."""

from collections.abc import Collection, Iterable
from functools import partial

from campaign.engine.ledger import Ledger
from campaign.kit.losses import lose
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import Stand
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.space import zen
from campaign.systems.zen.supply.stores import holder_of, room

RULE = "ZN 4.13"
_NONE_LEFT = "no strength left"


def capture_stocks(ledger: Ledger, formation: str, captors: Collection[str]) -> None:
    """Give a share of a formation's stocks to the strongest of the enemy stands that took its headquarters."""
    stands = [ledger.state.stands[key] for key in captors if ledger.state.stands[key].on_map]
    captor = max(stands, key=lambda stand: (stand.points, stand.id), default=None)
    share = float(zen(ledger.situation).reading("captured_share"))
    stores = ledger.state.formations[formation].stores
    taken = {store: lost for store, stock in stores.items() if (lost := int(stock * share)) > 0}
    if captor is None or not taken:
        return
    why = f"taken by {captor.id} with the headquarters"
    losses = {store: -amount for store, amount in taken.items()}
    ledger.record(StoresChanged(formation=formation, changes=losses, rule=RULE, why=why))
    holder = holder_of(ledger.state.formations, captor.formation)
    gains = {store: gain for store, amount in taken.items() if (gain := min(amount, room(holder).get(store, 0))) > 0}
    if gains:
        ledger.record(StoresChanged(formation=holder.id, changes=gains, rule=RULE, why=why))


def leave_play(ledger: Ledger, stand: str, how: str, *, rule: str, why: str) -> None:
    """Record that a stand leaves play for good.

    ``how`` is "eliminated", "surrendered" or "dispersed". Its contacts are broken, a formation that it led has lost its
    HQ (4.3), and stocks with it to those who took it in contact (4.13), and whoever it carried stands on his own feet.
    """
    state = ledger.state
    captors = partners(state, stand)
    break_contacts(ledger, stand, rule=rule, why=why)
    for other in list(state.stands.values()):
        if other.attached_to == stand and not other.is_detachment and other.on_map:
            ledger.record(StandMarked(stand=other.id, attached_to=None, rule=rule, why=f"its carrier {stand} is gone"))
    ledger.record(StandGone(stand=stand, how=how, rule=rule, why=why))
    for formation in list(state.formations.values()):
        if formation.hq == stand:
            clock = state.clock
            ledger.record(HqLost(formation=formation.id, day=clock.day, turn=clock.turn, rule="ZN 4.3", why=why))
            if how in {"eliminated", "surrendered"}:
                capture_stocks(ledger, formation.id, captors)


def carried_by(situation: Situation, carrier: str) -> list[Stand]:
    """List the stands on the map that ride on a transport unit; a detachment's parent carries nobody."""
    stands = situation.state.stands
    if stands[carrier].profile.kind != "transport":
        return []
    return [stand for stand in stands.values() if stand.on_map and stand.attached_to == carrier]


def take_losses(ledger: Ledger, key: str, points: int, *, rule: str, why: str, rolls: tuple[Roll, ...] = ()) -> int:
    """Take strength points off a stand on the map, and the stand out of play with the last; give what came off."""
    stand = ledger.state.stands[key]
    left, gone = stand.points if stand.on_map else 0, partial(eliminate, ledger, key, rule=rule, why=_NONE_LEFT)
    return lose(ledger, key, points, left, gone, rule=rule, why=why, rolls=rolls)


def eliminate(ledger: Ledger, stand_id: str, *, rule: str, why: str) -> None:
    """Take a stand out of play, and those that it carries with it."""
    for rider in carried_by(ledger.situation, stand_id):
        leave_play(ledger, rider.id, "eliminated", rule=rule, why=f"lost with its carrier {stand_id}")
    leave_play(ledger, stand_id, "eliminated", rule=rule, why=why)


def partners(state: State, stand: str) -> tuple[str, ...]:
    """List the stands in contact with one, in the order of their ids."""
    return tuple(sorted({other for pair in state.contacts if stand in pair for other in pair} - {stand}))


def is_in_contact(state: State, stand: str) -> bool:
    """Whether a stand is in contact with anybody."""
    return any(stand in pair for pair in state.contacts)


def attack(ledger: Ledger, attacker: str, others: Iterable[str], *, rule: str, why: str) -> None:
    """Attack others with a stand, and so bring it into contact with them.

    An attack on stands that are in contact with it already is recorded too, once a turn: it is fought out again
    (``State.assaults``).
    """
    for other in sorted(set(others)):
        if (attacker, other) in ledger.state.assaults:
            continue
        first, second = sorted((attacker, other))
        ledger.record(ContactMade(pair=(first, second), attacker=attacker, rule=rule, why=why))


def meet(ledger: Ledger, one: str, other: str, *, rule: str, why: str) -> None:
    """Bring two stands into contact without an attack by either."""
    first, second = sorted((one, other))
    if (first, second) not in ledger.state.contacts:
        ledger.record(ContactMade(pair=(first, second), rule=rule, why=why))


def break_contacts(ledger: Ledger, stand: str, *, rule: str, why: str) -> None:
    """Break all contacts of a stand; nothing is recorded if it has none."""
    pairs = tuple(sorted(pair for pair in ledger.state.contacts if stand in pair))
    if pairs:
        ledger.record(ContactBroken(pairs=pairs, rule=rule, why=why))
