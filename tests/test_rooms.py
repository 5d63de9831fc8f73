"""A room is as its README and the import contracts say, and small enough to be known."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("campaign", "maps", "scenarios", "webui", "benchmarks")
OURS = ("campaign", "maps", "scenarios", "webui")
README_LINES, MODULES, FILE_LINES, FUNCTION_LINES = 25, 25, 450, 45
PLAIN_LIST = "campaign/model/verbs"
"""One module a verb: a list, and no room to find one's way in."""
SERVES = {"webui.commands": "webui"}
"""``serve`` starts the application that joins page and editor (the contract "inside webui" names the import)."""


def folders():
    """Yield the folders that hold modules."""
    for package in PACKAGES:
        here = ROOT / package
        for folder in (here, *(path for path in sorted(here.rglob("*")) if path.is_dir())):
            if any(folder.glob("*.py")):
                yield folder


def place(path):
    return path.relative_to(ROOT).as_posix()


FOLDERS = [place(folder) for folder in folders()]
ROOMS = [name for name in FOLDERS if (ROOT / name / "README.md").exists()]


def told(room):
    return (ROOT / room / "README.md").read_text(encoding="utf-8")


def permits(room):
    """Read the names that a README lists behind "May import" and behind "Never"."""
    found = re.search(r"May import:(.*?)(?:\n\n|\Z)", told(room), re.DOTALL)
    if found is None:
        return None
    may, _, rest = found[1].partition("Never:")
    never = re.match(r"(?:[\s,]|`[\w.]+`)*", rest)
    return tuple(re.findall(r"`([\w.]+)`", may.partition(". ")[0])), tuple(
        re.findall(r"`([\w.]+)`", never[0] if never else "")
    )


@cache
def imports(room):
    """List the imports of a room's modules and of the rooms in it: (file, dotted name)."""
    return tuple((place(path), name) for path in sorted((ROOT / room).rglob("*.py")) for name in imported_by(path))


