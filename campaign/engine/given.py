"""
Read a situation from a few lines: a drawn map, stands, formations, clock, weather.

    map                              rows of letters follow, one hex each
    . . w .
    road 0101-0201                   also river, stream, bridge, ford, track, rail, cliff ...
    red infantry 1 0102 of=A losses=1 marks=pinned,fired
    formation A hq=A/hq posture=hold LOG=3
    clock day=1 turn=2 phase=move side=red
    weather overcast

The manual's page on cases shows every statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.engine.drawnmap import LETTERS, DrawnMap, side_words
from campaign.engine.ruleset import HasRoles
from campaign.model.calendar import Clock
from campaign.model.facts import fact_of, with_facts
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.things import NO_SIDE, Formation, Objective, Setting, Side, Stand, SupplySource
from campaign.model.tokens import NotParseable, Token, tokens_of
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.engine.ruleset import Ruleset

__all__ = ["FORMATION_KEYS", "STAND_KEYS", "STATEMENTS", "ground_named", "hex_named", "readings_of", "situation_of"]

change = msgspec.structs.replace
_COLOURS = {"red": "#b23b3b", "blue": "#3b5fb2", "green": "#3b8a4a"}
STAND_KEYS = (
    "of", "SP", "size", "mover", "band", "traits", "losses", "detached", "marks", "facing", "shots", "with", "isolated",
    "name", "arrives",
)  # fmt: skip
"""Options of a stand; any other is an attribute of its sheet."""
FORMATION_KEYS = ("kind", "size", "parent", "hq", "hq_lost", "posture", "marks", "name")


class _Given:
    """What the lines have said so far."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.ground = ruleset, DrawnMap()
        self.stands: list[tuple[Token, Token, Token, Token, dict[str, Token]]] = []
        self.formations: dict[str, dict[str, Token]] = {}
        self.sides: dict[str, Side] = {}
        self.state: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}
        self.setting: dict[str, Any] = {}
        self.later: list[Callable[[State, Situation], State]] = []
        self.drawing = False

    def side(self, key: str) -> None:
        """Note a side, as it is first named."""
        self.sides.setdefault(key, Side(key, key.capitalize(), _COLOURS.get(key, "#777777"), ""))


def readings_of(text: str) -> dict[str, str | int | float | bool]:
    """Take the ``reading KEY VALUE`` lines out of a given."""
    found: dict[str, str | int | float | bool] = {}
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["reading"] and len(words) == 3:
            found[words[1]] = _value(words[2])
    return found


def _value(text: str) -> str | int | float | bool:
    if text in {"true", "false"}:
        return text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def situation_of(text: str, ruleset: Ruleset) -> Situation:
    """
    Read a situation.

    Raises
    ------
    NotParseable
        If a line is none of the statements; the message names the line.
    """
    given = _Given(ruleset)
    for number, line in enumerate(text.splitlines(), start=1):
        tokens = tokens_of(line.partition(" #")[0]) if not line.lstrip().startswith("#") else []
        if not tokens:
            continue
        try:
            _read(given, tokens)
        except NotParseable as error:
            raise NotParseable(error.token, error.at, f"{error.what} (line {number}: {line.strip()})") from None
    return _finish(given)


def _read(given: _Given, tokens: list[Token]) -> None:
    word = tokens[0].word
    if given.drawing and all(mark in LETTERS for token in tokens for mark in token.text):
        given.ground.row(tokens)
        return
    given.drawing = word == "map" and len(tokens) == 1
    sides = side_words()
    if word in STATEMENTS:
        STATEMENTS[word](given, tokens[1:])
    elif word in sides:
        for place in tokens[1:]:
            given.ground.side(*sides[word], place)
    elif len(tokens) >= 4:
        _stand_line(given, tokens)
    else:
        known = [*STATEMENTS, *sides]
        raise tokens[0].wrong(
            what=f"no statement begins so, and a stand is written 'red infantry 1 0102'; {did_you_mean(word, known)}"
        )


def _stand_line(given: _Given, tokens: list[Token]) -> None:
    side, kind, key, place = tokens[:4]
    play = given.ruleset.play
    if kind.text not in play.kinds() and not (isinstance(play, HasRoles) and play.stands_for(kind.text)):
        raise kind.wrong(what=f"these rules have no such stand; {did_you_mean(kind.text, play.kinds())}")
    given.side(side.text)
    given.stands.append((side, kind, key, place, _options(tokens[4:])))


