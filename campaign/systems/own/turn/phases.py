"""Begin and end phases: what comes by itself, and which marks go."""

from campaign.engine.ledger import Ledger
from campaign.kit.ending import side_keys
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.noting import StandCounted
from campaign.systems.own import works
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.march.ways import SPENT
from campaign.systems.own.stands import BEFORE
from campaign.systems.own.tables import own
from campaign.systems.own.turn import activation, automatic
from campaign.systems.own.turn.clock import ends_turn
from campaign.systems.own.words.known import FIRED, FOUGHT, MOVED, REACTED, WORKED

_OF_A_PHASE = frozenset({MOVED, FIRED, FOUGHT, WORKED})


def begin(ledger: Ledger) -> None:
    """Do what the phase just begun does by itself."""
    clock = ledger.state.clock
    row = own(ledger.situation).phase_rows[clock.phase]
    side = "" if row.each == "together" else clock.side
    _own_turn(ledger, side)
    automatic.first(ledger)
    for what in automatic.ORDER:
        if what in row.does and not ledger.state.ended:
            automatic.DOES[what](ledger, side)
    if "march" in row.does:
        automatic.throw_moves(ledger, side)
    works.go_on(ledger, side) if "build" in row.does else None
    activation.begin(ledger)


def _own_turn(ledger: Ledger, side: str) -> None:
    """Take off the marks that last until their side's own turn, as that begins."""
    tables = own(ledger.situation)
    first = next((row.key for row in tables.rules.phase if row.each == "side"), "")
    goes = {row.key for row in tables.rules.mark if row.until == "own turn"}
    if side and ledger.state.clock.phase == first:
        _unmark(ledger, goes, side)


def end(ledger: Ledger) -> None:
    """Close the phase: whoever acts has done so, and marks go that last so long."""
    tables = own(ledger.situation)
    activation.end(ledger)
    _note_strengths(ledger)
    over = ends_turn(ledger.situation)
    goes = {row.key for row in tables.rules.mark if row.until == "phase end"} | _OF_A_PHASE
    once = {row.once for row in tables.rules.reaction}
    goes |= {REACTED} if "phase" in once or over else set()
    if over:
        goes |= {row.key for row in tables.rules.mark if row.until == "turn end"}
        _clear(ledger)
    if over and ledger.state.clock.night:
        goes |= {row.key for row in tables.rules.mark if row.until == "night"}
    _unmark(ledger, goes)
    for one in list(ledger.state.stands.values()):
        if TALLIES(one).get(SPENT, 0):
            ledger.record(StandCounted(stand=one.id, counts={SPENT: 0}))


def _note_strengths(ledger: Ledger) -> None:
    """Note with the first phase of all what each stand came without: losses are counted from there."""
    clock, rules = ledger.state.clock, own(ledger.situation).rules
    if (clock.day, clock.turn, clock.phase) != (1, 1, rules.phase[0].key):
        return
    for one in list(ledger.state.stands.values()):
        if one.losses and TALLIES(one).get(BEFORE, 0) != one.losses and one.gone is None:
            ledger.record(StandCounted(stand=one.id, counts={BEFORE: one.losses}))


def _unmark(ledger: Ledger, goes: set[str] | frozenset[str], side: str = "") -> None:
    tables = own(ledger.situation)
    rule = tables.par(tables.phase_rows[ledger.state.clock.phase].rule)
    for one in list(ledger.state.stands.values()):
        off = tuple(sorted(one.marks & goes)) if side in {"", one.side} else ()
        if off:
            ledger.record(StandMarked(stand=one.id, off=off, rule=rule))


def _clear(ledger: Ledger) -> None:
    """Take away what stands for a turn alone: smoke."""
    passing = {row.makes: row for row in own(ledger.situation).rules.work if row.lasts == "turn end"}
    for place, what in list(ledger.state.ground.items()):
        if what in passing:
            rule = own(ledger.situation).par(passing[what].rule)
            known = tuple(side_keys(ledger.situation))
            ledger.record(GroundChanged(place=place, what="", known_to=known, rule=rule, why="it is over"))
