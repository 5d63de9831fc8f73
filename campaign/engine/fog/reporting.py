"""
Pass reports between the commands of a side: what each knew when it reported last.

A report is what the reporting command knew at that moment, as a value; who has it sees the friends as they stood then,
and the enemies that they knew of, with that date.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.model.commands import command_named, commands_of, holder_of
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.fog import FogSet
from campaign.model.verbs.letter import LetterDelivered
from campaign.model.viewer import Viewer
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from campaign.engine.knowing import Known
    from campaign.model.anyevent import AnyEvent
    from campaign.model.situation import Situation
    from campaign.model.verbs.ground import ControlChanged

__all__ = ["brings_reports", "exchanged", "witnesses"]

_REPORT = "report"


def brings_reports(event: AnyEvent) -> bool:
    """Whether an event may bring reports: after all others everybody knows what he was told."""
    return isinstance(event, FogSet | ClockAdvanced | LetterDelivered)


def exchanged(
    event: AnyEvent, before: Situation, was: Mapping[Viewer, Known], known: Mapping[Viewer, Known]
) -> dict[Viewer, Known]:
    """
    Give what viewers know after an event, with the reports that it brings.

    Parameters
    ----------
    was, known
        What they knew before the event, and what they know by what they were told of it.
    """
    after = dict(known)
    if isinstance(event, FogSet) and event.reports == "at_once":
        return {viewer: replace(knows, accounts={}, held=()) for viewer, knows in known.items()}
    for hearer, teller in _reports(event, before):
        if hearer in after and teller in was:
            after[hearer] = _with_report(after[hearer], teller, was[teller])
    return after


def _reports(event: AnyEvent, before: Situation) -> Iterator[tuple[Viewer, Viewer]]:
    """List the reports that an event brings, each as the command that hears and the one that tells."""
    setting, mode = before.state.setting, before.state.fog.reports
    if isinstance(event, FogSet) or (mode == "staff" and _ends_turn(event, before)):
        for one in commands_of(setting):
            for other in commands_of(setting):
                if one.side == other.side and one.id != other.id:
                    yield Viewer("command", one.id), Viewer("command", other.id)
    elif mode == "letter" and isinstance(event, LetterDelivered) and event.form == _REPORT:
        hearer, teller = (command_named(setting, key) for key in (event.receiver, event.sender))
        if hearer is not None and teller is not None and hearer.side == teller.side and hearer != teller:
            yield Viewer("command", hearer.id), Viewer("command", teller.id)


def _ends_turn(event: AnyEvent, before: Situation) -> bool:
    clock = before.state.clock
    return isinstance(event, ClockAdvanced) and (event.clock.day, event.clock.turn) != (clock.day, clock.turn)


def _with_report(known: Known, teller: Viewer, told: Known) -> Known:
    """Give what somebody knows with another's report; who holds the ground he takes over from it."""
    plain = replace(told, accounts={}, held=())
    return replace(known, accounts={**known.accounts, teller.key: plain}, held=known.control)


def witnesses(event: ControlChanged, before: Situation) -> frozenset[str]:
    """Name the commands that see hexes come into other hands: those with a stand in one of them or next to one."""
    neighbour = before.map.neighbour
    near = {int(index) for here in event.hexes for index in (here, *neighbour[here]) if index != NO_HEX}
    formations = {stand.formation for stand in before.state.stands.values() if stand.hex in near}
    return frozenset(holder_of(before.state, key) for key in formations)