def _options(tokens: list[Token]) -> dict[str, Token]:
    found = {}
    for token in tokens:
        name, equals, value = token.text.partition("=")
        if not equals:
            raise token.wrong(what="an option is written what=value")
        found[name] = Token(value, token.at + len(name) + 1)
    return found


def _map(given: _Given, tokens: list[Token]) -> None:
    for token in tokens:
        if token.word == "pointy":
            given.ground.pointy()
        else:
            given.ground.blank(token)


def _needs(tokens: list[Token], count: int, wanted: str) -> list[Token]:
    if len(tokens) < count:
        raise NotParseable(token="", at=tokens[-1].at if tokens else 1, what=f"too short; here it says {wanted}")
    return tokens


def _formation_line(given: _Given, tokens: list[Token]) -> None:
    key = _needs(tokens, 1, "formation A hq=A/hq")[0]
    given.formations.setdefault(key.text, {}).update(_options(tokens[1:]))


def _side_line(given: _Given, tokens: list[Token]) -> None:
    key, options = _needs(tokens, 1, "side red supply=axis")[0], _options(tokens[1:])
    given.side(key.text)
    fields = {name: token.text for name, token in options.items() if name in {"name", "colour", "supply"}}
    given.sides[key.text] = change(given.sides[key.text], **fields)


def _clock(given: _Given, tokens: list[Token]) -> None:
    night = any(token.word == "night" for token in tokens)
    options = _options([token for token in tokens if token.word != "night"])
    phases = [phase.key for phase in given.ruleset.tables.phases]
    phase = options.get("phase")
    if phase is not None and phase.text not in phases:
        raise phase.wrong(what=f"these rules have no such phase; {did_you_mean(phase.text, phases)}")
    given.state["clock"] = Clock(
        day=_whole(options["day"]) if "day" in options else 1,
        turn=_whole(options["turn"]) if "turn" in options else 1,
        phase=phase.text if phase else phases[0],
        night=night or (phase is not None and given.ruleset.tables.phase(phase.text).night),
        side=options["side"].text if "side" in options else "",
    )


def _whole(token: Token) -> int:
    if not token.text.lstrip("-").isdigit():
        raise token.wrong(what="this is no whole number")
    return int(token.text)


def _later(write: Callable[[list[Token], State, Situation], State], count: int, wanted: str) -> Any:
    def read(given: _Given, tokens: list[Token]) -> None:
        _needs(tokens, count, wanted)
        given.later.append(lambda state, situation: write(tokens, state, situation))

    return read


def hex_named(token: Token, situation: Situation) -> int:
    """Give the hex of a number, or say that there is none."""
    try:
        return situation.map.index_of(token.text)
    except ValueError as error:
        raise token.wrong(str(error)) from None


def _place(token: Token, situation: Situation) -> str:
    index, slash, other = token.text.partition("/")
    place = str(hex_named(Token(index, token.at), situation))
    if slash:
        here, there = int(place), hex_named(Token(other, token.at), situation)
        side = situation.map.layout.grid.side_towards(here, there)
        place = f"{there}/{(side + 3) % 6}" if there < here else f"{here}/{side}"
    return place


def ground_named(token: Token, situation: Situation) -> str:
    """Say what play has put on a hex or hexside named in words, "" for nothing."""
    return situation.state.ground.get(_place(token, situation), "")


def _ground_line(tokens: list[Token], state: State, situation: Situation) -> State:
    if tokens[1].text not in _LIES:
        told = (
            f"nothing of that name lies on the ground; {did_you_mean(tokens[1].text, _LIES)}. Terrain is drawn with map"
        )
        raise tokens[1].wrong(told)
    return change(state, ground={**state.ground, _place(tokens[0], situation): tokens[1].text})


_LIES = ("none", "bridge", "prepared", "blown", "fort", "mines", "wire", "smoke", "wall")
"""What works leave on a hex or hexside."""


def _contact(tokens: list[Token], state: State, situation: Situation) -> State:  # noqa: ARG001
    first, second = sorted(token.text for token in tokens[:2])
    return change(state, contacts=state.contacts | {(first, second)})


def _control(tokens: list[Token], state: State, situation: Situation) -> State:
    code, held = state.side_code(tokens[0].text), bytearray(state.control)
    for token in tokens[1:]:
        held[hex_named(token, situation)] = code
    return change(state, control=bytes(held))


