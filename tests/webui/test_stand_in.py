"""Who stands in for one command of a side: it orders what the command holds, and knows what the command knows."""

from __future__ import annotations

import itertools
import json

import msgspec
import pytest
from click.testing import CliRunner

from campaign.engine.legal import legal_orders
from campaign.model.anyorder import subject_of
from campaign.model.seats import Seat
from campaign.model.things import Command
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.planned import SidePlanned
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Player
from campaign.store.session import create_campaign
from campaign.systems.catalogue import keys
from campaign.views import log_for, plans_for, view_for
from scenarios.battle import open_battle, plan_on, read_force
from scenarios.board import open_board, shipped_boards
from tests.webui.fighting import BLUE, RED
from webui.cli import main
from webui.desk.library import open_store
from webui.desk.solo import may_act, next_choice, play_on, play_phase, player_of

ZEN = "zen_operational"
INFANTRY, GUNS = Command("red.1", "red", "The infantry", ("R1",)), Command("red.2", "red", "The guns", ("R2",))
change = msgspec.structs.replace


def names_of(session):
    return (f"stand-in-{session.seq}-{number}" for number in itertools.count())


def divided(folder, rules):
    """Begin a battle in a store; red is divided into two commands, blue is one."""
    store = open_store(folder)
    ground, ruleset = open_board(shipped_boards()["harrow_green"]), store.ruleset(rules, {})
    plan = plan_on(ground, (read_force(RED, "red"), read_force(BLUE, "blue")), ruleset)
    event = open_battle(plan, ground.hexmap, ruleset, seed="a seed for commands").event
    event = change(event, setting=change(event.setting, commands=(INFANTRY, GUNS)))
    store.keep_map(ground.hexmap)
    create_campaign(store.log, "divided", event, library=store).submit(EndPhase())
    return store


@pytest.fixture
def session_under(tmp_path):
    """Give the session of a divided battle under some rules."""
    opened = []

    def under(rules):
        opened.append(divided(tmp_path / rules, rules))
        return opened[-1].session("divided")

    yield under
    for store in opened:
        store.close()


def held_by(session, formation):
    stands = session.state.stands.values()
    return {formation, *(one.id for one in stands if one.side == "red" and one.formation == formation)}


def choices(session):
    """Give each order that was chosen for a side or a command, with who chose it and whom it is for."""
    for entry in session.chronicle.entries:
        for told in entry.events:
            if isinstance(told, SideChose):
                yield told.who, subject_of(entry.order)[1]


@pytest.mark.parametrize(("rules", "seat"), [(key, seat) for key in keys() for seat in ("commander", "table")])
def test_a_command_orders_what_it_holds_and_the_first_what_is_left(session_under, rules, seat):
    session = session_under(rules)
    holds = {"red.1": held_by(session, "R1") | {"red"}, "red.2": held_by(session, "R2")}
    players = [player_of(session, who, Seat(seat)) for who in (*holds, "blue")]
    assert {one.who: set(one.holds(session.situation)) for one in players[:2]} == holds
    for _ in range(12):
        play_on(session, players, turn=False, names=names_of(session))
    chosen = list(choices(session))
    assert {"red.1", "red.2"} & {who for who, _ in chosen}
    assert all(subject in holds.get(who, {subject}) for who, subject in chosen)
    assert session.verify() is None


@pytest.mark.parametrize("rules", keys())
def test_a_command_alone_gives_no_order_to_its_neighbour(session_under, rules):
    """The infantry stands fast; what the commander of the whole side would have it do is not ordered."""
    session = session_under(rules)
    seats = {"red.1": Seat("fast"), "red.2": Seat(), "blue": Seat()}
    players = [player_of(session, who, seat) for who, seat in seats.items()]
    for _ in range(12):
        play_on(session, players, turn=False, names=names_of(session))
    own = [subject for who, subject in choices(session) if who.startswith("red")]
    assert held_by(session, "R2") >= {*own}
    assert [who for who, _ in choices(session) if who == "red.1"] == []


def test_a_command_chooses_from_its_own_view_and_not_from_its_sides(session_under, monkeypatch):
    session, seen = session_under(ZEN), []
    choose = Player.choose

    def noted(self, view, *rest):
        sides = view_for(session.known(Viewer("side", self.side)), session.situation)
        own = view_for(session.known(self.who), session.situation)
        seen.append((self.who, view.state == own.state, own.state == sides.state))
        return choose(self, view, *rest)

    monkeypatch.setattr(Player, "choose", noted)
    players = [player_of(session, who, Seat()) for who in ("red.1", "red.2", "blue")]
    for _ in range(12):
        play_on(session, players, turn=False, names=names_of(session))
    assert all(from_own for _, from_own, _ in seen)
    assert any(who == "red.2" and not alike for who, _, alike in seen), "the guns saw all that their side saw"


