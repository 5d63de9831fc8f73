"""Orders as commands write them for a turn: what units are to do, and what was closed of it."""

from campaign.model.sheets.closed import (
    POSTURES,
    SILENCES,
    TRIGGERS,
    ClosedLine,
    Closing,
    Posture,
    Source,
    Standing,
    Trigger,
    turn_key,
    turn_words,
)

__all__ = [
    "POSTURES", "SILENCES", "TRIGGERS", "ClosedLine", "Closing", "Posture", "Source", "Standing", "Trigger", "turn_key",
    "turn_words",
]  # fmt: skip
