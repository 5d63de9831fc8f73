"""A commander may have figures of his own; whoever writes one that there is not is told which there are."""

from __future__ import annotations

import pytest

from campaign.model.seats import FIGURES, Seat, UnknownSeat, seat_of
from campaign.solo.commander.levels import Level, Prices, Style, levels, prices_of, style_named, styles, tempered

OWN = "commander:veteran:bold:leash=80:attackers=2:caution=10"


def test_a_seat_is_read_as_it_is_written():
    assert str(seat_of(OWN)) == OWN
    assert seat_of("commander:line=5") == Seat(figures=(("line", 5),))
    assert "leash 80" in seat_of(OWN).words


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("commander:veteran:steady:leesh=80", "did you mean 'leash'"),
        ("commander:veteran:steady:leash=much", "no number; write one from 0"),
        ("commander:veteran:steady:leash=-3", "no number"),
        ("commander:veteran:steady:leash=9999999", "no number"),
        ("table:leash=80", "too many words"),
        ("leash=80", "there is no player"),
    ],
)
def test_a_figure_that_is_none_is_told(text, why):
    with pytest.raises(UnknownSeat, match=why):
        seat_of(text)


def test_the_figures_are_those_of_level_style_and_prices():
    """Every number of ``levels.toml`` can be set, and nothing else."""
    found = set(Prices.__struct_fields__)
    for kind, example in ((Level, next(iter(levels().values()))), (Style, next(iter(styles().values())))):
        values = {name: getattr(example, name) for name in kind.__struct_fields__}
        found |= {name for name, value in values.items() if isinstance(value, int) and not isinstance(value, bool)}
    assert set(FIGURES) == found
    assert len(FIGURES) == len(set(FIGURES))


def test_a_commander_has_the_figures_that_are_set_and_else_his_own():
    level, style = tempered(seat_of(OWN))
    assert (level.attackers, level.memory) == (2, levels()["veteran"].memory)
    assert (style.caution, style.tempo) == (10, styles()["bold"].tempo)
    prices = prices_of(style)
    assert prices.leash == 80, "a price is not scaled by the caution of the style"
    assert prices.held == prices_of(style_named("bold")).held
    assert prices.line < prices_of(style_named("bold")).line, "the caution that is set scales the others"


def test_without_figures_he_is_as_the_book_has_him():
    for name in styles():
        assert prices_of(tempered(Seat(style=name))[1]) == prices_of(style_named(name))
