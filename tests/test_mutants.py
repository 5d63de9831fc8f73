"""The mutants themselves: what they change, that the copy is a copy, and (soak) that the tests notice them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest

from tests.mutants import in_python, in_scripts
from tests.mutants.lines import Lines, Ran, Test
from tests.mutants.rooms import ROOT, Mutant, drawn, known_mutants, rooms
from tests.mutants.trying import Copy, NotSound, failures

soak = pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="half an hour; make soak")
SEED, MADE, LEAST = "houffalize-1945", 40, 36

PYTHON = '''
LIMIT = 3

def near(a, b: int = 2) -> bool:
    """Say 1 < 2."""
    if a < b and not b:
        raise ValueError(f"{a + 1}")
    return "é" * 2 if a - 1 else max(a, b)

def within(a) -> bool:
    return a <= LIMIT + HAIR

def key(rows) -> str:
    return sha256(list(zip(*rows, strict=True))).hexdigest()[:16]

def drawn() -> str:
    return secrets.token_hex(8)

def told(rows) -> str:
    return did_you_mean(str(rows)[:40])

def late(limit) -> bool:
    return time.monotonic() > limit

def flat(rows):
    return rows.astype(float, copy=False).reshape(-1)
'''
SCRIPT = """
import { a } from './b.js'; // x < 1
if (n < 3 && !done) return;
  pen.stroke();
