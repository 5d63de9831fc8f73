"""Guard the table of entries in the database itself: what is written stays as it was written."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

__all__ = ["GUARDS", "unguarded"]

GUARDS = {
    "sqlite": tuple(
        f"CREATE TRIGGER entry_no_{verb.lower()} BEFORE {verb} ON entry "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION entry_is_fixed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$",
        "CREATE TRIGGER entry_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION entry_is_fixed()",
    ),
}
"""The statements that set the guards, by the kind of database."""


@contextmanager
def unguarded(db: Connection) -> Iterator[None]:
    """Lift the guards of the log within a transaction; no other connection sees it without them."""
    if db.dialect.name == "postgresql":
        db.execute(text("ALTER TABLE entry DISABLE TRIGGER entry_fixed"))
        yield
        db.execute(text("ALTER TABLE entry ENABLE TRIGGER entry_fixed"))
        return
    for verb in ("update", "delete"):
        db.execute(text(f"DROP TRIGGER entry_no_{verb}"))
    yield
    for statement in GUARDS["sqlite"]:
        db.execute(text(statement))
