"""Move a campaign to other rules of the same system: a file that has changed since it began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.folding import change
from campaign.model.roles import FrozenRules, Text
from campaign.model.tokens import quoted
from campaign.model.verbs.told import public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.names import Names
    from campaign.model.state import State
    from campaign.model.words import Words
    from maps.grid.hexmap import HexMap

__all__ = ["ROWS", "MoveRules", "RulesMoved"]


class MoveRules(Order, frozen=True):
    """Play on by another text of the same rules, for the reason given."""

    text: Text
    reason: Text


class RulesMoved(Event, frozen=True, kw_only=True):
    """The umpire moved the campaign to another text of its rules."""

    rules: FrozenRules


def _read(words: Words, _: Mapping[str, Any]) -> dict[str, Any]:
    text = words.next("the text of the rules, in quotation marks").text
    token = words.next('because "the reason"')
    if token.word != "because":
        raise token.wrong(what='after this comes because "the reason"')
    return {"text": text, "reason": words.next("the reason, in quotation marks").text}


def _write(order: MoveRules, _: HexMap) -> list[str]:
    return [quoted(order.text), "because", quoted(order.reason)]


def _tell(event: RulesMoved, _: Names) -> str:
    return f"The campaign is played on by other rules, {event.rules.sha256[:12]}"


def _fold(event: RulesMoved, state: State) -> State:
    return change(state, rules=event.rules.sha256)


ROWS = (
    Verb(
        MoveRules, keys={"newrules": Key("move the campaign to changed rules")}, read=_read, write=_write,
        says=lambda order, _: f"Play on by changed rules: {order.reason}",
    ),
    Tale(RulesMoved, says=_tell, told=public, apply=_fold, changes="rules"),
)  # fmt: skip
