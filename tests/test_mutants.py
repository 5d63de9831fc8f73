"""The mutants themselves: what they change, that the copy is a copy, and (soak) that the tests notice them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest

from tests.mutants import in_python, in_scripts
from tests.mutants.imports import called_at_import, function_at
from tests.mutants.lines import Lines, Ran, Test, costs_of
from tests.mutants.places import function_of, marked, place_of
from tests.mutants.rooms import ROOT, Mutant, drawn, known_mutants, rooms
from tests.mutants.trying import Copy, NotSound, failures

soak = pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="half an hour; make soak")
SEED, MADE, LEAST = "oder-1945", 40, 36

MARKING = ("imports", "lines", "marking", "marks", "places")
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


MARKED = '''
def near(a):
    """Say it."""
    if a:
        return 1
    elif a is None:
        a = 2
    return a

@njit
def kernel(a):
    return a
'''


def test_each_row_of_statements_has_a_mark_and_a_line_the_innermost_of_its_places():
    tree, found = marked(MARKED, "code.py", begins=7)
    ran = bytearray(20)
    names = {"__ran__": ran, "njit": lambda kernel: kernel}
    exec(compile(tree, "code.py", "exec"), names)
    assert (names["near"](1), [n for n, one in enumerate(ran) if one]) == (1, [7, 8])
    assert (names["near"](0), [n for n, one in enumerate(ran) if one]) == (0, [7, 8, 9, 11])
    lines = {line: place_of(found, line) for line in (4, 5, 6, 7, 8)}
    assert [place.name.rpartition(":")[2] for place in lines.values()] == ["0", "1", "2", "3", "4"]
    assert place_of(found, 12) is None


def laid(root, files):
    """Write a tree of sources and tests that can be marked."""
    for name in ("__init__.py", "mutants/__init__.py", *(f"mutants/{one}.py" for one in MARKING)):
        files[f"tests/{name}"] = (ROOT / "tests" / name).read_text(encoding="utf-8")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture
def bare(monkeypatch):
    """Have the processes of tests that a test starts load none of the plugins that theirs have no use for."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.mark.usefixtures("bare")
def test_the_tests_that_run_a_line_are_found_by_running_them(tmp_path):
    """A test that fails anyway, or that does not run the line, is not among them; a new file of tests is run."""
    files = {
        "webui/__init__.py": "", "webui/code.py": "def two(a):\n    if a:\n        return 2\n    return 3\n",
        "tests/webui/test_it.py": (
            "from webui.code import two\n\ndef test_two(): assert two(1) == 2\n"
            "def test_three(): assert two(0) == 3\ndef test_red(): assert two(1) == 4\n"
        ),
    }  # fmt: skip
    laid(tmp_path, files)
    lines = Lines(tmp_path, tmp_path / "kept")
    tests = ["tests/webui/test_it.py"]
    found = {line: sum(lines.batches("webui/code.py", line, tests), ()) for line in (2, 3, 4)}
    named = {line: {test.partition("::")[2] for test in of} for line, of in found.items()}
    assert named == {2: {"test_two", "test_three"}, 3: {"test_two", "test_three"}, 4: {"test_three", "test_two"}}
    first = {line: next(lines.batches("webui/code.py", line, tests)) for line in (3, 4)}
    assert first == {3: ("tests/webui/test_it.py::test_two",), 4: ("tests/webui/test_it.py::test_three",)}
    none = Lines(tmp_path, tmp_path / "kept", most_s=-1.0)
    assert sum(none.batches("webui/code.py", 3, tests), ()) == ("tests/webui/test_it.py::test_two",), "the first alone"
    assert lines.passed("tests/webui/test_it.py::test_two")
    assert not lines.passed("tests/webui/test_it.py::test_red")
    # The code is parted anew: which tests run the new part is asked again.
    parted = "def two(a):\n    return 2 if a else other()\n\ndef other():\n    return 3\n"
    (tmp_path / "webui/code.py").write_text(parted)
    later = Lines(tmp_path, tmp_path / "kept")
    assert next(later.batches("webui/code.py", 5, tests)) == ("tests/webui/test_it.py::test_three",)
    # Other tests came since the rows of a function moved: those of before are asked again.
    new = "from webui.code import other\n\ndef test(): assert other() == 3\n"
    (tmp_path / "tests/webui/test_new.py").write_text(new)
    moved = parted.replace("def other():\n", "def other():\n    if True:\n        pass\n")
    (tmp_path / "webui/code.py").write_text(moved)
    found = next(Lines(tmp_path, tmp_path / "kept").batches("webui/code.py", 7, [*tests, "tests/webui/test_new.py"]))
    assert set(found) == {"tests/webui/test_it.py::test_three", "tests/webui/test_new.py::test"}


def test_tests_that_a_busy_machine_made_slow_count_for_what_their_file_takes(tmp_path):
    file = "tests/webui/test_it.py"
    row = Ran(file, "", [], [Test(f"{file}::test_a", 30.0, False, b""), Test(f"{file}::test_b", 10.0, False, b"")])
    assert [test.seconds for test in row.in_all(8.0).tests] == [6.0, 2.0]
    assert row.in_all(40.0) is row
    (tmp_path / "costs.txt").write_text("  12 tests/webui/test_it.py\n   2 tests/maps/test_map.py\n")
    assert costs_of(tmp_path / "costs.txt") == {"tests/webui/test_it.py": 12.0, "tests/maps/test_map.py": 2.0}
    assert costs_of(tmp_path / "none.txt") == {}


