"""A day of the Ardennes with 24 commands and six matters: how many keys, and how long, it takes the umpire."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from campaign.model.people import Appointment
from campaign.model.things import Command
from campaign.store.people import People
from campaign.store.session import create_campaign
from campaign.store.umpiring import Umpiring
from tests.people.helpers import NOW

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

EACH, SILENT, MOST_KEYS = 12, 6, 30


def commands_of_both(opening):
    """Deal out the formations of both sides that lead units, twelve commands a side."""
    used = {stand.formation for stand in opening.stands}
    found = []
    for side in opening.setting.sides:
        own = sorted(one.id for one in opening.formations if one.side == side.key and one.id in used)
        groups = [tuple(own[n::EACH]) for n in range(EACH)]
        found += [Command(f"{side.key}-c{n}", side.key, f"{side.name} {n}", group) for n, group in enumerate(groups, 1)]
    return tuple(found)


@pytest.fixture
def real(store):
    """The shipped campaign dealt to 24 commands; six people hold one each, and send nothing."""
    opening = store.log.entries("ardennes")[0].events[0]
    commands = commands_of_both(opening)
    made = replace(opening, setting=replace(opening.setting, commands=commands))
    create_campaign(store.log, "club", made, library=store)
    people = People(store.log)
    for n in range(SILENT):
        person = people.add(f"player {n}", NOW)
        people.appoint(Appointment("", person.id, "club", "command", commands[n * 4].id), NOW)
    for kind in ("meeting", "bridge", "arrival"):
        Umpiring(store.log).accept("club", kind, on=True)
    return store


def test_a_day_of_the_ardennes_with_24_commands_and_six_matters_takes_at_most_30_keys(real, guarded, capsys):
    page, keys, session = guarded.page, [], real.session("club")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{guarded.address}/c/club/umpire/day")
    page.wait_for_selector("#page[data-ready]")
    page.wait_for_function("() => document.querySelectorAll('#matters tr').length === 6")
    assert page.locator("#commands tr").count() == 2 * EACH

    def press(key, script, arg=None):
        keys.append(key)
        page.keyboard.press(key)
        page.wait_for_function(script, arg=arg, timeout=120_000)

    begun, left = time.monotonic(), "n => document.querySelectorAll('#matters tr').length === n"
    press("j", left, SILENT)
    for n in range(1, SILENT):
        press("a", left, SILENT - n)
    press("z", left, 2)
    press("Shift+A", left, 0)
    when = page.locator("#when")
    while (before := when.inner_text()).startswith("Day 1,"):
        press("x", "words => document.querySelector('#when').textContent !== words", before)
        page.wait_for_selector("#close-turn:not([disabled])", timeout=60_000)
    assert len(keys) <= MOST_KEYS
    assert session.state.closing is None
    took = time.monotonic() - begun
    with capsys.disabled():
        print(f"\na day of the Ardennes, 24 commands, six matters: {len(keys)} keys in {took:.1f} s ({' '.join(keys)})")  # noqa: T201 - what was measured