def _source(tokens: list[Token], state: State, situation: Situation) -> State:
    by_sea = any(token.word == "sea" for token in tokens[3:])
    index = hex_named(tokens[2], situation)
    source = SupplySource(tokens[0].text, tokens[1].text, tokens[0].text, index, by_sea)
    return change(state, setting=change(state.setting, sources=(*state.setting.sources, source)))


def _objective(tokens: list[Token], state: State, situation: Situation) -> State:
    name, side, number, points = tokens[:4]
    day = _whole(tokens[4]) if len(tokens) > 4 else state.setting.days
    found = Objective(name.text, hex_named(number, situation), side.text, _whole(points), day)
    return change(state, setting=change(state.setting, objectives=(*state.setting.objectives, found)))


def _air(tokens: list[Token], state: State, situation: Situation) -> State:  # noqa: ARG001
    return with_facts(state, air_dice={**fact_of(state, "air_dice", {}), tokens[0].text: _whole(tokens[1])})


def _points(tokens: list[Token], state: State, situation: Situation) -> State:  # noqa: ARG001
    return change(state, points={**state.points, tokens[0].text: _whole(tokens[1])})


def _set(field: str, *, of: str, wanted: str) -> Callable[[_Given, list[Token]], None]:
    def read(given: _Given, tokens: list[Token]) -> None:
        token = _needs(tokens, 1, wanted)[0]
        (given.state if of == "state" else given.setting)[field] = token.text

    return read


STATEMENTS: dict[str, Callable[[_Given, list[Token]], None]] = {
    "map": _map,
    "pointy": lambda given, _: given.ground.pointy(),
    "width": lambda given, tokens: given.ground.width(_needs(tokens, 1, "width 0.5, in kilometres")[0]),
    "terrain": lambda given, tokens: given.ground.terrain(*_needs(tokens, 2, "terrain 0304 vineyard")[:2]),
    "height": lambda given, tokens: given.ground.height(*_needs(tokens, 2, "height 0304 120")[:2]),
    "place": lambda given, tokens: given.ground.place(*_needs(tokens, 2, "place 0304 Marnach")[:2]),
    "formation": _formation_line,
    "side": _side_line,
    "clock": _clock,
    "weather": _set("weather", of="state", wanted="weather overcast"),
    "date": _set("start", of="setting", wanted="date 1944-12-16"),
    "days": lambda given, tokens: given.setting.update(days=_whole(_needs(tokens, 1, "days 3")[0])),
    "reading": lambda given, tokens: _check_reading(given, _needs(tokens, 2, "reading mud false")),
    "yesterday": lambda given, tokens: given.facts.update(
        past_weather=(_needs(tokens, 1, "yesterday overcast")[0].text,)
    ),
    "goes": lambda given, tokens: given.facts.update(goes=tuple(token.text for token in tokens)),
    "ground": _later(_ground_line, 2, "ground 0304 mines"),
    "contact": _later(_contact, 2, "contact 1 2"),
    "control": _later(_control, 2, "control red 0101 0102"),
    "source": _later(_source, 3, "source depot red 0101"),
    "objective": _later(_objective, 4, "objective Hill red 0304 5"),
    "air": _later(_air, 2, "air red 3"),
    "points": _later(_points, 2, "points red 3"),
}
"""What each statement of a given does."""


def _check_reading(given: _Given, tokens: list[Token]) -> None:
    known = [item.key for item in given.ruleset.tables.interpretations]
    if tokens[0].text not in known:
        raise tokens[0].wrong(what=f"these rules have no such reading; {did_you_mean(tokens[0].text, known)}")


def _finish(given: _Given) -> Situation:
    hexmap = given.ground.finish()
    for key in ("red", "blue"):
        if len(given.sides) < 2:
            given.side(key)
    setting: dict[str, Any] = {
        "scenario": "case", "name": "Case", "ruleset": given.ruleset.tables.key, "map_key": hexmap.key,
        "start": "1944-06-06", "days": 5, "latitude": 50.0, "longitude": 6.0, "utc_offset_h": 1.0, "seed": "case",
        "sides": tuple(given.sides.values()),
    }  # fmt: skip
    fields: dict[str, Any] = {"clock": Clock(phase=given.ruleset.tables.phases[0].key), "weather": "fine"}
    state = State(
        setting=Setting(**(setting | given.setting)),
        **(fields | given.state),
        facts=given.facts,
        control=bytes([NO_SIDE]) * len(hexmap),
    )
    situation = Situation(state, hexmap, given.ruleset.tables)
    stands = {key.text: _stand(given, situation, side, kind, key, place, options)
              for side, kind, key, place, options in given.stands}  # fmt: skip
    state = change(state, stands=stands, formations=_formations(given, stands))
    for write in given.later:
        state = write(state, situation.with_state(state))
    return situation.with_state(state)


