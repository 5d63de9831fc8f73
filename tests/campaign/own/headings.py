"""
Hold the manual of the language to the types that read it: every heading, every key, its default, a sound example.

``python -m tests.campaign.own.headings --write`` writes the tables of keys anew from the types.
"""

from __future__ import annotations

import re
import sys
from importlib.resources import files

import msgspec

from campaign.systems.own.explained import meanings, unless_given
from campaign.systems.own.reading.headings import roles_of
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.starting import heading_in
from campaign.systems.own.words.conditions import CONDITIONS
from campaign.systems.own.words.outcomes import OUTCOMES
from maps.toml_lines import parse_toml

PAGES = ("own-units", "own-moving", "own-fighting", "own-lines")
NOT_A_HEADING = frozenset({"rule", "given", "case"})
HEAD = "| key | takes | unless given | what it is |\n|---|---|---|---|\n"
SECTION = re.compile(r"^## `\[\[?([a-z]+)\]\]?`.*?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^\| key \|.*?\n(?=\n|\Z)", re.MULTILINE | re.DOTALL)


def headings():
    """Name the headings of the language, in order."""
    return [name for name in roles_of(Rules) if name not in NOT_A_HEADING]


def text_of(page):
    return (files("webui") / "help" / f"{page}.md").read_text("utf-8")


def sections():
    """Give the section of each heading, by its name."""
    return {found[1]: found[2] for page in PAGES for found in SECTION.finditer(text_of(page))}


def rows_of(kind, within=""):
    """Write the rows of a table of keys: those of a heading, and of the headings within it."""
    told, inner = meanings(kind), []
    for field in msgspec.structs.fields(kind):
        role = roles_of(kind)[field.name]
        other = heading_in(role)
        key = f"{within}{field.name}"
        if field.name == "rule":
            continue
        usual = "must be there" if field.required else "" if other else unless_given(field)
        takes = f"headings `{key}`" if other and other.__name__ != "Mud" else _short(role.wants)
        yield _row(key, takes, usual, told.get(field.name, ""))
        if other:
            inner += rows_of(other, f"{key}.")
    yield from inner


def _row(key, takes, usual, told):
    cells = (f"`{key}`", takes, f"`{usual}`" if usual and usual != "must be there" else usual, told)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _short(wants):
    words = " ".join(wants.split())
    return words if len(words) <= 230 else words[:226].rpartition(", ")[0] + ", ..."


def table_of(name):
    """Write the table of keys of a heading."""
    role = roles_of(Rules)[name]
    kind = heading_in(role)
    rows = (
        rows_of(kind)
        if kind
        else [_row("CODE", _short(role.wants), "", "each result of the tables, and what it brings")]
    )
    return HEAD + "".join(rows)


def words_tables():
    """Write the tables of conditions and outcomes."""
    conditions = [(word, one.takes or "nothing", one.means) for word, one in CONDITIONS.items()]
    outcomes = [(word, takes or "nothing", means) for word, (takes, means) in OUTCOMES.items()]
    heads = ("| word | takes | holds if |", "| word | takes | what comes of it |")
    return [
        f"{head}\n|---|---|---|\n" + "".join(f"| `{word}` | {takes} | {means} |\n" for word, takes, means in rows)
        for head, rows in zip(heads, (conditions, outcomes), strict=True)
    ]  # fmt: skip


def combined(example, base):
    """Put an example over a file: its headings stand instead of those of the same name."""
    said = parse_toml(example, "example.toml")[0]
    blocks = re.split(r"(?m)^(?=\[)", base)
    kept = [block for block in blocks if re.match(r"\[\[?([a-z]+)", block) is None
            or re.match(r"\[\[?([a-z]+)", block)[1] not in said]  # fmt: skip
    return "".join(kept).partition("# --- left out")[0] + "\n" + example


def main():
    """Write the tables anew."""
    front = text_of("own-rules")
    for table in words_tables():
        head = table.splitlines()[0]
        front = re.sub(re.escape(head) + r"\n(?:\|.*\n)+", lambda _, table=table: table, front)
    (files("webui") / "help" / "own-rules.md").write_text(front, "utf-8")
    for page in PAGES:
        text = text_of(page)

        def anew(found):
            table, body = table_of(found[1]), found[0]
            if TABLE.search(body + "\n"):
                return TABLE.sub(lambda _: table, body + "\n").rstrip("\n") + "\n\n"
            return f"{body.rstrip()}\n\n{table}\n"

        made = SECTION.sub(anew, text).rstrip() + "\n"
        (files("webui") / "help" / f"{page}.md").write_text(made, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    main()
