"""ZN 4.3: the turn sequence."""

from campaign.model.verbs.clock import ClockAdvanced
from tests.campaign.zen.marching import RULES, Game, column, of_kind

HQS = ("us hq H 0101", "ge hq G 0109")


def phases_of_a_day(start, phase="weather"):
    game = Game(column(9), *HQS, start=start, phase=phase)
    passed = []
    while not passed or passed[-1][0] == 1:
        passed += [(e.clock.day, e.clock.turn, e.clock.phase) for e in of_kind(game.end(), ClockAdvanced)]
    return [row for row in passed if row[0] == 1]


def test_a_turn_is_weather_command_air_move_combat_headquarters():
    turn = ["command", "air", "move", "combat", "replace_hq"]
    night = ["recovery", "resupply", "night_move", "forecast"]
    day = phases_of_a_day("1944-12-16")
    assert [phase for _, turn_, phase in day if turn_ == 1] == turn
    assert [phase for _, turn_, phase in day if turn_ == 2] == turn
    assert [phase for _, turn_, phase in day if turn_ == 3] == night


def test_weather_comes_in_the_morning_turn_only():
    game = Game(column(9), *HQS, start="1944-12-16", phase="forecast", night=True, turn=3)
    passed = of_kind(game.end(), ClockAdvanced)
    assert [(e.clock.day, e.clock.turn, e.clock.phase) for e in passed] == [
        (2, 1, "weather"),
        (2, 1, "command"),
        (2, 1, "air"),
    ]


def test_where_nobody_decides_the_phase_passes_by_itself():
    automatic = {row.key for row in RULES.tables.phases if row.automatic}
    assert automatic == {"weather", "command", "replace_hq", "forecast"}


def test_every_kind_of_order_has_somebody_who_carries_it_out():
    from campaign.engine.letters.keeping import LETTER_ORDERS
    from campaign.model.anyorder import AnyOrder
    from campaign.model.verbs.act import Act
    from campaign.model.verbs.activate import Activate
    from campaign.model.verbs.battle import CloseBattle, OpenBattle
    from campaign.model.verbs.clock import EndPhase
    from campaign.model.verbs.close import Assault
    from campaign.model.verbs.deception import SetDeception
    from campaign.model.verbs.deploy import Deploy
    from campaign.model.verbs.dummy import DropDummy, MarchDummy, PlaceDummy
    from campaign.model.verbs.face import Face
    from campaign.model.verbs.fire import Fire
    from campaign.model.verbs.fog import SetFog, SpreadRumour
    from campaign.model.verbs.fronts import FreezeFront, ThawFront
    from campaign.model.verbs.handing import GiveCommand
    from campaign.model.verbs.intent import DropIntent, Intend
    from campaign.model.verbs.mission import DropMission, SetMission
    from campaign.model.verbs.posture import SetPosture
    from campaign.model.verbs.rules import MoveRules
    from campaign.model.verbs.seat import TakeSeat
    from campaign.model.verbs.support import Exchange, PassSupport
    from campaign.systems.zen.play import RULES as MODULES

    handled = {kind for module in MODULES for kind in getattr(module, "ORDERS", {})}
    others = {SetPosture, Activate, Fire, Assault, PassSupport, Exchange, Face, Act}
    staff = {EndPhase, GiveCommand, TakeSeat, SetMission, DropMission, Deploy, Intend, DropIntent, *LETTER_ORDERS}
    knowledge = {SetFog, SpreadRumour, SetDeception, PlaceDummy, MarchDummy, DropDummy}
    rules = {MoveRules}
    fronts = {FreezeFront, ThawFront, OpenBattle, CloseBattle}
    assert handled == set(AnyOrder.__args__) - staff - others - knowledge - fronts - rules


def test_no_kind_of_order_has_two_modules_that_carry_it_out():
    from campaign.systems.zen.play import RULES as MODULES

    kinds = [kind for module in MODULES for kind in getattr(module, "ORDERS", {})]
    assert len(kinds) == len(set(kinds))


def test_every_hook_is_that_of_a_phase():
    """A hook whose name is misspelt would never be called."""
    from campaign.systems.zen.play import RULES as MODULES

    phases = {row.key for row in RULES.tables.phases}
    for module in MODULES:
        for name in vars(module):
            for prefix in ("begin_", "end_"):
                if name.startswith(prefix) and callable(vars(module)[name]):
                    assert name.removeprefix(prefix) in phases, f"{module.__name__}.{name}"
