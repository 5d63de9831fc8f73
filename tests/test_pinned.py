"""What `make demo` and `make test` install is named to the byte, and is what pyproject.toml asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED = {
    "constraints.txt": [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]],
    "constraints-test.txt": [
        *PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *EXTRAS["test"], *EXTRAS["postgres"],
    ],
}  # fmt: skip


def pins(name):
    """The requirements of a file, each with its hashes."""
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    found = []
    for line in filter(None, text.splitlines()):
        said, *hashes = re.split(r"\s+--hash=sha256:", line.strip())
        found.append((Requirement(said), hashes))
    return found


@pytest.mark.parametrize("name", ASKED)
def test_each_package_is_pinned_to_one_version_with_its_hashes(name):
    for pin, hashes in pins(name):
        assert re.fullmatch(r"==[^*,]+", str(pin.specifier)), pin
        assert hashes, pin
        assert all(re.fullmatch(r"[0-9a-f]{64}", each) for each in hashes), pin


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_for_is_pinned_within_its_range(name):
    """If this fails, `make constraints` pins the packages again."""
    known = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin, _ in pins(name)}
    for text in ASKED[name]:
        asked = Requirement(text)
        assert canonicalize_name(asked.name) in known, f"{asked} is not in {name}: run `make constraints`"
        assert known[canonicalize_name(asked.name)] in asked.specifier, asked


def test_the_tests_run_on_what_users_have():
    tested = {(pin.name, str(pin.specifier), tuple(hashes)) for pin, hashes in pins("constraints-test.txt")}
    assert {(pin.name, str(pin.specifier), tuple(hashes)) for pin, hashes in pins("constraints.txt")} <= tested


def test_no_place_is_named_from_where_to_install():
    for name in ASKED:
        assert "//" not in (ROOT / name).read_text("utf-8")


def test_both_targets_install_what_is_pinned():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for name in ASKED:
        assert f"install --require-hashes --requirement {name}" in makefile
    assert re.findall(r"install .*--editable", makefile) == ["install --no-deps --no-build-isolation --editable"]
