"""Open a battle on a table and take its result: orders of the umpire's, one entry each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.engine.fronts.freezing import freeze_hexes, thaw_front
from campaign.engine.fronts.still import still_hexes
from campaign.engine.ledger import Refusal
from campaign.model.verbs.battle import BattleClosed, BattleOpened, CloseBattle, OpenBattle
from campaign.model.verbs.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from campaign.engine.ledger import Ledger
    from campaign.engine.ruleset import Play
    from campaign.model.roll import Roll
    from campaign.model.situation import Situation
    from campaign.model.things import Battle, Outcome

__all__ = ["RULE", "close_battle", "open_battle", "result_faults"]

RULE = "battle"
_UMPIRE = "umpire"
_MOST_TURNS = 99
_MOST_NAME = 80
_MOST_REASON = 400
_MOST_PLAN = 400_000
_MOST_HEXES = 200
_FACES = 6
_SIDES = 2


def open_battle(order: OpenBattle, by: str, ledger: Ledger) -> None:
    """Hold some hexes still while a battle is fought for them on a table."""
    faults = list(_open_faults(order, by, ledger.situation))
    if faults:
        raise Refusal(RULE, "; ".join(faults))
    within = frozenset(order.hexes)
    stands = tuple(key for key, stand in ledger.state.stands.items() if stand.hex in within and stand.gone is None)
    front = freeze_hexes(ledger, order.hexes, order.turns, order.reason)
    code = front.replace("front", "battle")  # like the front's, it tells nobody how much was written before it
    ledger.record(BattleOpened(
        battle=code, name=order.name, front=front, stands=stands, rules=order.rules, plan=order.plan,
        rule=RULE, why=order.reason,
    ))  # fmt: skip


def _open_faults(order: OpenBattle, by: str, situation: Situation) -> Iterator[str]:
    state = situation.state
    names = {battle.name for battle in state.battles.values()}
    told = {
        "only the umpire opens a battle; ask him to": by != _UMPIRE,
        "the campaign is over; go back to an earlier turn to play on from there": state.ended,
        f"the name has {len(order.name)} characters; write 1 to {_MOST_NAME}":
            not 0 < len(order.name.strip()) <= _MOST_NAME,
        f"a battle of {order.name} is being fought already; give this one another name": order.name in names,
        f"{order.turns} turns cannot be counted; write 1, this turn alone, to {_MOST_TURNS}":
            not 1 <= order.turns <= _MOST_TURNS,
        f"the reason has {len(order.reason)} characters; write 1 to {_MOST_REASON}":
            not 0 < len(order.reason) <= _MOST_REASON,
        f"the plan has {len(order.plan)} characters, {_MOST_PLAN} at most, and names the rules of the table":
            len(order.plan) > _MOST_PLAN or not order.rules,
    }  # fmt: skip
    yield from (words for words, holds in told.items() if holds)
    yield from _place_faults(order.hexes, situation)


def _place_faults(hexes: tuple[int, ...], situation: Situation) -> Iterator[str]:
    state, hexmap, within = situation.state, situation.map, frozenset(hexes)
    if not 0 < len(hexes) <= _MOST_HEXES or len(within) != len(hexes):
        yield f"name each hex once, {_MOST_HEXES} of them at most"
    if any(not (0 <= index < len(hexmap) and hexmap.inside[index]) for index in hexes):
        yield "a hex is off the map; name hexes on it"
        return
    still = [hexmap.number(index) for index in hexes if index in still_hexes(state)]
    if still:
        yield f"{', '.join(still)}: all stand still there already; thaw that front or end its battle first"
    if len({stand.side for stand in state.stands.values() if stand.on_map and stand.hex in within}) < _SIDES:
        yield "only one side has units in these hexes; name the hexes of both"


def close_battle(order: CloseBattle, by: str, ledger: Ledger, play: Play) -> None:
    """Take the result of a battle as a whole, or say all that is wrong with it."""
    faults = list(result_faults(order, by, ledger.situation, play))
    if faults:
        # Nothing of it is kept; the rest is tried all the same, so that all that is wrong with it is told at once.
        raise Refusal(RULE, "; ".join([*faults, *(_other_faults(order, ledger, play) if by == _UMPIRE else ())]))
    code = _code_of(order, ledger.situation)
    battle = ledger.state.battles[code]
    lost, rolls = _lost(order, ledger, play)
    told = ledger.state.fronts[battle.front].told if battle.front in ledger.state.fronts else ()
    ledger.record(BattleClosed(
        battle=code, to=told, name=battle.name, turns=order.turns, rule=RULE, why=order.reason, rolls=rolls,
    ))  # fmt: skip
    _thaw(ledger, battle)
    refused = list(_refusals(order, ledger, play, lost))
    if refused:
        raise Refusal(RULE, "; ".join(refused))


def _thaw(ledger: Ledger, battle: Battle) -> None:
    if battle.front in ledger.state.fronts:
        thaw_front(ledger, battle.front, "the battle is over")


def _other_faults(order: CloseBattle, ledger: Ledger, play: Play) -> Iterator[str]:
    """Say what is wrong with a result besides the rows that cannot be at all; the ledger is of no use after it."""
    battle = ledger.state.battles.get(_code_of(order, ledger.situation))
    if battle is None:
        return
    here = ledger.situation
    rows = [row for row in order.rows if not any(_row_faults(row, battle, here, play.strength))]
    reason = order.reason[:_MOST_REASON] or RULE  # a bad one is told already
    sound = replace(order, rows=tuple({row.stand: row for row in rows}.values()), reason=reason)
    _thaw(ledger, battle)
    yield from _refusals(sound, ledger, play, {})


def _refusals(order: CloseBattle, ledger: Ledger, play: Play, lost: Mapping[str, int]) -> Iterator[str]:
    """
    Carry out what the result sets, as rulings of the campaign's own rules, and say which of them are refused.

    Losses come first, so that there is room.
    """
    rulings = [
        *(Ruling(why=order.reason, stand=key, losses=points) for key, points in lost.items() if points),
        *(Ruling(why=order.reason, stand=row.stand, hex=row.hex) for row in order.rows if _moves(row, ledger)),
        *order.also,
    ]
    for ruling in rulings:
        try:
            if ruling.hex is None or ruling.stand is None or ledger.state.stands[ruling.stand].gone is None:
                play.carry_out(ruling, _UMPIRE, ledger)
        except Refusal as fault:
            yield f"{ruling.stand or 'a ruling'}: {fault.why}"


def _moves(row: Outcome, ledger: Ledger) -> bool:
    return row.hex is not None and not row.gone and row.hex != ledger.state.stands[row.stand].hex


def _lost(order: CloseBattle, ledger: Ledger, play: Play) -> tuple[dict[str, int], tuple[Roll, ...]]:
    """Count what each stand loses, and throw for what did not come out even."""
    lost: dict[str, int] = {}
    rolls = []
    for row in order.rows:
        lost[row.stand] = play.strength(ledger.situation, row.stand) if row.gone else row.lost
        if row.faces and not row.gone:
            roll = ledger.roll("a point that did not come out even", 1, _FACES + 1 - row.faces, RULE, by=row.stand)
            rolls.append(roll)
            lost[row.stand] += roll.hits
    return lost, tuple(rolls)


def result_faults(order: CloseBattle, by: str, situation: Situation, play: Play) -> Iterator[str]:
    """Say all that is wrong with a result, before anything is done; nothing if it can be taken."""
    state = situation.state
    if by != _UMPIRE:
        yield "only the umpire takes the result of a battle; send it to him"
    if not 0 < len(order.reason) <= _MOST_REASON:
        yield f"the reason has {len(order.reason)} characters; write 1 to {_MOST_REASON}"
    if not 0 <= order.turns <= _MOST_TURNS:
        yield f"{order.turns} turns on the table cannot be; write 0 to {_MOST_TURNS}"
    battle = state.battles.get(_code_of(order, situation))
    if battle is None:
        known = (
            ", ".join(sorted(one.name for one in state.battles.values()))
            or "none; its result may have been taken already"
        )
        yield f"no battle {order.battle!r} is being fought; known are {known}"
        return
    named = [row.stand for row in order.rows]
    yield from (f"{key} stands in the result twice; name it once" for key in sorted(set(named)) if named.count(key) > 1)
    for row in order.rows:
        yield from _row_faults(row, battle, situation, play.strength)


def _code_of(order: CloseBattle, situation: Situation) -> str:
    """Give the code of a battle that is named by it, or by what the battle is called."""
    named = (code for code, battle in situation.state.battles.items() if order.battle in {code, battle.name})
    return next(named, "")


def _row_faults(
    row: Outcome, battle: Battle, situation: Situation, strength: Callable[[Situation, str], int]
) -> Iterator[str]:
    stand, hexmap = situation.state.stands.get(row.stand), situation.map
    if stand is None or row.stand not in battle.stands:
        yield f"{row.stand} is not in this battle; rule on it by itself"
        return
    if stand.gone is not None:
        yield f"{row.stand} is out of play already; leave it out"
        return
    left = strength(situation, row.stand)
    if row.lost + (row.faces > 0) > left or row.lost < 0 or not 0 <= row.faces < _FACES:
        yield f"{row.stand} has {left} left and cannot lose {row.lost}{' or one more' if row.faces else ''}; write gone"
    if row.hex is not None and not (0 <= row.hex < len(hexmap) and hexmap.inside[row.hex]):
        yield f"{row.stand} cannot go off the map; name a hex on it"
