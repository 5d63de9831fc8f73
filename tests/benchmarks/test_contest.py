"""The benches compare what they time: a wrong answer is marked in its row and fails the run. No test is about time."""

import numpy as np
import pytest

from benchmarks import bench_graph, bench_ground, bench_many, contest
from benchmarks.bench_ground import STEPS, Case, print_steps, whole_line
from benchmarks.bigworld import big_map, big_world
from benchmarks.contest import DIFFER, Step, Tool, held, near
from benchmarks.ground.groundinputs import GroundFiles


def equal(_case, one, other):
    return one == other, f"{one} and {other}"


def tool(name, answer):
    return Tool(name, lambda _case: answer, equal)


def step(*answers, ours=7):
    return Step("a question", lambda _case: ours, [tool(f"tool {n}", a) for n, a in enumerate(answers)], {"10k": 1})


def test_a_tool_that_answers_otherwise_is_named_and_the_outcome_does_not_agree():
    found = held(step(7, 8), None)
    assert not found.agrees
    assert found.words == f"{DIFFER} from tool 1: 7 and 8"
    assert held(step(7, 7), None).agrees


def test_every_tool_is_compared_and_not_the_quickest_alone():
    for answers in ((7, 8), (8, 7), (8, 8)):
        assert not held(step(*answers), None).agrees


def test_the_quickest_of_the_usual_tools_stands_in_the_row(monkeypatch):
    seconds = {1: 0.5, 2: 3.0, 3: 2.0, 4: 9.0}

    def pretended(ask, case, *, warm=False):
        return seconds[ask(case)], 7

    monkeypatch.setattr(contest, "timed", pretended)
    tools = [tool(f"tool {n}", n) for n in (2, 3, 4)]
    found = held(Step("a question", lambda _case: 1, tools, {}), None)
    assert (found.tool, found.usual_s, found.ratio) == ("tool 3", 2.0, 4.0)


def test_a_row_that_differs_is_marked_and_the_table_does_not_agree(capsys):
    assert print_steps({"10k": None}, [step(7), step(7)])
    assert DIFFER not in capsys.readouterr().out
    assert not print_steps({"10k": None}, [step(7), step(8), step(7)])
    rows = capsys.readouterr().out.splitlines()
    assert [DIFFER in row for row in rows] == [False, False, True, False]


SUMS = {
    "classes": [5, 3], "heights_m": 301.5, "roads": 12, "rivers": 8, "costs": 4000, "found": [10, 20, 3],
    "cpu_s": 2.0, "wall_s": 2.0, "imports_s": 1.0, "peak_mb": 100.0,
}  # fmt: skip


def test_whole_pipelines_that_find_the_same_agree():
    row, agrees = whole_line("by the kernels", "10k", SUMS, {**SUMS, "cpu_s": 4.0})
    assert agrees
    assert row.endswith("equal")


@pytest.mark.parametrize(
    ("name", "value"),
    [("classes", [4, 4]), ("roads", 13), ("rivers", 7), ("heights_m", 310.0), ("heights_m", float("nan")),
     ("costs", 4100), ("found", [10, 21, 3]), ("found", [10, 20])],
)  # fmt: skip
def test_a_pipeline_that_finds_otherwise_is_marked_whatever_its_searches_say(name, value):
    for mine, theirs in ((SUMS | {name: value}, SUMS), (SUMS, SUMS | {name: value})):
        row, agrees = whole_line("by the kernels", "10k", mine, theirs)
        assert not agrees
        assert f"{DIFFER}: {name}" in row


def test_near_compares_each_number_by_its_own_share():
    assert near({"a": 1000, "b": 1}, {"a": 1001, "b": 1}, {"a": 0.01, "b": 0})[0]
    assert not near({"a": 1000, "b": 1}, {"a": 1001, "b": 2}, {"a": 0.01, "b": 0})[0]


def test_the_run_fails_if_the_table_or_the_pipelines_differ(monkeypatch):
    files = GroundFiles(*[None] * 6)
    for name, value in (("make", files), ("print_memory", None), ("Case", None)):
        monkeypatch.setattr(bench_ground, name, lambda *_args, value=value: value or Laid())
    monkeypatch.setattr("sys.argv", ["bench_ground", "--size", "10k"])
    for steps, whole in ((True, True), (True, False), (False, True)):
        monkeypatch.setattr(bench_ground, "print_steps", lambda *_args, said=steps: said)
        monkeypatch.setattr(bench_ground, "print_whole", lambda *_args, said=whole: said)
        assert bench_ground.main() == (0 if steps and whole else 1)


class Laid:
    def laid(self):
        return self


SEARCHES = [one for one in STEPS if one.name.startswith(("hex", "graph", "reach", "supply", "isolation"))]


@pytest.fixture(scope="module")
def small():
    case = Case(900, GroundFiles(*[None] * 6))
    case.ground.units, case.ground.sources = case.ground.units[:60], case.ground.sources[:4]
    return case


@pytest.mark.parametrize("one", SEARCHES, ids=lambda one: one.name)
def test_the_tools_of_each_search_agree_with_ours_and_a_wrong_cost_is_found_out(one, small):
    answer = one.ours(small)
    for other in one.tools:
        assert other.agreement(small, answer, other.ask(small))[0], other.name


@pytest.mark.parametrize("one", SEARCHES[1:4], ids=lambda one: one.name)
def test_a_wrong_cost_is_found_out(one):
    case = Case(900, GroundFiles(*[None] * 6))
    answer = one.ours(case)
    case.ground.cost = np.where(case.ground.cost == 10, 11, case.ground.cost)
    for other in one.tools:
        assert not other.agreement(case, answer, other.ask(case))[0], other.name


def test_the_graph_bench_fails_where_answers_differ():
    ground = bench_graph.Ground.sown(200)
    wrong = bench_graph.Contest("made up", lambda _: 1, lambda _: 1, lambda _: 2)
    with pytest.raises(SystemExit, match="made up: the answers differ"):
        bench_graph.row(wrong, ground)


def test_the_bench_of_many_units_fails_where_answers_differ(monkeypatch, capsys):
    assert bench_many.main(40, 30, 60) == 0
    assert DIFFER not in capsys.readouterr().out
    world = big_world(big_map(40, 30), 60)
    own = type(world.rules.play)
    monkeypatch.setattr(own, "supply", lambda self, situation, key: None)
    assert bench_many.main(40, 30, 60) == 1
    assert DIFFER in capsys.readouterr().out
