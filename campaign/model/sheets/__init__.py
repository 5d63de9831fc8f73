"""Orders as commands write them for a turn: what units are to do, and what was closed of it."""

from campaign.model.sheets.closed import (
    NEVER,
    POSTURES,
    SILENCES,
    TRIGGERS,
    ClosedLine,
    Closing,
    Posture,
    Source,
    Standing,
    Trigger,
    UnderWay,
    turn_key,
    turn_words,
)

__all__ = [
    "NEVER", "POSTURES", "SILENCES", "TRIGGERS", "ClosedLine", "Closing", "Posture", "Source", "Standing", "Trigger",
    "UnderWay", "turn_key", "turn_words",
]  # fmt: skip
