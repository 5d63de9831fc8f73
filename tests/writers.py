"""
See that whoever writes to a store says so: his transaction takes its lock at once.

In one that only reads each statement would be written by itself, and what was read before may be true no longer. No
test of one visitor alone could notice that, so all of them look.
"""

from sqlalchemy import event
from sqlalchemy.engine import Engine

WRITES = ("INSERT", "UPDATE", "DELETE")


def watch():
    """Have every test fail that writes in a transaction which does not say that it does."""
    event.listen(Engine, "before_cursor_execute", _checked)


def _checked(db, _cursor, statement, *_):
    if statement.lstrip()[:6].upper() in WRITES:
        # Connections that tests open themselves announce nothing.
        assert db.get_execution_options().get("write", True), f"written where only reading was announced: {statement}"
