"""Read what browsers send: types, sizes and lengths, before anything else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from campaign.model.anyorder import AnyOrder  # noqa: TC001 - msgspec reads it at run time
from maps.grid.numbers import hex_named
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from flask import Request

    from maps.grid.hexmap import HexMap

__all__ = [
    "AcceptingRequest",
    "BranchRequest",
    "ClaimRequest",
    "Command",
    "GoOnRequest",
    "MatterChoice",
    "MattersRequest",
    "MinutesRequest",
    "MissionRequest",
    "PlayRequest",
    "SpokenGiven",
    "SpokenRequest",
    "UndoRequest",
    "read_accepting",
    "read_branch",
    "read_claim",
    "read_command",
    "read_flag",
    "read_go_on",
    "read_hex",
    "read_matters",
    "read_minutes",
    "read_mission",
    "read_number",
    "read_play",
    "read_send_id",
    "read_spoken",
    "read_spoken_given",
    "read_text",
    "read_undo",
    "read_whole",
]

MOST_NOTATION = 1000
MOST_SPOKEN = 20_000
MOST_HEXES_OF_A_PATH = 400
_MOST_DICE = 1000
_MOST_KEY = 200
_MOST_HEX = 12
_MOST_DIGITS = 6
_LEAST_ID, _MOST_ID = 8, 80
_MOST_SECONDS = 90
_MOST_SEQ = 2**53

T = TypeVar("T")


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to have something done; ``seq`` is the log entry that it had seen last."""

    command_id: str
    seq: int
    notation: str | None = None
    order: AnyOrder | None = None
    dice: tuple[int, ...] | None = None
    """Faces cast by hand and called in; None: the campaign's own dice."""


class UndoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to take something back; ``to`` None: the last entry that counts."""

    command_id: str
    seq: int
    to: int | None = None
    why: str = ""


class MissionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to give a formation a mission; ``words`` name places or hexes, or are "drop"."""

    command_id: str
    seq: int
    formation: str
    words: str


class SpokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to have a block of orders read: whose it is, and its language."""

    text: str
    side: str = ""
    language: str = ""
    command_id: str = ""
    seq: int = 0
    """The page sends both with everything; nothing is done here that could be done twice."""


class SpokenGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to have a block of orders given: the lines wanted, and those meant in spite of a doubt."""

    command_id: str
    seq: int
    text: str
    side: str = ""
    language: str = ""
    lines: tuple[int, ...] = ()
    doubted: tuple[int, ...] = ()
    dice: tuple[int, ...] | None = None


class MatterChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire chose of a matter; ``notation`` is a ruling without ``rule`` and without its reason."""

    key: str
    choice: Literal["accept", "overrule", "change", "hold"]
    why: str = ""
    notation: str = ""


class MattersRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends to settle matters."""

    command_id: str
    seq: int
    choices: tuple[MatterChoice, ...]


class AcceptingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends to have a kind of matter accepted by itself, or no longer."""

    command_id: str
    kind: str
    on: bool
    stops: bool = False
    """True: not whether it accepts itself, but whether a closing waits at it."""
    front: bool = False
    """True: not whether it accepts itself, but whether its front waits, and the closing goes on."""


class ClaimRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends as soon as he looks at a matter, so that another umpire takes another."""

    command_id: str
    key: str


class GoOnRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends to close the turn that it shows, or to go on with a closing that waits."""

    command_id: str
    turn: str


class BranchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends to branch a campaign off at a moment; ``at`` None: now."""

    command_id: str
    id: str
    at: int | None = None
    name: str = ""
    seats: bool = False


class MinutesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the umpire's day sends each minute: the seconds that he spent doing something."""

    command_id: str
    seconds: int


class PlayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to let sides play themselves."""

    command_id: str
    seq: int
    sides: tuple[str, ...]
    passed: tuple[str, ...] = ()
    """What the side shall not think of: it was proposed, and passed over."""
    seat: str = ""
    """The player, as ``seats.seat_of`` reads it; "": the one that was seated."""
    until: Literal["phase", "turn"] = "phase"
    dice: tuple[int, ...] | None = None


def read_command(request: Request) -> Command:
    """
    Read a command.

    Raises
    ------
    BadRequest
        If it is not one; the message names the field.
    """
    command = _decoded(request, Command)
    _check_common(command.command_id, command.seq)
    if command.notation is not None and len(command.notation) > MOST_NOTATION:
        raise BadRequest(400, "notation", f"the order is longer than {MOST_NOTATION} characters", "shorten it")
    if command.dice is not None and len(command.dice) > _MOST_DICE:
        raise BadRequest(400, "dice", f"more than {_MOST_DICE} dice are called in", "call in those that are wanted")
    path = getattr(command.order, "path", ())
    if len(path) > MOST_HEXES_OF_A_PATH:
        raise BadRequest(400, "path", f"the path is longer than {MOST_HEXES_OF_A_PATH} hexes", "shorten it")
    return command


def read_undo(request: Request) -> UndoRequest:
    """Read a request to take something back; raises ``BadRequest`` if it is not one."""
    wanted = _decoded(request, UndoRequest)
    _check_common(wanted.command_id, wanted.seq)
    if len(wanted.why) > MOST_NOTATION:
        raise BadRequest(400, "why", f"the reason is longer than {MOST_NOTATION} characters", "shorten it")
    return wanted


def read_mission(request: Request) -> MissionRequest:
    """Read a request to give a mission; raises ``BadRequest`` if it is not one."""
    wanted = _decoded(request, MissionRequest)
    _check_common(wanted.command_id, wanted.seq)
    if len(wanted.words) > MOST_NOTATION or len(wanted.formation) > MOST_NOTATION:
        raise BadRequest(400, "words", f"the mission is longer than {MOST_NOTATION} characters", "shorten it")
    return wanted


def read_spoken(request: Request) -> SpokenRequest:
    """Read a block of orders to look at; raises ``BadRequest`` if it is not one."""
    wanted = _decoded(request, SpokenRequest)
    _check_spoken(wanted.text)
    return wanted


def read_spoken_given(request: Request) -> SpokenGiven:
    """Read a block of orders to give; raises ``BadRequest`` if it is not one."""
    wanted = _decoded(request, SpokenGiven)
    _check_common(wanted.command_id, wanted.seq)
    _check_spoken(wanted.text)
    if len(wanted.dice or ()) > _MOST_DICE:
        raise BadRequest(400, "dice", f"more than {_MOST_DICE} dice are called in", "call in those that are wanted")
    return wanted


def _check_spoken(text: str) -> None:
    if len(text) > MOST_SPOKEN:
        raise BadRequest(400, "text", f"the block is longer than {MOST_SPOKEN} characters", "send it in parts")


def read_play(request: Request) -> PlayRequest:
    """Read a request to let sides play themselves; raises ``BadRequest`` if it is not one."""
    wanted = _decoded(request, PlayRequest)
    _check_common(wanted.command_id, wanted.seq)
    if len(wanted.dice or ()) > _MOST_DICE or len(wanted.passed) > _MOST_DICE:
        raise BadRequest(400, "command", f"more than {_MOST_DICE} dice or names are sent", "send those that are wanted")
    return wanted


def read_matters(request: Request) -> MattersRequest:
    """Read what was chosen of matters; raises ``BadRequest`` if it is nothing."""
    wanted = _decoded(request, MattersRequest)
    _check_common(wanted.command_id, wanted.seq)
    if not 1 <= len(wanted.choices) <= _MOST_DICE:
        raise BadRequest(400, "choices", f"{len(wanted.choices)} matters are named", f"name 1 to {_MOST_DICE}")
    if any(len(one.why) > MOST_NOTATION or len(one.notation) > MOST_NOTATION for one in wanted.choices):
        raise BadRequest(400, "why", f"a reason or ruling is longer than {MOST_NOTATION} characters", "shorten it")
    return wanted


def read_accepting(request: Request) -> AcceptingRequest:
    """Read which kind of matter is accepted by itself; raises ``BadRequest`` if it is not said."""
    return _decoded(request, AcceptingRequest)


def read_claim(request: Request) -> ClaimRequest:
    """Read which matter an umpire looks at; raises ``BadRequest`` if it is not said."""
    wanted = _decoded(request, ClaimRequest)
    if not 0 < len(wanted.key) <= _MOST_KEY:
        raise BadRequest(400, "key", "there is no such matter", "take one from the inbox")
    return wanted


def read_go_on(request: Request) -> GoOnRequest:
    """Read which turn is to be closed; raises ``BadRequest`` if it is not said."""
    return _decoded(request, GoOnRequest)


def read_branch(request: Request) -> BranchRequest:
    """Read where a campaign is to be branched off; raises ``BadRequest`` if it is not said."""
    wanted = _decoded(request, BranchRequest)
    if len(wanted.name) > MOST_NOTATION or (wanted.at is not None and not 0 < wanted.at < _MOST_SEQ):
        raise BadRequest(400, "branch", "its name is too long, or there is no such moment", "take one from the list")
    return wanted


def read_minutes(request: Request) -> MinutesRequest:
    """Read seconds spent; raises ``BadRequest`` if they cannot have been spent since the last were sent."""
    wanted = _decoded(request, MinutesRequest)
    if not 1 <= wanted.seconds <= _MOST_SECONDS:
        why = f"{wanted.seconds} seconds cannot be spent in a minute"
        raise BadRequest(400, "seconds", why, f"send 1 to {_MOST_SECONDS}")
    return wanted


def read_number(request: Request, name: str, *, default: int | None = None) -> int | None:
    """Read a whole number from the address; raises ``BadRequest`` if it is none."""
    text = request.args.get(name)
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 16:
        raise BadRequest(400, name, f"{name} is {text[:20]!r}, no whole number", f"write {name}=12")
    return int(text)


def read_flag(request: Request, name: str) -> bool:
    """Read a yes or no from the address; raises ``BadRequest`` if it is neither."""
    text = request.args.get(name, "0")
    if text not in {"0", "1", "true", "false"}:
        raise BadRequest(400, name, f"{name} is {text[:20]!r}, neither 0 nor 1", f"write {name}=1")
    return text in {"1", "true"}


def read_text(request: Request, name: str, *, most: int = 120, default: str | None = None) -> str:
    """Read a text from the address; raises ``BadRequest`` if it is missing or too long."""
    text = request.args.get(name, default)
    if text is None:
        raise BadRequest(400, name, f"{name} is missing", f"add {name}= to the address")
    if len(text) > most:
        raise BadRequest(400, name, f"{name} is longer than {most} characters", "shorten it")
    return text


def _decoded(request: Request, kind: type[T]) -> T:
    if request.mimetype != "application/json":
        raise BadRequest(415, "type", "this is not JSON", "send it with Content-Type: application/json")
    try:
        return msgspec.json.decode(request.get_data(), type=kind, strict=True)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(400, "command", f"it cannot be read: {error}", "use the page, or see the manual") from error


def read_send_id(text: str) -> str:
    """Read the id that makes a form sent twice count once; raises ``BadRequest`` if it is none."""
    return _read_id(text, "send_id", "load the page again, and send a fresh one with each change")


def read_whole(text: str, name: str) -> int:
    """Read a whole number of a form; raises ``BadRequest`` if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise BadRequest(400, name, f"{text[:20]!r} is no whole number", "write one from 0 on")
    return int(text)


def read_hex(hexmap: HexMap, number: str) -> int:
    """Read the hex of an address by its printed number; raises ``BadRequest`` if the map has none of it."""
    try:
        return hex_named(hexmap, number[:_MOST_HEX])
    except ProblemsFound as fault:
        raise BadRequest(404, "hex", fault.problems[0].what, fault.problems[0].remedy) from fault


def _read_id(text: str, name: str, remedy: str) -> str:
    if not _LEAST_ID <= len(text) <= _MOST_ID or not text.isascii() or not text.isprintable():
        raise BadRequest(400, name, f"{name} must have {_LEAST_ID} to {_MOST_ID} plain characters", remedy)
    return text


def _check_common(command_id: str, seq: int) -> None:
    _read_id(command_id, "command_id", "send a fresh id for each command, for example a UUID")
    if not 0 <= seq < _MOST_SEQ:
        raise BadRequest(400, "seq", "seq is no number of a log entry", "send the version of the view")
