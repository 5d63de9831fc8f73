"""
Letters in game time: how they go, when they come, who overhears them, and who is told of what.

On the club's toy ground a hex is 1 km; the Americans are in two commands, whose seats (0203 and 0206) are 3 km apart;
the first turn begins at 08:00 and lasts 4 hours.
"""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.knowing import told
from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import figure, game_time
from campaign.engine.letters.roads import journey, seat_hex
from campaign.model.letters import MOST_A_TURN, clean, cut, letter_key
from campaign.model.situation import Situation
from campaign.model.things import NO_SIDE
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.hold import ChangeLetter, HoldLetter, ReleaseLetter
from campaign.model.verbs.letter import (
    DeliverLetters,
    LetterDelivered,
    LetterHeard,
    LetterLost,
    LetterSent,
    SendLetter,
)
from campaign.model.verbs.means import MeansSet, SetMeans
from campaign.model.verbs.opening import opening_state
from campaign.model.viewer import Viewer, viewers_of
from campaign.systems.catalogue import ruleset
from tests.people.helpers import club_opening

RULES = ruleset("zen_operational")
OPENING, MAP = club_opening()
START = Situation(opening_state(OPENING), MAP, RULES.tables)
EIGHT = 1 * 24 * 60 + 8 * 60
NONE = ScriptedDice()
change = msgspec.structs.replace


def done(situation, *orders, by="umpire", dice=NONE):
    """Carry orders out; give the situation after them."""
    for order in orders:
        situation = situation.with_state(fold(situation.state, decide(RULES, situation, order, dice, by=by)))
    return situation


def at(situation, day, turn):
    """Put the clock forward."""
    return situation.with_state(change(situation.state, clock=change(situation.state.clock, day=day, turn=turn)))


def letter(means="courier", to=("us-2",), sender="us-1", text="hold the bridge", **more):
    return SendLetter(sender, to, means, "order", text, **more)


def only(situation):
    (found,) = situation.state.letters.values()
    return found


def refused(situation, order, by="umpire"):
    with pytest.raises(Refusal) as refusal:
        decide(RULES, situation, order, NONE, by=by)
    return refusal.value.why


def held_by_germans(*numbers):
    """Let the Germans hold some hexes."""
    state = START.state
    control = bytearray(state.control)
    for number in numbers:
        control[MAP.index_of(number)] = state.side_code("ge")
    return START.with_state(change(state, control=bytes(control)))


# --- how it goes ----------------------------------------------------------------------------------------------------


def test_seats_are_where_the_headquarters_stands_else_in_the_midst():
    seats = {key: MAP.number(seat_hex(START, key)) for key in ("us-1", "us-2", "us", "ge")}
    assert seats == {"us-1": "0203", "us-2": "0206", "us": "0203", "ge": "0403"}
    hq = change(START.state.formations["us-div"], hq="2/110")
    state = change(START.state, formations={**START.state.formations, "us-div": hq})
    assert MAP.number(seat_hex(START.with_state(state), "us-1")) == "0304"


def test_the_first_turn_begins_at_eight_and_the_next_four_hours_later():
    assert game_time(START) == EIGHT
    assert game_time(at(START, 1, 2)) == EIGHT + 240
    assert game_time(at(START, 2, 1)) == EIGHT + 24 * 60


@pytest.mark.parametrize(("means", "minutes"), [("wireless", 40), ("telephone", 5), ("courier", 17)])
def test_a_letter_takes_as_long_as_its_means(means, minutes):
    """A courier rides 4.3 km in 24 minutes, so 3 km in 17."""
    assert journey(START, "us-1", "us-2", means).minutes == minutes


def test_a_courier_rides_so_far_in_so_long():
    assert round(4300 / figure(START, "courier", "speed")) == 24


def test_a_courier_goes_round_what_the_enemy_holds():
    straight = journey(START, "us-1", "us-2", "courier")
    barred = held_by_germans("0104", "0204")
    round_about = journey(barred, "us-1", "us-2", "courier")
    assert MAP.index_of("0204") in straight.way
    assert MAP.index_of("0204") not in round_about.way
    assert round_about.minutes >= straight.minutes


