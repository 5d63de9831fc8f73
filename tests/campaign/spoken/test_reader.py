"""The laws of the reader: no word is dropped, who stays where he is not is asked, what may not be known is no name."""

import re

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.model.situation import Situation
from campaign.model.things import Kept
from campaign.spoken.reader import MOST_CHARACTERS, MOST_LINE, Reader, own_stands, read_block
from campaign.spoken.verdicts import verdicts
from campaign.spoken.vocabulary import vocabulary
from tests.campaign.spoken.corpus import read, rows

slow = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
GIVEN = [
    row.text for row in rows("us") if row.meant.startswith("give") and "#" not in row.text
    and not re.search(r"\b(same|ditto)\b", row.text)
]  # fmt: skip
ASKED = sorted(
    " ".join(words) for words, found in vocabulary().phrases.items() if {one.kind for one in found} == {"question"}
)


def one(reader, text):
    (line,) = reader.block(text)
    return line


@slow
@given(
    text=st.sampled_from(GIVEN), at=st.integers(0, 12), word=st.text("bcdfghjklmnpqrstvwxz", min_size=5, max_size=9)
)
def test_a_word_that_nobody_knows_makes_a_question(reader_of, text, at, word):
    reader = reader_of("us")
    words = text.split()
    line = one(reader, " ".join([*words[:at], word, *words[at:]]))
    assert line.verdict == "ask" or any(word in said for said in line.assumed), line


@slow
@given(text=st.sampled_from(GIVEN), at=st.integers(0, 12), word=st.sampled_from(ASKED))
def test_a_word_that_must_be_asked_about_is_asked_about(reader_of, text, at, word):
    words = text.split()
    line = one(reader_of("us"), " ".join([*words[:at], word, *words[at:]]))
    assert line.verdict == "ask", line


@slow
@given(text=st.sampled_from(GIVEN), at=st.integers(0, 12), word=st.sampled_from(sorted(
    " ".join(words) for words in vocabulary().phrases
)))  # fmt: skip
def test_adding_any_word_never_changes_orders_without_saying_so(reader_of, text, at, word):
    from campaign.spoken.wording import understood

    reader, words = reader_of("us"), text.split()
    before, after = one(reader, text), one(reader, " ".join([*words[:at], word, *words[at:]]))
    if after.verdict == "give" and read(after) != read(before):
        assert understood(after, reader.situation) != understood(before, reader.situation)


@slow
@given(text=st.sampled_from(GIVEN), at=st.integers(0, 12))
def test_dropping_any_word_never_changes_orders_without_saying_so(reader_of, text, at):
    from campaign.spoken.wording import understood

    reader, words = reader_of("us"), text.split()
    left = " ".join(words[:at] + words[at + 1 :])
    if not left:
        return
    before, after = one(reader, text), one(reader, left)
    if after.verdict == "give" and read(after) != read(before):
        assert understood(after, reader.situation) != understood(before, reader.situation)


@slow
@given(text=st.text(max_size=2000))
def test_any_text_is_read_without_a_fault(reader_of, text):
    for line in reader_of("us").block(text):
        assert line.verdict in {"give", "ask", "note"}
        assert (line.verdict == "give") == bool(line.intents)


SOME = "1/110 2/110 28 Div 707 Tk to via at hold attack and , ; : . not Clervaux Wiltz 3833 same then"
_WORDS = st.sampled_from(SOME.split())


@slow
@given(st.lists(_WORDS, max_size=14).map(" ".join))
def test_any_row_of_words_of_orders_is_read_without_a_fault(reader_of, text):
    for line in reader_of("us").block(text):
        assert line.verdict in {"give", "ask", "note"}


@pytest.mark.parametrize("text", ["1/110 " * 1700, "x" * 10_000, "\n".join(["1/110 to Clervaux"] * 500), "1/" * 5000,
                                  "Clervox " * 1250, "\n".join(["qwert zuiop"] * 900), "((((" * 2500])
def test_ten_thousand_characters_are_read(reader_of, text):
    reader = reader_of("us")
    assert reader.block(text[:10_000])


def test_what_is_too_long_is_said(reader_of):
    reader = reader_of("us")
    assert "too long" in one(reader, "1/110 to " + "Clervaux " * MOST_LINE).why
    assert "not read" in reader.block("thanks\n" * MOST_CHARACTERS)[-1].why
    (all_of_it,) = reader.block("thanks".rjust(MOST_CHARACTERS, "\n"))
    assert "not read" not in all_of_it.why


@pytest.mark.parametrize("enemy", ["kg peiper", "pz lehr", "2 pz", "i/293", "hansen"])
def test_an_enemy_and_a_name_that_nobody_bears_read_alike(reader_of, enemy):
    reader = reader_of("us")
    said = one(reader, f"{enemy} to Clervaux")
    other = one(reader, "xqv/77 to Clervaux")
    assert said.verdict == other.verdict == "ask"
    plain = said.why.replace(repr(enemy), "NAME")
    assert plain.partition(";")[0] == other.why.replace("'xqv/77'", "NAME").partition(";")[0]


