"""All routes are walked as everybody: what each is answered stands in a table, and follows from who may know of it."""

import pytest

from tests.people.helpers import PEOPLE, club_app
from tests.people.walk import HEAD, TABLE, WALKERS, addresses, walked
from webui.serving.security import ROLES, role_of

# What is made once for the file is made once: without the mark each process makes it.
pytestmark = pytest.mark.xdist_group("walk")

ALL = frozenset(PEOPLE)
RULES = frozenset({"host", "umpire"})
LOOKS = {
    "toy/umpire": RULES | {"olga"},
    "toy/us": RULES | {"sid", "oscar"},
    "toy/us-1": RULES | {"ann", "sid"},
    "toy/us-2": RULES | {"bob", "sue", "sid"},
    "toy/ge": RULES | {"cyd"},
    "toy/observer": RULES,
    "other/umpire": {"host", "ann"},
    "nowhere/umpire": {"host"},
}
"""Who may look as whom: written down by hand, not taken from the code."""
PLAYS = {
    "toy/umpire": RULES,
    "toy/us": RULES | {"sid"},
    "toy/us-1": RULES | {"ann"},
    "toy/us-2": RULES | {"bob", "sue"},
    "toy/ge": RULES | {"cyd"},
    "toy/observer": RULES,
    "other/umpire": {"host", "ann"},
    "nowhere/umpire": {"host"},
}
UMPIRES = {"toy": RULES, "other": {"host", "ann"}, "nowhere": {"host"}}


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    return walked(tmp_path_factory.mktemp("walk"))


def test_the_table_says_what_everybody_is_answered(lines):
    assert HEAD + "\n".join(lines) + "\n" == TABLE.read_text(encoding="utf-8"), (
        "routes or answers changed: run python -m tests.people.walk --write, and look at what changed"
    )


def test_nothing_anywhere_is_a_fault_of_the_program(lines):
    assert not [line for line in lines if " 5" in line.partition("/")[0]]


def test_whoever_may_not_know_of_an_address_is_answered_as_if_it_were_not_there(tmp_path, lines):
    app = club_app(tmp_path)
    for (endpoint, _method, url, _), line in zip(addresses(app), lines, strict=True):
        wanted, codes = role_of(app, endpoint), dict(zip(WALKERS, line.split()[: len(WALKERS)], strict=True))
        assert wanted in ROLES
        if wanted == "public":
            continue
        assert codes.pop("") == "401", line
        may = those_who_may(wanted, url)
        assert {name for name, code in codes.items() if code != "404"} <= may, line
        assert all(codes[name] == "404" for name in ALL - may), line
        if wanted == "viewer" and url.endswith("view.json") and "nowhere" not in url:
            assert {codes[name] for name in may} == {"200"}, line


def those_who_may(wanted, url):
    """Give those whom a route of a role serves at an address; the names are those of ``PEOPLE``."""
    parts = url.split("/")
    at = "/".join(parts[2:4])
    campaign = parts[2] if parts[1] == "c" else ""
    if wanted == "person" or (wanted == "viewer" and not campaign):
        return ALL
    if wanted == "host":
        return {"host"}
    return {"viewer": LOOKS, "player": PLAYS}.get(wanted, {}).get(at) or UMPIRES[campaign]