def test_no_line_and_no_way_lead_through_the_enemy():
    wall = held_by_germans(*(f"{column:02}04" for column in range(1, 13)))
    for means, words in (("telephone", "no line lies to 14th Cavalry"), ("courier", "no way leads to 14th Cavalry")):
        assert words in refused(wall, letter(means))
        assert "take wireless" in refused(wall, letter(means))
    assert only(done(wall, letter("wireless"))).arrives == {"us-2": EIGHT + 40}


def test_no_line_lies_through_a_hex_where_the_enemy_stands():
    stands = {key: one for key, one in START.state.stands.items() if one.side == "us"}
    foes = {f"foe {row}": change(START.state.stands["II/3"], id=f"foe {row}", hex=MAP.index_of(f"{row:02}04"))
            for row in range(1, 13)}  # fmt: skip
    wall = START.with_state(change(START.state, stands={**stands, **foes}))
    assert "no line lies" in refused(wall, letter("telephone"))
    assert journey(wall, "us-1", "us-2", "courier").km == 3


def test_what_is_too_far_is_refused_with_the_way_out():
    near = done(START, SetMeans("wireless", "range", 2), SetMeans("telephone", "allowed", 0))
    assert refused(near, letter("wireless")) == (
        "14th Cavalry is 3 km away, and letters by wireless reach 2 km; take courier or write to the umpire"
    )


def test_silence_of_one_side_is_not_that_of_the_other():
    silent = done(START, SetMeans("wireless", "allowed", 0, "us", "before the attack"))
    assert "the umpire has barred letters by wireless; take telephone or courier" in refused(silent, letter("wireless"))
    assert figure(silent, "wireless", "allowed", "ge") == 1


def test_who_has_no_unit_on_the_map_is_reached_by_wireless_alone():
    away = {key: change(one, hex=None) if one.formation == "us-cav" else one for key, one in START.state.stands.items()}
    state = START.with_state(change(START.state, stands=away))
    assert "14th Cavalry has no unit on the map" in refused(state, letter("courier"))
    assert only(done(state, letter("wireless"))).arrives == {"us-2": EIGHT + 40}