const s = "a && b";
late = performance.now() >= limit;
"""


def changed(find, source):
    """List what each change makes of the line it is on."""
    return {site.applied(source).splitlines()[site.line - 1].strip() for site in find.sites(source)}


def test_in_python_functions_are_changed_and_words_are_not():
    lines = changed(in_python, PYTHON)
    assert {
        "if a <= b and not b:", "if ((a < b) or (not b)):", "if a < b and b:", "if not (a < b and not b):", "pass",
        'return "é" * 2 if a + 1 else max(a, b)', 'return "é" * 3 if a - 1 else max(a, b)',
        'return max(a, b) if (a - 1) else ("é" * 2)', 'return "é" * 2 if a - 1 else min(a, b)',
        'return "é" * 2 if a - 2 else max(a, b)', "return rows.astype(float, copy=False).reshape(1)",
    } == lines  # fmt: skip


def test_in_scripts_code_is_changed_and_words_are_not():
    assert changed(in_scripts, SCRIPT) == {
        "if (n <= 3 && !done) return;", "if (n < 3 || !done) return;", "if (n < 3 && done) return;",
        "if (!(n < 3 && !done)) return;", "if (n < 3 && !done) ;", ";",
    }  # fmt: skip


def test_every_change_in_python_can_be_read():
    for path in (ROOT / "campaign" / "engine").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        for site in in_python.sites(source):
            made = site.applied(source)
            assert made != source
            ast.parse(made)


def test_a_seed_draws_the_same_mutants_and_every_room_its_share():
    some = ("d3", "scripts")
    made = drawn(some, 4, "1")
    assert made == drawn(some, 4, "1")
    assert made != drawn(some, 4, "2")
    assert [mutant.name for mutant in made] == ["d3 1", "scripts 1", "d3 2", "scripts 2"]
    assert {mutant.file.split("/")[0] for mutant in made} == {"campaign", "webui"}


def test_rooms_and_their_tests_are_there():
    for room in rooms().values():
        assert all((ROOT / part).exists() for part in room.code), room
        assert room.files(), room
        assert all(
            (ROOT / test).exists()
            for file in room.files()
            for tests in room.tests_of(file.relative_to(ROOT).as_posix())
            for test in tests
        ), room


def test_known_mutants_can_be_made_and_their_tests_are_there():
    made = known_mutants()
    assert len(made) >= 11
    for mutant in made:
        assert mutant.new != (ROOT / mutant.file).read_text(encoding="utf-8")
        assert all((ROOT / test).exists() for tests in mutant.tests for test in tests), mutant.name


def test_failures_are_named():
    assert failures("ERROR    log:a.py:3 x\nFAILED tests/a.py::b - AssertionError\nFAILED tests/c.py::d[e f]") == [
        "tests/a.py::b", "tests/c.py::d[e f]",
    ]  # fmt: skip
    assert failures("TAP version 13\nok 1 - a\nnot ok 2 - b") == ["b"]
    assert failures("Segmentation fault\n") == ["a crash: Segmentation fault"]
    assert failures("a.py .\nFatal Python error: Aborted\n\nExtension modules: numpy") == [
        "a crash: Fatal Python error: Aborted",
    ]  # fmt: skip


def test_a_test_that_is_called_otherwise_since_its_marks_were_set_is_no_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    copy = Copy.__new__(Copy)
    copy.root = tmp_path
    (tmp_path / "tests").mkdir()
    file = tmp_path / "tests" / "test_it.py"
    file.write_text("import pytest\n@pytest.mark.parametrize('n', [1])\ndef test_a(n): assert 0\ndef test_b(): pass\n")
    asked = (sys.executable, "-m", "pytest", "-q")
    gone, there, passes = (f"tests/test_it.py::{name}" for name in ("test_a[2]", "test_a[1]", "test_b"))
    assert copy._run((*asked, gone, there), 60) == [there]
    assert copy._run((*asked, gone, passes), 60) == []
    assert copy._run((*asked, gone), 60) == []


class Timed(Copy):
    """A copy whose tests take as long as it is told."""

    def __init__(self, folder, *, with_change, without):
        self.root, self._tried, self.red, self.slow = folder, set(), [], []
        self.lines = Lines(folder, folder)
        self.with_change, self.without, self.is_changed = with_change, without, False

    def _put(self, path, text):
        self.is_changed = text == "changed"
        super()._put(path, text)

    def _seconds_without(self, tests):
        assert not self.is_changed
        return self.without

    def _run(self, command, limit):
        if self.is_changed and limit < self.with_change:
            raise subprocess.TimeoutExpired(command, limit)
        return []


@pytest.mark.parametrize(
    ("with_change", "without", "fate"),
    [(280, 250, ""), (400, 290, ""), (9000, 300, "no end after 1500 s, where 300 s are usual"),
     (1000, 30, "no end after 300 s, where 30 s are usual")],
)  # fmt: skip
def test_only_what_takes_far_longer_than_without_the_change_is_a_hang(tmp_path, with_change, without, fate):
    (tmp_path / "code.py").write_text("as it was")
    (tmp_path / "test_it.py").write_text("")
    mutant = Mutant("zen 1", "code.py", 1, "", "changed", (("test_it.py",),))
    copy = Timed(tmp_path, with_change=with_change, without=without)
    assert copy.try_one(mutant).by == fate
    assert (tmp_path / "code.py").read_text() == "as it was"


def test_tests_whose_time_is_known_are_waited_for_accordingly(tmp_path):
    copy = Timed(tmp_path, with_change=0, without=0)
    tests = [Test(f"test_it.py::{name}", seconds, False, b"") for name, seconds in (("quick", 2.0), ("long", 90.0))]
    copy.lines._read["maps", "test_it.py"] = Ran("test_it.py", "", [], tests)
    assert copy._patience(("test_it.py::quick",)) == 60 + 5 * 2
    assert copy._patience(("test_it.py::quick", "test_it.py::long")) == 300
    long = Test("test_long.py::it", 400.0, False, b"")
    copy.lines._read["maps", "test_long.py"] = Ran("test_long.py", "", [], [long])
    assert copy._patience(("test_long.py::it",)) == 60 + 2 * 400
    assert copy._patience(("test_it.py::quick", "test_it.py::unknown")) == 300


class Shaky(Copy):
    """A copy whose browser fails as it is told, run after run; anything else passes."""

    def __init__(self, folder, runs):
        self.root, self._tried, self.red, self.slow, self.runs = folder, set(), [], [], list(runs)
        self.lines = Lines(folder, folder)

    def _run(self, command, limit):
        left_out = any(part.startswith("--deselect=") for part in command)
        return ["test_page.py::test_it"] if not left_out and self.runs.pop(0) else []


@pytest.mark.parametrize(
    ("runs", "caught"),
    # With the change; all of the file without it; alone with the change; alone without it.
    [("1010", True), ("1000", False), ("1011", False), ("11", False), ("0", False)],
)
@pytest.mark.parametrize("text", ["def test_it(guarded): ...", "def test_it(): assert time.perf_counter() < 2"])
def test_a_browser_or_a_clock_must_fail_again_with_the_change_and_not_without(tmp_path, runs, caught, text):
    (tmp_path / "code.js").write_text("as it was")
    (tmp_path / "test_page.py").write_text(text)
    mutant = Mutant("scripts 1", "code.js", 1, "", "changed", (("test_page.py",),))
    copy = Shaky(tmp_path, [int(one) for one in runs])
    assert copy.try_one(mutant).caught is caught


def test_a_file_whose_only_test_is_left_out_says_nothing_and_one_without_tests_is_no_answer(tmp_path):
    (tmp_path / "test_page.py").write_text("def test_it(): assert False")
    (tmp_path / "test_none.py").write_text("")
    copy = Shaky(tmp_path, [])
    copy._run = lambda command, limit: Copy._run(copy, command, limit)
    assert copy._failures(("test_page.py",)) == ["test_page.py::test_it"]
    with pytest.raises(NotSound, match="found no test"):
        copy._failures(("test_none.py",))
    copy.slow.append("test_page.py::test_it")
    assert copy._failures(("test_page.py",)) == []


def test_scripts_have_the_tests_of_their_page_in_a_browser():
    scripts = rooms()["scripts"]
    for file in scripts.files():
        nodes, *shown = scripts.tests_of(file.relative_to(ROOT).as_posix())
        assert nodes == ("tests/js",), file
        assert shown, file
        assert len({*shown}) == len(shown), "each file of tests is asked once, and stopped by its own limit of time"


def test_the_tests_of_a_page_are_asked_before_those_of_others_in_its_folder():
    _, *shown = rooms()["scripts"].tests_of("webui/static/editor/scenario/acts.js")
    assert shown[0] == ("tests/webui/test_scenario_editor_browser.py",)
    assert ("tests/webui/test_mapeditor_browser.py",) in shown


def told(fates):
    return "\n".join(map(str, fates))


@soak
def test_soak_of_forty_mutants_thirty_six_are_noticed(tmp_path):
    copy = Copy(tmp_path)
    fates = list(copy.try_all(drawn(sorted(rooms()), MADE, SEED)))
    assert not copy.red, "these fail without any change"
    assert sum(fate.caught for fate in fates) >= LEAST, told(fates)


@soak
def test_soak_every_known_mutant_is_noticed(tmp_path):
    fates = list(Copy(tmp_path).try_all(known_mutants()))
    assert all(fate.caught for fate in fates), told(fates)
