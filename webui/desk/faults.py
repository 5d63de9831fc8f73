"""Say what is wrong with what somebody asked for, whichever way it came: by a browser or by a command."""

from __future__ import annotations

from campaign.engine.ledger import Refusal
from campaign.model.things import DICE_MODES
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import keys
from maps.problems import Problem

__all__ = ["BadRequest", "fault_status", "fault_words", "rules_and_dice"]


class BadRequest(Exception):  # noqa: N818 - it is what was sent
    """What was sent cannot be read, or may not be done; ``status`` is the HTTP status."""

    def __init__(self, status: int, rule: str, why: str, remedy: str = "", *, wait: int = 0) -> None:
        """Keep status, the kind of fault, the fault, the way out, and the seconds after that it may be tried again."""
        self.status, self.rule, self.why, self.remedy, self.wait = status, rule, why, remedy, wait
        super().__init__(why)


def fault_words(fault: Exception) -> str:
    """Say what is wrong and the way out, for a page that shows it above its form."""
    if isinstance(fault, StoreFault):
        parts = (fault.problem.what, fault.problem.remedy)
    elif isinstance(fault, BadRequest):
        parts = (fault.why, fault.remedy)
    else:
        parts = (fault.why if isinstance(fault, Refusal) else str(fault), "")
    return "; ".join(filter(None, parts))


def fault_status(fault: Exception) -> int:
    """Give the HTTP status of a page that comes back with a fault."""
    return fault.status if isinstance(fault, BadRequest) else 409


def rules_and_dice(rules: str, dice: str) -> list[Problem]:
    """List what is wrong with the rule system and the source of dice that a form names."""
    problems = []
    if rules not in keys():
        problems.append(Problem("rules", f"there is no rule system {rules[:40]!r}", "take one from the list"))
    if dice not in DICE_MODES:
        problems.append(Problem("dice", f"{dice[:40]!r} is no source of dice", "take one from the list"))
    return problems
