"""Deploying by hand: what is offered is accepted, what is not is refused and told why."""

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.deploying import deployments, is_deploying
from campaign.engine.dice import ScriptedDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.deploy import Deploy, StandDeployed
from campaign.systems.catalogue import ruleset

RULES = ruleset("parkin_generic")
BOARD = """
map 9x7
red infantry 1 0204 of=A
red infantry 2 0304 of=A
red infantry 3 0305 of=A
blue infantry 7 0804 of=B
control red 0204 0304 0305
control blue 0804
clock phase=move side=red
"""
change = msgspec.structs.replace


def board(given=BOARD, *, deploys=True):
    """Red holds three hexes in the west and Blue one in the east; nobody holds the others."""
    found = situation_of(given, RULES)
    clock = change(found.state.clock, phase=found.tables.phases[0].key, side="")
    setting = change(found.state.setting, deploys=deploys)
    return found.with_state(change(found.state, setting=setting, clock=clock))


def deployed(situation, order, by="red"):
    return decide(RULES, situation, order, ScriptedDice(), by=by)


def near(situation, side):
    """Give the hexes that a side may set up in, counted out one by one."""
    state, grid = situation.state, situation.map.layout.grid
    code = state.side_code(side)
    held = {holder: [k for k, one in enumerate(state.control) if one == holder] for holder in set(state.control)}
    theirs = next(held[other] for other in (state.side_code("red"), state.side_code("blue")) if other != code)
    return {
        index for index in range(len(grid))
        if (own := min(grid.distance(index, mine) for mine in held[code])) <= 2
        and own < min(grid.distance(index, other) for other in theirs) and index not in theirs
    }  # fmt: skip


@pytest.mark.parametrize(("stand", "side"), [("1", "red"), ("2", "red"), ("7", "blue")])
def test_what_is_offered_is_accepted_and_everything_else_refused(stand, side):
    situation = board()
    offered = {order.target for order in deployments(RULES.play, situation, stand)}
    here = situation.state.stands[stand].hex
    fits = {index for index in range(len(situation.map)) if RULES.play.fits(situation, stand, index)}
    assert offered == (near(situation, side) & fits) - {here}
    assert len(offered) > 5
    for index in range(len(situation.map)):
        if index not in offered | {here}:
            with pytest.raises(Refusal):
                deployed(situation, Deploy(stand, index), side)
            continue
        (event,) = deployed(situation, Deploy(stand, index), side)
        assert event == StandDeployed(stand=stand, hex=index, rule="deployment")
        assert situation.with_state(fold(situation.state, (event,))).state.stands[stand].hex == index


def test_a_side_that_holds_more_than_a_quarter_deploys_on_what_it_holds_alone():
    held = [f"{col:02}{row:02}" for col in range(1, 4) for row in range(1, 8)]
    situation = board(BOARD.replace("control red 0204 0304 0305", "control red " + " ".join(held)))
    offered = {situation.map.number(order.target) for order in deployments(RULES.play, situation, "1")}
    assert offered == {*held} - {"0204", "0304", "0305"}
    # 16 of 63 are more than a quarter, 15 are not: then what lies near counts, too.
    most = board(BOARD.replace("control red 0204 0304 0305", "control red " + " ".join([*held[:15], "0304"])))
    few = board(BOARD.replace("control red 0204 0304 0305", "control red " + " ".join(held[:15])))
    beyond = most.map.index_of("0401")
    assert beyond not in {order.target for order in deployments(RULES.play, most, "1")}
    assert beyond in {order.target for order in deployments(RULES.play, few, "1")}


@pytest.mark.parametrize(
    ("order", "by", "why"),
    [
        (("9", "0205"), "red", "'9' is no unit of yours"), (("7", "0704"), "red", "'7' is no unit of yours"),
        (("1", "0804"), "red", "0804 is not its side's to set up in"), (("1", 999), "red", "that hex is off the map"),
        (("1", -1), "red", "that hex is off the map"), (("1", "0604"), "umpire", "0604 is not its side's"),
    ],
)  # fmt: skip
def test_what_cannot_be_deployed_is_told(order, by, why):
    situation, (stand, where) = board(), order
    with pytest.raises(Refusal, match=why):
        deployed(situation, Deploy(stand, situation.map.index_of(where) if isinstance(where, str) else where), by)


def test_the_umpire_deploys_for_anybody():
    situation = board()
    assert deployed(situation, Deploy("7", situation.map.index_of("0705")), "umpire")


@pytest.mark.parametrize(
    ("fields", "why"),
    [({"hex": None}, "1 is not on the map; it comes later"), ({"attached_to": "2"}, "1 begins with 2; deploy that")],
)
def test_who_is_not_there_or_goes_with_another_is_not_deployed(fields, why):
    situation = board()
    stands = situation.state.stands
    held = situation.with_state(change(situation.state, stands={**stands, "1": change(stands["1"], **fields)}))
    assert not list(deployments(RULES.play, held, "1"))
    with pytest.raises(Refusal, match=why):
        deployed(held, Deploy("1", held.map.index_of("0205")))


def test_nobody_deploys_once_the_first_phase_has_ended_or_in_a_game_begun_without():
    situation, order = board(), Deploy("1", board().map.index_of("0205"))
    assert is_deploying(situation)
    begun = situation.with_state(fold(situation.state, decide(RULES, situation, EndPhase(), ScriptedDice())))
    for later, why in ((begun, "the first turn has begun"), (board(deploys=False), "begun without deploying by hand")):
        assert not is_deploying(later)
        assert not list(deployments(RULES.play, later, "1"))
        with pytest.raises(Refusal, match=why):
            deployed(later, order)


def test_the_first_hex_of_the_map_is_one_of_it_and_the_one_before_is_not():
    here = BOARD.replace("0305 of=A", "0102 of=A").replace("control red 0204 0304 0305", "control red 0101 0102")
    situation = board(here)
    assert [type(event) for event in deployed(situation, Deploy("3", 0))] == [StandDeployed]
    with pytest.raises(Refusal, match="off the map"):
        deployed(situation, Deploy("3", -1))
