"""Letters as lines of a sheet: to whom, how, what; in English and German; what is not clear is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.docket.letterlines import is_letter, read_letter
from campaign.docket.reading import read_sheet
from campaign.spoken.sheetfile import lines_of
from tests.campaign.docket.dayground import COMMANDS, day

FIRST, SECOND = (one.id for one in COMMANDS)


def read(line, viewer=FIRST, here=None):
    return read_letter(1, line, day() if here is None else here, viewer)


@pytest.mark.parametrize(
    ("line", "to", "means", "text"),
    [
        ("letter to us-2 by courier: hold until noon", ("us-2",), "courier", "hold until noon"),
        ("Letter to 14 Cav by telephone: hold: until noon", ("us-2",), "telephone", "hold: until noon"),
        ("message to the 14th Cavalry: hold", ("us-2",), "wireless", "hold"),
        ("- letter to 14th Cavalry, by dispatch rider: 1/110 to 0302", ("us-2",), "courier", "1/110 to 0302"),
        ("Brief an 14 Cav per Kurier: halten bis Mittag", ("us-2",), "courier", "halten bis Mittag"),
        ("Nachricht an die 14. Cavalry mit Funk: Brücke weg", ("us-2",), "wireless", "Brücke weg"),
        ("Meldung an alle durch Melder: Achtung", ("us-2",), "courier", "Achtung"),
        ("letter to the umpire: may I?", ("umpire",), "staff", "may I?"),
        ("Brief an die Spielleitung: darf ich?", ("umpire",), "staff", "darf ich?"),
    ],
)
def test_a_letter_says_to_whom_it_goes_how_and_what(line, to, means, text):
    assert is_letter(line)
    found = read(line)
    assert (found.state, found.why) == ("sound", "")
    assert (found.draft.to, found.draft.means, found.draft.text) == (to, means, text)
    assert found.draft.sender == FIRST
    assert "goes when the turn is closed" in found.words


def test_it_says_how_long_it_takes():
    """1/110 to 18Cav are the headquarters: 0303 and 0206; a courier rides 1 km in 6 minutes."""
    assert "it takes 40 minutes" in read("letter to 14 Cav: hold").words
    assert "it takes 5 minutes" in read("letter to 14 Cav by phone: hold").words


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("letter to 14 Cav by courier hold until noon", "put a colon"),
        ("letter to 14 Cav by pigeon: hold", "by which means"),
        ("letter to 14 Cav:", "what is it to say"),
        ("letter to : hold", "to whom"),
        ("letter to 15 Cav: hold", "nobody of yours is called '15 Cav'"),
        ("letter to 14 Cav quickly: hold", "nobody of yours is called '14 Cav quickly'"),
        ("letter to 28 Div: hold", "nobody of yours is called '28 Div'"),
        ("letter to ge: hold", "nobody of yours is called 'ge'"),
        ("letter to 26. Volksgrenadier-Division: hold", "nobody of yours is called '26. Volksgrenadier-Division'"),
    ],
)
def test_what_is_not_clear_is_asked_and_no_word_is_dropped(line, why):
    found = read(line)
    assert (found.state, found.draft) == ("ask", None)
    assert why in found.why


def test_an_enemys_name_reads_as_any_other_word():
    enemy, nonsense = (read(f"letter to {name}: hold") for name in ("ge", "qq"))
    assert enemy.why.replace("ge", "qq") == nonsense.why
    assert enemy.choices == nonsense.choices


def test_what_the_umpire_has_barred_is_refused_with_a_way_out_and_kept_for_the_closing():
    found = read("letter to 14 Cav: hold", here=day(means={"wireless/allowed": 0}))
    assert found.state == "refused"
    assert "barred letters by wireless; take telephone or courier" in found.why
    assert found.draft is not None
    long = read(f"letter to 14 Cav: {'x' * 2001}")
    assert (long.state, "shorten it" in long.why) == ("refused", True)


def test_nothing_in_a_letter_is_read_as_an_order_and_its_lines_keep_their_numbers():
    found = read_sheet("1/110 to 0302\nletter to 14 Cav: 2/110 to 0101\nstanding: 229FA stand fast", day(), FIRST)
    assert [one.number for one in found.lines] == [1]
    assert [one.number for one in found.letters] == [2]
    assert [one.number for one in found.further] == [3]


def test_a_filled_sheet_holds_letters_too_and_drops_no_row():
    body = (
        b"unit,kind,strength,at,order,stance\n1/110,,,,to 0302,\nletter to 14 Cav by courier,,,,hold until noon,\n"
        b",,,,letter to umpire: may I?,\n,,,,to 0101,\n2/110,,,,,\n"
    )
    lines = lines_of(body).splitlines()
    assert lines == [
        "1/110 to 0302", "letter to 14 Cav by courier: hold until noon", "letter to umpire: may I?", "to 0101",
    ]  # fmt: skip
    found = read_sheet("\n".join(lines), day(), FIRST)
    assert [one.draft.text for one in found.letters] == ["hold until noon", "may I?"]
    assert [one.verdict for one in found.lines] == ["give", "ask"]


HOSTILE = st.text(st.sampled_from("abc :,;\u202e\x07\x00<>&\"'=+-@{}%\n\u2028\ud800 letter to by an per"), max_size=80)


@given(HOSTILE, HOSTILE)
def test_hostile_lines_are_read_without_a_fault(to, text):
    found = read(f"letter to {to}: {text}")
    assert found.state in {"sound", "ask", "refused"}
    assert not any(sign in found.text for sign in "\u202e\x07\x00")
    if found.draft is not None:
        assert not any(sign in found.draft.text for sign in "\u202e\x07\x00\ud800")
