"""Carry out the umpire's rulings: what he sets is set, in any phase, and the log says why.

A ruling is checked whole before anything is done. What it may set a rule system says in its ``Powers``: words, and
small functions. ``losses`` and ``stores`` are what is added or, below 0, taken away.

The umpire learns of the ruling; a unit's own side learns what befalls it; changed ground is told to those who see the
place, or to all if the ruling says ``told``. The reason goes with what it explains, unless one ruling sets several
things at once: then it would tell one side of another's affairs, and stays with the umpire.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse, require_umpire
from campaign.kit.control import seen_at, take_ground
from campaign.kit.ending import side_keys
from campaign.kit.facts import HQ_LOST
from campaign.model.facts import with_facts
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.hq import HqReplaced
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.supply import IsolationCounted, StoresChanged
from campaign.model.verbs.veil import VEILS, StandVeiled
from maps.grid.hexgrid import SIDES
from maps.problems import did_you_mean

_GOOD_ID = re.compile(r"[^\s\"=\x00-\x1f\x7f]{1,40}")
ON_HEXSIDE = frozenset({"", "bridge", "prepared", "blown"})
"""What a ruling can put on a hexside in every system; "" takes it away."""


class Lose(Protocol):
    """Take strength off a stand, and the stand out of play with the last of it."""

    def __call__(self, ledger: Ledger, key: str, points: int, /, *, rule: str, why: str) -> object:
        """Record what is lost."""
        ...


class Leave(Protocol):
    """Take a stand out of play, with all that hangs on it."""

    def __call__(self, ledger: Ledger, key: str, how: str, /, *, rule: str, why: str) -> object:
        """Record that it leaves: "removed" or "eliminated"."""
        ...


def leaves(ledger: Ledger, key: str, how: str, /, *, rule: str, why: str) -> None:
    """Take a stand out of play, where nothing hangs on it."""
    ledger.record(StandGone(stand=key, how=how, rule=rule, why=why))


Move = Callable[["Ledger", "Stand", int, str, str], None]
"""Move a stand into a hex: ledger, stand, hex, rule and reason."""


def _moved(ledger: Ledger, stand: Stand, index: int, rule: str, why: str) -> None:
    """Move a stand and its riders; a stand that was carried itself gets off."""
    riders = [s for s in ledger.state.stands.values() if s.attached_to == stand.id and s.on_map and not s.is_detachment]
    assert stand.hex is not None
    for moved in (stand, *riders):
        ledger.record(StandMoved(stand=moved.id, path=(stand.hex, index), rule=rule, why=why))
    if "embarked" in stand.marks:
        ledger.record(StandMarked(stand=stand.id, off=("embarked",), attached_to=None, rule=rule, why=why))


@dataclass(frozen=True, kw_only=True)
class Powers:
    """What an umpire may rule in a system: words as data, the rest as small functions."""

    rule: str
    strength: str
    """What losses are counted in: "strength points", "hits", "steps"."""
    left: Callable[[Situation, Stand], int] = lambda _, stand: stand.points
    """How many of those a stand has left."""
    leave: Leave = leaves
    no_place: Callable[[Situation, Stand, int], Refusal | None]
    """Why a stand cannot be put in a hex of the map."""
    weather: Callable[[Situation], Collection[str]]
    move: Move = _moved
    lose: Lose | None = None
    """How losses are taken; None: the stand leaves play with the last of its strength."""
    on_hex: Collection[str] = ()
    on_hexside: Collection[str] = ON_HEXSIDE
    formations: bool = True
    """Whether formations bear marks."""
    isolation: bool = False
    """Whether days of isolation are counted."""
    in_view: bool = True
    """Whether all sides see who takes which hex."""


def rulings(powers: Powers) -> Mapping[type, Callable[[Ruling, str, Ledger], None]]:
    """Give the handler of rulings of a system with such powers."""
    return {Ruling: lambda order, by, ledger: rule(order, by, ledger, powers)}


def rule(order: Ruling, by: str, ledger: Ledger, may: Powers) -> None:
    """Carry a ruling out.

    Raises ``Refusal`` if it is not the umpire's, gives no reason, names what there is not, or sets what cannot be.
    """
    require_umpire(by, "overrule")
    if not order.why.strip():
        raise Refusal(may.rule, "a ruling needs its reason, for the log; say why")
    refuse(_fault(ledger.situation, order, may))
    ledger.record(Ruled(order=order, rule=may.rule, why=order.why))
    if order.new:
        _raise(order, ledger, may, order.why)
        order = msgspec.structs.replace(order, stand=order.new, hex=None, formation=None)
    subjects = (order.stand, order.formation, order.weather, order.ground)
    why = order.why if sum(subject is not None for subject in subjects) == 1 else ""
    if order.stand is not None:
        _rule_stand(order, order.stand, ledger, may, why)
    if order.formation is not None:
        _rule_formation(order, order.formation, ledger, may, why)
    if order.weather is not None:
        ledger.record(WeatherChanged(weather=order.weather, rule=may.rule, why=why))
    if order.ground is not None:
        place, what = order.ground
        known = tuple(side_keys(ledger.situation)) if order.told else seen_at(ledger.situation, place)
        ledger.record(GroundChanged(place=place, what=what, known_to=known, rule=may.rule, why=why))


def _raise(order: Ruling, ledger: Ledger, may: Powers, why: str) -> None:
    """Raise a new stand of the kind of another, unhurt and without orders."""
    state, index = ledger.state, order.hex
    assert order.like is not None
    assert index is not None
    like = state.stands[order.like]
    profile = msgspec.structs.replace(like.profile, name=order.name or order.new, short=order.new)
    made = Stand(order.new, order.formation or like.formation, profile, index)
    ledger.record(StandRaised(stand=made, rule=may.rule, why=why))
    known = None if may.in_view else seen_at(ledger.situation, index)
    take_ground(ledger, made.side, (index,), rule=may.rule, why=why, known_to=known)


def _rule_stand(order: Ruling, key: str, ledger: Ledger, may: Powers, why: str) -> None:
    if order.hex is not None:
        _place(ledger, ledger.state.stands[key], order.hex, may, why)
    if order.losses is not None and order.losses < 0:
        ledger.record(LossesRecovered(stand=key, points=-order.losses, rule=may.rule, why=why))
    elif order.losses:
        _lose(ledger, key, order.losses, may, why)
    if order.formation is None and (order.marks_on or order.marks_off):
        ledger.record(StandMarked(stand=key, on=order.marks_on, off=order.marks_off, rule=may.rule, why=why))
    if order.veil is not None:
        ledger.record(StandVeiled(stand=key, veil=order.veil, rule=may.rule, why=why))
    if order.isolated is not None:
        ledger.record(IsolationCounted(days={key: order.isolated}, rule=may.rule, why=why))
    now = ledger.state.stands[key]
    if order.remove and now.gone is None:
        may.leave(ledger, key, "removed", rule=may.rule, why=why)
    elif order.hex is not None and now.on_map and may.left(ledger.situation, now) == 0:
        raise Refusal(may.rule, f"{key} has no {may.strength} left; give some back as well, for example losses=-1")


def _rule_formation(order: Ruling, key: str, ledger: Ledger, may: Powers, why: str) -> None:
    if order.stores:
        ledger.record(StoresChanged(formation=key, changes=order.stores, rule=may.rule, why=why))
    if order.marks_on or order.marks_off:
        ledger.record(FormationMarked(formation=key, on=order.marks_on, off=order.marks_off, rule=may.rule, why=why))


def _place(ledger: Ledger, stand: Stand, index: int, may: Powers, why: str) -> None:
    """Put a stand in a hex: moved, brought on, or brought back into play."""
    if stand.gone is not None:
        _bring_back(ledger, stand, index, may.rule, why)
    elif stand.hex is None:
        ledger.record(StandArrived(stand=stand.id, hex=index, rule=may.rule, why=why))
    else:
        may.move(ledger, stand, index, may.rule, why)
    _break_contacts(ledger, stand.id, index, may.rule, why)
    known = None if may.in_view else seen_at(ledger.situation, index)
    take_ground(ledger, stand.side, (index,), rule=may.rule, why=why, known_to=known)


def _bring_back(ledger: Ledger, stand: Stand, index: int, rule: str, why: str) -> None:
    """Bring a stand back into play: it starts anew, with the losses that it had; a lost HQ leads again."""
    host = stand.attached_to if stand.is_detachment else None
    fresh = with_facts(stand, work=None, isolated=None)
    back = msgspec.structs.replace(
        fresh, gone=None, hex=index, march=None, arrives=None, marks=frozenset(), attached_to=host
    )
    formation = ledger.state.formations.get(stand.formation)
    if formation is not None and stand.profile.kind == "hq" and HQ_LOST(formation) is not None:
        ledger.record(HqReplaced(formation=formation.id, stand=back, rule=rule, why=why))
    else:
        ledger.record(StandRaised(stand=back, rule=rule, why=why))


def _lose(ledger: Ledger, key: str, points: int, may: Powers, why: str) -> None:
    if may.lose is not None:
        may.lose(ledger, key, points, rule=may.rule, why=why)
        return
    ledger.record(LossesTaken(stand=key, points=points, rule=may.rule, why=why))
    stand = ledger.state.stands[key]
    if stand.on_map and may.left(ledger.situation, stand) == 0:
        may.leave(ledger, key, "eliminated", rule=may.rule, why=why)


def _break_contacts(ledger: Ledger, key: str, index: int, rule: str, why: str) -> None:
    """Break the contacts of a stand with those who are not next to it any more."""
    around, stands = set(ledger.situation.map.neighbour[index].tolist()), ledger.state.stands
    apart = [
        pair
        for pair in sorted(ledger.state.contacts)
        if key in pair and any(other != key and stands[other].hex not in around for other in pair)
    ]
    if apart:
        ledger.record(ContactBroken(pairs=tuple(apart), rule=rule, why=why))


def _fault(situation: Situation, order: Ruling, may: Powers) -> Refusal | None:
    """Find what a ruling names that there is not, or sets that cannot be."""
    why = _unknown(situation, order, may) or _new_fault(situation, order)
    why = why or ("" if order.new else _nameless(order)) or _stores_fault(situation, order)
    why = why or (_ground_fault(situation, order.ground, may) if order.ground is not None else "")
    if why:
        return Refusal(may.rule, why)
    about = order.like if order.new else order.stand
    return _stand_fault(situation, order, situation.state.stands[about], may) if about else None


def _new_fault(situation: Situation, order: Ruling) -> str:
    """Say why a new unit cannot come to be, if the ruling asks for one."""
    state = situation.state
    if not order.new:
        return "like and name go with a new unit; give its id, for example new=KG1" if order.like or order.name else ""
    if not _GOOD_ID.fullmatch(order.new) or order.new in state.stands:
        return f"{order.new!r} cannot be the id of a new unit; take one that no unit has, without blanks, = or quotes"
    if order.like is None or order.hex is None or order.stand is not None:
        return "a new unit needs like=, a unit of its kind, and hex=, where it comes; no stand= besides"
    like = state.stands[order.like]
    if like.profile.kind == "hq":
        return "a headquarters leads a formation and cannot be made; rule on the one that there is"
    if order.formation is not None and state.formations[order.formation].side != like.side:
        return f"{order.formation} is of another side than {order.like}; name a formation of its own"
    return ""


def _unknown(situation: Situation, order: Ruling, may: Powers) -> str:
    """Name the first word that the rules do not know, with the nearest."""
    tables, state = situation.tables, situation.state
    if order.stores and not tables.stores:
        return "these rules keep no stores"
    if order.formation is not None and not order.new and not may.formations:
        return "these rules have no marks of formations; rule on a unit instead"
    asked: list[tuple[str, str | None, Collection[str]]] = [
        *(("mark", mark, tables.marks) for mark in (*order.marks_on, *order.marks_off)),
        *(("store", store, tables.stores) for store in order.stores or ()),
        ("unit", order.stand, state.stands),
        ("unit", order.like, state.stands),
        ("way to be seen", order.veil, VEILS),
        ("formation", order.formation, state.formations),
        ("weather", order.weather, may.weather(situation)),
    ]
    for what, word, known in asked:
        if word is not None and word not in known:
            return f"there is no {what} {word!r}; {did_you_mean(word, known)}"
    return "" if order.isolated is None or may.isolation else "these rules count no days of isolation"


def _nameless(order: Ruling) -> str:
    """Say what a ruling would set though it names no unit or no place for it."""
    of_stand = order.remove or any(part is not None for part in (order.hex, order.losses, order.isolated, order.veil))
    marks = order.marks_on or order.marks_off
    if order.stand is None and (of_stand or (marks and order.formation is None)):
        return "the ruling names no unit to set that for; name one"
    if order.stores and order.formation is None:
        return "the ruling names no formation to set stores for; name one"
    if order.told and order.ground is None:
        return "told goes with a change of the ground; name its place, for example ground=0304=fort"
    if order.isolated is not None and order.isolated < 0:
        return "days of isolation are counted from 0"
    return ""


def _stores_fault(situation: Situation, order: Ruling) -> str:
    held = situation.state.formations[order.formation].stores if order.formation and order.stores else {}
    short = [store for store, amount in (order.stores or {}).items() if held.get(store, 0) + amount < 0]
    if not short:
        return ""
    return f"{order.formation} has {held.get(short[0], 0)} {short[0]}; no more than that can be taken away"


def _ground_fault(situation: Situation, ground: tuple[str, str], may: Powers) -> str:
    """Say why that cannot be put there: an index, or index and side ("713/2"), and what is put there."""
    place, what = ground
    index, slash, side = place.partition("/")
    inside = index.isdecimal() and int(index) < len(situation.map) and bool(situation.map.inside[int(index)])
    if not inside or (slash and not (side.isdecimal() and int(side) < SIDES)):
        return f"there is no place {place!r} on the map; give a hex, or a hexside as hex and side 0 to 5"
    allowed = may.on_hexside if slash else may.on_hex
    if what in allowed:
        return ""
    known = "known are " + ", ".join(sorted(set(allowed) - {""})) if allowed else "name a hexside, as in 0304/0305"
    return f"{what!r} cannot stand on a {'hexside' if slash else 'hex'}; {known}"


def _stand_fault(situation: Situation, order: Ruling, stand: Stand, may: Powers) -> Refusal | None:
    hexmap, index, points = situation.map, order.hex, order.losses or 0
    if index is not None and not (0 <= index < len(hexmap) and hexmap.inside[index]):
        return Refusal(may.rule, f"{stand.id} cannot be put off the map; name a hex on it")
    left = may.left(situation, stand)
    if points > left or -points > stand.losses:
        told = f"{stand.id} has {left} {may.strength} left and has lost {stand.losses}"
        return Refusal(may.rule, f"{told}; {points:+d} is too much")
    return None if index is None else may.no_place(situation, stand, index)