# --- who writes to whom ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "by", "words"),
    [
        (letter(sender="ge"), "us", "you do not write for 'ge'; you write for us-1, us-2, us"),
        (letter(to=("ge",)), "umpire", "nobody of yours is called 'ge'"),
        (letter(to=("XYZZY",)), "umpire", "nobody of yours is called 'XYZZY'"),
        (letter(to=("us-1",)), "umpire", "it is written to nobody"),
        (letter(to=("umpire", "us-2")), "umpire", "the umpire gets his letters alone"),
        (letter(sender="us-9"), "umpire", "nobody is called 'us-9'; did you mean"),
        (letter(means="pigeon"), "umpire", "there is no means 'pigeon'"),
        (letter(means="staff"), "umpire", "only letters to the umpire go by hand; take wireless"),
        (change(letter(), form="poem"), "umpire", "there is no form 'poem'"),
        (letter(text=" \n\u202e\x00"), "umpire", "the letter is empty"),
        (letter(text="x" * 2001), "umpire", "the letter has 2001 characters; 2000 can be sent"),
        (letter(hidden=True), "us", "you do not write for 'us-1'"),
        (DeliverLetters(), "us", "only the umpire delivers letters"),
        (HoldLetter("a", "b"), "us", "only the umpire holds and changes letters"),
        (SetMeans("courier", "speed", 9), "us", "only the umpire says how letters go"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(order, by, words):
    assert words in refused(START, order, by)


def test_an_enemy_and_nobody_are_answered_alike():
    answers = [refused(START, letter(to=(key,))).replace(repr(key), "#") for key in ("ge", "fr")]
    assert answers[0] == answers[1]


def test_a_side_is_all_its_commands_but_the_writer():
    assert only(done(START, letter(to=("us",)))).receivers == ("us-2",)
    assert only(done(START, letter(to=("us",), sender="umpire"))).receivers == ("us-1", "us-2")
    assert only(done(START, letter(sender="us", to=("us-1", "us-2", "us-1")))).receivers == ("us-1", "us-2")


def test_so_many_letters_go_in_a_turn_and_no_more():
    full = done(START, *[letter(text=f"number {number}") for number in range(MOST_A_TURN)])
    assert len(full.state.letters) == MOST_A_TURN
    assert "30 letters have gone in this turn already" in refused(full, letter())
    assert done(full, letter(sender="us-2", to=("us-1",))).state.letters.keys() > full.state.letters.keys()
    assert done(at(full, 1, 2), letter())


# --- when it comes --------------------------------------------------------------------------------------------------


def test_a_letter_comes_when_its_time_has_come_and_once():
    gone = done(START, letter(), DeliverLetters())
    assert only(gone).delivered == ()
    come = done(at(gone, 1, 2), DeliverLetters(), DeliverLetters())
    assert only(come).delivered == ("us-2",)
    assert only(come).arrives == {"us-2": EIGHT + 17}
    assert decide(RULES, come, DeliverLetters(), NONE) == []


def test_letters_come_by_themselves_when_the_phase_ends_and_no_turn_is_being_closed():
    gone = done(START, letter())
    while gone.state.clock.turn == 1:
        assert only(gone).delivered == ()
        gone = done(gone, EndPhase(), dice=ScriptedDice(*[3] * 99))
    assert only(gone).delivered == ("us-2",)


def test_the_umpire_holds_changes_releases_and_delivers():
    gone = done(START, letter())
    key = only(gone).id
    held = done(gone, HoldLetter(key, "the courier's horse is lame"))
    late = done(at(held, 1, 2), DeliverLetters())
    assert only(late).delivered == ()
    assert "is held already" in refused(late, HoldLetter(key, "again"))
    changed = done(late, ChangeLetter(key, "come at once", "a ruse"))
    (_, came) = decide(RULES, done(changed, ReleaseLetter(key, "it is well")), DeliverLetters(), NONE), None
    (event,) = _
    assert (came, event.text, event.receiver) == (None, "come at once", "us-2")
    at_once = decide(RULES, changed, DeliverLetters((key,)), NONE)
    assert [type(event).__name__ for event in at_once] == ["LetterReleased", "LetterDelivered"]
    over = done(changed, DeliverLetters((key,)))
    assert "is on its way; none is" in refused(over, HoldLetter(key, "too late"))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (HoldLetter("{}", " "), "the reason is missing"),
        (ReleaseLetter("{}", "x"), "is not held; it goes by itself"),
        (ChangeLetter("{}", " ", "x"), "the new text is empty"),
        (ChangeLetter("{}", "y" * 2001, "x"), "the text has 2001 characters"),
        (HoldLetter("nobody", "x"), "no letter 'nobody' is on its way"),
        (SetMeans("pigeon", "speed", 1), "there is no means 'pigeon'"),
        (SetMeans("courier", "colour", 1), "of courier no 'colour' is set"),
        (SetMeans("courier", "allowed", 2), "2 is no such figure; write 0 to 1"),
        (SetMeans("clock", "turn", 60, "us"), "the clock is the same for all"),
        (SetMeans("courier", "speed", 1, "fr"), "it cannot be set for 'fr'"),
    ],
)
def test_what_the_umpire_cannot_do_is_refused(order, words):
    gone = done(START, letter())
    fields = {name: value.format(only(gone).id) if name == "letter" else value
              for name, value in msgspec.structs.asdict(order).items()}  # fmt: skip
    assert words in refused(gone, type(order)(**fields))


def test_where_all_of_a_means_are_held_each_waits_for_the_umpire():
    gone = done(START, SetMeans("courier", "held", 1, "us"), letter())
    assert only(gone).held == "all letters by courier are held"
    assert only(done(START, SetMeans("courier", "held", 1, "ge"), letter())).held == ""


# --- who overhears it -----------------------------------------------------------------------------------------------


def heard(dice, **more):
    gone = done(START, SetMeans("wireless", "heard", 4), letter("wireless", text="one two three four five six", **more))
    return decide(RULES, at(gone, 1, 2), DeliverLetters(), ScriptedDice(*dice))


