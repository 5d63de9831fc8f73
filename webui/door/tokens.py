"""Make the secrets of sessions and links, and what is derived from them."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets

__all__ = ["SHARED_TOKEN", "digest", "fresh", "local_token", "page_token"]

SHARED_TOKEN = "SANDTABLE_SHARED_TOKEN"  # noqa: S105 - the name of a variable
"""Where several workers serve one address, the first hands this to the others in the environment."""


def fresh() -> str:
    """Draw a secret of 256 bits."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Give the hash that a store keeps of a secret; a secret of 256 bits needs no salt and no cost."""
    return hashlib.sha256(secret.encode()).hexdigest()


def page_token(session: str) -> str:
    """Give the token that a session's pages send with whatever changes something: any worker can check it."""
    return hmac.new(session.encode(), b"sandtable form", hashlib.sha256).hexdigest()


def local_token() -> str:
    """Give the token of pages where nobody signs in: drawn anew by each server, the same for all its workers."""
    return os.environ.get(SHARED_TOKEN) or secrets.token_urlsafe(24)
