"""Count the SQL statements that are sent to a database, whatever store sends them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Engine, event

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def statements() -> Iterator[list[str]]:
    """List the statements sent while it is open; BEGIN is one of them, COMMIT the driver sends by itself."""
    sent: list[str] = []

    def note(*told: object) -> None:
        sent.append(" ".join(str(told[2]).split()))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)
