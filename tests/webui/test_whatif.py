"""What if: a hundred plays of an order or of a turn, and no trace of them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order, parse_order
from campaign.model.seats import Seat
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.losses import LossesTaken
from campaign.solo.choosing import Player
from scenarios.trials import whatif
from scenarios.trials.whatif import after_orders, after_turns
from tests.webui.fighting import Table, battle_store
from webui.cli import main
from webui.desk.branching import moment_of, what_if, what_if_data
from webui.desk.library import open_store
from webui.desk.solo import play_on, player_of

RULES = "d3_one_hour"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A battle in its fourth turn, with both sides near."""
    place = tmp_path_factory.mktemp("whatif")
    store = battle_store(place, RULES)
    session = store.session("d3-one-hour")
    names = (f"played-{number}" for number in range(10_000))
    seats = [player_of(session, side, Seat("table")) for side in ("red", "blue")]
    for _ in range(7):
        play_on(session, seats, turn=True, names=names)
    for _ in range(9):
        if _shot(session):
            break
        session.submit(EndPhase())
    store.close()
    return place


def _shot(session):
    """Give a shot that may be ordered now, as it is written."""

    sides = (side.key for side in session.setting.sides)
    orders = (one for side in sides for one in legal_orders(session.ruleset, session.situation, side))
    return next((format_order(one, session.hexmap) for one in orders if isinstance(one, Fire)), "")


@pytest.fixture
def store(folder):

    opened = open_store(folder)
    yield opened
    opened.close()


def _bytes(folder):
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and "-shm" not in path.name)
    return {path.name: path.read_bytes() for path in files}


def test_nothing_of_it_is_kept(folder, store):
    session = store.session("d3-one-hour")
    shot, seq, state = _shot(session), session.seq, session.replay_hash()
    before = _bytes(folder)
    what_if(session, notations=(shot,), plays=20)
    what_if(session, turns=1, plays=3)
    what_if(session, seq=3, turns=1, plays=2)
    assert (session.seq, session.replay_hash()) == (seq, state)
    assert _bytes(folder) == before
    assert session.verify() is None


def test_an_attack_is_played_with_other_dice_each_time(store):
    session = store.session("d3-one-hour")
    told = what_if(session, notations=(_shot(session),), plays=40)
    enemy = [tally for tally in told.found.sides.values() if max(tally.losses) > 0]
    assert told.found.times == 40
    assert enemy, "of forty shots at least one hits"
    assert all(sum(tally.losses.values()) == 40 for tally in told.found.sides.values())
    assert len(enemy[0].losses) > 1


def test_the_same_question_has_the_same_answer(store):
    session = store.session("d3-one-hour")
    first, again = (what_if_data(what_if(session, turns=1, plays=3), session.situation) for _ in range(2))
    assert first == again


def test_a_turn_is_played_by_sides_that_know_what_they_know(store, monkeypatch):
    """Every choice is made from a side's own view: enemies in it are masked, or not there."""
    session = store.session("d3-one-hour")
    views = []
    monkeypatch.setattr(Player, "choose", _watched(Player.choose, views))
    told = after_turns(moment_of(session), 1, plays=2, seed="x")
    assert told.found.times == 2
    assert views
    for side, view in views:
        assert view.state.setting.seed == "", "a view holds no seed"
        assert {stand.side for stand in view.state.stands.values()} <= {"red", "blue"}
        assert side in {"red", "blue"}


def _watched(choose, views):
    def watched(self, view, *more):
        views.append((self.side, view))
        return choose(self, view, *more)

    return watched


def test_it_ends_with_the_turn(store):
    session = store.session("d3-one-hour")
    moment = moment_of(session)
    clock = moment.audience.situation.state.clock
    ends = []

    count = whatif.count_end

    def noted(found, start, end, fates, **more):
        ends.append(end.state.clock)
        count(found, start, end, fates, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whatif, "count_end", noted)
        after_turns(moment, 2, plays=2, seed="x")
    assert [(end.day, end.turn) for end in ends] == [(clock.day, clock.turn + 2)] * 2


def test_an_order_that_the_rules_refuse_is_told(store):
    session = store.session("d3-one-hour")
    moment = moment_of(session)
    stand = next(key for key, one in session.state.stands.items() if one.side == "red" and one.on_map)
    far = parse_order(f"{stand} F 0706", session.hexmap, session.state)
    told = after_orders(moment, [(far, "red")], plays=5, seed="x")
    assert told.refused is not None
    assert told.found.ends == {f"refused by {told.refused.rule}": 5}


def test_an_attack_is_tried(store):
    session = store.session("d3-one-hour")
    assert what_if(session, notations=(_shot(session),), plays=100, most_seconds=8).found.times == 100


def test_time_ends_it_and_says_so(store):
    session = store.session("d3-one-hour")
    assert what_if(session, turns=1, plays=100, most_seconds=0.001).found.times == 1


def test_dice_of_a_play_are_its_own(store):
    session = store.session("d3-one-hour")
    shot = parse_order(_shot(session), session.hexmap, session.state)
    side = session.state.stands[shot.stand].side
    moment = moment_of(session)
    one = after_orders(moment, [(shot, side)], plays=1, seed="s").found
    events = decide(session.ruleset, session.situation, shot, SeededDice("s/1", 1), by=side)

    taken = sum(event.points for event in events if isinstance(event, LossesTaken))
    other = "blue" if side == "red" else "red"
    assert one.sides[other].losses[taken] == 1


def test_the_umpires_page_is_answered_and_a_side_is_not(folder, store):
    table = Table(store, RULES)
    shot = _shot(table.session)
    told = table.get("whatif.json", notation=shot, plays=10)
    assert told["plays"] == 10
    assert {side["key"] for side in told["sides"]} == {"red", "blue"}
    assert sum(one["share"] for one in told["ends"]) == pytest.approx(1)
    assert table.get("whatif.json", plays=1)["plays"] == 1
    refused = table.client.get(table.url.replace("umpire", "red") + "whatif.json")
    assert refused.status_code == 403
    assert table.client.get(table.url + "whatif.json", query_string={"notation": "nobody F 9999"}).status_code == 422


def test_the_command_says_how_losses_fall_out(folder, store, tmp_path):
    shot = _shot(store.session("d3-one-hour"))
    words = ("trial", "whatif", "--store", str(folder))
    told = CliRunner().invoke(main, (*words, "--plays", "10", "--attack", shot, "--svg", str(tmp_path / "x.svg")))
    assert told.exit_code == 0, told.output
    assert told.output.startswith("10 plays; nothing of them is kept\n  Red: loses ")
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    data = json.loads(CliRunner().invoke(main, (*words, "--plays", "2", "--json")).stdout)
    assert data["plays"] == 2
    wrong = CliRunner().invoke(main, (*words, "--at", "99999"))
    assert wrong.exit_code == 1
    assert "no entry" in wrong.output