STARTED = '''
import subprocess
import sys

import pytest

SAYS = "import sys\\nfrom webui.code import two\\nfor line in sys.stdin: print(two(int(line)), flush=True)"

@pytest.fixture(scope="module")
def started():
    made = subprocess.Popen([sys.executable, "-c", SAYS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield made
    made.kill()
    made.communicate()

def said(started, number):
    started.stdin.write(f"{number}\\n")
    started.stdin.flush()
    return started.stdout.readline().strip()

def test_two(started): assert said(started, 1) == "2"
def test_three(started): assert said(started, 0) == "3"
def test_alone(): pass
'''


def test_a_process_that_outlives_its_test_and_is_killed_marks_for_each_test_what_it_ran_in_it(tmp_path):
    files = {
        "webui/__init__.py": "", "webui/code.py": "def two(a):\n    if a:\n        return 2\n    return 3\n",
        "tests/webui/test_it.py": STARTED,
    }  # fmt: skip
    for name in ("", *(f"mutants/{one}" for one in ("", *MARKING, "started/sitecustomize"))):
        file = f"tests/{name}__init__.py" if not name or name.endswith("/") else f"tests/{name}.py"
        files[file] = (ROOT / file).read_text(encoding="utf-8")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines, tests = Lines(tmp_path, tmp_path / "kept"), ["tests/webui/test_it.py"]
    first = {line: set(next(lines.batches("webui/code.py", line, tests))) for line in (2, 3, 4)}
    two, three = (f"tests/webui/test_it.py::test_{name}" for name in ("two", "three"))
    assert first == {2: {two, three}, 3: {two}, 4: {three}}


@pytest.mark.usefixtures("bare")
def test_only_where_no_test_that_names_a_source_or_is_of_its_room_notices_are_the_others_asked(tmp_path):
    near = "from webui.desk.code import two\n\ndef test_near(): assert two(1) == 2\n"
    user = "from webui.user import four\n\ndef test_{}(): assert four() == 4\n"
    files = {
        "webui/__init__.py": "", "webui/desk/__init__.py": "", "webui/desk/code.py": "def two(a):\n    return 2 * a\n",
        "webui/user.py": "from webui.desk.code import two\n\ndef four():\n    return two(2)\n",
        "tests/webui/test_near.py": near, "tests/webui/test_far.py": user.format("far"),
        "tests/webui/desk/test_beside.py": user.format("beside"),
    }  # fmt: skip
    laid(tmp_path, files)
    kept = tmp_path / "kept"
    tests = ["tests/webui/desk/test_beside.py", "tests/webui/test_far.py", "tests/webui/test_near.py"]
    lists = filter(None, Lines(tmp_path, kept).batches("webui/desk/code.py", 2, tests))
    assert next(lists) == ("tests/webui/test_near.py::test_near",)
    assert [file.name for file in (kept / "webui").glob("*.ran")] == ["tests-webui-test_near.ran"]
    assert next(lists) == ("tests/webui/desk/test_beside.py::test_beside",)
    assert not (kept / "webui" / "tests-webui-test_far.ran").exists()
    assert next(lists) == ("tests/webui/test_far.py::test_far",)
    assert list(lists) == []


@pytest.mark.usefixtures("bare")
def test_what_runs_while_modules_are_imported_has_the_tests_of_its_file(tmp_path):
    """No test runs a decorator: it ran when their file was read."""
    files = {
        "webui/__init__.py": "",
        "webui/marks.py": "def marks(f):\n    f.mark = 1\n    return f\n\ndef mark_of(f):\n    return f.mark\n",
        "webui/code.py": "from webui.marks import marks\n\n@marks\ndef one():\n    return 1\n",
        "tests/webui/test_it.py": (
            "from webui.code import one\nfrom webui.marks import mark_of\n\n"
            "def test_mark(): assert mark_of(one) == 1\ndef test_one(): assert one() == 1\n"
        ),
    }
    laid(tmp_path, files)
    lines = Lines(tmp_path, tmp_path / "kept")
    found = sum(lines.batches("webui/marks.py", 2, ["tests/webui/test_it.py"]), ())
    assert found == ("tests/webui/test_it.py::test_mark",)


def test_what_is_called_outside_of_functions_runs_at_import():
    source = "A = table(rows(1))\n\n@role('side')\n@app.plain\ndef view(a=start()):\n    inner()\n"
    found = called_at_import([source, "class B:\n    c = field()\n"])
    assert found == {"table", "rows", "role", "plain", "start", "field"}
    assert [function_at(source, line) for line in (1, 5, 6)] == ["", "view", "view"]
    assert function_at("class B:\n    def c(self):\n        def d():\n            pass\n", 4) == "c"


def test_of_kernels_with_one_name_in_two_files_that_is_meant_which_its_own_file_calls(tmp_path):
    kernel = "@njit\ndef _step(a):\n    return a\n\n@njit\ndef {0}(a):\n    return _step(a)\n\n"
    files = {
        "maps/one.py": kernel.format("first") + "def one(a):\n    return first(a)\n",
        "maps/two.py": kernel.format("last") + "def two(a):\n    return last(a)\n",
        "maps/zero.py": "from maps.one import first\n\ndef zero(a):\n    return first(a)\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = Lines(tmp_path, tmp_path / "kept")
    named = [[function_of(name)[0] for name in lines._callers(f"maps/{file}.py", 3)] for file in ("one", "two")]
    assert named == [["maps/one.py:one", "maps/zero.py:zero"], ["maps/two.py:two"]]
    assert lines.with_kernel_of("maps/one.py", 3) == ["maps/one.py"]


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


@pytest.mark.usefixtures("bare")
def test_a_test_that_is_called_otherwise_since_its_marks_were_set_is_no_answer(tmp_path):
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
