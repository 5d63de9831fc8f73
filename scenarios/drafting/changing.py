"""
Make changes of what somebody does to a draft: add, write, move in the tree, take away, put down.

What he cannot do is told, with the way out; it is never an exception of another kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import msgspec

from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.drafting.draft import Change, Draft, Thing
from scenarios.drafting.fields import FIELDS, HEAD, read_fields, usual
from scenarios.drafting.names import fresh_id
from scenarios.drafting.pasting import pasted
from scenarios.drafting.patterns import pattern_units, patterns

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Add", "Drop", "Move", "Paste", "Raise", "Step", "Write", "change_of", "written"]

Key = Annotated[str, msgspec.Meta(max_length=40)]
MOST_THINGS, MOST_LETTERS = 3000, 400_000
_UNDER = {"formation": ("side", "formation"), "unit": ("formation",)}
_FIXED = frozenset({HEAD, "side"})
"""What is there from the beginning, and stays."""


class Add(msgspec.Struct, frozen=True, tag_field="do", tag="add"):
    """Add a thing, under another in the tree, or to its list."""

    what: Key
    parent: Key = ""
    fields: dict[str, Any] = {}


class Write(msgspec.Struct, frozen=True, tag_field="do", tag="write"):
    """Say something of things; ``merge`` is the same while a text is typed on."""

    keys: Annotated[list[Key], msgspec.Meta(max_length=MOST_THINGS)]
    fields: dict[str, Any]
    merge: Key = ""


class Move(msgspec.Struct, frozen=True, tag_field="do", tag="move"):
    """Put a thing of the tree under another, before one that is there; "": at the end."""

    key: Key
    parent: Key
    before: Key = ""


class Drop(msgspec.Struct, frozen=True, tag_field="do", tag="drop"):
    """Take things away, with all that is under them."""

    keys: Annotated[list[Key], msgspec.Meta(max_length=MOST_THINGS)]


class Raise(msgspec.Struct, frozen=True, tag_field="do", tag="raise"):
    """Add a formation of a pattern with its units."""

    pattern: Key
    parent: Key


class Paste(msgspec.Struct, frozen=True, tag_field="do", tag="paste"):
    """Add rows that were copied in a spreadsheet, under a side or a formation."""

    parent: Key
    text: Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]


Step = Add | Write | Move | Drop | Raise | Paste


def change_of(draft: Draft, step: Step, version: int) -> Change:
    """
    Make the change that a step means.

    Parameters
    ----------
    version
        That of the history, which no change before had: new things are named by it.

    Raises
    ------
    ProblemsFound
        With why it cannot be done.
    """
    match step:
        case Add():
            return _added(draft, step, version)
        case Write():
            return _written(draft, step)
        case Move():
            return _moved(draft, step)
        case Drop():
            return _dropped(draft, step)
        case Raise():
            return _raised(draft, step, version)
        case Paste():
            _parent_for(draft, "formation", step.parent)
            change = pasted(draft, step.parent, step.text, version)
            _room(draft, len(change.after))
            return change


def written(draft: Draft, words: str, fields: Mapping[str, Mapping[str, Any]], merge: str = "") -> Change:
    """Make the change that writes fields of things, by key."""
    after: dict[str, Thing | None] = {key: {**draft.things[key], **said} for key, said in fields.items()}
    return Change(words, {key: draft.things[key] for key in fields}, after, merge)


def _no(place: str, what: str, remedy: str) -> NoReturn:
    raise ProblemsFound([Problem(place, what, remedy)])


def _thing(draft: Draft, key: str) -> Thing:
    if key not in draft.things:
        _no("scenario", "what you changed is not there any more", "load the page again")
    return draft.things[key]


def _called(thing: Thing) -> str:
    return str(thing.get("name") or thing["what"])


def _parent_for(draft: Draft, what: str, parent: str) -> None:
    if what in _UNDER and _thing(draft, parent)["what"] not in _UNDER[what]:
        _no(what, f"cannot be put under a {_thing(draft, parent)['what']}", f"put it under a {_UNDER[what][-1]}")


def _added(draft: Draft, step: Add, version: int) -> Change:
    if step.what not in FIELDS or step.what in _FIXED:
        _no("scenario", f"nothing can be added of kind {step.what!r}", "use the page")
    _room(draft, 1)
    _parent_for(draft, step.what, step.parent)
    said, problems = read_fields(step.what, step.fields, step.what)
    raise_any(problems)
    key, thing = f"t{version + 1}", _fresh(draft, step.what, step.parent, said)
    if "id" in thing and not thing["id"]:
        thing["id"] = fresh_id(draft, step.what, thing)
    return Change(f"add {_called(thing)}", {key: None}, {key: thing})


def _room(draft: Draft, more: int) -> None:
    if len(draft.things) + more > MOST_THINGS:
        _no("scenario", f"has {len(draft.things):,} things, and no more than {MOST_THINGS:,}", "take some away")


def _fresh(draft: Draft, what: str, parent: str, said: Mapping[str, Any]) -> Thing:
    row = draft.of(what, parent if what in _UNDER else None)
    last = row[-1][1].get("order", 0.0) if row else 0.0
    return {"what": what, "order": last + 1.0, **({"parent": parent} if what in _UNDER else {}), **usual(what), **said}


def _written(draft: Draft, step: Write) -> Change:
    if not step.keys:
        _no("scenario", "nothing is chosen that could be changed", "choose a thing on the page first")
    after: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    for key in step.keys:
        thing = _thing(draft, key)
        said, wrong = read_fields(thing["what"], step.fields, _called(thing))
        problems += wrong
        after[key] = said
    raise_any(problems)
    first = _called(draft.things[step.keys[0]])
    more = f" and {len(step.keys) - 1} more" if len(step.keys) > 1 else ""
    told = ", ".join(FIELDS[draft.things[step.keys[0]]["what"]][name].words.lower() for name in step.fields)
    return written(draft, f"{first}{more}: {told}", after, step.merge)


def _moved(draft: Draft, step: Move) -> Change:
    thing = _thing(draft, step.key)
    if thing["what"] not in _UNDER:
        _no(_called(thing), "has no place in the tree", "move formations and units")
    _parent_for(draft, thing["what"], step.parent)
    if step.parent in draft.below(step.key):
        _no(_called(thing), "cannot be put under itself", "put it under another formation")
    order = _order_before(draft, thing["what"], step)
    to = _called(draft.things[step.parent])
    return written(draft, f"move {_called(thing)} to {to}", {step.key: {"parent": step.parent, "order": order}})


def _order_before(draft: Draft, what: str, step: Move) -> float:
    row = [(key, one["order"]) for key, one in draft.of(what, step.parent) if key != step.key]
    at = next((n for n, (key, _) in enumerate(row) if key == step.before), len(row))
    low = row[at - 1][1] if at else (row[0][1] - 2.0 if row else 0.0)
    high = row[at][1] if at < len(row) else low + 2.0
    return float(low + high) / 2


def _dropped(draft: Draft, step: Drop) -> Change:
    gone = list(dict.fromkeys(key for one in step.keys if _thing(draft, one) for key in draft.below(one)))
    fixed = [key for key in gone if draft.things[key]["what"] in _FIXED]
    if fixed or not gone:
        _no("scenario", "this cannot be taken away", "a scenario keeps its sides; change their names")
    first = _called(draft.things[step.keys[0]])
    more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
    return Change(f"take away {first}{more}", {key: draft.things[key] for key in gone}, dict.fromkeys(gone))


def _raised(draft: Draft, step: Raise, version: int) -> Change:
    pattern = patterns().get(step.pattern)
    if pattern is None:
        _no("pattern", f"there is none called {step.pattern!r}", "take one from the list")
    units = pattern_units(pattern)
    _room(draft, len(units) + 1)
    _parent_for(draft, "formation", step.parent)
    top = f"t{version + 1}"
    formation = _fresh(
        draft, "formation", step.parent, {**pattern.formation, "notes": f"From the pattern: {pattern.name}."}
    )
    formation["id"] = fresh_id(draft, "formation", formation)
    made: dict[str, Thing] = {top: formation}
    for n, said in enumerate(units, start=1):
        unit = {"what": "unit", "parent": top, "order": float(n), **usual("unit"), **said}
        unit["id"] = fresh_id(Draft({**draft.things, **made}), "unit", unit)
        made[f"{top}n{n}"] = unit
    return Change(f"add {pattern.name}", dict.fromkeys(made), dict(made))
