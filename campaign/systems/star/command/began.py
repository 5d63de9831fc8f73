"""Remember who was in command when its go began, though its HQ has gone elsewhere since (3S 1.7, 1.8)."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import board, para, star
from campaign.systems.star.turn import mark
from campaign.systems.star.units import in_command, leaders

_COMMANDED = "commanded"
_STEPS = frozenset({"step_1", "step_2", "step_3"})


def note_command(ledger: Ledger, going: tuple[Stand, ...]) -> None:
    """Mark who is in command before stands go: these stands themselves, and all whom they lead."""
    situation, ids = ledger.situation, {stand.id for stand in going}
    for stand in board(situation).of_formation.get(going[0].formation, ()):
        concerned = stand.id in ids or not ids.isdisjoint(leaders(situation, stand))
        if concerned and in_command(situation, stand) and not _is_noted(situation, stand):
            mark(ledger, stand.id, on=(_COMMANDED,), rule=para(situation, "1.7"), why="in command when the go began")


def began_in_command(situation: Situation, stand: Stand) -> bool:
    """Whether a stand was in command when the go began, before any of it changed places (1.8)."""
    if _is_noted(situation, stand):
        return _COMMANDED in stand.marks
    return in_command(situation, stand)


def barred_from_attack(situation: Situation, stand: Stand) -> bool:
    """
    Whether a stand starts and joins no attack for want of command (1.7 ``out_of_command_attacks``).

    Printed is that who *starts* out of command and does not end in it attacks nobody.
    """
    printed = star(situation).word("out_of_command_attacks") == "if_begun_in"
    return not in_command(situation, stand) and not (printed and _COMMANDED in stand.marks)


def _is_noted(situation: Situation, stand: Stand) -> bool:
    """Whether an HQ that leads the stand has changed places in this go, so that the stand's mark tells."""
    led_by = (situation.state.stands.get(key) for key in leaders(situation, stand))
    return any(hq is not None and not hq.marks.isdisjoint(_STEPS) for hq in led_by)
