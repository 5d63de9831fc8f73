"""
What all applications of one run of the tests share, since it takes long to make and is the same for each.

A test makes an application of its own, with a hundred and forty addresses and a few templates: compiled anew each time
they take longer than most tests. ``share()`` lets the first application compile them for those that follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from campaign.store import files

if TYPE_CHECKING:
    from jinja2.bccache import Bucket


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


def share() -> None:
    """
    Share compiled addresses and templates; let SQLite not wait for the disk.

    Tests end programs, not the machine: what the machine holds for the disk outlives them.
    """
    Flask.url_rule_class = KnownRule
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    files.LASTING = "synchronous=OFF"
