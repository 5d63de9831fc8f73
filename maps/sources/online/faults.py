"""Say why a service did not give what it was asked for."""

from __future__ import annotations

__all__ = ["Missing", "Refused", "ServiceFault", "TooLarge", "Unreachable"]


class ServiceFault(Exception):  # noqa: N818 - it reads as what happened
    """A service did not give what it was asked for; the text says why."""


class Missing(ServiceFault):
    """The service is there and has no such thing, as a tile of the open sea."""


class TooLarge(ServiceFault):
    """The answer is, or would be, larger than the service or we allow."""


class Refused(ServiceFault):
    """What came is not what was asked for, or comes from elsewhere."""


class Unreachable(ServiceFault):
    """No answer: no network, no such host, busy for too long, or cut off again and again."""
