"""People: who they are, what they hold, and who asks. ``seats.Seat`` is another thing: who plays a side in the game."""

from campaign.model.people.holding import (
    DEFAULT_DELAY,
    INVITE_DAYS,
    LINK_KINDS,
    PLAYING,
    ROLES,
    Appointment,
    Invite,
    LinkKind,
    Person,
    Role,
    role_words,
)
from campaign.model.people.visiting import Visitor

__all__ = [
    "DEFAULT_DELAY", "INVITE_DAYS", "LINK_KINDS", "PLAYING", "ROLES", "Appointment", "Invite", "LinkKind", "Person",
    "Role", "Visitor", "role_words",
]  # fmt: skip
