"""Commands of a side: what each holds, what each sees, and how formations are handed over."""

import random

import msgspec
import pytest

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.engine.watch import begun, heard, watched
from campaign.model.calendar import Clock
from campaign.model.commands import command_named, commands_of, holder_of, stands_held
from campaign.model.situation import Situation
from campaign.model.things import Command, Formation
from campaign.model.verbs.clock import ClockAdvanced, WeatherChanged
from campaign.model.verbs.handing import CommandGiven, GiveCommand
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.seat import SeatTaken, TakeSeat
from campaign.model.verbs.sighting import GroundSeen
from campaign.model.viewer import UnknownViewer, Viewer, side_of, viewer_of, viewers_of
from campaign.store.session import create_campaign
from campaign.systems.catalogue import keys, ruleset
from campaign.views import log_for
from maps.problems import ProblemsFound
from tests.campaign.direct import view_for
from tests.campaign.reads import games, moments, store_of
from tests.campaign.test_sightings import HIDDEN
from tests.campaign.toyrules import GROUND, RULES, TABLES, stand, toy_opening, toy_shelf
from tests.toyground import toy_map

MAP = toy_map(GROUND)
NORTH = Command("us.north", "us", "Group North", ("us-div",))
SOUTH = Command("us.south", "us", "Group South", ("110",), parent="us.north")
change = msgspec.structs.replace


def opening(commands=(NORTH, SOUTH)):
    """The toy campaign; the regiment 110 stands under the division, and has a battalion in the south."""
    event = toy_opening(stand("3/110", "us", "0805", hexmap=MAP, of="110"), hexmap=MAP)
    regiment = Formation("110", "us", "110th Infantry", "110", "regiment", "infantry", parent="us-div")
    setting = change(event.setting, commands=tuple(commands))
    return change(event, setting=setting, formations=(*event.formations, regiment))


def situation_of(commands=(NORTH, SOUTH)):
    return Situation(opening_state(opening(commands)), MAP, TABLES)


def view(situation, viewer):
    return view_for(situation, viewer, sightings=RULES.play.sightings).state


def hexes(state):
    return {state.stands[key].hex for key in state.stands if key.startswith("seen-")}


def touching(state):
    """Say who is in contact, the own by id, the enemies by hex: each viewer knows them by other ids."""
    stands = state.stands
    return {
        tuple(sorted(str(stands[key].hex) if key.startswith("seen-") else key for key in pair))
        for pair in state.contacts
    }


def named(state, side):
    """Name the enemies that are known by name."""
    return {
        (stand.profile.name, stand.hex) for stand in state.stands.values() if stand.side != side and stand.profile.name
    }


def given(situation, order, by="umpire"):
    (event,) = decide(RULES, situation, order, ScriptedDice(), by=by)
    return situation.with_state(apply(situation.state, event))


def test_a_side_without_commands_is_one_that_holds_all():
    state = situation_of(()).state
    assert [(command.id, command.side) for command in commands_of(state.setting)] == [("us", "us"), ("ge", "ge")]
    assert holder_of(state, "110") == "us"
    assert stands_held(state, command_named(state.setting, "us")) == {"1/110", "2/110", "3/110", "229 FA"}


def test_a_formation_is_held_by_its_own_command_or_the_one_above():
    state = situation_of().state
    assert (holder_of(state, "us-div"), holder_of(state, "110"), holder_of(state, "ge-div")) == (
        "us.north", "us.south", "ge",
    )  # fmt: skip
    assert stands_held(state, SOUTH) == {"3/110"}
    assert holder_of(situation_of((NORTH,)).state, "110") == "us.north"


def test_a_formation_is_handed_over_with_what_stands_under_it():
    situation = given(situation_of(), GiveCommand("110", "us.north"))
    assert stands_held(situation.state, SOUTH) == frozenset()
    again = given(situation_of((NORTH, change(SOUTH, formations=()))), GiveCommand("us-div", "us.south"))
    assert stands_held(again.state, SOUTH) == {"1/110", "2/110", "3/110", "229 FA"}


@pytest.mark.parametrize(
    ("order", "by", "why"),
    [
        (GiveCommand("110", "us.north"), "us", "only the umpire hands a formation over"),
        (GiveCommand("111", "us.north"), "umpire", "there is no formation '111'"),
        (GiveCommand("110", "ge"), "umpire", "its side has no command 'ge'; it has us.north, us.south"),
        (GiveCommand("110", "us.south"), "umpire", "us.south holds 110th Infantry already"),
    ],
)
def test_what_is_no_handing_over_is_refused(order, by, why):
    with pytest.raises(Refusal, match=why):
        decide(RULES, situation_of(), order, ScriptedDice(), by=by)


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (change(NORTH, id="ge"), "its id is taken"), (change(NORTH, id="observer"), "its id is taken"),
        (change(NORTH, side="fr"), "there is no side 'fr'"), (change(NORTH, formations=("x",)), "no formation 'x'"),
        (change(NORTH, formations=("ge-div",)), "a formation of another side"), (SOUTH, "its id is taken"),
        (change(NORTH, formations=("110",)), "is held by us.north and us.south"),
        (change(NORTH, parent="moon"), "no command 'moon' above it"),
    ],
)  # fmt: skip
def test_commands_that_cannot_be_are_told_when_a_campaign_is_opened(command, what, tmp_path):
    with pytest.raises(ProblemsFound, match=what):
        create_campaign(tmp_path / "a.db", "a", opening((command, SOUTH)), library=toy_shelf(MAP))


