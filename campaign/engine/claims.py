"""
Hold what came of a case against what it says must come of it.

    accepted                      refused 3S 1.6            refused
    legal 1 M 0102-0103           not legal 1 M 0102-0104
    1 at 0103                     1 losses 2                1 strength 3
    1 marked pinned               1 not marked pinned       1 gone eliminated
    1 facing 3                    1 shots 2                 1 condition Damaged
    A posture hold                A marked gone             A LOG 3
    dice 4                        needs 5                   hits 2          total 3
    dice Fire 4                   the roll whose name holds that word
    phase combat                  side red                  turn 2          day 1
    weather rain                  winner red                over            points red 5
    happens StandGone stand=1     nothing happens           not happens LossesTaken
    1 in command                  1 out of command          red sees 7      red does not see 7
    1 reaches 0103                1 does not reach 0104     1 supplied      1 not supplied
    1 reaches 0106 by transport   1 in contact              1 not in contact
    1 fits 0103                   1 does not fit 0104       scale inch 3.73     1 deserves 6
    red zone 0103                 red no zone 0104          red holds 0103
    red air 3                     ground 0103 mines         ground 0103/0104 none
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaign.engine.given import ground_named, hex_named
from campaign.engine.legal import legal_orders
from campaign.model.facts import fact_of
from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable, Token, tokens_of
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from campaign.engine.ledger import Refusal
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyevent import AnyEvent
    from campaign.model.roll import Roll
    from campaign.model.situation import Situation
    from campaign.model.things import Formation, Stand

__all__ = ["Outcome", "holds"]


@dataclass(frozen=True)
class Outcome:
    """What came of a case: the situation after it, its events, and the refusal, if there was one."""

    ruleset: Ruleset
    situation: Situation
    events: Sequence[AnyEvent]
    refusal: Refusal | None

    def rolls(self) -> list[Roll]:
        """List the rolls, in order."""
        return [roll for event in self.events for roll in event.rolls]


def holds(claim: str, outcome: Outcome) -> str:
    """
    Say what came instead of a claim; "" if it holds.

    Raises
    ------
    NotParseable
        If it is no claim.
    """
    tokens = tokens_of(claim)
    if not tokens:
        raise NotParseable(token="", at=1, what="a claim is wanted, for example: 1 at 0304")
    reader = _FIRST.get(tokens[0].word)
    if reader is not None:
        return reader(outcome, tokens[1:])
    state = outcome.situation.state
    if tokens[0].text in state.stands:
        return _of_stand(outcome, state.stands[tokens[0].text], tokens[1:])
    of_side = tokens[1:2] and tokens[1].word in _SIDE_WORDS
    if tokens[0].text in state.formations and not of_side:
        return _of_formation(outcome, state.formations[tokens[0].text], tokens[1:])
    if any(side.key == tokens[0].text for side in state.setting.sides):
        return _of_side(outcome, tokens[0].text, tokens[1:])
    known = [*_FIRST, *state.stands, *state.formations]
    raise tokens[0].wrong(what=f"no claim begins so; {did_you_mean(tokens[0].text, known)}")


def _is(found: Any, wanted: Any, what: str) -> str:
    return "" if str(found) == str(wanted) else f"{what} {found}"


def _one(tokens: Sequence[Token], wanted: str) -> Token:
    if not tokens:
        raise NotParseable(token="", at=1, what=f"too short; here it says {wanted}")
    return tokens[0]


def _accepted(outcome: Outcome, tokens: Sequence[Token]) -> str:  # noqa: ARG001
    return f"refused: {outcome.refusal}" if outcome.refusal else ""


def _refused(outcome: Outcome, tokens: Sequence[Token]) -> str:
    if outcome.refusal is None:
        return "accepted"
    wanted = " ".join(token.text for token in tokens)
    same = outcome.refusal.rule == wanted or outcome.refusal.rule.startswith(f"{wanted}.")
    return "" if not wanted or same else f"refused by {outcome.refusal.rule}: {outcome.refusal.why}"


def _legal(outcome: Outcome, tokens: Sequence[Token]) -> str:
    line = " ".join(token.text for token in tokens)
    return "" if _listed(outcome, line) else "it is not among the legal orders"


def _listed(outcome: Outcome, line: str) -> bool:
    situation = outcome.situation
    order = parse_order(line, situation.map, situation.state)
    return any(
        order == known for by in (*(side.key for side in situation.state.setting.sides), "umpire")
        for known in legal_orders(outcome.ruleset, situation, by)
    )  # fmt: skip


def _not(outcome: Outcome, tokens: Sequence[Token]) -> str:
    word = _one(tokens, "not legal ..., or not happens ...").word
    if word == "legal":
        line = " ".join(token.text for token in tokens[1:])
        return "it is among the legal orders" if _listed(outcome, line) else ""
    if word == "happens":
        return "it happens" if not _happens(outcome, tokens[1:]) else ""
    raise tokens[0].wrong(what="after 'not' comes 'legal' or 'happens'")


def _happens(outcome: Outcome, tokens: Sequence[Token]) -> str:
    name = _one(tokens, "happens StandGone stand=1").text
    fields = [token.text.partition("=")[::2] for token in tokens[1:]]
    for event in outcome.events:
        if type(event).__name__ == name and all(_shown(getattr(event, key, None)) == value for key, value in fields):
            return ""
    return _told(outcome)


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _nothing(outcome: Outcome, tokens: Sequence[Token]) -> str:  # noqa: ARG001
    return _told(outcome) if outcome.events else ""


def _told(outcome: Outcome) -> str:
    """Name what happened, each kind once."""
    return "there happened " + (", ".join(dict.fromkeys(type(event).__name__ for event in outcome.events)) or "nothing")


def _of_roll(measure: Callable[[Roll], Any], what: str) -> Callable[[Outcome, Sequence[Token]], str]:
    def read(outcome: Outcome, tokens: Sequence[Token]) -> str:
        *named, wanted = [_one(tokens, f"{what} 4"), *tokens[1:]]
        name = " ".join(token.text for token in named).lower()
        rolls = [roll for roll in outcome.rolls() if name in roll.what.lower()]
        if any(str(measure(roll)) == wanted.text for roll in rolls):
            return ""
        told = "; ".join(f"{roll.what}: {list(roll.dice)}, {what} {measure(roll)}" for roll in rolls)
        return f"rolled were {told or 'no such dice'}"

    return read


def _clock(field: str) -> Callable[[Outcome, Sequence[Token]], str]:
    def read(outcome: Outcome, tokens: Sequence[Token]) -> str:
        return _is(getattr(outcome.situation.state.clock, field), _one(tokens, f"{field} ...").text, f"{field} is")

    return read


def _of_state(field: str) -> Callable[[Outcome, Sequence[Token]], str]:
    def read(outcome: Outcome, tokens: Sequence[Token]) -> str:
        return _is(getattr(outcome.situation.state, field), _one(tokens, f"{field} ...").text, f"{field} is")

    return read


def _over(outcome: Outcome, tokens: Sequence[Token]) -> str:  # noqa: ARG001
    return "" if outcome.situation.state.ended else "it goes on"


def _ground(outcome: Outcome, tokens: Sequence[Token]) -> str:
    wanted = [_one(tokens, "ground 0304 mines"), *tokens[1:]][-1].text
    return _is(ground_named(tokens[0], outcome.situation) or "none", wanted, "ground is")


def _scale(outcome: Outcome, tokens: Sequence[Token]) -> str:
    wanted = " ".join(token.text for token in [_one(tokens, "scale inch 3.73"), *tokens[1:]])
    scale = outcome.ruleset.play.scale(outcome.situation)
    return _is(f"{scale.unit} {float(scale.per_hex):.2f}", wanted, "scale is")


def _points(outcome: Outcome, tokens: Sequence[Token]) -> str:
    side = _one(tokens, "points red 5").text
    return _is(outcome.situation.state.points.get(side, 0), tokens[-1].text, f"points of {side} are")


_FIRST: dict[str, Callable[[Outcome, Sequence[Token]], str]] = {
    "accepted": _accepted,
    "refused": _refused,
    "legal": _legal,
    "not": _not,
    "happens": _happens,
    "nothing": _nothing,
    "dice": _of_roll(lambda roll: len(roll.dice), "dice"),
    "needs": _of_roll(lambda roll: roll.score, "needs"),
    "hits": _of_roll(lambda roll: roll.hits, "hits"),
    "total": _of_roll(lambda roll: roll.total, "total"),
    "phase": _clock("phase"),
    "side": _clock("side"),
    "turn": _clock("turn"),
    "day": _clock("day"),
    "weather": _of_state("weather"),
    "winner": _of_state("winner"),
    "over": _over,
    "points": _points,
    "ground": _ground,
    "scale": _scale,
}


def _of_stand(outcome: Outcome, stand: Stand, tokens: Sequence[Token]) -> str:
    text = " ".join(token.text for token in tokens)
    word, rest = _one(tokens, "1 at 0304").word, tokens[1:]
    play, situation = outcome.ruleset.play, outcome.situation
    plain: dict[str, Callable[[], Any]] = {
        "at": lambda: "nowhere" if stand.hex is None else situation.map.number(stand.hex),
        "losses": lambda: stand.losses,
        "strength": lambda: play.strength(situation, stand.id),
        "facing": lambda: stand.facing,
        "shots": lambda: fact_of(stand, "shots", None),
        "with": lambda: stand.attached_to,
        "isolated": lambda: fact_of(stand, "isolated", 0),
        "deserves": lambda: _deserved(outcome, stand, tokens[0]),
    }
    if word in plain:
        return _is(plain[word](), _one(rest, f"{word} ...").text, f"{word} is")
    if word == "condition":
        return _is(play.condition(situation, stand.id), " ".join(token.text for token in rest), "condition is")
    if word == "marked":
        return _marked(stand.marks, rest)
    if word == "gone":
        return _is(stand.gone, rest[0].text if rest else stand.gone or "gone", "gone is")
    if text in _YES_NO:
        return _YES_NO[text](outcome, stand.id)
    if word in {"reaches", "fits"} or text.startswith(("does not reach", "does not fit")):
        return _place(outcome, stand.id, tokens)
    if text.startswith("not marked"):
        return "it is so marked" if not _marked(stand.marks, rest[1:]) else ""
    raise tokens[0].wrong(what="nothing is claimed of a stand so; see the manual's page on cases")


def _deserved(outcome: Outcome, stand: Stand, word: Token) -> int:
    counted: Callable[[Situation, str], int] | None = getattr(outcome.ruleset.play, "deserves", None)
    if counted is None:
        raise word.wrong(what="these rules do not say what strength a stand deserves by its sheet")
    return counted(outcome.situation, stand.id)


def _marked(marks: frozenset[str], tokens: Sequence[Token]) -> str:
    wanted = {token.text for token in tokens}
    return "" if wanted <= marks else "marked " + (", ".join(sorted(marks)) or "with nothing")


def _commanded(outcome: Outcome, stand: str) -> bool:
    return outcome.ruleset.play.command(outcome.situation, stand)[0] is not None


def _met(outcome: Outcome, stand: str) -> bool:
    return any(stand in pair for pair in outcome.situation.state.contacts)


def _supplied(outcome: Outcome, stand: str) -> bool:
    return outcome.ruleset.play.supply(outcome.situation, stand).hours is not None


_YES_NO: dict[str, Callable[[Outcome, str], str]] = {
    "in command": lambda outcome, stand: "" if _commanded(outcome, stand) else "it is out of command",
    "out of command": lambda outcome, stand: "it is in command" if _commanded(outcome, stand) else "",
    "in contact": lambda outcome, stand: "" if _met(outcome, stand) else "it is in no contact",
    "not in contact": lambda outcome, stand: "it is in contact" if _met(outcome, stand) else "",
    "supplied": lambda outcome, stand: "" if _supplied(outcome, stand) else "it is not supplied",
    "not supplied": lambda outcome, stand: "it is supplied" if _supplied(outcome, stand) else "",
}


def _place(outcome: Outcome, stand: str, tokens: Sequence[Token]) -> str:
    """Say of a hex whether a stand reaches it, or fits into it: ``reaches 0304 by transport``."""
    wanted = tokens[0].word != "does"
    rest = tokens if wanted else tokens[2:]
    number, how = _one(rest[1:], "1 reaches 0304"), rest[2:]
    index, play, situation = hex_named(number, outcome.situation), outcome.ruleset.play, outcome.situation
    if rest[0].word in {"fits", "fit"}:
        return "" if play.fits(situation, stand, index) == wanted else ("it does not" if wanted else "it fits")
    by_transport = [token.word for token in how] == ["by", "transport"]
    reached = index in play.reach(situation, stand, transport=by_transport).cost
    return "" if reached == wanted else ("it reaches it" if reached else "it does not")


def _of_formation(outcome: Outcome, formation: Formation, tokens: Sequence[Token]) -> str:
    word, rest = _one(tokens, "A posture hold").word, tokens[1:]
    if word == "posture":
        return _is(formation.posture, _one(rest, "A posture hold").text, "posture is")
    if word == "marked":
        return _marked(formation.marks, rest)
    if word == "hq":
        return _is(formation.hq, _one(rest, "A hq A/hq").text, "hq is")
    if tokens[0].text in outcome.ruleset.tables.stores:
        store = tokens[0].text
        return _is(formation.stores.get(store, 0), _one(rest, f"A {store} 3").text, f"{store} is")
    raise tokens[0].wrong(what="nothing is claimed of a formation so; see the manual's page on cases")


def _zoned(outcome: Outcome, side: str, number: Token) -> bool:
    return hex_named(number, outcome.situation) in outcome.ruleset.play.zones(outcome.situation, side)


def _holder(outcome: Outcome, number: Token) -> str:
    state = outcome.situation.state
    code = state.control[hex_named(number, outcome.situation)]
    return next((side.key for side in state.setting.sides if state.side_code(side.key) == code), "nobody")


_NO_DICE: Mapping[str, int] = {}
_SIDES: dict[str, Callable[[Outcome, str, Token], str]] = {
    "zone": lambda outcome, side, at: "" if _zoned(outcome, side, at) else "it has none there",
    "no zone": lambda outcome, side, at: "it has one there" if _zoned(outcome, side, at) else "",
    "holds": lambda outcome, side, at: _is(_holder(outcome, at), side, f"{at.text} is held by"),
    "air": lambda outcome, side, dice: _is(
        fact_of(outcome.situation.state, "air_dice", _NO_DICE).get(side, 0), dice.text, f"the dice of {side} are"
    ),
}


_SIDE_WORDS = frozenset({"sees", "does", "zone", "no", "holds", "air"})
"""A formation may be called as its side is; with one of these the side is meant."""


def _of_side(outcome: Outcome, side: str, tokens: Sequence[Token]) -> str:
    text = " ".join(token.text for token in tokens[:-1])
    if text in _SIDES:
        return _SIDES[text](outcome, side, tokens[-1])
    if text not in {"sees", "does not see"}:
        raise _one(tokens, "red sees 7").wrong(
            what="of a side it is claimed that it sees, or does not see, a stand; see the manual's page on cases"
        )
    seen = tokens[-1].text in outcome.ruleset.play.sightings(outcome.situation, side)
    return "" if seen == (text == "sees") else ("it sees it" if seen else "it does not")
