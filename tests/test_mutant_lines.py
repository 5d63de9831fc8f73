"""Which tests run a line: marks before each row of statements, and what is kept of them."""

from __future__ import annotations

import pytest

from tests.mutants.imports import called_at_import, function_at
from tests.mutants.lines import Lines, Ran, Test, costs_of
from tests.mutants.places import function_of, marked, place_of
from tests.mutants.rooms import ROOT

MARKING = ("imports", "lines", "marking", "marks", "places")
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
