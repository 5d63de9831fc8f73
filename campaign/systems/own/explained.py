"""Explain the language by the types that read it: what each heading is for, and of each key what it takes and means."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from campaign.systems.own.reading.headings import Heading, roles_of
from campaign.systems.own.reading.roles import Cond, Many, Map, Out, Role
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.starting import as_toml, heading_in
from campaign.systems.own.variant.rows import Variant
from campaign.systems.own.words.conditions import CONDITIONS, STAND_WORD
from campaign.systems.own.words.outcomes import OUTCOMES

CONDITION, OUTCOME = "condition", "outcome"
_READ_ELSEWHERE = frozenset({"rule", "given", "case"})
_SAID = {STAND_WORD: "a kind, trait, mark or stance"}
_PARAGRAPH = "Your own paragraph: refusals, throws and the log quote it."


class Key(NamedTuple):
    """A key of a heading; ``words``: whether its values are conditions or outcomes."""

    name: str
    takes: str
    unless_given: str
    must: bool
    means: str
    words: str = ""


class Card(NamedTuple):
    """A heading: where it stands, whether there may be several of it, what it is for, and its keys."""

    path: str
    many: bool
    about: str
    keys: tuple[Key, ...]


class Word(NamedTuple):
    """A word of conditions or outcomes: what follows it, and what it means."""

    name: str
    takes: str
    means: str


@cache
def cards(*, variant: bool = False) -> tuple[Card, ...]:
    """Explain every heading of a file of rules, or of a house variant of others.

    >>> [card.path for card in cards()][:3]
    ['system', 'time', 'phase']
    >>> next(key.means for card in cards() if card.path == "unit" for key in card.keys if key.name == "steps")
    'How many losses it takes until it is gone.'
    """
    whole = Variant if variant else Rules
    found = ((name, role) for name, role in roles_of(whole).items() if name not in _READ_ELSEWHERE)
    return tuple(card for name, role in found for card in _cards(name, role))


def _cards(path: str, role: Role) -> Iterator[Card]:
    kind = heading_in(role)
    if kind is None:
        key = Key("", " ".join(role.wants.split()), "", must=False, means="", words=_words(role))
        yield Card(path, many=False, about="", keys=(key,))
        return
    about = " ".join((kind.__doc__ or "").replace("``", "`").split())
    # what every heading has comes last
    keys = sorted(_keys(kind), key=lambda key: key.name == "rule")
    yield Card(path, isinstance(role, Many), about, tuple(keys))
    for name, inner in roles_of(kind).items():
        if heading_in(inner) is not None:
            yield from _cards(f"{path}.{name}", inner)


def _keys(kind: type[Heading]) -> Iterator[Key]:
    told = meanings(kind)
    for field in msgspec.structs.fields(kind):
        role = roles_of(kind)[field.name]
        inner = heading_in(role) is not None
        means = _PARAGRAPH if field.name == "rule" else told.get(field.name, "")
        takes = "headings of its own" if inner else " ".join(role.wants.split())
        usual = "" if inner or field.required else unless_given(field)
        yield Key(field.name, takes, usual, field.required, means, _words(role))


def unless_given(field: Any) -> str:
    """Write what a key is where a file does not give it; "" where nothing says it better."""
    return as_toml(field.default_factory() if field.default is msgspec.NODEFAULT else field.default)


@cache
def meanings(kind: type[Heading]) -> dict[str, str]:
    """Give what the type's own text says of each key: the sentence under it."""
    (made,) = ast.parse(inspect.getsource(kind)).body
    body = made.body if isinstance(made, ast.ClassDef) else []
    found = {}
    for row, after in pairwise(body):
        said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(row, ast.AnnAssign) and isinstance(row.target, ast.Name) and said:
            found[row.target.id] = " ".join(str(after.value.value).split())  # type: ignore[attr-defined]
    return found


def _words(role: Role) -> str:
    """Say whether what a role reads is made of conditions or of outcomes."""
    within = role
    while isinstance(within, Many | Map):
        within = within.role
    return CONDITION if isinstance(within, Cond) else OUTCOME if isinstance(within, Out) else ""


def words() -> dict[str, tuple[Word, ...]]:
    """Explain the closed words of conditions and outcomes."""
    return {
        CONDITION: tuple(Word(name, _SAID.get(one.takes, one.takes), one.means) for name, one in CONDITIONS.items()),
        OUTCOME: tuple(Word(name, takes, means) for name, (takes, means) in OUTCOMES.items()),
    }
