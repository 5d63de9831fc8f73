"""
Say what the fields of orders and events hold: a stand, a hex, a side, a count.

A field's role is in its type: ``target: HexIndex``. From the role follow how the field is written in a line of
notation, how it is read, what a side is shown of it, and what the page asks for. A field without a role is refused
when its module is imported, so nothing is shown to a side because somebody forgot to hide it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import msgspec

from campaign.model.calendar import Clock
from campaign.model.ownership import own_setting
from campaign.model.roll import Roll
from campaign.model.tables import Frozen
from campaign.model.things import NO_SIDE, Formation, March, Outcome, Setting, Stand, Work
from campaign.model.tokens import quoted
from campaign.model.words import NOTHING, Words

if TYPE_CHECKING:
    from campaign.model.masks import Mask
    from maps.grid.hexmap import HexMap

__all__ = [
    "FORMATION", "HEX", "HIT", "ROLLS", "SIDE", "STAND", "Amounts", "Code", "CommandId", "CommandIds", "Control",
    "Count", "DayPoints", "Face", "Flag", "FormationId", "FormationWords", "Formations", "FrozenRules", "Ground",
    "HexIndex", "Hexes", "HexsideNumber", "HexsidePlace", "HitHex", "KindWord", "KindWords", "MarchLeft", "Outcomes",
    "Path", "PlaceAndWhat", "Role", "Rolls", "SeenPlaces", "SideAmounts", "SideKey", "SideKeys", "StandAmounts",
    "StandId", "StandIds", "StandPair", "StandPairs", "Text", "Time", "WholeSetting", "WholeStand", "WholeStands",
    "WorkLeft", "role_of", "roles_of",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Role:
    """What a field holds."""

    asks: str
    """What the page asks for: "hex", "stand", "number" ...; "" if nothing."""
    shown: Callable[[Any, Mask], Any]
    """Give the value as a side may read it."""
    read: Callable[[Words, str], Any] | None = None
    """Read the value from the words of a line; gets what to call it if it is missing. None: only events have it."""
    write: Callable[[Any, HexMap], str] = lambda value, _: quoted(str(value))
    """Write the value so that it is read back."""

    @property
    def is_open(self) -> bool:
        """Whether a value is shown as it is."""
        return self.shown is _open


def _open(value: Any, _: Mask) -> Any:
    """Show a value as it is: it tells nothing that the event itself does not tell."""
    return value


def _own_keys(values: Mapping[str, Any], mask: Mask) -> dict[str, Any]:
    """Show what belongs to stands, formations or sides of the viewer's own."""
    return {key: value for key, value in values.items() if mask.own(key)}


def _helpers(words: Words, _: str) -> tuple[str, ...]:
    return tuple(map(words.known_stand, words.rest())) if words.flag("with") else ()


def _helpers_written(keys: tuple[str, ...], _: HexMap) -> str:
    return " ".join(["with", *map(quoted, keys)]) if keys else ""


def _amounts_written(values: Mapping[str, int], _: HexMap) -> str:
    return " ".join(f"{quoted(key)}={number}" for key, number in values.items()) or NOTHING


def _hexside(words: Words, _: str) -> int:
    token = words.next("a hexside from 0 to 5")
    if token.text not in {"0", "1", "2", "3", "4", "5"}:
        raise token.wrong(what="this is no hexside; they count 0 to 5, clockwise from the top")
    return int(token.text)


def _number(index: int, hexmap: HexMap) -> str:
    return hexmap.number(index)


def _path_written(path: tuple[int, ...], hexmap: HexMap) -> str:
    return "-".join(map(hexmap.number, path))


def _stand_shown(stand: Stand, mask: Mask) -> Stand:
    return stand if stand.side == mask.side else mask.stand(stand)


def _pair_shown(pair: tuple[str, str], mask: Mask) -> tuple[str, str]:
    first, second = sorted(map(mask.key, pair))
    return first, second


# --- what orders hold, and events too ---------------------------------------------------------------------------

STAND = Role(
    "stand", lambda key, mask: mask.key(key) if key else key, lambda words, what: words.stand(what or "a unit")
)
STANDS = Role("stands", lambda keys, mask: mask.keys(keys), _helpers, _helpers_written)
FORMATION = Role("formation", lambda key, mask: key if mask.own(key) else "", lambda words, _: words.formation())
SIDE = Role("side", _open, lambda words, _: words.side())
HEX = Role("hex", _open, lambda words, _: words.hex(), _number)
HIT = Role("target", _open, lambda words, _: words.hex(), _number)
HEXSIDE = Role("hexside", _open, _hexside)
PATH = Role("path", _open, lambda words, _: words.path(attack=False), _path_written)
COUNT = Role("number", _open, lambda words, what: words.number(what or "a number"))
AMOUNTS = Role("amounts", _open, lambda words, what: words.amounts(what), _amounts_written)
STAND_AMOUNTS = Role("amounts", _own_keys, lambda words, what: words.amounts(what, words.known_stand), _amounts_written)
WORD = Role("word", _open, lambda words, what: words.next(what or "a word").text)
FLAG = Role("flag", _open, lambda words, what: words.flag(what), lambda _, __: "")
TEXT = Role("text", lambda text, mask: mask.silenced(text), lambda words, what: words.next(what or "a text").text)

COMMAND = Role("command", _open, lambda words, what: words.next(what or "a command").text)