@pytest.mark.parametrize(
    ("dice", "share", "text"),
    [
        ((3,), "", ""), ((4, 1), "fragment", "one ... five ..."), ((4, 2), "fragment", "... two ... six"),
        ((5, 3), "half", "one ... three ... five ..."), ((6, 4), "half", "... two ... four ... six"),
        ((4, 5), "whole", "one two three four five six"), ((6, 6), "whole", "one two three four five six"),
    ],
)  # fmt: skip
def test_dice_say_whether_a_letter_is_overheard_and_how_much_of_it(dice, share, text):
    event, delivered = heard(dice)
    assert (event.share, event.text, event.by, event.side, event.sender) == (share, text, "ge", "ge", "us")
    assert [die for roll in event.rolls for die in roll.dice] == list(dice)
    assert delivered.text == "one two three four five six"


@pytest.mark.parametrize("gone", ["us", "ge"])
def test_who_listens_is_named_where_the_sender_or_the_listener_is_on_no_hex(gone):
    """Nobody is nearest then; the first command of the side has the copy."""
    on_its_way = done(START, SetMeans("wireless", "heard", 2), letter("wireless"))
    stands = {
        key: change(stand, hex=None) if stand.side == gone else stand for key, stand in on_its_way.state.stands.items()
    }
    there = on_its_way.with_state(change(on_its_way.state, stands=stands))
    assert seat_hex(there, "us-1" if gone == "us" else "ge") is None
    event, _ = decide(RULES, at(there, 1, 2), DeliverLetters(), ScriptedDice(6, 6))
    assert (event.by, event.share) == ("ge", "whole")


def test_nobody_listens_unless_the_umpire_says_so():
    gone = done(START, letter("wireless"))
    assert [type(one) for one in decide(RULES, at(gone, 1, 2), DeliverLetters(), NONE)] == [LetterDelivered]


def test_a_letter_to_two_is_thrown_for_once():
    gone = done(START, SetMeans("wireless", "heard", 2), letter("wireless", sender="us", to=("us-1", "us-2")))
    events = decide(RULES, at(gone, 1, 2), DeliverLetters(), ScriptedDice(6, 6))
    assert [type(one) for one in events] == [LetterHeard, LetterDelivered, LetterDelivered]


def past_the_enemy(where):
    """Let a courier ride while a German battalion stands somewhere, and be caught from 5 up."""
    foe = change(START.state.stands["II/3"], hex=MAP.index_of(where))
    stands = {key: one for key, one in START.state.stands.items() if one.side == "us"} | {"II/3": foe}
    ground = START.with_state(change(START.state, stands=stands))
    gone = done(ground, SetMeans("courier", "heard", 5, "ge"), letter("courier"))
    assert MAP.index_of("0205") in only(gone).ways["us-2"]
    return at(gone, 1, 2)


@pytest.mark.parametrize(("where", "die", "caught"), [("0305", 4, False), ("0305", 5, True), ("0205", 2, False),
                                                      ("0205", 3, True)])  # fmt: skip
def test_a_courier_may_be_caught_where_he_rides_past_an_enemy(where, die, caught):
    events = decide(RULES, past_the_enemy(where), DeliverLetters(), ScriptedDice(die))
    assert [type(one) for one in events] == [LetterHeard, LetterLost if caught else LetterDelivered]
    assert (events[0].share, events[0].text) == (("whole", "hold the bridge") if caught else ("", ""))


def test_a_courier_who_meets_nobody_is_not_thrown_for():
    (event,) = decide(RULES, past_the_enemy("1106"), DeliverLetters(), NONE)
    assert isinstance(event, LetterDelivered)


# --- who is told ----------------------------------------------------------------------------------------------------


def hearers(situation, event):
    return {
        viewer.key or viewer.kind: share
        for viewer in viewers_of(situation.state.setting)
        if (share := told(event, situation, viewer)) is not None
    }


