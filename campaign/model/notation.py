"""
Read and write orders as people write them, the same for all rule systems.

A line begins with who, then a letter for what; orders of a side or a
formation begin with a word::

    1/110 M 0713-0714-0815     march            1/110 T 0713-0714   in transport mode
    1/110 A 0713-0714x0715     march, assault   1/110 TA ...        the same in transport mode
    2/77FA F 0715              fire             1/110 X             cancel what was declared
    1/110 D 2                  detach two       C/110 R             rejoin the parent
    502 E 6Lorry               embark           502 U               debark
    103E W bridge 0714/0715    engineer work    103E W fortify 0714
    air german 0715 3          recon german 0715        naval us "HMS Warspite" 0715
    2/77FA S 0715 with 1/110   fire, others join   1/110 K 0715 with 2/110   close combat where it stands
    2/77FA SM 0715             lay smoke        1/110 Z 3           face hexside 3
    AT/110 P 2/110             pass a support   1/110 Y 2/110       change places with another
    1/110 C reload             an action        1/110 C repair 0715
    posture 110 hold           under orders     go 110              it is this formation's go
    land 502 0715 glider       supply 28 LOG=3 POL=4    recover 28 1/110=1    hq 28 1/110
    airlift 28 LOG=2           supply by air
    rule stand=1/110 hex=0715 losses=2 on=fired because "he was seen to"      next

What has spaces, or could be taken for something else, stands in quotation
marks. A hexside is written by the hexes on its two sides, or by a hex and the
number of its side (``0714/2``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from campaign.model import orders as od
from campaign.model.rulings import format_ruling, parse_ruling
from campaign.model.tokens import NotParseable, quoted, tokens_of
from campaign.model.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["NotParseable", "format_order", "parse_order"]

T = TypeVar("T")


def parse_order(text: str, hexmap: HexMap, state: State) -> od.AnyOrder:
    """
    Read a line of notation.

    Parameters
    ----------
    state
        What the writer may know of: the state of his own view, so that no
        message names a unit that he does not see.

    Raises
    ------
    NotParseable
        If it is no order; the message names the word, the place and the way out.
    """
    tokens = tokens_of(text)
    if not tokens:
        msg = "an order is wanted, for example 1/110 M 0713-0714"
        raise NotParseable(token="", at=1, what=msg)
    words = Words(tokens, hexmap, state, end=len(text) + 1)
    reader = _WORDS.get(tokens[0].word)
    order = _verb(words) if reader is None else reader(words.past_keyword())
    words.done()
    return order


def format_order(order: od.AnyOrder, hexmap: HexMap) -> str:
    """Write an order so that ``parse_order`` reads it back."""
    return _WRITERS[type(order)](order, hexmap)


def _verb(words: Words) -> od.AnyOrder:
    stand = words.stand()
    letter = words.next("what it is to do, for example M 0713-0714")
    reader = _LETTERS.get(letter.word.upper())
    if reader is None:
        known = ", ".join(_LETTERS)
        raise letter.wrong(what=f"no order begins so; after a unit comes one of {known}")
    return reader(stand, words)


def _march(*, transport: bool, attack: bool) -> Callable[[str, Words], od.AnyOrder]:
    def read(stand: str, words: Words) -> od.AnyOrder:
        return od.Move(stand, words.path(attack=attack), transport=transport, attack=attack)

    return read


def _work(stand: str, words: Words) -> od.AnyOrder:
    task = words.next("what work: bridge, prepare, blow, fortify, lay_mines or clear_mines").text
    index, side = words.place()
    return od.SetToWork(stand, task, index, side)


def _helpers(words: Words) -> tuple[str, ...]:
    if not words.flag("with"):
        return ()
    return tuple(words.known_stand(token) for token in words.rest())


def _face(stand: str, words: Words) -> od.AnyOrder:
    token = words.next("a hexside from 0 to 5")
    if token.text not in {"0", "1", "2", "3", "4", "5"}:
        raise token.wrong(what="this is no hexside; they count 0 to 5, clockwise from the top")
    return od.Face(stand, int(token.text))


def _action(stand: str, words: Words) -> od.AnyOrder:
    action = words.next("what action, for example reload").text
    target = words.rest()
    if len(target) > 1:
        raise target[1].wrong(what="an action is done at one hex at most")
    return od.Act(stand, action, words.known_hex(target[0]) if target else None)


_LETTERS: dict[str, Callable[[str, Words], od.AnyOrder]] = {
    "M": _march(transport=False, attack=False),
    "T": _march(transport=True, attack=False),
    "A": _march(transport=False, attack=True),
    "TA": _march(transport=True, attack=True),
    "F": lambda stand, words: od.Bombard(stand, words.hex()),
    "D": lambda stand, words: od.Detach(stand, words.number("how many detachments")),
    "R": lambda stand, _: od.Rejoin(stand),
    "E": lambda stand, words: od.Embark(stand, words.stand("the transport unit that is to carry it")),
    "U": lambda stand, _: od.Debark(stand),
    "W": _work,
    "S": lambda stand, words: od.Fire(stand, words.hex(), _helpers(words)),
    "SM": lambda stand, words: od.Fire(stand, words.hex(), smoke=True),
    "K": lambda stand, words: od.Assault(stand, words.hex(), _helpers(words)),
    "P": lambda stand, words: od.PassSupport(stand, words.stand("the unit it is handed to")),
    "Y": lambda stand, words: od.Exchange(stand, words.stand("the unit it changes places with")),
    "Z": _face,
    "C": _action,
    "X": lambda stand, _: od.Cancel(stand),
}


def _land(words: Words) -> od.AnyOrder:
    stand, target = words.stand(), words.hex()
    return od.Land(stand, target, glider=words.flag("glider"))


_WORDS: dict[str, Callable[[Words], od.AnyOrder]] = {
    "air": lambda words: od.AirStrike(words.side(), words.hex(), words.number("how many dice")),
    "recon": lambda words: od.AirRecon(words.side(), words.hex()),
    "naval": lambda words: od.NavalFire(words.side(), words.next("the ship").text, words.hex()),
    "land": _land,
    "supply": lambda words: od.Resupply(words.formation(), words.amounts("stores, for example LOG=3 POL=4")),
    "airlift": lambda words: od.Resupply(
        words.formation(), words.amounts("stores, for example LOG=2 POL=1"), by_air=True
    ),
    "recover": lambda words: od.Recover(
        words.formation(), words.amounts("points by unit, for example 1/110=1", words.known_stand)
    ),
    "hq": lambda words: od.ReplaceHq(words.formation(), words.stand("the unit to set it up with")),
    "posture": lambda words: od.SetPosture(words.formation(), words.next("what orders, for example hold").text),
    "go": lambda words: od.Activate(words.formation()),
    "rule": parse_ruling,
    "next": lambda _: od.EndPhase(),
}
_KEYWORDS = frozenset(_WORDS)


def _who(key: str) -> str:
    return quoted(key, keywords=_KEYWORDS)


def _move(order: od.Move, hexmap: HexMap) -> str:
    letter = {(False, False): "M", (True, False): "T", (False, True): "A", (True, True): "TA"}
    numbers = [hexmap.number(index) for index in order.path]
    path = "-".join(numbers[:-1]) + "x" + numbers[-1] if order.attack else "-".join(numbers)
    return f"{_who(order.stand)} {letter[order.transport, order.attack]} {path}"


def _work_written(order: od.SetToWork, hexmap: HexMap) -> str:
    place = hexmap.number(order.hex) if order.side is None else Words.hexside(hexmap, order.hex, order.side)
    return f"{_who(order.stand)} W {quoted(order.task)} {place}"


def _land_written(order: od.Land, hexmap: HexMap) -> str:
    return f"land {quoted(order.stand)} {hexmap.number(order.target)}" + (" glider" if order.glider else "")


def _amounts(verb: str, formation: str, amounts: dict[str, int]) -> str:
    return " ".join([verb, quoted(formation), *(f"{quoted(key)}={count}" for key, count in amounts.items())])


def _fire(order: od.Fire, hexmap: HexMap) -> str:
    letter = "SM" if order.smoke else "S"
    return f"{_who(order.stand)} {letter} {hexmap.number(order.target)}{_with(order.helpers)}"


def _with(helpers: tuple[str, ...]) -> str:
    return "".join([" with", *(f" {quoted(key)}" for key in helpers)]) if helpers else ""


def _act(order: od.Act, hexmap: HexMap) -> str:
    place = "" if order.target is None else f" {hexmap.number(order.target)}"
    return f"{_who(order.stand)} C {quoted(order.action)}{place}"


_WRITERS: dict[type, Callable[..., str]] = {
    od.Move: _move,
    od.Cancel: lambda order, _: f"{_who(order.stand)} X",
    od.Bombard: lambda order, hexmap: f"{_who(order.stand)} F {hexmap.number(order.target)}",
    od.Detach: lambda order, _: f"{_who(order.stand)} D {order.count}",
    od.Rejoin: lambda order, _: f"{_who(order.stand)} R",
    od.Embark: lambda order, _: f"{_who(order.stand)} E {quoted(order.carrier)}",
    od.Debark: lambda order, _: f"{_who(order.stand)} U",
    od.SetToWork: _work_written,
    od.AirStrike: lambda order, hexmap: f"air {quoted(order.side)} {hexmap.number(order.target)} {order.dice}",
    od.AirRecon: lambda order, hexmap: f"recon {quoted(order.side)} {hexmap.number(order.target)}",
    od.NavalFire: lambda order, hexmap: (
        f"naval {quoted(order.side)} {quoted(order.ship)} {hexmap.number(order.target)}"
    ),
    od.Land: _land_written,
    od.Resupply: lambda order, _: _amounts("airlift" if order.by_air else "supply", order.formation, order.stores),
    od.Recover: lambda order, _: _amounts("recover", order.formation, order.points),
    od.ReplaceHq: lambda order, _: f"hq {quoted(order.formation)} {quoted(order.with_stand)}",
    od.SetPosture: lambda order, _: f"posture {quoted(order.formation)} {quoted(order.posture)}",
    od.Activate: lambda order, _: f"go {quoted(order.formation)}",
    od.Fire: _fire,
    od.Assault: lambda order, hexmap: f"{_who(order.stand)} K {hexmap.number(order.target)}{_with(order.helpers)}",
    od.PassSupport: lambda order, _: f"{_who(order.stand)} P {quoted(order.to)}",
    od.Exchange: lambda order, _: f"{_who(order.stand)} Y {quoted(order.other)}",
    od.Face: lambda order, _: f"{_who(order.stand)} Z {order.facing}",
    od.Act: _act,
    od.Ruling: format_ruling,
    od.EndPhase: lambda *_: "next",
}