@cache
def imported_by(path):
    """List what a module imports; it stands in rooms within rooms, and is read once for all of them."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


def within(name, others):
    return any(name == other or name.startswith(f"{other}.") for other in others)


@cache
def contracts():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(settings["tool"]["importlinter"]["contracts"])


def layers_of(contract):
    """Give the layers of a contract, the highest first, each as the tuples of modules that stand beside each other."""
    for container in contract.get("containers", [""]):
        start = f"{container}." if container else ""
        yield [[start + name.strip() for name in row.split("|")] for row in contract["layers"]]


def _over(rows, one, other):
    """Whether a module stands below or beside another; a room stands at its highest part, and is met at its lowest."""
    here = [k for k, row in enumerate(rows) for name in row if within(one, [name]) or within(name, [one])]
    there = [k for k, row in enumerate(rows) for name in row if within(other, [name]) or within(name, [other])]
    if not here or not there or within(one, [other]) or within(other, [one]):
        return False
    beside = here[0] == there[-1] and not any(within(one, [name]) and within(other, [name]) for name in rows[here[0]])
    return here[0] > there[-1] or beside


def barred(one, other):
    """Name the contract that forbids one module to import another; "" if none does."""
    for contract in contracts():
        if contract["type"] == "layers":
            found = any(_over(rows, one, other) for rows in layers_of(contract))
        elif contract["type"] == "independence":
            found = (
                within(one, contract["modules"])
                and within(other, contract["modules"])
                and not (any(within(one, [name]) and within(other, [name]) for name in contract["modules"]))
            )
        else:
            found = within(one, contract["source_modules"]) and within(other, contract["forbidden_modules"])
        if found:
            return contract["name"]
    return ""


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_has_a_readme_or_its_parent_tells_of_it(name):
    folder = ROOT / name
    if name not in ROOMS:
        parents = [parent for parent in folder.parents if (parent / "README.md").exists() and parent != ROOT]
        assert any(
            f"{folder.name}/`" in told(place(parent)) or f"`{folder.name}`" in told(place(parent)) for parent in parents
        )


@pytest.mark.parametrize("room", ROOMS)
def test_a_readme_is_short_and_names_its_tests(room):
    text = told(room)
    assert len(text.splitlines()) <= README_LINES
    assert "Tests:" in text
    assert "import" in text or not permits(room)
    for test in re.findall(r"`(tests/[\w./]+)`", text):
        assert (ROOT / test).exists(), test
    names = {path.name for path in (ROOT / "tests").rglob("*.py")}
    assert set(re.findall(r"`(test_\w+\.py)`", text)) <= names


@pytest.mark.parametrize("room", ROOMS)
def test_a_readme_names_modules_that_are_there(room):
    """A table of modules or rooms names them in its columns; so does a list."""
    lines = [line for line in told(room).splitlines() if line.startswith(("|", "* `"))]
    named = {name for line in lines for name in re.findall(r"`([a-z_]+\.py|[a-z_]+/)`", line)}
    first = {
        name
        for line in lines
        for name in re.findall(r"^(?:\*|\|) `([a-z_]+)`(?:, `([a-z_]+)`)*", line)
        for name in name
    }
    there = {path.name for path in (ROOT / room).rglob("*")} | {path.stem for path in (ROOT / room).rglob("*.py")}
    tests = {path.name for path in (ROOT / "tests").rglob("*.py")}
    assert {name.rstrip("/") for name in named} <= there | tests
    assert {name for name in first if name} <= there


@pytest.mark.parametrize("room", [room for room in ROOMS if permits(room)])
def test_a_readme_says_what_the_room_imports(room):
    may, never = permits(room)
    own = room.replace("/", ".")
    allowed = (own, *may, *([SERVES[own]] if own in SERVES else []))
    ours = [(file, name) for file, name in imports(room) if name.split(".")[0] in OURS]
    assert not [f"{file}: {name}" for file, name in ours if not within(name, allowed)]
    unused = [name for name in may if not any(within(imported, [name]) for _, imported in ours)]
    assert not unused, "the README allows what nobody imports"
    allowed_anyway = [name for name in never if within(name, may)]
    assert not [f"{file}: {name}" for file, name in imports(room) if within(name, set(never) - set(allowed_anyway))]


@pytest.mark.parametrize("room", [room for room in ROOMS if permits(room)])
def test_a_readme_agrees_with_the_contracts(room):
    may, never = permits(room)
    own = room.replace("/", ".")
    assert {name: barred(own, name) for name in may if barred(own, name)} == {}
    assert [name for name in never if not barred(own, name)] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_is_no_hall(name):
    assert name == PLAIN_LIST or len(list((ROOT / name).glob("*.py"))) - 1 <= MODULES


@pytest.mark.parametrize("package", ["page", "map", "common", "editor"])
def test_a_folder_of_scripts_is_no_hall(package):
    for folder in (ROOT / "webui/static" / package, *(ROOT / "webui/static" / package).rglob("*/")):
        assert len(list(folder.glob("*.js"))) <= MODULES, place(folder)


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_files_and_functions_are_short(package):
    long = []
    for path in sorted((ROOT / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if len(text.splitlines()) > FILE_LINES:
            long.append(f"{place(path)}: {len(text.splitlines())} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    long.append(f"{place(path)}:{node.lineno}: {node.name} {lines} lines")
    assert not long, "\n".join(long)


def test_scripts_are_short():
    """How long their functions are ESLint counts."""
    scripts = [*(ROOT / "webui/static").rglob("*.js"), *(ROOT / "tests").rglob("*.js")]
    own = [path for path in scripts if "node_modules" not in path.parts]
    assert own
    assert [place(path) for path in own if len(path.read_text(encoding="utf-8").splitlines()) > FILE_LINES] == []


def test_contracts_are_read_as_they_are_meant():
    assert barred("campaign.kit", "campaign.systems")
    assert barred("campaign.systems.zen", "campaign.systems.star.turn")
    assert barred("webui.page", "webui.editor")
    assert barred("webui.desk", "flask")
    assert barred("maps.derive.ways", "maps.derive.waters")
    assert not barred("webui.desk", "campaign.store")
    assert not barred("campaign.systems.zen", "campaign.kit.walk")
