"""
Name what a side or the umpire may order.

Orders are imperative values. Hexes are indices; the notation module prints
and reads them as people write them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = [
    "Act",
    "Activate",
    "AirRecon",
    "AirStrike",
    "AnyOrder",
    "Assault",
    "Bombard",
    "Cancel",
    "Debark",
    "Detach",
    "Embark",
    "EndPhase",
    "Exchange",
    "Face",
    "Fire",
    "Land",
    "Move",
    "NavalFire",
    "Order",
    "PassSupport",
    "Recover",
    "Rejoin",
    "ReplaceHq",
    "Resupply",
    "Ruling",
    "SetPosture",
    "SetToWork",
]


# Listed by ten thousands. They hold words and numbers, no rings of references: the collector need not look at them.
class Order(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """The base of all orders."""


class Move(Order, frozen=True):
    """March along a path that begins where the stand is; with ``attack`` the last hex is assaulted, not entered."""

    stand: str
    path: tuple[int, ...]
    transport: bool = False
    attack: bool = False


class Cancel(Order, frozen=True):
    """Withdraw what was declared for a stand."""

    stand: str


class Bombard(Order, frozen=True):
    """Fire a gun unit at a hex."""

    stand: str
    target: int


class Detach(Order, frozen=True):
    """Split company-sized detachments off a stand."""

    stand: str
    count: int


class Rejoin(Order, frozen=True):
    """Take a detachment back into its parent in the same hex."""

    stand: str


class Embark(Order, frozen=True):
    """Get on a transport unit in the same hex."""

    stand: str
    carrier: str


class Debark(Order, frozen=True):
    """Get off the carrier."""

    stand: str


class SetToWork(Order, frozen=True):
    """Set an engineer unit to work: bridge, prepare, blow, fortify, lay_mines, clear_mines."""

    stand: str
    task: str
    hex: int
    side: int | None = None


class AirStrike(Order, frozen=True):
    """Put dice of air power on a hex."""

    side: str
    target: int
    dice: int


class AirRecon(Order, frozen=True):
    """Look at a hex and its surroundings from the air."""

    side: str
    target: int


class NavalFire(Order, frozen=True):
    """Fire naval guns at a hex; the umpire says which ship."""

    side: str
    ship: str
    target: int


class Land(Order, frozen=True):
    """Bring a stand in by air."""

    stand: str
    target: int
    glider: bool = False


class Resupply(Order, frozen=True):
    """Choose the mix of stores a formation takes this night, by land or flown in."""

    formation: str
    stores: Mapping[str, int]
    by_air: bool = False


class Recover(Order, frozen=True):
    """Say which stands of a formation get recovered strength."""

    formation: str
    points: Mapping[str, int]


class ReplaceHq(Order, frozen=True):
    """Say with which stand a lost headquarters is set up again."""

    formation: str
    with_stand: str


class SetPosture(Order, frozen=True):
    """Put a formation under an order (move, hold, dig_in, retreat), face down until all are revealed."""

    formation: str
    posture: str


class Activate(Order, frozen=True):
    """Choose the formation whose go it is now."""

    formation: str


class Fire(Order, frozen=True):
    """Fire at a hex, alone or with ``helpers`` that join; with ``smoke`` lay smoke there instead."""

    stand: str
    target: int
    helpers: tuple[str, ...] = ()
    smoke: bool = False


class Assault(Order, frozen=True):
    """Attack an adjacent hex in close combat without entering it first, alone or with ``helpers`` that join."""

    stand: str
    target: int
    helpers: tuple[str, ...] = ()


class PassSupport(Order, frozen=True):
    """Hand a support, a transport or the like over to another stand of its formation."""

    stand: str
    to: str


class Exchange(Order, frozen=True):
    """Let two stands change places."""

    stand: str
    other: str


class Face(Order, frozen=True):
    """Turn a stand to look over a hexside, 0 to 5."""

    stand: str
    facing: int


class Act(Order, frozen=True):
    """Do what the rule system calls an action: reload, repair, raise smoke, fall out; on a hex, if it needs one."""

    stand: str
    action: str
    target: int | None = None


class Ruling(Order, frozen=True):
    """
    Overrule: what the umpire sets is set, for the reason given. Fields left None stay as they are.

    ``losses`` and ``stores`` are added to what there is, or taken off below 0.
    """

    why: str
    stand: str | None = None
    hex: int | None = None
    losses: int | None = None
    remove: bool = False
    marks_on: tuple[str, ...] = ()
    marks_off: tuple[str, ...] = ()
    formation: str | None = None
    stores: Mapping[str, int] | None = None
    weather: str | None = None
    ground: tuple[str, str] | None = None
    """A place as in ``State.ground`` and what stands there; "" takes it away."""


class EndPhase(Order, frozen=True):
    """Close the phase: carry out what was declared and go on to the next."""


AnyOrder = (
    Move
    | Cancel
    | Bombard
    | Detach
    | Rejoin
    | Embark
    | Debark
    | SetToWork
    | AirStrike
    | AirRecon
    | NavalFire
    | Land
    | Resupply
    | Recover
    | ReplaceHq
    | SetPosture
    | Activate
    | Fire
    | Assault
    | PassSupport
    | Exchange
    | Face
    | Act
    | Ruling
    | EndPhase
)
