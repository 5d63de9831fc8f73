"""A campaign, open: orders in, state out, undo, branch, replay."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.model.roll import Roll
from campaign.model.state import state_hash
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase, Rewound
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.march import Move
from campaign.model.verbs.sighting import Sighted, SightLost
from campaign.model.verbs.supply import Resupply
from campaign.model.viewer import UnknownViewer
from campaign.store.eventlog import EventLog
from campaign.store.faults import CommandClash, NoSuchCampaign, Stale, StoreFault
from campaign.store.kept.campaigns import Campaigns
from campaign.store.session import create_campaign, open_campaign
from tests.campaign.toyrules import toy_opening, toy_shelf
from tests.toyground import toy_map

GUN = "229 FA"


@pytest.fixture
def shelf():
    return toy_shelf()


@pytest.fixture
def session(place, shelf):
    found = create_campaign(place, "toy", toy_opening(), library=shelf)
    yield found
    found.log.close()


def move(session, key, *numbers):
    index_of = session.hexmap.index_of
    return Move(key, (session.state.stands[key].hex, *map(index_of, numbers)))


def test_an_order_changes_the_situation_and_is_there_when_the_campaign_is_opened_again(session, shelf):
    entry = session.submit(move(session, "1/110", "0203"), by="us", command_id="a")
    assert (entry.seq, entry.actor, session.seq) == (2, "us", 2)
    assert session.hexmap.number(session.situation.state.stands["1/110"].hex) == "0203"
    again = open_campaign(session.log.place, "toy", shelf)
    assert again.state == session.state
    assert again.state.seq == 2


def test_dice_fell_in_an_entry_where_any_of_its_events_has_them(session):
    entry = session.submit(move(session, "1/110", "0203"), by="us", command_id="a")
    plain = msgspec.structs.replace(entry.events[0], rolls=())
    rolled = msgspec.structs.replace(plain, rolls=(Roll("way", (3,), 0, 0, ""),))
    for events, fell in (((plain, rolled), True), ((rolled, plain), True), ((plain, plain), False), ((rolled,), True)):
        assert msgspec.structs.replace(entry, events=events).cast_dice is fell


def test_a_campaign_is_called_as_it_was_renamed_and_else_as_it_was_opened(session, monkeypatch):
    assert session.name == session.setting.name != ""
    Campaigns(session.log).rename("toy", "St. Vith")
    assert (session.name, session.setting.name) == ("St. Vith", "Toy")
    monkeypatch.setattr(session.log, "name_of", lambda _: "")  # it was removed meanwhile
    assert session.name == "Toy"


def test_what_led_to_an_order_stands_before_it_in_the_same_entry(session):
    chose = SideChose(
        side="us", order="1/110 M 0303-0203", why="the die said so", throws=(Roll("way", (3,), 0, 0, ""),)
    )
    entry = session.submit(move(session, "1/110", "0203"), by="us", preface=(chose,))
    assert [type(event).__name__ for event in entry.events][:2] == ["SideChose", "StandMoved"]
    assert not entry.cast_dice, "what a side throws to make up its mind is none of the rules' dice"
    assert session.dice_report().problems == []
    assert session.replay_hash() == state_hash(session.state)


def test_the_same_command_sent_twice_is_carried_out_once(session):
    order = Resupply("us-div", {"LOG": 2})
    first = session.submit(order, command_id="a")
    second = session.submit(order, command_id="a")
    assert first == second
    assert session.seq == 2
    assert session.state.formations["us-div"].stores["LOG"] == 7


def test_a_retry_is_answered_even_when_the_order_would_now_be_refused(session):
    order = move(session, "1/110", "0203")
    first = session.submit(order, command_id="a", after=1)
    assert session.submit(order, command_id="a", after=1) == first


def test_nobody_gets_an_answer_meant_for_another(session):
    session.submit(move(session, "1/110", "0203"), by="us", command_id="a")
    with pytest.raises(CommandClash, match="command id 'a' is taken; send the command under a new id"):
        session.submit(Resupply("ge-div", {"LOG": 1}), by="ge", command_id="a")


def test_a_refused_order_writes_nothing(session):
    with pytest.raises(Refusal, match=r"a path goes from neighbour to neighbour \(T 1\)"):
        session.submit(move(session, "1/110", "0803"))
    assert session.seq == 1


def test_an_order_thought_out_on_an_old_situation_is_stale(session):
    session.submit(Resupply("us-div", {"LOG": 1}))
    with pytest.raises(Stale, match="after entry 1, and the log is at 2; look at what has happened"):
        session.submit(Resupply("us-div", {"LOG": 1}), after=1)
    assert session.seq == 2


def test_two_sessions_on_one_store_see_each_other(session, shelf):
    other = open_campaign(session.log.place, "toy", shelf)
    session.submit(Resupply("us-div", {"LOG": 1}))
    assert other.state.formations["us-div"].stores["LOG"] == 6
    other.submit(Resupply("us-div", {"LOG": 1}))
    assert session.state.formations["us-div"].stores["LOG"] == 7


def test_an_order_is_thought_out_again_when_another_came_between(session, shelf, monkeypatch):
    other = open_campaign(session.log.place, "toy", shelf)
    append, calls = EventLog.append, []

    def late(log, *args, **kwargs):
        if not calls:
            calls.append("meddled")
            append(other.log, "toy", "between", "umpire", None, (), after=1)
        return append(log, *args, **kwargs)

    monkeypatch.setattr(EventLog, "append", late)
    assert session.submit(Resupply("us-div", {"LOG": 1})).seq == 3


def test_dice_hang_on_seed_and_entry_alone(tmp_path, shelf):
    rolls = []
    for name in ("a", "b"):
        session = create_campaign(tmp_path / f"{name}.db", "toy", toy_opening(), library=shelf)
        order = Bombard(GUN, session.hexmap.index_of("0403"))
        session.preview(order)
        rolls.append(session.submit(order).events[0].rolls)
    assert rolls[0] == rolls[1]
    other = create_campaign(tmp_path / "c.db", "toy", toy_opening(seed="another"), library=shelf)
    many = [other.submit(Bombard(GUN, 0)).events[0].rolls[0].dice for _ in range(5)]
    same = [session.submit(Bombard(GUN, 0)).events[0].rolls[0].dice for _ in range(5)]
    assert many != same


def test_dice_can_be_called_in_from_the_table(session):
    entry = session.submit(Bombard(GUN, session.hexmap.index_of("0403")), dice=ScriptedDice(5, 6))
    assert entry.events[0].hits == 2
    assert session.state.stands["II/3"].losses == 2


def test_a_preview_says_what_would_be_and_writes_nothing(session):
    fine = session.preview(move(session, "1/110", "0203"), by="us")
    assert fine.allowed
    assert fine.events[0].path[-1] == session.hexmap.index_of("0203")
    refused = session.preview(move(session, "1/110", "0203"), by="ge")
    assert not refused.allowed
    assert refused.refusal.rule == "T 1"
    dicey = session.preview(Bombard(GUN, 0))
    assert (dicey.allowed, dicey.dice_wanted, dicey.events) == (True, "2 dice of 6 faces", ())
    assert session.seq == 1


def test_only_the_umpire_ends_a_phase(session):
    with pytest.raises(Refusal, match="only the umpire ends a phase"):
        session.submit(EndPhase(), by="us")
    session.submit(EndPhase())
    assert session.state.clock.phase == "combat"


def test_a_stranger_cannot_order(session):
    with pytest.raises(UnknownViewer, match="there is no viewer 'soviet'; known are ge, umpire, us"):
        session.submit(EndPhase(), by="soviet")


def play(session, count=6):
    for k in range(count):
        session.submit(Bombard(GUN, session.hexmap.index_of("0403")) if k % 2 else EndPhase())


def test_undo_goes_back_and_keeps_what_it_took_back(session):
    before = [state_hash(session.state)]
    for _ in range(3):
        session.submit(EndPhase())
        before.append(state_hash(session.state))
    entry = session.undo(why="wrong phase")
    assert entry.events == (Rewound(to=3, why="wrong phase"),)
    assert session.state.clock == session.as_of(3).state.clock
    assert session.seq == session.state.seq == 5
    assert [item.counts for item in session.history()] == [True, True, True, False, False]
    session.undo(why="one more")
    assert session.state.clock == session.as_of(2).state.clock
    assert [state_hash(session.as_of(seq).state) for seq in range(1, 5)] == before


def test_an_undo_can_be_undone(session):
    play(session, 4)
    there = session.state
    session.undo(to=2, why="all of it")
    session.submit(Resupply("us-div", {"LOG": 9}))
    session.undo(to=5, why="it was right after all")
    assert session.state.stands == there.stands
    assert session.state.clock == there.clock
    assert session.state.formations == there.formations
    assert [item.entry.seq for item in session.history() if item.counts] == [1, 2, 3, 4, 5]


def test_an_undo_sent_twice_goes_back_once(session):
    play(session, 3)
    first = session.undo(why="oops", command_id="u")
    assert session.undo(why="oops", command_id="u") == first
    assert session.seq == 5


def test_a_side_takes_back_its_own_move_but_no_dice_and_nothing_of_others(session):
    session.submit(move(session, "1/110", "0203"), by="us")
    session.undo(why="misread the map", by="us")
    assert session.hexmap.number(session.state.stands["1/110"].hex) == "0303"
    session.submit(move(session, "1/110", "0203"), by="us")
    session.submit(move(session, "I/26", "0905"), by="ge")
    with pytest.raises(Refusal, match="others have acted since"):
        session.undo(to=3, why="no", by="us")
    with pytest.raises(Refusal, match="others have acted since"):
        session.undo(why="no", by="us")
    session.submit(Bombard(GUN, 0), by="us")
    with pytest.raises(Refusal, match="dice were cast; only the umpire can take them back"):
        session.undo(why="bad luck", by="us")
    with pytest.raises(Refusal, match="only the umpire brings back"):
        session.undo(to=2, why="again", by="us")
    assert session.seq == 6
    session.undo(why="the gun was out of range")
    assert session.seq == 7


def test_there_is_nothing_before_the_opening(session):
    with pytest.raises(Refusal, match="nothing has happened since the opening"):
        session.undo(why="?")
    with pytest.raises(Refusal, match="there is no entry 7 to go back to"):
        session.undo(to=7, why="?")
    with pytest.raises(IndexError, match="there is no entry 9; entries run from 1 to 1"):
        session.as_of(9)


def test_after_an_undo_the_dice_fall_anew(session):
    order = Bombard(GUN, 0)
    rolls = set()
    for _ in range(8):
        rolls.add(session.submit(order).events[0].rolls[0].dice)
        session.undo(why="again")
    assert len(rolls) > 1


def test_a_branch_goes_on_from_the_past_and_leaves_the_other_alone(session, shelf):
    play(session, 5)
    there = session.as_of(4).state
    branch = session.branch(4, "what-if")
    assert branch.state == there
    branch.submit(Resupply("us-div", {"LOG": 3}))
    assert (branch.seq, session.seq) == (5, 6)
    assert branch.verify() is None
    row = session.log.campaigns()[1]
    assert (row.id, row.branch_of, row.branched_at) == ("what-if", "toy", 4)
    with pytest.raises(StoreFault, match="'what-if': there is one already"):
        session.branch(2, "what-if")
    with pytest.raises(StoreFault, match="there is no entry 9; entries run from 1 to 6"):
        session.branch(9, "another")


def test_replay_gives_the_same_state(session):
    play(session, 6)
    session.undo(to=4, why="replay that too")
    play(session, 2)
    assert session.replay_hash() == state_hash(session.state)
    assert session.verify() is None


def test_verify_names_an_entry_that_does_not_fit(session):
    session.log.append("toy", "x", "umpire", Bombard("ghost", 0), (_moved_ghost(),), after=1)
    assert "entry 2: its events do not fit what came before (KeyError: 'ghost')" in str(session.verify())


def _moved_ghost():
    from campaign.model.verbs.march import StandMoved

    return StandMoved(stand="ghost", path=(0, 1))


def test_a_campaign_opens_only_on_its_own_map(session):
    other = toy_map("....\n....")
    with pytest.raises(StoreFault, match=rf"opened on map {session.hexmap.key}, which is not here; build the map"):
        open_campaign(session.log.place, "toy", toy_shelf(other))


def test_a_library_that_gives_another_map_is_found_out(session):
    class Careless:
        def hexmap(self, key):
            return toy_map("....\n....")

        def ruleset(self, key, overrides):
            return toy_shelf().ruleset(key, overrides)

    with pytest.raises(StoreFault, match=r"campaign 'toy': it was opened on map .* and 'toy' is now"):
        open_campaign(session.log.place, "toy", Careless())


def test_an_unknown_campaign_is_named_with_its_neighbours(session, shelf):
    with pytest.raises(NoSuchCampaign, match="there is no campaign 'tory'; did you mean 'toy'"):
        open_campaign(session.log.place, "tory", shelf)


def test_a_campaign_is_opened_once(session, shelf):
    with pytest.raises(StoreFault, match="'toy': there is one already"):
        create_campaign(session.log.place, "toy", toy_opening(), library=shelf)


def test_who_comes_into_sight_or_out_of_it_stands_in_the_entry_of_the_order_that_did_it(session, shelf):
    """1/110 steps back from the tanks beside it and comes again; each side is told by an event of the same entry."""
    back, again = session.submit(move(session, "1/110", "0203")), session.submit(move(session, "1/110", "0303"))
    lost = [(event.stand, event.by) for event in back.events if isinstance(event, SightLost)]
    seen = [(event.stand, event.by) for event in again.events if isinstance(event, Sighted)]
    assert sorted(lost) == sorted(seen) == [("1/110", ("ge",)), ("II/3", ("us",))]
    there = open_campaign(session.log.place, "toy", shelf)
    assert there.replay_hash() == session.replay_hash() == state_hash(session.state)
