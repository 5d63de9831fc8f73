"""Give missions as data, and read those that somebody writes with names of places instead of hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, MISSION_STYLES, in_force, parts_of
from campaign.model.notation import format_order, parse_order
from campaign.model.tokens import quoted, tokens_of
from campaign.model.verbs.mission import DropMission, SetMission
from campaign.model.verbs.missiontext import MISSION_WORDS, mission_words, write_mission
from campaign.solo.commander.astray import Astray
from campaign.views import view_for
from scenarios.plan_ground import gazetteer
from scenarios.plans import near
from webui.desk.faults import BadRequest
from webui.desk.orderwords import order_words, page_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.model.missions import Mission
    from campaign.model.names import Names
    from campaign.model.tokens import Token
    from maps.grid.hexmap import HexMap
    from scenarios.plan_ground import Gazetteer
    from webui.desk.looks import Look

__all__ = ["mission_order", "missions_data", "order_told"]

_DROP = "drop"
_NAMES_AFTER = ("with", "style")
"""What stands after these is no place."""
_LONGEST_NAME = 8
"""How many words a name may have that stands without quotation marks."""


def missions_data(look: Look, side: str = "") -> dict[str, Any]:
    """
    Give the missions that hold, side by side, and what a form that gives one must know.

    Parameters
    ----------
    side
        Of this side alone; "": of all that the viewer may know of.
    """
    ground = gazetteer(look.hexmap, look.state.setting.objectives)
    return {
        "version": look.version, "kinds": list(MISSION_KINDS), "postures": list(MISSION_POSTURES),
        "styles": list(MISSION_STYLES), "places": sorted(ground.names), "days": look.state.setting.days,
        "sides": [_side(look, one.key, one.name) for one in look.sides if side in {"", one.key}],
    }  # fmt: skip


def _side(look: Look, key: str, name: str) -> dict[str, Any]:
    formations = [one for one in look.state.formations.values() if one.side == key]
    found = in_force(look.state)
    names = page_names(look)
    seen = look.situation if look.side == key else view_for(look.session.known(key, look.seq), look.situation)
    astray = Astray(look.session.ruleset, seen, key).faults()
    return {
        "key": key, "name": name,
        "formations": [{"id": one.id, "name": one.name, "short": one.short, "parent": one.parent}
                       for one in formations],
        "missions": [
            _mission(look, found[one.id], names) | {"astray": astray.get(one.id, "")}
            for one in formations if one.id in found
        ],
    }  # fmt: skip


def _mission(look: Look, mission: Mission, names: Names) -> dict[str, Any]:
    formation = look.state.formations[mission.formation]
    return {
        "formation": mission.formation, "name": formation.name, "short": formation.short,
        "by_hand": mission.formation in look.state.missions, "origin": mission.origin,
        "text": mission_words(mission, names), "words": write_mission(mission, look.hexmap),
        "parts": [_part(part, look.hexmap) for part in parts_of(mission)],
    }  # fmt: skip


def _part(part: Mission, hexmap: HexMap) -> dict[str, Any]:
    goals = [
        {"hex": goal.hex, "number": hexmap.number(goal.hex), "name": goal.name, "via": goal.via, "by": goal.by_day}
        for goal in part.goals
    ]
    return {
        "kind": part.kind, "posture": part.posture, "goals": goals, "until": part.until, "bypass": part.bypass,
        "reserve": part.reserve, "partner": part.partner, "style": part.style, "line": list(part.line),
        "not_before": part.not_before, "left": list(part.left), "right": list(part.right),
    }  # fmt: skip


def mission_order(look: Look, formation: str, words: str) -> SetMission | DropMission:
    """
    Read a mission in words, or "drop": ``take Clervaux by 2 via Houffalize bypass``.

    Raises
    ------
    BadRequest
        If a place is not known, or there are several of its name.
    NotParseable
        If it is no mission.
    """
    state = look.state
    if words.strip().lower() == _DROP:
        order = parse_order(f"drop {quoted(formation)}", look.hexmap, state)
    else:
        found = state.formations.get(formation)
        objectives = state.setting.objectives
        placed = _placed(tokens_of(words), gazetteer(look.hexmap, objectives), found.side if found else "")
        order = parse_order(" ".join(["mission", quoted(formation), *placed]), look.hexmap, state)
    assert isinstance(order, SetMission | DropMission)
    return order


def _placed(tokens: Sequence[Token], ground: Gazetteer, side: str) -> Iterator[str]:
    """Give the words of a mission with the hexes of the places that they name."""
    names = {name.lower(): name for name in ground.names}
    at = 0
    while at < len(tokens):
        token = tokens[at]
        count = 0 if at and tokens[at - 1].word in _NAMES_AFTER else _name_at(tokens, at, names)
        if count:
            name = names[_joined(tokens, at, count)]
            yield _number(name, ground, side)
        else:
            _check_known(token, tokens[at - 1] if at else None, names, ground.hexmap)
            yield quoted(token.text) if token.literal else token.text
        at += count or 1


def _joined(tokens: Sequence[Token], at: int, count: int) -> str:
    return " ".join(token.text for token in tokens[at : at + count]).lower()


def _name_at(tokens: Sequence[Token], at: int, names: dict[str, str]) -> int:
    """Count the words of the longest name that begins at a word; 0 if none does."""
    if tokens[at].word in MISSION_WORDS:
        return 0
    longest = min(_LONGEST_NAME, len(tokens) - at)
    return next((count for count in range(longest, 0, -1) if _joined(tokens, at, count) in names), 0)


def _number(name: str, ground: Gazetteer, side: str) -> str:
    hexes = ground.named(name, side)
    numbers = [ground.hexmap.number(index) for index in hexes]
    if len(numbers) > 1:
        raise BadRequest(422, "place", f"{name!r} lies in {' and '.join(numbers)}", "write the hex that you mean")
    return numbers[0]


def _check_known(token: Token, before: Token | None, names: dict[str, str], hexmap: HexMap) -> None:
    """See that a word is no name of a place that there is not."""
    is_word = token.word in MISSION_WORDS or any(character.isdigit() for character in token.text)
    if is_word or (before is not None and before.word in _NAMES_AFTER):
        return
    remedy = near(token.text, names.values(), f"the map, or write a hex from {hexmap.number(0)} on")
    raise BadRequest(422, "place", f"there is no place {token.text[:60]!r} on this map", remedy)


def order_told(look: Look, order: SetMission | DropMission) -> dict[str, str]:
    """Give an order of the staff as it is written, and in words."""
    return {"notation": format_order(order, look.hexmap), "text": order_words(order, look)}
