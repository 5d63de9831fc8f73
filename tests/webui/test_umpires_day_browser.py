"""The umpire's day in a browser: the keys of a day of 24 commands with six matters."""

import os

import pytest

from tests.webui.test_umpires_day import day_store

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def store(tmp_path):
    """Take the place of the shipped campaign."""
    yield from day_store(tmp_path)


def test_a_day_of_24_commands_with_six_matters_takes_at_most_30_keys(guarded, store, capsys):
    page, keys = guarded.page, []
    page.goto(f"{guarded.address}/c/toy/umpire/day")
    page.wait_for_selector("#page[data-ready]")
    assert page.locator("#commands tr").count() == 24
    assert page.locator("#matters tr").count() == 6

    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if pictures := os.environ.get("PICTURES"):
            page.screenshot(path=f"{pictures}/day-{width}.png")
    page.set_viewport_size({"width": 1280, "height": 800})

    def press(key, left):
        keys.append(key)
        page.keyboard.press(key)
        page.wait_for_function("n => document.querySelectorAll('#matters tr').length === n", arg=left)

    press("j", 6)
    press("a", 5)
    press("z", 6)
    keys.append("a")
    page.keyboard.press("a")  # the next one follows while it is on its way
    press("a", 4)
    press("Shift+A", 1)
    press("a", 0)
    assert len(keys) <= 30
    session = store.session("toy")
    assert all(session.chronicle.entries[-1].events[0].why.startswith("matter ") for _ in keys)
    with capsys.disabled():
        print(f"\na day of 24 commands with six matters: {len(keys)} keys ({' '.join(keys)})")  # noqa: T201 - what was measured
