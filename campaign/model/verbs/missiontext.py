"""
Write missions in a line, read them back, and say them in words.

    mission 2Pz take 4233 by 2 via 3630 2131 by 9 bypass
    mission 7AD hold 4626 until 7 then withdraw 4126
    mission FBB reserve reserve 50 style bold

First the kind, then its places in order, then what else is said of it; a word that is left out takes its usual value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, Goal, Mission, parts_of, usual_posture
from campaign.model.names import listed
from campaign.model.tokens import Token, quoted
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from campaign.model.names import Names
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["MISSION_WORDS", "mission_words", "read_mission", "write_mission"]

MOST_PARTS = 8
"""How many missions may follow each other in one."""

_HEXES = ("line", "left", "right")
_NUMBERS = {
    "reserve": ("reserve", "per cent, for example 25"),
    "from": ("not_before", "a day, for example 4"),
    "until": ("until", "a day, for example 7"),
}
MISSION_WORDS = frozenset(
    {*MISSION_KINDS, *MISSION_POSTURES, *_HEXES, *_NUMBERS, "via", "by", "bypass", "with", "style", "then"}
)
"""All words that a mission is written with."""
_MARKS = sorted(MISSION_WORDS - {*MISSION_KINDS, "via", "by"} | {"reserve"})
_NEXT = "another place, or one of {}".format(", ".join(_MARKS))

change = msgspec.structs.replace


def read_mission(words: Words, _: str = "") -> Mission:
    """
    Read a mission; formation, side and the names of places are left open, as the line does not say them.

    Raises
    ------
    NotParseable
        If it is none; the message names the word, the place and the way out.
    """
    return _part(words, MOST_PARTS)


def _part(words: Words, left: int) -> Mission:
    token = words.next("what it is to do: " + ", ".join(MISSION_KINDS))
    kind = token.word
    if kind not in MISSION_KINDS:
        raise token.wrong(what=f"no mission begins so; {did_you_mean(token.text, MISSION_KINDS)}")
    if not left:
        raise token.wrong(what=f"a mission has at most {MOST_PARTS} parts that follow each other; take the rest away")
    mission = Mission("", "", kind, goals=_goals(words), posture=usual_posture(kind))
    while (found := words.peek()) is not None and found.word != "then":
        mission = _with(mission, words.next(""), words)
    return change(mission, then=_part(words, left - 1)) if words.flag("then") else mission


def _goals(words: Words) -> tuple[Goal, ...]:
    goals: list[Goal] = []
    while (found := words.peek()) is not None and (found.word == "via" or found.word not in MISSION_WORDS):
        via = words.flag("via")
        index = words.hex()
        goals.append(Goal(index, via=via, by_day=words.number("a day, for example 3") if words.flag("by") else 0))
    return tuple(goals)


def _with(mission: Mission, token: Token, words: Words) -> Mission:
    """Read one thing more that is said of a mission."""
    word = token.word
    if word in MISSION_POSTURES:
        return change(mission, posture=word)
    if word == "bypass":
        return change(mission, bypass=True)
    if word == "with":
        return change(mission, partner=words.formation())
    if word == "style":
        return change(mission, style=words.next("the name of a style, for example bold").text)
    if word in _HEXES:
        return change(mission, **{word: words.path(attack=False)})
    if word in _NUMBERS:
        field, wanted = _NUMBERS[word]
        return change(mission, **{field: words.number(wanted)})
    raise token.wrong(what=f"nothing is said of a mission so; here comes {_NEXT}")


def write_mission(mission: Mission, hexmap: HexMap) -> str:
    """Write a mission so that it is read back, but for formation, side, origin and the names of places."""
    return " then ".join(" ".join(_written(part, hexmap)) for part in parts_of(mission))


def _written(part: Mission, hexmap: HexMap) -> list[str]:
    told = [part.kind, *(word for goal in part.goals for word in _goal(goal, hexmap))]
    told += [f"with {quoted(part.partner)}"] if part.partner else []
    told += [part.posture] if part.posture != usual_posture(part.kind) else []
    told += ["bypass"] if part.bypass else []
    told += [f"reserve {part.reserve}"] if part.reserve else []
    told += [f"line {_path(part.line, hexmap)}"] if part.line else []
    told += [f"from {part.not_before}"] if part.not_before else []
    told += [f"left {_path(part.left, hexmap)}"] if part.left else []
    told += [f"right {_path(part.right, hexmap)}"] if part.right else []
    told += [f"style {quoted(part.style)}"] if part.style else []
    return told + ([f"until {part.until}"] if part.until else [])


def _path(hexes: tuple[int, ...], hexmap: HexMap) -> str:
    return "-".join(map(hexmap.number, hexes))


def _goal(goal: Goal, hexmap: HexMap) -> list[str]:
    return [*(["via"] if goal.via else []), hexmap.number(goal.hex), *(["by", str(goal.by_day)] if goal.by_day else [])]


def mission_words(mission: Mission, names: Names) -> str:
    """Say a mission in one plain line: ``take Clervaux by day 2, via Houffalize, Dinant by day 9; bypasses``."""
    return ", then ".join(_said(part, names) for part in parts_of(mission))


def _said(part: Mission, names: Names) -> str:
    partner = f" {names.formation(part.partner)}" if part.partner else ""
    places = ", ".join(_place(goal, names) for goal in part.goals)
    head = f"{part.kind}{partner}" + (f" {places}" if places else "")
    return "; ".join([head, *_more(part, names)])


def _place(goal: Goal, names: Names) -> str:
    day = f" by day {goal.by_day}" if goal.by_day else ""
    return ("via " if goal.via else "") + (goal.name or names.hex(goal.hex)) + day


def _more(part: Mission, names: Names) -> list[str]:
    told = [f"posture {part.posture}"] if part.posture != usual_posture(part.kind) else []
    told += ["goes round what holds out"] if part.bypass else []
    told += [f"keeps {part.reserve} per cent back"] if part.reserve else []
    told += [_line(part, names)] if part.line else []
    bounds = [word for word, hexes in (("left", part.left), ("right", part.right)) if hexes]
    told += [f"boundary on the {listed(bounds)}"] if bounds else []
    told += [f"style {part.style}"] if part.style else []
    return told + ([f"until day {part.until}"] if part.until else [])


def _line(part: Mission, names: Names) -> str:
    ends = f"the line from {names.hex(part.line[0])} to {names.hex(part.line[-1])}"
    return f"does not cross {ends} before day {part.not_before}" if part.not_before else f"along {ends}"