def _stand(  # noqa: PLR0917 - the words of its line
    given: _Given, situation: Situation, side: Token, kind: Token, key: Token, place: Token, options: dict[str, Token]
) -> Stand:
    profile = given.ruleset.play.profile(kind.text, name=options["name"].text if "name" in options else key.text,
                                         side=side.text)  # fmt: skip
    texts = {name: options[name].text for name in ("size", "mover", "band") if name in options}
    sheet = {name: _value(token.text) for name, token in options.items() if name not in STAND_KEYS}
    profile = change(
        profile, **texts, attributes={**profile.attributes, **sheet},
        traits=profile.traits | _words(options.get("traits")),
        strength=_whole(options["SP"]) if "SP" in options else profile.strength,
    )  # fmt: skip
    counted = ("losses", "detached", "facing")
    numbers: dict[str, Any] = {name: _whole(options[name]) for name in counted if name in options}
    facts = {name: _whole(options[name]) for name in ("isolated", "shots") if name in options}
    facts = {name: number for name, number in facts.items() if number or name == "shots"}
    found = Stand(
        id=key.text, formation=options["of"].text if "of" in options else side.text, profile=profile,
        hex=None if place.text == "-" else hex_named(place, situation), marks=_words(options.get("marks")),
        attached_to=options["with"].text if "with" in options else None,
        arrives=_arrival(options["arrives"], situation) if "arrives" in options else None, **numbers,
    )  # fmt: skip
    return with_facts(found, **facts)


def _arrival(token: Token, situation: Situation) -> tuple[int, int, int]:
    day, _, rest = token.text.partition("/")
    turn, _, number = rest.partition("/")
    if not (day.isdigit() and turn.isdigit()):
        raise token.wrong(what="an arrival is written day/turn/hex, for example 2/1/0101")
    return int(day), int(turn), hex_named(Token(number, token.at), situation)


def _moment(token: Token) -> tuple[int, int]:
    day, _, turn = token.text.partition("/")
    if not (day.isdigit() and turn.isdigit()):
        raise token.wrong(what="a day and turn are written day/turn, for example 1/2")
    return int(day), int(turn)


def _words(token: Token | None) -> frozenset[str]:
    return frozenset(filter(None, token.text.split(","))) if token else frozenset()


def _formations(given: _Given, stands: dict[str, Stand]) -> dict[str, Formation]:
    wanted = dict.fromkeys([*(stand.formation for stand in stands.values()), *given.formations])
    sides = {stand.formation: stand.side for stand in stands.values()}
    return {key: _formation(key, sides, stands, given.formations.get(key, {}), given) for key in wanted}


def _formation(
    key: str, sides: dict[str, str], stands: dict[str, Stand], options: dict[str, Token], given: _Given
) -> Formation:
    own_hq = next((s.id for s in stands.values() if s.profile.kind == "hq" and s.formation == key), None)
    known = [(name, token) for name, token in options.items() if name in given.ruleset.tables.stores]
    stores = {name: _whole(Token(token.text.partition("/")[0], token.at)) for name, token in known}
    limits = {name: _whole(Token(token.text.partition("/")[2], token.at)) for name, token in known if "/" in token.text}
    unknown = [token for name, token in options.items() if name not in (*FORMATION_KEYS, *stores, "side")]
    if unknown:
        raise unknown[0].wrong(
            what=f"a formation has no such option; known are {', '.join(FORMATION_KEYS)} and its stores"
        )
    texts: dict[str, Any] = {
        name: options[name].text for name in ("kind", "size", "parent", "posture") if name in options
    }
    side = options["side"].text if "side" in options else sides.get(key, next(iter(given.sides)))
    found = Formation(
        id=key, side=side, name=options["name"].text if "name" in options else key, short=key, stores=stores,
        hq=options["hq"].text if "hq" in options else own_hq, marks=_words(options.get("marks")),
        **({"size": "regiment", "kind": "infantry"} | texts),
    )  # fmt: skip
    lost = _moment(options["hq_lost"]) if "hq_lost" in options else None
    return with_facts(found, limits=limits or None, hq_lost=lost)
