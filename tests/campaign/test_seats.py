"""Who plays a side, as it is written: read, written out again, and refused with the words that are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.model.seats import FIGURES, PLAYERS, SKILLS, STYLES, Seat, UnknownSeat, seat_of, seat_words

FIGURE = st.tuples(st.sampled_from(sorted(FIGURES)), st.integers(0, 100_000))
OTHERS = sorted({*PLAYERS} - {"commander"})


@given(st.sampled_from(sorted(SKILLS)), st.sampled_from(sorted(STYLES)), st.lists(FIGURE, max_size=3).map(tuple))
def test_a_commander_is_read_as_he_is_written(level, style, figures):
    seat = Seat("commander", level, style, figures)
    assert seat_of(str(seat)) == seat
    assert seat.plays_itself
    assert (style in seat.words, level in seat.words) == (True, True)
    assert all(f"{name} {value}" in seat.words for name, value in figures)
    assert ("(" in seat.words) == bool(figures)


@pytest.mark.parametrize("player", OTHERS)
def test_others_have_neither_level_nor_style_nor_figures(player):
    assert str(seat_of(player)) == player
    assert seat_of(player).plays_itself == (player != "person")
    for more in ("veteran", "veteran:bold", "leash=80"):
        with pytest.raises(UnknownSeat, match="has too many words"):
            seat_of(f"{player}:{more}")


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("commander", Seat()), (" commander : recruit ", Seat(level="recruit")),
        ("commander:recruit:bold", Seat(level="recruit", style="bold")),
        ("commander:leash=80", Seat(figures=(("leash", 80),))),
        ("commander:leash=0:recruit:danger=100000", Seat(level="recruit", figures=(("leash", 0), ("danger", 100_000)))),
    ],
)  # fmt: skip
def test_what_is_left_out_is_as_usual(text, seat):
    assert seat_of(text) == seat


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no player ''"), ("chess", "there is no player 'chess'"),
        ("commander:expert", "there is no level 'expert'"), ("commander:veteran:mad", "there is no style 'mad'"),
        ("commander:veteran:bold:more", "has too many words"), ("commander:leesh=8", "no figure 'leesh'; did you mean"),
        ("commander:leash=100001", "is no number; write one from 0 to 100000"), ("commander:leash=-1", "is no number"),
        ("commander:leash=x", "is no number"), ("commander:leash=٣", "is no number"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_what_is_known(text, why):
    with pytest.raises(UnknownSeat, match=why):
        seat_of(text)
    assert seat_words(text) == repr(text)