StandId = Annotated[str, STAND]
StandIds = Annotated[tuple[str, ...], STANDS]
FormationId = Annotated[str, FORMATION]
SideKey = Annotated[str, SIDE]
CommandId = Annotated[str, COMMAND]
"""A command within a side."""
HexIndex = Annotated[int, HEX]
HitHex = Annotated[int, HIT]
"""A hex whose stands are to be hit; the page marks it as a target."""
HexsideNumber = Annotated[int, HEXSIDE]
Path = Annotated[tuple[int, ...], PATH]
Count = Annotated[int, COUNT]
Amounts = Annotated[Mapping[str, int], AMOUNTS]
StandAmounts = Annotated[Mapping[str, int], STAND_AMOUNTS]
KindWord = Annotated[str, WORD]
"""A word of a short list: a kind, a task, a mark."""
Flag = Annotated[bool, FLAG]
"""Yes or no; unless a key of the verb fixes it, its own name stands at the end of the line, or does not."""
Text = Annotated[str, TEXT]
"""Free text, silenced for those who do not know a unit that it names."""

# --- what only events hold --------------------------------------------------------------------------------------

ROLLS = Role("", lambda rolls, mask: tuple(roll for roll in rolls if mask.own(roll.by)))

SideKeys = Annotated[tuple[str, ...], Role("", lambda keys, mask: tuple(key for key in keys if key == mask.side))]
SideAmounts = Annotated[Mapping[str, int], Role("", _own_keys)]
FormationWords = Annotated[Mapping[str, str], Role("", _own_keys)]
StandPair = Annotated[tuple[str, str], Role("", _pair_shown)]
StandPairs = Annotated[
    tuple[tuple[str, str], ...], Role("", lambda pairs, mask: tuple(sorted(mask.pairs(frozenset(pairs)))))
]
Hexes = Annotated[tuple[int, ...], Role("", _open)]
HexsidePlace = Annotated[str, Role("", _open)]
"""A hex or hexside as in ``State.ground``."""
PlaceAndWhat = Annotated[tuple[str, str], Role("", _open)]
"""A place as in ``State.ground``, and what stands there."""
KindWords = Annotated[tuple[str, ...], Role("", _open)]
Code = Annotated[str, Role("", _open)]
"""What is looked up by: a hash, a place of the setting, an order as its own side wrote it."""
Codes = Annotated[tuple[str, ...], Role("", _open)]
Rolls = Annotated[tuple[Roll, ...], ROLLS]
Outcomes = Annotated[
    tuple[Outcome, ...], Role("", lambda rows, mask: tuple(row for row in rows if mask.own(row.stand)))
]
"""What became of stands in a battle; each side reads of its own."""
DayPoints = Annotated[tuple[tuple[int, int], ...], Role("", _open)]
Time = Annotated[Clock, Role("", _open)]
FrozenRules = Annotated[Frozen, Role("", _open)]
"""The rules that all play by: nobody is kept from reading them."""
MarchLeft = Annotated[March, Role("", _open)]
WorkLeft = Annotated[Work, Role("", _open)]
WholeStand = Annotated[Stand, Role("", _stand_shown)]
WholeStands = Annotated[
    tuple[Stand, ...], Role("", lambda stands, mask: tuple(stand for stand in stands if stand.side == mask.side))
]
Formations = Annotated[
    tuple[Formation, ...], Role("", lambda items, mask: tuple(item for item in items if item.side == mask.side))
]
WholeSetting = Annotated[Setting, Role("", lambda setting, mask: own_setting(setting, mask.side))]
CommandIds = Annotated[tuple[str, ...], Role("", lambda keys, mask: tuple(key for key in keys if key in mask.commands))]
"""Commands that know; each reads of its own only."""
Face = Annotated[Stand, Role("", _open)]
"""A stand as it is seen, masked already."""
SeenPlaces = Annotated[Mapping[str, str], Role("", _open)]
"""What stands at places that whoever reads it sees."""
Control = Annotated[bytes, Role("", lambda held, mask: held if mask.commands else bytes([NO_SIDE]) * len(held))]
"""The side that holds each hex: all sides know it, an observer does not."""
Ground = Annotated[Mapping[str, str], Role("", lambda _, __: {})]
"""What stands where: nobody is shown it unless the event says how."""


def role_of(hint: Any) -> Role | None:
    """Find the role in the type of a field, which may be optional; None if it has none."""
    for part in get_args(hint):
        if isinstance(part, Role):
            return part
        if part not in {type(None), msgspec.UnsetType} and (found := role_of(part)) is not None:
            return found
    return None


def roles_of(kind: type, *, beyond: type) -> dict[str, Role]:
    """
    Name the role of each field of an order or event, in order.

    Parameters
    ----------
    beyond
        The base whose own fields are left out.

    Raises
    ------
    TypeError
        If a field has no role; the message names it.
    """
    hints, fields = get_type_hints(kind, include_extras=True), getattr(kind, "__struct_fields__", ())
    found: dict[str, Role] = {}
    for name in (name for name in fields if name not in getattr(beyond, "__struct_fields__", ())):
        role = role_of(hints[name])
        if role is None:
            msg = f"{kind.__name__}.{name} has no role; say by its type what it holds, for example HexIndex (roles.py)"
            raise TypeError(msg)
        found[name] = role
    return found
