"""Note what a side that plans by itself meant to do, and what it remembers."""

from __future__ import annotations

from typing import Annotated

from campaign.model.names import Names, count
from campaign.model.planning import Plan
from campaign.model.roles import CommandId, Role, SideKey
from campaign.model.verbs.told import thinker
from campaign.model.verbs.verb import Event, Tale

__all__ = ["ROWS", "SidePlanned"]

# It is made from the thinker's view and told to those who know all of that, so nothing in it is hidden from them.
WholePlan = Annotated[Plan, Role("", lambda plan, _: plan)]
"""All that a side means to do, with its reasons."""


class SidePlanned(Event, frozen=True, kw_only=True):
    """
    A side that plans by itself made a plan; the orders that come of it follow one by one.

    The last one that counts holds what the side remembers. Others are told of it when the campaign is over.
    """

    side: SideKey
    plan: WholePlan
    command: CommandId = ""
    """The command that planned for its own stands; "": the whole side."""

    @property
    def who(self) -> str:
        """The command or the side that planned."""
        return self.command or self.side


def _tell(event: SidePlanned, names: Names) -> str:
    plan = event.plan
    found = {one.group for one in plan.estimates} | {one.group for one in plan.thoughts}
    orders, groups = count(len(plan.thoughts), "order"), count(len(found - {""}), "group")
    return f"{names.side(event.side)} staff planned: {orders}, {groups}"


ROWS = (Tale(SidePlanned, says=_tell, told=thinker, quiet=True),)
