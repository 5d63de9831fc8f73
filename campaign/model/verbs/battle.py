"""
Fight a battle on a table, and take its result: one entry each.

Where it is fought all stand still as on a front (``fronts``); everybody else goes on. ``battle`` opens it, ``result``
brings losses, moves and what else the umpire rules for it, all at once::

    battle Ouren 4330,4429 turns=2 rules=d3_one_hour plan="" because "the club's evening"
    result Ouren turns=9 3/112=2 I/1130=1+2@4230 II/1130=gone also "ground=4330/4429=blown because x" because "won"

``UNIT=POINTS`` are lost; ``+2``: and one more on two faces of a die; ``@HEX``: it stands there then; ``UNIT=gone``: all
of it is lost. ``also`` is followed by a ruling, without its first word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from campaign.model.folding import change
from campaign.model.roles import Code, CommandIds, Count, Hexes, KindWord, Outcomes, Role, StandIds, Text
from campaign.model.things import Battle, Outcome
from campaign.model.tokens import Token, quoted
from campaign.model.verbs import ruling
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.told import Addressed
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.names import Names
    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "BattleClosed", "BattleOpened", "CloseBattle", "OpenBattle"]

_RULING: Verb[Ruling] = ruling.ROWS[0]
_ROW = re.compile(r"(?:(gone)|(\d{1,3})(?:\+([1-5]))?)?(?:@(\S+))?")
_HOW = "what became of it: points lost, as 2, 2+3, 1@0715, or gone"


class OpenBattle(Order, frozen=True):
    """Open a battle in some hexes, for so many turns of the campaign at most, this one counted."""

    name: Text
    hexes: Hexes
    turns: Count
    rules: KindWord
    """The rule system that is played on the table."""
    plan: Text
    reason: Text


class CloseBattle(Order, frozen=True):
    """Take the result of a battle: who is not named came to no harm, and stands where he stood."""

    battle: Code
    """Its code, or what it is called."""
    turns: Count
    """Turns that were played on the table."""
    rows: Outcomes
    also: Annotated[tuple[Ruling, ...], Role("", lambda _, __: ())]
    reason: Text


class BattleOpened(Event, frozen=True, kw_only=True):
    """A battle is fought on a table; its hexes stand still. Only the umpire reads it."""

    battle: Code
    name: Text
    front: Code
    stands: StandIds
    rules: Annotated[str, Role("", lambda word, _: word)]
    plan: Text = ""


class BattleClosed(Event, frozen=True, kw_only=True):
    """A battle is over; those read it who had units in it, and what befell them in events of their own."""

    battle: Code
    to: CommandIds = ()
    name: Text
    turns: Count


def _value(words: Words, name: str) -> Token:
    token = words.next(f"{name}=, and what it is")
    head, equals, rest = token.text.partition("=")
    if not equals or head.lower() != name:
        raise token.wrong(what=f"here it says {name}=, and what it is")
    return Token(rest, token.at + len(name) + 1, literal=True)


def _read_open(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"name": words.next("what the battle is called").text}
    token, hexes = words.next("its hexes, for example 4330,4429"), []
    at = token.at
    for part in token.text.split(","):
        hexes.append(words.known_hex(Token(part, at)))
        at += len(part) + 1
    turns, rules = words.whole(_value(words, "turns"), "turns of the campaign"), _value(words, "rules").text
    found |= {"hexes": tuple(hexes), "turns": turns, "rules": rules, "plan": _value(words, "plan").text}
    return found | {"reason": _because(words)}


def _write_open(order: OpenBattle, hexmap: HexMap) -> list[str]:
    return [
        quoted(order.name), ",".join(map(hexmap.number, order.hexes)), f"turns={order.turns}",
        f"rules={quoted(order.rules)}", f"plan={quoted(order.plan)}", "because", quoted(order.reason),
    ]  # fmt: skip


def _because(words: Words) -> str:
    token = words.next('because "the reason"')
    if token.word != "because":
        raise token.wrong(what='here it says because "the reason"')
    return words.next("the reason, in quotation marks").text


def _read_close(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    battle, turns = words.next("what the battle is called").text, words.whole(_value(words, "turns"), "turns played")
    rows: list[Outcome] = []
    also: list[Ruling] = []
    token = words.next('units, or because "the reason"')
    while token.word != "because":
        if token.word == "also":
            also.append(_RULING.parse("rule", words.inside(words.next("a ruling, in quotation marks"))))
        else:
            rows.append(_row(token, words))
        token = words.next('because "the reason"')
    reason = words.next("the reason, in quotation marks").text
    return {"battle": battle, "turns": turns, "rows": tuple(rows), "also": tuple(also), "reason": reason}


def _row(token: Token, words: Words) -> Outcome:
    name, value = words.pair(token, f"a unit and {_HOW}")
    found = _ROW.fullmatch(value.text)
    if found is None or not value.text:
        raise value.wrong(what=f"here it says {_HOW}")
    index = None if found[4] is None else words.known_hex(Token(found[4], value.at + found.start(4)))
    lost, faces = int(found[2] or 0), int(found[3] or 0)
    return Outcome(words.known_stand(name), lost, faces, index, gone=found[1] is not None)


def _row_written(row: Outcome, hexmap: HexMap) -> str:
    lost = "gone" if row.gone else f"{row.lost}" + (f"+{row.faces}" if row.faces else "")
    return f"{quoted(row.stand)}={lost}" + ("" if row.hex is None else f"@{hexmap.number(row.hex)}")


def _write_close(order: CloseBattle, hexmap: HexMap) -> list[str]:
    rulings = (_RULING.format(one, hexmap, frozenset()).removeprefix("rule ") for one in order.also)
    also = [word for text in rulings for word in ("also", quoted(text))]
    rows = [_row_written(row, hexmap) for row in order.rows]
    return [quoted(order.battle), f"turns={order.turns}", *rows, *also, "because", quoted(order.reason)]


def _fold_opened(event: BattleOpened, state: State) -> State:
    battle = Battle(event.name, event.front, event.stands, event.rules, event.plan)
    return change(state, battles={**state.battles, event.battle: battle})


def _fold_closed(event: BattleClosed, state: State) -> State:
    return change(state, battles={key: one for key, one in state.battles.items() if key != event.battle})


def _say_opened(event: BattleOpened, names: Names) -> str:
    who = ", ".join(map(names.stand, event.stands))
    return f"the battle of {event.name} ({event.battle}) is fought on a table by {event.rules}: {who}"


def _say_closed(event: BattleClosed, _: Names) -> str:
    played = f"after {event.turns} turn{'s' if event.turns != 1 else ''} on the table" if event.turns else "unfought"
    return f"the battle of {event.name} is over, {played}"


ROWS = (
    Verb(OpenBattle, keys={"battle": Key("fight a battle on a table")}, read=_read_open, write=_write_open),
    Verb(CloseBattle, keys={"result": Key("take the result of a battle")}, read=_read_close, write=_write_close),
    Tale(BattleOpened, says=_say_opened, apply=_fold_opened),
    Tale(BattleClosed, says=_say_closed, told=Addressed("to"), apply=_fold_closed),
)
"""The rows of battles."""
