"""Answer browsers with data."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

__all__ = ["answer"]


def answer(data: Any, status: int = 200) -> Response:
    """Give data as JSON."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")