def test_the_umpire_hands_over_in_a_campaign_that_is_played(tmp_path):
    session = create_campaign(tmp_path / "a.db", "a", opening(), library=toy_shelf(MAP))
    session.submit(GiveCommand("110", "us.north"))
    assert holder_of(session.state, "110") == "us.north"
    with pytest.raises(Refusal, match="hands a formation over"):
        session.submit(GiveCommand("110", "us.south"), by="us")


def test_viewers_are_found_by_name():
    setting = situation_of().state.setting
    names = [viewer.key or viewer.kind for viewer in viewers_of(setting)]
    assert names == ["umpire", "us", "ge", "us.north", "us.south", "ge", "observer"]
    assert viewer_of(setting, "us.south") == Viewer("command", "us.south")
    assert (viewer_of(setting, "us"), viewer_of(setting, "observer")) == (Viewer("side", "us"), Viewer("observer"))
    assert side_of(setting, Viewer("command", "us.south")) == "us"
    with pytest.raises(UnknownViewer, match=r"no viewer 'us\.west'"):
        viewer_of(setting, Viewer("command", "us.west"))


def test_a_command_knows_its_friends_and_sees_what_its_own_stands_see():
    """1/110 of the north stands beside II/3, 3/110 of the south beside I/26."""
    state = situation_of().state
    near = change(state.stands["I/26"], hex=MAP.index_of("0804"))
    situation = situation_of().with_state(change(state, stands={**state.stands, "I/26": near}))
    north, south, side = (view(situation, name) for name in ("us.north", "us.south", "us"))
    assert (hexes(north), hexes(south)) == ({MAP.index_of("0403")}, {MAP.index_of("0804")})
    assert hexes(side) == hexes(north) | hexes(south)
    assert {"1/110", "3/110"} <= north.stands.keys() & south.stands.keys()


def test_contact_identifies_for_the_command_that_met():
    met = change(situation_of().state, contacts=frozenset({("1/110", "II/3")}))
    situation = situation_of().with_state(met)
    (known,) = [s for s in view(situation, "us.north").stands.values() if s.id.startswith("seen-")]
    assert known.profile.short == "II/3"
    assert hexes(view(situation, "us.south")) == set()
    assert view(situation, "us.south").contacts == frozenset()
    assert len(view(situation, "us").contacts) == 1


def test_each_command_that_met_an_enemy_knows_him_though_others_met_him_too():
    both = frozenset({("1/110", "II/3"), ("3/110", "II/3")})
    situation = situation_of().with_state(change(situation_of().state, contacts=both))
    for viewer, own in (("us.north", {"1/110"}), ("us.south", {"3/110"}), ("us", {"1/110", "3/110"})):
        seen = view(situation, viewer)
        (known,) = [stand for stand in seen.stands.values() if stand.id.startswith("seen-")]
        assert known.profile.short == "II/3"
        assert seen.contacts == {tuple(sorted((one, known.id))) for one in own}


def test_how_the_enemy_is_commanded_is_told_to_nobody():
    """A command names its formations, also those that nobody has seen."""
    situation = situation_of()
    for viewer, known in [("us", (NORTH, SOUTH)), ("us.south", (NORTH, SOUTH)), ("ge", ()), ("observer", ())]:
        assert view(situation, viewer).setting.commands == known
        (report,) = log_for([opening()], situation, viewer)
        assert report.event.setting.commands == known


def test_an_observer_sees_no_unit_and_nobody_s_ground():
    seen = view(situation_of(), "observer")
    assert (seen.stands, seen.formations, set(seen.control), seen.setting.seed) == ({}, {}, {255}, "")


def split(situation, dice, count):
    """Divide each side's formations among so many commands."""
    state, found = situation.state, []
    for side in state.setting.sides:
        own = sorted(key for key, item in state.formations.items() if item.side == side.key)
        dice.shuffle(own)
        found += [Command(f"{side.key}.{n}", side.key, f"Command {n}", tuple(own[n::count])) for n in range(count)]
    return situation.with_state(change(state, setting=change(state.setting, commands=tuple(found))))


@pytest.fixture(scope="module")
def recorded_games():
    return games()


