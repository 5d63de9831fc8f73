"""Count the SQL statements that are sent to a database, whatever store sends them."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Engine, event

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def statements() -> Iterator[list[str]]:
    """
    List the statements this thread sends while it is open; BEGIN is one of them, COMMIT the driver sends by itself.

    A server another test left may still look for news on a thread of its own, and would be counted with them.
    """
    sent: list[str] = []
    mine = threading.get_ident()

    def note(*told: object) -> None:
        if threading.get_ident() == mine:
            sent.append(" ".join(str(told[2]).split()))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)
