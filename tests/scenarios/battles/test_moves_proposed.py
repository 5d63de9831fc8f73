"""Where stands are said to be after a battle on the table: who went into another hex, and nobody else."""

from msgspec.structs import replace

from campaign.systems.catalogue import ruleset
from scenarios.battles.opening import board_of, open_on_table
from scenarios.battles.settling import proposed_moves
from tests.scenarios.battles.test_table_plans import PAIRS, planned


def test_who_went_into_another_hex_with_most_of_its_units_is_proposed_there_and_nobody_else():
    here, plan = planned(*PAIRS[0])
    board = board_of(plan, here)
    begun = {one.id: one for one in open_on_table(plan, board, here, ruleset(PAIRS[0][1]), seed="b").event.stands}
    parents = [int(parent) for parent in board.ground.marks.parent]
    goer, gone = plan.stands[:2]
    at = {key: parents[begun[plan.units_of(key)[0].id].hex] for key in (goer, gone)}
    there = next(index for index, parent in enumerate(parents) if parent not in {-1, *at.values()})
    ended = {**begun, **{unit.id: replace(begun[unit.id], hex=there) for unit in plan.units_of(goer)}}
    ended |= {unit.id: replace(begun[unit.id], hex=None, gone="destroyed") for unit in plan.units_of(gone)}
    assert proposed_moves(plan, begun, ended, board.ground) == {goer: parents[there]}
    for unit in plan.units_of(gone):
        del ended[unit.id]
    assert proposed_moves(plan, begun, ended, board.ground) == {goer: parents[there]}
    assert proposed_moves(plan, begun, begun, board.ground) == {}