@pytest.mark.parametrize("rules", [key for key in keys() if key != ZEN])
def test_each_command_remembers_its_own_plan_only(session_under, rules):
    session = session_under(rules)
    players = [player_of(session, who, Seat()) for who in ("red.1", "red.2")]
    for _ in range(12):
        for player in players:
            play_phase(session, player, names_of(session))
        session.submit(EndPhase())
    plans = [event for event in session.live_events() if isinstance(event, SidePlanned)]
    assert {one.who for one in plans} == {"red.1", "red.2"}
    holds = {player.who: player.holds(session.situation) for player in players}
    assert all(thought.subject in holds[one.who] for one in plans for thought in one.plan.thoughts)


def test_a_command_of_several_is_told_no_plan_of_its_whole_side(session_under):
    session = session_under(ZEN)
    for _ in range(6):
        play_on(session, [player_of(session, "red", Seat()), player_of(session, "blue", Seat("fast"))],
                turn=False, names=names_of(session))  # fmt: skip
    events, setting = list(session.live_events()), session.setting
    assert [one for one in events if isinstance(one, SidePlanned) and one.side == "red" and not one.command]
    assert plans_for(events, setting, Viewer("side", "red"))
    for command in ("red.1", "red.2"):
        assert plans_for(events, setting, command) == []
        told = [report.event for report in log_for(events, session.situation, Viewer("command", command))]
        assert not [one for one in told if isinstance(one, SidePlanned | SideChose)]


@pytest.mark.parametrize("rules", keys())
@pytest.mark.parametrize("who", ["red", "red.1"])
def test_who_stands_fast_orders_nothing(session_under, rules, who):
    session = session_under(rules)
    while next_choice(session, player_of(session, who, Seat())).order is None:
        session.submit(EndPhase())
    before = session.seq
    assert play_phase(session, player_of(session, who, Seat("fast")), names_of(session)) == (0, 0)
    assert session.seq == before


# --- by command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    divided(tmp_path / "store", ZEN).close()
    return tmp_path / "store"


def auto(folder, *words, code=0):
    words = ("campaign", "auto", "--campaign", "divided", "--store", str(folder), "--json", *words)
    result = CliRunner().invoke(main, words)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout) if code == 0 else result.stderr


def test_one_command_is_played_and_the_others_are_waited_for(folder):
    told = auto(folder, "--command", "red.2", "--turns", "3")
    assert "red.2" not in told["waits_for"]
    assert {*told["waits_for"]} <= {"red.1", "blue"}
    assert told["waits_for"]
    store = open_store(folder)
    session = store.session("divided")
    assert {who for who, _ in choices(session)} <= {"red.2"}
    store.close()


def test_all_commands_and_the_other_side_play_turns_on_their_own(folder):
    told = auto(folder, "--command", "red.1", "--command", "red.2", "--side", "blue", "--turns", "2")
    assert told["waits_for"] == []
    assert told["orders"] > 0
    store = open_store(folder)
    session = store.session("divided")
    assert {"blue", "red.1"} <= {who for who, _ in choices(session)}
    assert session.verify() is None
    store.close()


def test_commands_that_stand_fast_let_time_pass(folder):
    told = auto(folder, "--command", "red.1", "--command", "red.2", "--side", "blue", "--as", "fast")
    assert (told["orders"], told["waits_for"]) == (0, [])
    assert told["phases"] > 0


def test_a_command_that_there_is_not_is_named_with_one_that_there_is(folder):
    said = auto(folder, "--command", "red.3", code=1)
    assert "there is no side or command 'red.3'" in said
    assert "red.2" in said or "red.1" in said


def test_a_command_may_act_where_any_order_is_for_what_it_holds_though_others_are_not(session_under):
    session, mixed = session_under(ZEN), 0
    holds = {"red.1": held_by(session, "R1") | {"red"}, "red.2": held_by(session, "R2")}
    for _ in range(10):
        subjects = {subject_of(order)[1] for order in legal_orders(session.ruleset, session.situation, "red")}
        for who, own in holds.items():
            assert may_act(session, who) == bool(subjects & own)
            mixed += bool(subjects & own and subjects - own)
        session.submit(EndPhase())
    assert mixed
