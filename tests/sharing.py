"""
What all applications of one run of the tests share, since it takes long to make and is the same for each.

A test makes an application of its own, with a hundred and forty addresses and a few templates: compiled anew each time
they take longer than most tests, and so does the map of a shipped campaign. The same is true of the statements that a
store puts to its database. ``share()`` lets the first one make them for those that follow.
"""

from __future__ import annotations

import gc
import hashlib
from collections import OrderedDict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Flask
from jinja2 import BytecodeCache
from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from campaign.store import files
from maps.gpkg import reader
from maps.making.build import build
from scenarios.handing import beside
from webui.desk import library

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2.bccache import Bucket

    from maps.area.area import Area
    from maps.grid.hexmap import HexMap

MOST_MAPS = 6
MOST_STATEMENTS = 2_000
SELDOM = 20_000, 20, 20
"""How many things are made before those in rings are looked for: seldom, among so much that all tests keep."""


LASTING = files.LASTING
"""How a store is kept outside of the tests."""


class KnownRule(Rule):
    """An address that is compiled once, and by those that are written alike taken over."""

    known: ClassVar[dict[str, dict[str, Any]]] = {}

    def compile(self) -> None:
        """Compile it, or take over what came of it before."""
        before = dict(vars(self))
        key = repr((self.rule, self.subdomain, self.defaults, self.strict_slashes, self.merge_slashes, self.websocket))
        if key not in self.known:
            super().compile()
            made = {name: value for name, value in vars(self).items() if value is not before.get(name)}
            self.known[key] = {**made, "arguments": self.arguments}
        vars(self).update(self.known[key], arguments=set(self.known[key]["arguments"]))


class Compiled(BytecodeCache):
    """Templates compiled once; a template that has changed is another one, by its digest."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take over what was compiled before."""
        if found := self.known.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self.known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


class KnownMaps:
    """Maps that were built or read before: of the same area, or from the same bytes."""

    def __init__(self) -> None:
        self._built: dict[str, tuple[HexMap, list[str]]] = {}
        self._read: OrderedDict[bytes, HexMap] = OrderedDict()

    def build(self, area: Area, *, progress: Callable[[str], None] = lambda _: None) -> HexMap:
        """Build the map of an area, or take over the one there is; what is said meanwhile is the same."""
        key = repr(area)
        assert " at 0x" not in key, "two areas could be taken for one"
        if key not in self._built:
            said: list[str] = []
            self._built[key] = build(area, progress=said.append), said
        hexmap, said = self._built[key]
        for words in said:
            progress(words)
        return hexmap

    def read(self, path: Path) -> HexMap:
        """Read a map, or take over what came of the same bytes."""
        key = hashlib.sha256(path.read_bytes()).digest()
        if key not in self._read:
            self._read[key] = reader.read(path)
            if len(self._read) > MOST_MAPS:
                self._read.popitem(last=False)
        return self._read[key]


def share_statements() -> None:
    """
    Let all SQLite databases take a statement over as it was put into words for the first of them.

    SQLAlchemy keeps such words by the database's dialect, of which each database has its own one, all alike.
    """
    SQLiteDialect_pysqlite.__eq__ = lambda self, other: type(self) is type(other)
    SQLiteDialect_pysqlite.__hash__ = lambda self: hash(type(self))
    begin, known = Engine.__init__, LRUCache(MOST_STATEMENTS)

    def sharing(engine: Engine, pool: Any, dialect: Any, *args: Any, **more: Any) -> None:
        begin(engine, pool, dialect, *args, **more)
        if type(dialect) is SQLiteDialect_pysqlite:
            engine._compiled_cache = known

    Engine.__init__ = sharing


def share() -> None:
    """
    Share compiled addresses, templates, statements and the maps of stores; let SQLite not wait for the disk.

    Tests end programs, not the machine: what the machine holds for the disk outlives them.
    """
    Flask.url_rule_class = KnownRule
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    maps = KnownMaps()
    beside.build = maps.build
    library.reader = beside.reader = SimpleNamespace(read=maps.read)
    files.LASTING = "synchronous=OFF"
    share_statements()
    gc.set_threshold(*SELDOM)
