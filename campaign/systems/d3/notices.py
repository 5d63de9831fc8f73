"""Say in words what holds for a stand now, and what an umpire should know of the map."""

from campaign.model.situation import Situation
from campaign.systems.d3.march.allowance import allowance
from campaign.systems.d3.space import d3, hex_inches, unit_of
from maps.ownkinds import unnamed_kinds

_MARKS = {
    "pinned": "Pinned: 6 inches less at its next throw for movement (D3 3.9).",
    "smoked": "In smoke: it shoots at -1 until the end of its next turn, or once it moves over 6 inches (D3 3.11).",
    "static": "Artillery that has shot: it stays where it is (D3 3.3).",
    "stands_fast": "Told to stand fast: it will not retire when shot at (D3 3.11).",
    "retired": "It has retired this turn and will not do so again (D3 3.11).",
}


def notices(situation: Situation, key: str) -> tuple[str, ...]:
    """Say what holds for a stand now and what will befall it next."""
    stand, tables = situation.state.stands[key], d3(situation)
    unit, told = unit_of(tables, stand), []
    inches = allowance(stand)
    if inches is not None and situation.state.clock.phase == "move" and "moved" not in stand.marks:
        told.append(f"It may move {inches} inches (D3 3.4).")
    told += [words for mark, words in _MARKS.items() if mark in stand.marks]
    if stand.losses == tables.elimination.hits:
        told.append("At 6 hits: only shots from within 12 inches count now, and the next eliminates it (D3 3.10).")
    if unit.reverts_to and tables.readings["motorised_reverts"]:
        told.append("The first hit makes it infantry on foot (D3 3.11).")
    return tuple(told)


def cautions(situation: Situation) -> tuple[str, ...]:
    """Say where the hexes do not suit steps of 6 inches (3.1), and what ground of the map's own is played as."""
    per_hex, step, own = hex_inches(situation), d3(situation).movement.step, unnamed_kinds(situation.map)
    shown = f"{float(per_hex):g}"
    if per_hex > step:
        return (f"A hex is {shown} inches, more than a step of {step}: many throws move nobody. Use finer hexes.", *own)
    if step % per_hex:
        return (f"A hex of {shown} inches does not go into steps of {step}; what is left of a move is lost.", *own)
    return own