@pytest.mark.parametrize("key", keys())
def test_a_side_sees_what_its_commands_see_together(key, recorded_games):
    rules, differ, dice = ruleset(key, HIDDEN.get(key)), 0, random.Random(key)
    for name in (f"battle_{key}", store_of(key)):
        for _, found, _ in moments(*recorded_games[name]):
            situation = split(Situation(found.state, found.map, rules.tables), dice, dice.randint(2, 6))
            for side in ("red", "blue"):
                whole = view_for(situation, side, sightings=rules.play.sightings).state
                parts = [
                    view_for(situation, command.id, sightings=rules.play.sightings).state
                    for command in situation.state.setting.commands if command.side == side
                ]  # fmt: skip
                assert hexes(whole) == set().union(*map(hexes, parts))
                assert named(whole, side) == set().union(*(named(part, side) for part in parts))
                assert touching(whole) == set().union(*map(touching, parts))
                differ += any(hexes(part) != hexes(whole) for part in parts)
    # The Generic Rules show every counter to all.
    assert differ > 3 or key == "parkin_generic"


def happened(reports):
    """Say what was told, without the names: an enemy may be known to one command and not to another."""
    return {(report.clock, type(report.event).__name__, report.event.rule) for report in reports}


@pytest.mark.parametrize("key", keys())
def test_a_side_is_told_what_its_commands_are_told_together(key, recorded_games):
    dice, differ = random.Random(key), 0
    for _, found, events in moments(*recorded_games[f"battle_{key}"]):
        situation = split(found, dice, 3)
        setting = situation.state.setting
        told = [change(events[0], setting=setting), *events[1:]]
        for side in ("red", "blue"):
            whole = happened(log_for(told, situation, side))
            parts = [
                happened(log_for(told, situation, command.id))
                for command in setting.commands if command.side == side
            ]  # fmt: skip
            assert set().union(*parts) == whole
            differ += any(part != whole for part in parts)
    assert differ


def test_an_observer_is_told_what_is_public_and_later():
    event = opening()
    event = change(event, setting=change(event.setting, delay=1))
    path = (MAP.index_of("0303"), MAP.index_of("0302"))
    log = [
        event, StandMoved(stand="1/110", path=path), WeatherChanged(weather="rain"),
        ClockAdvanced(clock=Clock(1, 2, "move")), WeatherChanged(weather="snow"),
        CommandGiven(formation="110", to="us.north"),
    ]  # fmt: skip
    situation = situation_of().with_state(change(situation_of().state, setting=event.setting))
    told = [type(report.event).__name__ for report in log_for(log, situation, "observer")]
    assert told == ["CampaignOpened", "WeatherChanged"]
    later = [*log, ClockAdvanced(clock=Clock(1, 3, "move"))]
    told = [type(report.event).__name__ for report in log_for(later, situation, "observer")]
    assert told == ["CampaignOpened", "WeatherChanged", "ClockAdvanced", "WeatherChanged"]


def test_the_umpire_seats_a_side_or_a_command_and_a_commander_is_written_out():
    given_so = decide(RULES, situation_of(), TakeSeat("us.south", "commander"), ScriptedDice())
    assert given_so == [SeatTaken(who="us.south", player="commander:veteran:steady", rule="seat")]
    taken = given(situation_of(), TakeSeat("ge", "table"))
    assert taken.state.seats == {"ge": "table"}


@pytest.mark.parametrize(
    ("order", "by", "why"),
    [
        (TakeSeat("us", "table"), "us", "only the umpire says who plays"),
        (TakeSeat("fr", "table"), "umpire", "no side or command is called 'fr'; there are us, ge, us.north, us.south"),
        (TakeSeat("us", "chess"), "umpire", "chess"),
    ],
)
def test_what_is_no_seat_is_refused(order, by, why):
    with pytest.raises(Refusal, match=why):
        decide(RULES, situation_of(), order, ScriptedDice(), by=by)


def test_a_command_that_comes_to_a_place_is_told_of_it_though_its_neighbour_knew_it():
    """The north stands beside mines from the start; a battalion of the south comes there later."""
    event, place = opening(), str(MAP.index_of("0202"))
    audience = begun(event, MAP, TABLES, [Viewer("command", one.id) for one in commands_of(event.setting)])
    mined = audience.situation.with_state(change(audience.situation.state, ground={place: "mines"}))
    audience = audience._replace(situation=mined)

    def told_now():
        return [one for one in watched(audience, RULES.play.sightings) if isinstance(one, GroundSeen)]

    first = told_now()
    assert first == [GroundSeen(places={place: "mines"}, by=("us.north",))]
    audience = heard(audience, first)
    assert told_now() == []
    path = tuple(map(MAP.index_of, ("0805", "0203")))
    audience = heard(audience, [StandMoved(stand="3/110", path=path)])
    assert told_now() == [GroundSeen(places={place: "mines"}, by=("us.south",))]
