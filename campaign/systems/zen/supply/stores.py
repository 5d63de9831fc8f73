"""Keep the stores: who draws on them, and what a move burns (ZN 4.13).

LOG is gun ammunition, POL is fuel. They are held at division or above; a unit draws on its own division, then on corps
and army, never on another division.
"""

from collections.abc import Mapping

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand, chain_of
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.facts import LIMITS
from campaign.systems.zen.space import goes_on_legs, zen

RULE = "ZN 4.13"
ABOVE = frozenset({"corps", "army"})
_NO_FUEL = "no_fuel"


def division_of(formations: Mapping[str, Formation], key: str) -> Formation:
    """Give the division a formation belongs to: the highest below corps, or itself if it is a corps or army.

    An independent brigade or group under a corps counts as a division.
    """
    chain = list(chain_of(formations, key))
    below = [formation for formation in chain if formation.size not in ABOVE]
    return below[-1] if below else chain[0]


def holder_of(formations: Mapping[str, Formation], key: str) -> Formation:
    """Give the formation whose stocks and consumption count: the lowest below corps with stocks, or the division."""
    for formation in chain_of(formations, key):
        if formation.size not in ABOVE and (formation.stores or LIMITS(formation)):
            return formation
    return division_of(formations, key)


def in_reach(situation: Situation, formation: str, store: str) -> int:
    """Count what a formation can draw of a store: its own stock and those above it."""
    return sum(link.stores.get(store, 0) for link in chain_of(situation.state.formations, formation))


def room(formation: Formation) -> dict[str, int]:
    """Give how much of each store a formation can still take in."""
    return {store: max(0, most - formation.stores.get(store, 0)) for store, most in LIMITS(formation).items()}


def spend(ledger: Ledger, formation: str, store: str, amount: int, rule: str = RULE, *, why: str = "") -> bool:
    """Take from the stores a formation may draw on, lowest first.

    Gives spent: false, and nothing is taken, if there is not enough in reach: stocks of another division are out of it
    (4.13).
    """
    if in_reach(ledger.situation, formation, store) < amount:
        return False
    for link in list(chain_of(ledger.state.formations, formation)):
        taken = min(amount, link.stores.get(store, 0))
        if taken > 0:
            ledger.record(StoresChanged(formation=link.id, changes={store: -taken}, rule=rule, why=why))
            amount -= taken
    return True


def fuel_needed(situation: Situation, formation: str, *, moved: bool, by_transport: bool) -> int:
    """Count the POL that the moves of one turn cost a formation's division (4.13).

    Armoured: 1 if it moves, 1 more with a transport move. Motorised: 1 with a transport move
    (``pol_motorised_transport``). Others burn none.
    """
    supply, kind = zen(situation).supply, division_of(situation.state.formations, formation).kind
    if kind in supply.fuelled:
        return supply.pol_move * moved + supply.pol_transport * by_transport
    if kind in supply.motorised:
        return int(zen(situation).reading("pol_motorised_transport")) * by_transport
    return 0


def fuel_moves(ledger: Ledger, moved: Mapping[str, bool]) -> None:
    """Burn the fuel of moves just carried out.

    ``moved``: by the id of each stand that moved, whether it was a transport move.

    A division pays once a turn, however many of its stands move and however often this is called. Where less is left
    than the moves cost, all of that is burnt.
    """
    formations, divisions = ledger.state.formations, dict[str, bool]()
    for stand, by_transport in moved.items():
        holder = holder_of(formations, ledger.state.stands[stand].formation).id
        divisions[holder] = divisions.get(holder, False) or by_transport
    for key, by_transport in divisions.items():
        _burn(ledger, key, by_transport=by_transport)
    mark_fuel(ledger)


def lacks_fuel(situation: Situation, stand: Stand, *, transport: bool = False) -> bool:
    """Whether there is no POL for a move; what follows from that says ``no_pol``.

    Vehicles of a division that burns fuel need it for every move, and everybody needs what his division pays for a
    transport move.
    """
    if (goes_on_legs(situation, stand) and not transport) or stand.formation not in situation.state.formations:
        # In a side's view the formation of an enemy is not known, and nothing of his stores.
        return False
    return in_reach(situation, stand.formation, "POL") < _still_to_pay(situation, stand.formation, transport=transport)


def mark_fuel(ledger: Ledger) -> None:
    """Mark the stands, and their divisions, that cannot move for want of fuel; unmark those that can again."""
    dry = {stand.id for stand in ledger.state.stands.values() if stand.on_map and lacks_fuel(ledger.situation, stand)}
    for stand in list(ledger.state.stands.values()):
        if (stand.id in dry) != (_NO_FUEL in stand.marks):
            on, off = ((_NO_FUEL,), ()) if stand.id in dry else ((), (_NO_FUEL,))
            ledger.record(StandMarked(stand=stand.id, on=on, off=off, rule=RULE, why=_fuel_words(on)))
    holders = {holder_of(ledger.state.formations, ledger.state.stands[key].formation).id for key in dry}
    for formation in list(ledger.state.formations.values()):
        if (formation.id in holders) != (_NO_FUEL in formation.marks):
            on, off = ((_NO_FUEL,), ()) if formation.id in holders else ((), (_NO_FUEL,))
            ledger.record(FormationMarked(formation=formation.id, on=on, off=off, rule=RULE, why=_fuel_words(on)))


begin_command = mark_fuel


def _burn(ledger: Ledger, key: str, *, by_transport: bool) -> None:
    cost = _still_to_pay(ledger.situation, key, transport=by_transport)
    spend(ledger, key, "POL", min(cost, in_reach(ledger.situation, key, "POL")), why=_move_words(by_transport))
    marks = ledger.state.formations[key].marks
    if on := tuple(mark for mark in ("moved", *(("moved_transport",) if by_transport else ())) if mark not in marks):
        ledger.record(FormationMarked(formation=key, on=on, rule=RULE, why=_move_words(by_transport)))


def _still_to_pay(situation: Situation, formation: str, *, transport: bool) -> int:
    holder = holder_of(situation.state.formations, formation)
    moved, by_transport = "moved" in holder.marks, "moved_transport" in holder.marks
    paid = fuel_needed(situation, formation, moved=moved, by_transport=by_transport)
    return fuel_needed(situation, formation, moved=True, by_transport=by_transport or transport) - paid


def _fuel_words(on: tuple[str, ...]) -> str:
    return "no POL left in reach" if on else "POL in reach again"


def _move_words(by_transport: bool) -> str:
    return "the division moved, with a transport move" if by_transport else "the division moved"
