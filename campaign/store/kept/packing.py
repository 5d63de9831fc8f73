"""
Write what is the case, and what everybody knows of it, as bytes; read it back.

Two dozen viewers hold much in common: stands, hexes held, what one reported to eleven others. Each thing is written
once, and is one thing again when it is read, so that what is folded on is shared as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_type_hints

import msgspec

from campaign.engine.knowing import Known, Noise, Sight, Word
from campaign.model.calendar import Clock  # noqa: TC001 - msgspec reads it at run time
from campaign.model.state import State
from campaign.model.things import Profile, Stand
from campaign.model.verbs.deception import PrisonersTalked  # noqa: TC001 - msgspec reads it at run time
from campaign.model.verbs.fog import RumourSpread  # noqa: TC001 - msgspec reads it at run time
from campaign.model.viewer import Viewer  # noqa: TC001 - msgspec reads it at run time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Held", "packed", "unpacked"]

T = TypeVar("T")
_write = msgspec.msgpack.Encoder().encode


class Held(NamedTuple):
    """What is the case after an entry, and what everybody who is followed knows; ``whole``: the state they know of."""

    state: State
    whole: State
    known: Mapping[Viewer, Known]


class _Sight(msgspec.Struct, array_like=True):
    """A sight; the face and what he is are numbers of parts, -1 for nothing."""

    face: int
    level: str
    clock: Clock
    now: bool
    turn: int
    by_air: bool
    gone: bool
    false: bool
    named: int
    trail: tuple[tuple[int, int], ...]


class _Noise(msgspec.Struct, array_like=True):
    hexes: tuple[int, ...]
    clock: Clock
    turn: int
    gone: bool


class _Word(msgspec.Struct, array_like=True):
    event: RumourSpread | PrisonersTalked
    clock: Clock
    turn: int
    gone: bool


class _Known(msgspec.Struct, array_like=True):
    """What a viewer knows; the state, pages of hexes, sights and reports are numbers of parts."""

    viewer: Viewer
    state: int
    control: tuple[int, ...]
    sights: dict[str, dict[str, int]]
    noises: tuple[_Noise, ...]
    turn: int
    rumours: tuple[_Word, ...]
    accounts: dict[str, int]
    held: tuple[int, ...]


class _Packed(msgspec.Struct, array_like=True):
    parts: tuple[bytes, ...]
    state: int
    whole: int
    known: tuple[int, ...]


_FIELDS = {name: msgspec.msgpack.Decoder(kind) for name, kind in get_type_hints(State).items() if name != "stands"}
_STANDS: msgspec.msgpack.Decoder[dict[str, int]] = msgspec.msgpack.Decoder(dict[str, int])
_STATE: msgspec.msgpack.Decoder[dict[str, int]] = _STANDS
_STAND, _PROFILE = msgspec.msgpack.Decoder(Stand), msgspec.msgpack.Decoder(Profile)
_SIGHT, _KNOWN = msgspec.msgpack.Decoder(_Sight), msgspec.msgpack.Decoder(_Known)
_PACKED = msgspec.msgpack.Decoder(_Packed)
_PAGE = msgspec.msgpack.Decoder(bytes)
_NOBODY = -1


def packed(held: Held) -> bytes:
    """Write down what is the case and what everybody knows."""
    parts = _Parts()
    known = tuple(parts.known(one) for one in held.known.values())
    state, whole = parts.state(held.state), parts.state(held.whole)
    return _write(_Packed(tuple(parts.written), state, whole, known))


def unpacked(body: bytes) -> Held:
    """
    Read what was written.

    Raises
    ------
    msgspec.DecodeError, IndexError
        If it is nothing that was written so.
    """
    found = _PACKED.decode(body)
    read = _Reading(found.parts)
    known = [read.known(at) for at in found.known]
    return Held(read.state(found.state), read.state(found.whole), {one.viewer: one for one in known})


class _Parts:
    """Things as bytes, each once."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        # Things are held for as long as they are known by what they are in memory.
        self._seen: dict[tuple[str, int], tuple[object, int]] = {}

    def _put(self, kind: str, thing: T, form: Callable[[T], object]) -> int:
        seen = self._seen.get((kind, id(thing)))
        if seen is not None:
            return seen[1]
        body = _write(form(thing))
        number = self._numbers.setdefault(body, len(self.written))
        if number == len(self.written):
            self.written.append(body)
        self._seen[kind, id(thing)] = (thing, number)
        return number

    def _plain(self, kind: str, thing: object) -> int:
        return self._put(kind, thing, lambda same: same)

    def _stands(self, stands: Mapping[str, Stand]) -> dict[str, int]:
        return {key: self._plain("stand", stand) for key, stand in stands.items()}

    def _field(self, name: str, value: Any) -> int:
        return self._put(name, value, self._stands) if name == "stands" else self._plain(name, value)

    def state(self, state: State) -> int:
        """Write a state, field by field."""
        return self._put("state", state, lambda one: {n: self._field(n, getattr(one, n)) for n in _NAMES})

    def _sight(self, sight: Sight) -> _Sight:
        named = _NOBODY if sight.named is None else self._plain("profile", sight.named)
        face = self._plain("stand", sight.face)
        more = (sight.now, sight.turn, sight.by_air, sight.gone, sight.false)
        return _Sight(face, sight.level, sight.clock, *more, named, sight.trail)

    def _form(self, known: Known) -> _Known:
        pages, held = (tuple(self._plain("page", page) for page in row) for row in (known.control, known.held))
        sights = {
            key: {who: self._put("sight", sight, self._sight) for who, sight in by.items()}
            for key, by in known.sights.items()
        }
        noises = tuple(_Noise(one.hexes, one.clock, one.turn, one.gone) for one in known.noises)
        words = tuple(_Word(one.event, one.clock, one.turn, one.gone) for one in known.rumours)
        accounts = {key: self.known(one) for key, one in known.accounts.items()}
        return _Known(known.viewer, self.state(known.state), pages, sights, noises, known.turn, words, accounts, held)

    def known(self, known: Known) -> int:
        """Write down what a viewer knows."""
        return self._put("known", known, self._form)


