"""Commands of a side report to each other: at once, at a turn's end, by letter; and what the umpire lets go round."""

import msgspec
import pytest

from campaign.engine.knowing import reported_at
from campaign.engine.ledger import Refusal
from campaign.knowledge.gathering import contacts
from campaign.model.calendar import Clock
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.fog import SetFog, SpreadRumour
from campaign.model.verbs.letter import SendLetter
from campaign.model.verbs.march import Move
from campaign.store.session import create_campaign
from campaign.views import log_for, view_for
from tests.campaign.test_commands import MAP, opening
from tests.campaign.toyrules import toy_shelf

NORTH, SOUTH = "us.north", "us.south"
RUMOUR = SpreadRumour((SOUTH,), MAP.index_of("0405"), "ge", "armour", "unknown", "captured", 4, "tanks", true=True)
change = msgspec.structs.replace


@pytest.fixture
def session(tmp_path):
    return create_campaign(tmp_path / "toy.db", "toy", opening(), library=toy_shelf(MAP))


def march(session, stand, *numbers):
    session.submit(Move(stand, tuple(map(MAP.index_of, numbers))))


def turn(session):
    for _ in range(2):
        session.submit(EndPhase())


def where(session, viewer, stand):
    state = view_for(session.known(viewer), session.situation).state
    return MAP.number(state.stands[stand].hex)


def known(session, viewer):
    return contacts(session.known(viewer), session.situation, session.ruleset.play)


def lines(session, viewer):
    return [one.text for one in log_for(list(session.live_events()), session.situation, viewer)]


def test_friends_are_known_at_once_unless_it_is_set_otherwise(session):
    march(session, "1/110", "0303", "0302")
    assert where(session, SOUTH, "1/110") == "0302"
    assert reported_at(session.known(SOUTH)) == {}


def test_by_the_staff_a_command_sees_its_friends_as_they_stood_at_the_end_of_the_last_turn(session):
    session.submit(SetFog("staff"))
    march(session, "1/110", "0303", "0302")
    told = [(where(session, who, "1/110"), who) for who in (NORTH, SOUTH, "us")]
    assert told == [("0302", NORTH), ("0303", SOUTH), ("0302", "us")]
    turn(session)
    assert where(session, SOUTH, "1/110") == "0302"
    assert reported_at(session.known(SOUTH))["1/110"] == Clock(1, 1, "combat")
    assert "3/110" not in reported_at(session.known(SOUTH))


def test_who_holds_the_ground_is_known_by_report_too_but_for_what_one_sees_oneself(session):
    session.submit(SetFog("staff"))
    march(session, "1/110", "0303", "0403")
    taken = MAP.index_of("0403")
    held = [view_for(session.known(who), session.situation).state.control[taken] for who in (NORTH, SOUTH)]
    assert held == [0, 1]
    march(session, "3/110", "0805", "0705")
    mine = view_for(session.known(SOUTH), session.situation).state.control[MAP.index_of("0705")]
    assert mine == 0


def test_what_others_do_is_not_in_the_log_and_what_one_does_oneself_is(session):
    session.submit(SetFog("staff"))
    march(session, "1/110", "0303", "0302")
    march(session, "3/110", "0805", "0705")
    assert any("1/110" in line for line in lines(session, NORTH))
    assert not any("1/110" in line for line in lines(session, SOUTH))
    assert any("3/110" in line for line in lines(session, SOUTH))
    assert any("1/110" in line for line in lines(session, "us"))


def test_what_another_command_saw_is_a_contact_by_report_with_its_date(session):
    session.submit(SetFog("staff"))
    assert [(one.source, one.stage, one.confidence) for one in known(session, SOUTH)] == [("reported", "fresh", 2)]
    turn(session)
    (one,) = known(session, SOUTH)
    assert (one.source, one.via, one.hex, one.stage) == ("reported", (NORTH,), MAP.index_of("0403"), "late")
    assert (one.confidence, one.now, one.seen) == (1, False, Clock(1, 1, "combat"))
    assert one.id not in {other.id for other in known(session, NORTH)}
    assert [other.source for other in known(session, NORTH)] == ["seen"]


