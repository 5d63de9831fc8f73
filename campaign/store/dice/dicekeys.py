"""
Keep the secret that a campaign's committed dice hang on, beside its log.

It lies in the same database as the log and is written in the same
transaction as the commitment, so that neither is there without the other.
Nothing of it is in the log before it is revealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Column, Integer, MetaData, String, Table, inspect, select

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

__all__ = ["DiceRoot", "forget_root", "guard_file", "keep_root", "lay_out_roots", "root_of"]

_TABLES = MetaData()
_ROOT = Table(
    "dice_root",
    _TABLES,
    Column("campaign", String(80), primary_key=True),
    Column("first_span", Integer, nullable=False),
    Column("root", String(64), nullable=False),
)
_OWNER_ONLY = 0o600


class DiceRoot(NamedTuple):
    """The secret of a campaign, and the first span of dice that hangs on it."""

    first_span: int
    root: bytes


def keep_root(db: Connection, campaign: str, secret: DiceRoot) -> None:
    """Write a campaign's secret down; the table is made when it is first wanted."""
    lay_out_roots(db)
    db.execute(_ROOT.insert().values(campaign=campaign, first_span=secret.first_span, root=secret.root.hex()))


def lay_out_roots(db: Connection) -> None:
    """Make the table if it is not there."""
    _TABLES.create_all(db)


def root_of(db: Connection, campaign: str) -> DiceRoot | None:
    """Give a campaign's secret; None if the store has none."""
    if not inspect(db).has_table(_ROOT.name):
        return None
    row = db.execute(select(_ROOT.c.first_span, _ROOT.c.root).where(_ROOT.c.campaign == campaign)).first()
    return None if row is None else DiceRoot(row[0], bytes.fromhex(row[1]))


def forget_root(db: Connection, campaign: str) -> None:
    """Remove a campaign's secret, if the store has one."""
    if inspect(db).has_table(_ROOT.name):
        db.execute(_ROOT.delete().where(_ROOT.c.campaign == campaign))


def guard_file(path: Path | None) -> None:
    """Close a store that holds secrets to all but its owner; a database server has its own rights."""
    if path is not None:
        for ending in ("", "-wal", "-shm"):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.chmod(_OWNER_ONLY)
