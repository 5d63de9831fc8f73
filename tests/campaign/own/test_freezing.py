"""The rules lie in a campaign's first event: the file may change or go, and a game that has begun stays as it is."""

from __future__ import annotations

import pytest

from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.notation import format_order, parse_order
from campaign.model.tables import frozen
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.rules import MoveRules, RulesMoved
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems import catalogue, ownfolders
from campaign.views import log_for
from tests.campaign.own.small import SMALL

GIVEN = (
    "map 1x9",
    "side red",
    "side blue",
    "red foot 1 0101",
    "red foot 3 0101",
    "blue foot 2 0105",
    "clock phase=move",
)
FASTER = SMALL.replace("move = 3", "move = 5")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(ownfolders, "_folders", [tmp_path])
    (tmp_path / "small.toml").write_text(SMALL, "utf-8")
    return tmp_path


def begun(folder):
    rules = catalogue.ruleset("small")
    situation = situation_of("\n".join(GIVEN), rules)
    state = situation.state
    opening = CampaignOpened(
        setting=state.setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), rules=rules.frozen, weather="fine", format=2,
    )  # fmt: skip
    library = Shelf((situation.map,), catalogue.ruleset)
    session = create_campaign(folder / "s.db", "game", opening, library=library)
    session.submit(EndPhase())
    return session, library


def reach(session, stand="1"):
    return {session.hexmap.number(index) for index in session.ruleset.play.reach(session.situation, stand).cost}


def test_the_text_is_in_the_first_event(folder):
    session, _ = begun(folder)
    first = next(session.live_events())
    assert first.rules.text == frozen(SMALL).text
    assert first.rules.sha256 == session.state.rules == frozen(SMALL).sha256


def test_a_file_that_changes_or_goes_changes_no_game_that_was_begun(folder):
    session, library = begun(folder)
    session.submit(parse_order("1 M 0101-0102", session.hexmap, session.state))
    hash_, seen = session.replay_hash(), session.known("red")
    assert "0104" in reach(session, "3")
    assert "0105" not in reach(session, "3")
    for text in (FASTER, None):
        (folder / "small.toml").unlink() if text is None else (folder / "small.toml").write_text(text, "utf-8")
        again = open_campaign(folder / "s.db", "game", library)
        assert again.verify() is None
        assert again.replay_hash() == hash_
        assert again.known("red").state == seen.state
        assert "0105" not in reach(again, "3")
        preview = again.preview(parse_order("3 M 0101-0102-0103-0104-0105", again.hexmap, again.state))
        assert preview.refusal is not None, "what might be is asked of the log's rules as well"
    again.undo(why="try")
    assert again.state.stands["1"].hex == again.hexmap.index_of("0101")


def test_a_campaign_is_moved_by_a_ruling_that_all_are_told_and_an_undo_takes_back(folder):
    session, library = begun(folder)
    assert "0105" not in reach(session)
    session.submit(MoveRules(FASTER, "we march faster now"))
    assert "0104" in reach(session)
    assert session.state.rules == frozen(FASTER).sha256
    told = [report.text for report in log_for(list(session.live_events()), session.situation, "blue")]
    assert any("other rules" in line and "we march faster now" in line for line in told)
    again = open_campaign(folder / "s.db", "game", library)
    assert reach(again) == reach(session)
    assert again.as_of(1).tables.rules.unit[0].ratings["move"] == (3,)
    session.undo(why="no")
    assert session.state.rules == frozen(SMALL).sha256
    assert session.ruleset.tables.rules.unit[0].ratings["move"] == (3,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            FASTER.replace('kind = "foot"', 'kind = "feet"'),
            "the kind of unit 'foot' is in play, and the new text has none",
        ),
        (FASTER.replace('key = "move"', 'key = "march"', 1), "the phase 'move' is in play"),
        (FASTER.replace('key = "small"', 'key = "other"'), "that is the system 'other'"),
        (FASTER.replace("steps = 2", "steps = 0"), "the text is not sound"),
        (SMALL, "that is the text that is played by already"),
    ],
)
def test_what_is_in_play_must_be_in_the_new_text(folder, text, words):
    session, _ = begun(folder)
    with pytest.raises(Refusal, match=words):
        session.submit(MoveRules(text, "because"))


def test_only_the_umpire_moves_a_campaign_and_says_why(folder):
    session, _ = begun(folder)
    with pytest.raises(Refusal, match="umpire"):
        session.submit(MoveRules(FASTER, "because"), by="red")
    with pytest.raises(Refusal, match="say why"):
        session.submit(MoveRules(FASTER, " "))


def test_the_order_is_written_and_read_back(folder):
    session, _ = begun(folder)
    order = MoveRules(FASTER, "we march faster")
    assert parse_order(format_order(order, session.hexmap), session.hexmap, session.state) == order


def test_an_event_of_it_is_read_back(folder):
    session, _ = begun(folder)
    session.submit(MoveRules(FASTER, "because"))
    last = list(session.live_events())[-1]
    assert isinstance(last, RulesMoved)
    assert last.rules.text == frozen(FASTER).text


def test_two_texts_of_one_key_are_two_systems_at_once(folder):
    session, _ = begun(folder)
    one = catalogue.ruleset("small", {}, SMALL)
    other = catalogue.ruleset("small", {}, FASTER)
    assert one.tables.sha != other.tables.sha
    assert one.play.reach(session.situation, "1").limit == 180