def test_who_stays_where_he_is_not_is_asked(reader_of):
    assert "not in 2636" in one(reader_of("us"), "1/110 stays in Bastogne").why
    assert one(reader_of("us"), "110 HQ stays in Clervaux").verdict == "give"


def test_two_lines_for_one_unit_are_asked_about(reader_of):
    first, second = reader_of("us").block("1/110 to Wiltz\n110 Inf hold")
    assert (first.verdict, second.verdict) == ("give", "ask")
    assert "line 1" in second.why


def test_a_heading_holds_for_the_lines_below_it_until_others_are_ordered(reader_of):
    lines = reader_of("us").block("110 Inf:\n1st Bn to Wiltz\n2nd Bn holds\n707 Tk to Wiltz\n3rd Bn to Wiltz")
    assert [line.verdict for line in lines] == ["note", "give", "give", "give", "ask"]
    assert [one.who for line in lines[1:3] for one in line.intents] == [("28.110.1",), ("28.110.2",)]


def test_a_name_is_mended_if_it_is_near_and_asked_about_if_it_is_far(reader_of):
    near, far = reader_of("us").block("630 TD to Hosingn\n820 TD to Lanzerath")
    assert near.verdict == "give"
    assert "'hosingn' is read as Hosingen" in near.assumed
    assert far.verdict == "ask"
    assert far.choices == ("Lauperath",)
    assert "hexes off" in far.why


def test_a_place_of_several_is_the_nearest_if_it_is_much_nearer(reader_of):
    (line,) = reader_of("german").block("AA 26 to Gemünd")
    assert line.assumed == ("Gemünd is 4437, the nearest of 2",)


def test_a_time_that_is_over_is_asked_about(reader_of):
    assert "is over" in one(reader_of("us"), "1/110 to Wiltz on 12 Dec").why


def test_hours_are_said_not_to_be_carried(reader_of):
    assert "not carried" in one(reader_of("us"), "1/110 to Wiltz at 0600").assumed[0]


def test_one_language_alone_knows_no_other(views):
    view, _ = views["german"]
    assert read_block("I/293 nach Bleialf", view, "german", "de")[0].verdict == "give"
    assert read_block("I/293 nach Bleialf", view, "german", "en")[0].verdict == "ask"
    with pytest.raises(KeyError, match="no words of 'xx'"):
        read_block("I/293 nach Bleialf", view, "german", "xx")


def test_a_command_orders_its_own_units_alone(views):
    import msgspec

    from campaign.model.things import Command

    view, _ = views["us"]
    setting = msgspec.structs.replace(
        view.state.setting, commands=(Command("us.main", "us", "Main"), Command("us.28", "us", "28th", ("28",)))
    )
    seen = view.with_state(msgspec.structs.replace(view.state, setting=setting))
    mine, other = read_block("1/110 to Wiltz\n9th Inf to Elsenborn", seen, "us.28")
    assert (mine.verdict, other.verdict) == ("give", "ask")


def test_a_formation_is_named_by_its_id_too(views):
    """The page names it so, whatever it is called: the regiment 28.110 goes, and nothing of its neighbours."""
    view, rules = views["us"]
    (verdict,) = verdicts(read_block("28.110 in column to 3324", view, "us"), view, rules, "us")
    went = {one.stand for one in verdict.outcomes}
    assert went == {key for key in went if view.state.stands[key].formation.startswith("28.110")}
    assert {"28.110.1", "28.110.2", "28.110.3"} <= went
    assert verdict.line.intents[0].column


def test_who_is_on_the_march_and_gets_no_new_orders_is_asked_about(reader_of):
    reader = reader_of("us")
    kept = Kept((reader.situation.state.stands["28.110.3"].hex,), "best", 1, 1)
    was = reader.situation
    now = Situation(msgspec.structs.replace(was.state, intents={"28.110.3": kept}), was.map, was.tables)
    going = Reader(now, own_stands(now, "us"))
    for text in ("3/110 no orders", "3/110 unverändert", "3/110: no change"):
        assert one(reader, text).verdict == "give"
        line = one(going, text)
        assert line.verdict == "ask"
        assert "shall it go on, or hold" in line.why


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I/916 auf Diekirch", "march there, attack, or fire"),
        ("AR 1818 gegen Auw", "march there, attack, or fire"),
        ("I/293 - II/293 nach Auw", "Name each of them"),
        ("I/293-II/293 nach Auw", ""),
        ("AA 116 klärt auf Richtung Weiswampach", "say it as a march"),
        ("I/293 nach Auw am 40.", ""),
        ("2 Pz: all to Clervaux, I/304 stays", "told two things"),
        ("2 Pz: all to Clervaux I/304 stays", "who is to do what"),
    ],
)
def test_what_may_be_two_things_is_asked(reader_of, text, said):
    line = one(reader_of("german"), text)
    assert line.verdict == "ask"
    assert said in line.why