def test_only_the_writer_is_told_that_it_went_and_not_when_it_comes():
    (event,) = decide(RULES, START, letter(), NONE)
    shares = hearers(START, event)
    assert set(shares) == {"umpire", "us", "us-1"}
    assert event.arrives == {"us-2": EIGHT + 17}
    assert (shares["us-1"].arrives, shares["us-1"].ways) == ({}, {})
    assert shares["us-1"].text == "hold the bridge"


def test_he_in_whose_name_it_was_written_is_not_told_if_so_wished():
    (event,) = decide(RULES, START, letter(hidden=True, reason="a ruse"), NONE)
    assert set(hearers(START, event)) == {"umpire"}


def test_only_the_reader_is_told_that_it_came():
    gone = done(START, letter(text="II/3 stands at 0403"))
    (event,) = decide(RULES, at(gone, 1, 2), DeliverLetters(), NONE)
    shares = hearers(gone, event)
    assert set(shares) == {"umpire", "us", "us-2"}
    assert shares["us-2"].text == "II/3 stands at 0403", "what is written is read as it was written"


def test_who_overhears_it_learns_neither_its_number_nor_who_wrote_it():
    event, _ = heard((4, 5))
    share = hearers(START, event)["ge"]
    assert set(hearers(START, event)) == {"umpire", "ge"}
    assert (share.letter, share.sender) == ("", "us")
    assert event.letter
    assert event.letter != share.copy
    assert hearers(START, heard((3,))[0]).keys() == {"umpire"}


def test_of_what_the_umpire_does_with_letters_nobody_hears():
    gone = done(START, letter())
    for order in (HoldLetter(only(gone).id, "x"), ChangeLetter(only(gone).id, "y", "x")):
        (event,) = decide(RULES, gone, order, NONE)
        assert set(hearers(gone, event)) == {"umpire"}
    held = done(gone, HoldLetter(only(gone).id, "x"))
    (event,) = decide(RULES, held, ReleaseLetter(only(gone).id, "x"), NONE)
    assert set(hearers(gone, event)) == {"umpire"}


@pytest.mark.parametrize(
    ("order", "who"),
    [
        (SetMeans("courier", "speed", 9), {"umpire", "us", "us-1", "us-2", "ge", "observer"}),
        (SetMeans("courier", "speed", 9, "us"), {"umpire", "us", "us-1", "us-2"}),
        (SetMeans("wireless", "heard", 3), {"umpire"}), (SetMeans("wireless", "held", 1), {"umpire"}),
    ],
)  # fmt: skip
def test_how_letters_go_is_told_and_what_is_secret_of_it_is_not(order, who):
    (event,) = decide(RULES, START, order, NONE)
    assert isinstance(event, MeansSet)
    assert set(hearers(START, event)) == who


def test_an_observer_hears_of_no_letter():
    (event,) = decide(RULES, START, letter(), NONE)
    assert isinstance(event, LetterSent)
    assert told(event, START, Viewer("observer")) is None


# --- texts ----------------------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_a_clean_text_is_clean_and_keeps_its_letters(text):
    found = clean(text)
    assert clean(found) == found
    assert not {sign for sign in found if sign != "\n"} & {chr(code) for code in (*range(32), 127, *range(128, 160))}
    assert [sign for sign in found if sign.isalnum()] == [sign for sign in text if sign.isalnum()]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["one", "two", "three"]), max_size=30), st.integers(0, 5))
def test_what_is_caught_is_part_of_what_was_written(words, first):
    text = " ".join(words)
    half, fragment = (
        [word for word in cut(text, share, first).split() if word != "..."] for share in ("half", "fragment")
    )
    assert half == words[first % 2 :: 2]
    assert fragment == words[first % 4 :: 4]
    assert cut(text, "whole", first) == text


def test_the_ids_of_letters_tell_nothing():
    keys = [letter_key("veil", "us-1", str(number)) for number in range(200)]
    assert len(set(keys)) == 200
    assert {len(key) for key in keys} == {10}
    assert letter_key("veil", "a", "b") != letter_key("another", "a", "b")


def test_nothing_is_held_where_no_side_holds():
    assert set(START.state.control) == {NO_SIDE}