_NAMES = State.__struct_fields__


class _Reading:
    """Parts as they are read, each once."""

    def __init__(self, parts: tuple[bytes, ...]) -> None:
        self._parts = parts
        self._read: dict[tuple[str, int], Any] = {}

    def _get(self, kind: str, number: int, read: Callable[[bytes], T]) -> T:
        key = (kind, number)
        if key not in self._read:
            self._read[key] = read(self._parts[number])
        found: T = self._read[key]
        return found

    def _stand(self, number: int) -> Stand:
        return self._get("stand", number, _STAND.decode)

    def _stands(self, body: bytes) -> dict[str, Stand]:
        return {key: self._stand(number) for key, number in _STANDS.decode(body).items()}

    def _field(self, name: str, number: int) -> Any:
        return self._get(name, number, self._stands if name == "stands" else _FIELDS[name].decode)

    def _state(self, body: bytes) -> State:
        return State(**{name: self._field(name, number) for name, number in _STATE.decode(body).items()})

    def state(self, number: int) -> State:
        """Read a state."""
        return self._get("state", number, self._state)

    def _sight(self, body: bytes) -> Sight:
        one = _SIGHT.decode(body)
        named = None if one.named == _NOBODY else self._get("profile", one.named, _PROFILE.decode)
        more = (one.now, one.turn, one.by_air, one.gone, one.false)
        return Sight(self._stand(one.face), one.level, one.clock, *more, named, one.trail)

    def _known(self, body: bytes) -> Known:
        one = _KNOWN.decode(body)
        control, held = (tuple(self._get("page", at, _PAGE.decode) for at in row) for row in (one.control, one.held))
        sights = {
            key: {who: self._get("sight", at, self._sight) for who, at in by.items()} for key, by in one.sights.items()
        }
        noises = tuple(Noise(*msgspec.structs.astuple(noise)) for noise in one.noises)
        words = tuple(Word(*msgspec.structs.astuple(word)) for word in one.rumours)
        accounts = {key: self.known(at) for key, at in one.accounts.items()}
        return Known(one.viewer, self.state(one.state), control, sights, noises, one.turn, words, accounts, held)

    def known(self, number: int) -> Known:
        """Read what a viewer knows."""
        return self._get("known", number, self._known)