@pytest.mark.parametrize(
    ("text", "start", "due"),
    [
        ("1/110 to Wiltz on the 17th", (2, 0), None),
        ("1/110 to Wiltz by the 18th", None, (3, 99)),
        ("1/110 to Wiltz by the end of day 2", None, (2, 99)),
        ("1/110 to Wiltz by end of turn 3", None, (1, 3)),
        ("1/110 nach Wiltz am 17.", (2, 0), None),
        ("1/110 nach Wiltz bis Ende 2. Tag", None, (2, 99)),
        ("1/110 nach Wiltz morgen früh", (2, 0), None),
    ],
)
def test_days_are_said_in_many_ways(reader_of, text, start, due):
    (intent,) = one(reader_of("us"), text).intents
    assert (intent.start, intent.due) == (start, due)


def test_a_time_alone_is_a_heading_for_the_lines_below(reader_of):
    reader = reader_of("bollin")
    heading, march, stays, later = reader.block("Turn 2:\nR1.1 to 0406\nR1.2 holds\nR1.3 to 0406 in turn 3")
    assert (heading.verdict, "turn 2" in heading.why) == ("note", True)
    assert march.intents[0].start == (1, 2)
    assert (stays.verdict, "until then" in stays.why) == ("ask", True)
    assert later.intents[0].start == (1, 3)


def test_no_heading_of_a_block_before_is_kept(reader_of):
    reader = reader_of("bollin")
    reader.block("Turn 2:\nR1.1 to 0406")
    assert reader.block("R1.1 to 0406")[0].intents[0].start is None


def test_the_same_as_a_line_that_was_asked_about_is_asked(reader_of):
    lines = reader_of("bollin").block("R1.1 to 0803\nR1.2 supports R1.1\nR1.3 ditto")
    assert [line.verdict for line in lines] == ["give", "ask", "ask"]


def test_a_remark_does_not_part_what_is_the_same(reader_of):
    lines = reader_of("bollin").block("R1.1 to 0803\n# so far\nR1.3 ditto")
    assert lines[2].intents[0].goal == lines[0].intents[0].goal


def test_arms_of_a_formation_leave_its_hq_where_it_is(reader_of):
    (line,) = reader_of("bollin").block("R1 infantry to 0803")
    assert line.intents[0].who == ("R1.1", "R1.2", "R1.3", "R1.4")


def test_an_arm_that_several_are_of_is_asked_about(reader_of):
    assert [one.verdict for one in reader_of("bollin").block("tanks to 0803\nguns to 0803")] == ["ask", "give"]


@pytest.mark.parametrize("text", ["R1.1 attacks the guns in 0808", "attack the guns in 0808", "R1.1, 2 others to 0803"])
def test_no_target_and_no_stranger_is_taken_for_who_goes(reader_of, text):
    (line,) = reader_of("bollin").block(text)
    assert line.verdict == "ask"


def test_who_is_to_dig_in_where_he_is_not_is_asked(reader_of):
    (line,) = reader_of("bollin").block("R1.1 digs in at 0406")
    assert line.verdict == "ask"
    assert "shall it dig in where it is" in line.why


@pytest.mark.parametrize(("text", "verdict", "word"), [
    ("1/110 to 3324", "ask", "may be the hex or"), ("3/110 via 3324 to Wiltz", "ask", "may be the hex or"),
    ("3324 to Wiltz", "give", ""), ("1/110 behind 3324 to Wiltz", "ask", ""),
])  # fmt: skip
def test_a_number_that_is_a_hex_and_a_unit_is_asked_about_where_a_place_should_follow(views, text, verdict, word):
    """A battalion is called as a hex is numbered: after "to" and "via" it may be either, at the head it is who goes."""
    view, _ = views["us"]
    named = view.state.stands["28.110.2"]
    called = msgspec.structs.replace(named, profile=msgspec.structs.replace(named.profile, short="3324", name="3324"))
    seen = view.with_state(msgspec.structs.replace(view.state, stands={**view.state.stands, "28.110.2": called}))
    (line,) = read_block(text, seen, "us")
    assert line.verdict == verdict, line
    assert word in (line.why or "")
    assert verdict == "ask" or line.intents[0].who == ("28.110.2",)


def test_of_three_who_go_each_his_way_the_verb_at_the_end_is_said_of_all(reader_of):
    (line,) = reader_of("german").block("PGR 60 auf Lützkampen, PGR 156 auf Ouren, PzR 16 auf Leidenborn vorgehen")
    assert [intent.do for intent in line.intents] == ["march"] * 3
    assert len({intent.goal for intent in line.intents}) == 3
