"""
Read logs as they were once written, and write a state as it was once hashed.

A log says the form of its things in its first event (``CampaignOpened.format``; 1 if it says nothing). Format 1 kept
what one rule system alone knows in fields of its own of stands and formations; since format 2 these are facts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from campaign.model.anyevent import AnyEvent
from campaign.model.things import NO_SIDE
from campaign.model.verbs.ground import ControlChanged, GroundChanged, standing, taken
from campaign.model.verbs.opening import CampaignOpened, own_ground

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = [
    "FORMAT", "Told1", "flat", "flat_hash", "flat_thing", "read_event", "read_events", "set_hash", "stamped", "told_1",
]  # fmt: skip

FORMAT = 2
"""How logs are written now."""

_STAND_1 = (
    "id", "formation", "profile", "hex", "losses", "detached", "facing", "attached_to", "shots", "arrives", "march",
    "work", "isolated", "returning", "lost", "gone", "marks",
)  # fmt: skip
_FORMATION_1 = (
    "id", "side", "name", "short", "size", "kind", "parent", "hq", "stores", "limits", "source", "marks", "posture",
    "hq_lost",
)  # fmt: skip
_STATE_1 = (
    "setting", "clock", "weather", "forecast", "past_weather", "stands", "formations", "contacts", "assaults",
    "reported", "ground", "control", "known", "known_ground", "declared", "goes", "air_dice", "points", "ended",
    "winner", "seq",
)  # fmt: skip
_WORK_1 = ("task", "hex", "side", "turns")
_SETTING_1 = (
    "scenario", "name", "ruleset", "map_key", "start", "days", "latitude", "longitude", "utc_offset_h", "seed", "sides",
    "sources", "objectives", "air", "overrides", "introduction", "dice",
)  # fmt: skip
"""The fields of format 1, in their order."""
_UNSET: dict[str, Any] = {
    "shots": None, "work": None, "isolated": 0, "returning": (), "lost": 0, "limits": {}, "source": None,
    "hq_lost": None, "forecast": "", "past_weather": (), "reported": (), "goes": (), "air_dice": {},
}  # fmt: skip
"""What were fields in format 1 and are facts now, with their value while unset."""

_WHOLE = ('"CampaignOpened"', '"StandRaised"', '"HqReplaced"')
"""The events that hold whole stands and formations."""
_EVENTS = msgspec.json.Decoder(tuple[AnyEvent, ...])


def read_events(text: str | bytes) -> tuple[AnyEvent, ...]:
    """
    Read a list of events, of whatever format.

    Raises
    ------
    msgspec.ValidationError, msgspec.DecodeError
        If it is no list of events that this program knows; the message names the path.
    """
    known = text if isinstance(text, str) else text.decode()
    if any(name in known for name in _WHOLE):
        raw = msgspec.json.decode(known)
        return _EVENTS.decode(msgspec.json.encode([_lifted_event(event) for event in raw]))
    return _EVENTS.decode(known)


def read_event(text: str | bytes) -> AnyEvent:
    """Read one event, of whatever format."""
    known = text if isinstance(text, str) else text.decode()
    return read_events(f"[{known}]")[0]


def stamped(event: AnyEvent) -> AnyEvent:
    """Mark the first event of a log with the form of the log."""
    return msgspec.structs.replace(event, format=FORMAT) if isinstance(event, CampaignOpened) else event


def _lifted_event(event: Any) -> Any:
    """Lift the whole stands and formations in an event, if it is one that holds any."""
    if not isinstance(event, dict):
        return event
    lifted = dict(event)
    for name in ("stands", "formations"):
        if event.get("type") == "CampaignOpened" and isinstance(event.get(name), list):
            lifted[name] = [_lifted(thing) for thing in event[name]]
    if event.get("type") in {"StandRaised", "HqReplaced"}:
        lifted["stand"] = _lifted(event.get("stand"))
    return lifted


def _lifted(thing: Any) -> Any:
    """Make facts of the fields that a stand or formation had in format 1; what has facts is left as it is."""
    if not isinstance(thing, dict) or "facts" in thing:
        return thing
    facts = {key: thing[key] for key, unset in _UNSET.items() if key in thing and thing[key] not in (unset, [])}
    return {key: value for key, value in thing.items() if key not in _UNSET} | {"facts": facts}


class Told1(NamedTuple):
    """What each side knew of who holds the hexes and of what stands there; format 1 kept it in the state."""

    control: Mapping[str, bytes] = {}
    ground: Mapping[str, Mapping[str, str]] = {}


def told_1(events: Iterable[AnyEvent]) -> Told1:
    """Fold what each side knew as format 1 did: by the sides that an event names."""
    control: dict[str, bytes] = {}
    ground: dict[str, Mapping[str, str]] = {}
    codes: dict[str, int] = {}
    for event in events:
        if isinstance(event, CampaignOpened):
            codes = {side.key: code for code, side in enumerate(event.setting.sides)}
            control = dict.fromkeys(codes, event.control)
            ground = {side: own_ground(event, code) for side, code in codes.items()}
        elif isinstance(event, ControlChanged):
            code = codes.get(event.side, NO_SIDE)
            learn = {event.side, *event.known_to} & {*codes}
            control |= {side: taken(control[side], event.hexes, code) for side in learn}
        elif isinstance(event, GroundChanged):
            ground |= {side: standing(ground.get(side, {}), event) for side in event.known_to}
    return Told1(control, ground)


def flat(state: State, told: Told1, form: int = 1) -> bytes:
    """
    Write a state as an earlier format did, byte for byte: the proof that an old log still replays to the same state.

    Parameters
    ----------
    told
        What the sides knew: of the events that made the state, ``told_1``.

    Raises
    ------
    ValueError
        If there was no such format.
    """
    if form != 1:
        msg = f"states are written as format 1 wrote them; there is no flat form {form}"
        raise ValueError(msg)
    raw = msgspec.to_builtins(state, order="deterministic")
    raw["known"] = msgspec.to_builtins(told.control, order="deterministic")
    raw["known_ground"] = msgspec.to_builtins(told.ground, order="deterministic")
    raw["setting"] = _in_order(raw["setting"], _SETTING_1)
    raw["stands"] = {key: _in_order(stand, _STAND_1) for key, stand in raw["stands"].items()}
    raw["formations"] = {key: _in_order(item, _FORMATION_1) for key, item in raw["formations"].items()}
    return msgspec.json.encode(_in_order(raw, _STATE_1))


def flat_hash(state: State, events: Iterable[AnyEvent]) -> str:
    """Hash a state as ``state_hash`` did in format 1; ``events`` are those that made it, from the opening on."""
    return hashlib.sha256(flat(state, told_1(events))).hexdigest()


def set_hash(state: State) -> str:
    """Hash what is set in a state: a field that came later and is as unset changes nothing. For logs since format 2."""
    raw = _only_set(msgspec.to_builtins(state, order="deterministic"))
    return hashlib.sha256(msgspec.json.encode(raw, order="deterministic")).hexdigest()


def _only_set(raw: Any) -> Any:
    if isinstance(raw, list | tuple):
        return [_only_set(item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    found = {key: _only_set(value) for key, value in raw.items()}
    return {key: value for key, value in found.items() if value not in (None, "", 0, [], {})}


def flat_thing(thing: Any) -> Any:
    """Write a value as format 1 did; settings, stands and formations in it get their old fields."""
    return _flattened(msgspec.to_builtins(thing, order="deterministic"))


def _flattened(raw: Any) -> Any:
    if isinstance(raw, list | tuple):
        return [_flattened(item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    inner = {key: _flattened(value) for key, value in raw.items()}
    if "map_key" in raw and "overrides" in raw:
        return _in_order(inner, _SETTING_1)
    if "facts" in raw and "profile" in raw:
        return _in_order(inner, _STAND_1)
    return _in_order(inner, _FORMATION_1) if "facts" in raw and "posture" in raw else inner


def _in_order(raw: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Give a struct's fields in the order that format 1 had them; what is a fact now is a field again."""
    facts = dict(raw.get("facts", {}))
    if "work" in facts:
        facts["work"] = {name: facts["work"][name] for name in _WORK_1}
    return {name: raw[name] if name in raw else facts.get(name, _UNSET.get(name)) for name in names}
