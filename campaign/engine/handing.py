"""Carry out what no rule system decides: which command holds a formation, who plays a side, which text is played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import HasFile
from campaign.model.commands import command_named, commands_of, holder_of
from campaign.model.seats import UnknownSeat, seat_of
from campaign.model.verbs.handing import CommandGiven, GiveCommand
from campaign.model.verbs.rules import MoveRules, RulesMoved
from campaign.model.verbs.seat import SeatTaken, TakeSeat

if TYPE_CHECKING:
    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Play

__all__ = ["hand_over", "move_rules", "take_seat"]

RULE = "command"
SEAT = "seat"
RULES = "rules"
_UMPIRE = "umpire"


def hand_over(order: GiveCommand, by: str, ledger: Ledger) -> None:
    """Hand a formation over to another command of its side."""
    state = ledger.state
    if by != _UMPIRE:
        raise Refusal(RULE, "only the umpire hands a formation over; ask him to")
    formation = state.formations.get(order.formation)
    if formation is None:
        raise Refusal(RULE, f"there is no formation {order.formation!r}; see the order of battle")
    command = command_named(state.setting, order.to)
    if command is None or command.side != formation.side:
        own = ", ".join(other.id for other in commands_of(state.setting) if other.side == formation.side)
        raise Refusal(RULE, f"its side has no command {order.to!r}; it has {own}")
    if holder_of(state, formation.id) == command.id:
        raise Refusal(RULE, f"{command.id} holds {formation.name} already; name another command or formation")
    ledger.record(CommandGiven(formation=formation.id, to=command.id, rule=RULE))


def take_seat(order: TakeSeat, by: str, ledger: Ledger) -> None:
    """Say who plays a side or a command from now on."""
    if by != _UMPIRE:
        raise Refusal(SEAT, "only the umpire says who plays; ask him to")
    setting = ledger.state.setting
    known = [*(side.key for side in setting.sides), *(command.id for command in commands_of(setting))]
    if order.who not in known:
        raise Refusal(SEAT, f"no side or command is called {order.who!r}; there are {', '.join(dict.fromkeys(known))}")
    try:
        seat = seat_of(order.player)
    except UnknownSeat as unknown:
        raise Refusal(SEAT, str(unknown)) from None
    ledger.record(SeatTaken(who=order.who, player=str(seat), rule=SEAT))


def move_rules(order: MoveRules, by: str, ledger: Ledger, play: Play) -> None:
    """Move the campaign to another text of its rules; ``Refusal`` if it is not the umpire's, or cannot be."""
    if by != _UMPIRE:
        raise Refusal(RULES, "only the umpire may move a campaign to other rules")
    if not order.reason.strip():
        raise Refusal(RULES, "a ruling needs its reason, for the log; say why")
    if not isinstance(play, HasFile):
        raise Refusal(RULES, f"{ledger.situation.tables.name} comes with the program: there is no file to move to")
    found = play.moved(ledger.situation, order.text)
    if found.sha256 == ledger.state.rules:
        raise Refusal(RULES, "that is the text that is played by already")
    ledger.record(RulesMoved(rules=found, rule=RULES, why=order.reason))