def test_by_letter_alone_nothing_is_reported_at_the_end_of_a_turn(session):
    session.submit(SetFog("letter"))
    march(session, "1/110", "0303", "0302")
    turn(session)
    assert where(session, SOUTH, "1/110") == "0303"
    assert [(one.source, one.seen) for one in known(session, SOUTH)] == [("reported", Clock(1, 1, "move"))]
    letter = SendLetter(NORTH, (SOUTH,), "wireless", "report", "all quiet")
    session.submit(letter)
    for _ in range(8):
        session.submit(EndPhase())
    assert where(session, SOUTH, "1/110") == "0302"


def test_back_at_once_and_an_undo_take_the_reports_away(session):
    session.submit(SetFog("staff"))
    march(session, "1/110", "0303", "0302")
    before = session.seq
    session.submit(SetFog("at_once"))
    assert where(session, SOUTH, "1/110") == "0302"
    session.undo(before, why="so")
    assert where(session, SOUTH, "1/110") == "0303"


def test_a_march_of_a_friend_changes_no_byte_of_what_another_command_knows_until_it_is_reported(session):
    session.submit(SetFog("staff"))
    as_bytes = lambda: msgspec.json.encode(  # noqa: E731
        (view_for(session.known(SOUTH), session.situation).state, lines(session, SOUTH), known(session, SOUTH)),
        order="deterministic",
    )
    before = as_bytes()
    march(session, "1/110", "0303", "0302")
    march(session, "2/110", "0205", "0204")
    assert as_bytes() == before
    turn(session)
    assert as_bytes() != before


def test_a_rumour_is_a_contact_that_says_its_source_and_ages_and_not_whether_it_is_true(session):
    session.submit(change(RUMOUR, reason="to draw them off"))
    (one,) = known(session, SOUTH)
    assert (one.source, one.confidence, one.words, one.kind, one.now) == ("captured", 4, "tanks", "armour", False)
    assert known(session, NORTH)[0].source == "seen"
    sent = msgspec.json.encode((session.known(SOUTH).state, one)).decode()
    assert "to draw them off" not in sent
    assert session.known(SOUTH).rumours[0].event.true is False
    assert next(event for event in session.live_events() if type(event).__name__ == "RumourSpread").true is True
    turn(session)
    assert [(one.stage, one.confidence) for one in known(session, SOUTH)] == [("late", 3)]


def test_a_rumour_of_a_place_where_somebody_looks_is_gone_at_the_end_of_the_phase(session):
    session.submit(change(RUMOUR, hex=MAP.index_of("0705")))
    session.submit(EndPhase())
    assert known(session, SOUTH)[0].stage == "gone"


@pytest.mark.parametrize(("order", "by", "why"), [
    (SetFog("staff"), "us", "only the umpire says how commands report"),
    (SetFog("pigeon"), "umpire", "no way to report is 'pigeon'"),
    (SetFog("at_once"), "umpire", "it is so already"),
    (RUMOUR, "us", "only the umpire spreads rumours"),
    (change(RUMOUR, to=("ge",)), "umpire", "a rumour is of an enemy"),
    (change(RUMOUR, to=()), "umpire", "a rumour is of an enemy"),
    (change(RUMOUR, to=("us.west",)), "umpire", "no command here is called 'us.west'"),
    (change(RUMOUR, kind="ghost"), "umpire", "no kind of unit here is called 'ghost'"),
    (change(RUMOUR, size="horde"), "umpire", "no size of a unit here is called 'horde'"),
    (change(RUMOUR, source="gossip"), "umpire", "no source here is called 'gossip'"),
    (change(RUMOUR, confidence=6), "umpire", "6 is no measure of certainty"),
    (change(RUMOUR, text=""), "umpire", "what is said has 0 characters"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_the_reason(session, order, by, why):
    before = session.seq
    with pytest.raises(Refusal, match=why):
        session.submit(order, by=by)
    assert session.seq == before
