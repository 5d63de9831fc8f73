from collections import Counter, OrderedDict
from types import SimpleNamespace

from tests import balance
from tests.balance import COSTS, TOO_LONG_S, Balanced, costs, written

LONG, SHORT, SPLIT = "tests/test_long.py", "tests/test_short.py", "tests/test_split.py"


class Node:
    """A process of tests that is given work."""

    shutting_down = False

    def __init__(self):
        self.given = []

    def send_runtest_some(self, indices):
        self.given.append(list(indices))


def balanced():
    found = Balanced.__new__(Balanced)
    found.costs, found.known = {LONG: 30, SHORT: 3, SPLIT: TOO_LONG_S + 1}, {}
    return found


def test_files_go_out_whole_groups_together_and_what_is_too_long_test_by_test():
    scope = balanced()._split_scope
    assert scope(f"{LONG}::test_a[x::y]") == LONG
    assert scope(f"{LONG}::test_a@group") == "group"
    assert scope(f"{SPLIT}::test_a") == f"{SPLIT}::test_a"
    assert scope("campaign/dice.py::campaign.dice") == "campaign/dice.py"


def test_the_longest_goes_out_first():
    found, node = balanced(), Node()
    few = f"{SHORT}::test_a", f"{LONG}::test_a", f"{LONG}::test_b", f"{SPLIT}::test_a"
    tests = ["tests/test_other.py::test_a", *few]
    found.workqueue, found.assigned_work, found.registered_collections = OrderedDict(), {}, {node: tests}
    for one in tests:
        found.workqueue.setdefault(found._split_scope(one), {})[one] = False
    while found.workqueue:
        found._assign_work_unit(node)
    assert node.given == [[4], [2, 3], [1], [0]]


def test_costs_stay_where_no_test_was_run(monkeypatch):
    """As where tests are only listed: an empty list would have the next run deal them out by number."""
    before = COSTS.read_bytes()
    monkeypatch.setenv("SANDTABLE_COSTS", "write")
    monkeypatch.setattr(balance, "SPENT", Counter())
    balance.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace()))
    assert COSTS.read_bytes() == before


def test_costs_are_read_as_they_were_written_and_name_files_that_there_are():
    assert written(costs()) == COSTS.read_text(encoding="utf-8")
    assert written({"a": 1.4, "b": 2.2, "c": 17.6}) == "  18 c\n   2 b\n"
    root = COSTS.parent.parent
    assert [name for name in costs() if not (root / name).is_file()] == []
