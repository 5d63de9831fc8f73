"""Hold a whole rule file."""

from typing import Annotated as A
from typing import Any

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.notes import Notes, Place
from campaign.systems.own.reading.roles import Code, Many, Map, Out, Role
from campaign.systems.own.shape import fighting, first, lines, morale, moving, units
from campaign.systems.own.words import outcomes

_MOST_CASES = 300


class Elsewhere(Role):
    """What another reader reads: cases, in the form of all cases."""

    wants, filler = "cases as they are written for every rule system", ()

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Leave it alone, but for how much there is of it."""
        if isinstance(value, list) and len(value) > _MOST_CASES:
            return notes.fault(at, f"holds {len(value)} cases", f"leave it at {_MOST_CASES}", ())
        return ()


class Rules(Heading, frozen=True, kw_only=True):
    """All headings, in the order of the manual and of the sheet."""

    system: A[first.System, Sub(first.System)]
    time: A[first.Time, Sub(first.Time)] = first.Time()
    phase: A[tuple[first.Phase, ...], Many(Sub(first.Phase), 1, 30)]
    unit: A[tuple[units.Unit, ...], Many(Sub(units.Unit), 1)]
    mark: A[tuple[units.Mark, ...], Many(Sub(units.Mark))] = ()
    stance: A[tuple[units.Stance, ...], Many(Sub(units.Stance), 0, 16)] = ()
    move: A[moving.Movement, Sub(moving.Movement)]
    zone: A[moving.Zone | None, Sub(moving.Zone)] = None
    stack: A[moving.Stack, Sub(moving.Stack)] = moving.Stack()
    facing: A[moving.Facing | None, Sub(moving.Facing)] = None
    sight: A[moving.Sight, Sub(moving.Sight)] = moving.Sight()
    combat: A[tuple[fighting.Combat, ...], Many(Sub(fighting.Combat), 0, 20)] = ()
    results: A[dict[str, tuple[outcomes.Deed, ...]], Map(Code(), Many(Out(outcomes.IN_RESULTS), 0, 6))] = {}
    retreat: A[fighting.Retreat, Sub(fighting.Retreat)] = fighting.Retreat()
    support: A[tuple[fighting.Support, ...], Many(Sub(fighting.Support), 0, 6)] = ()
    air: A[fighting.Air | None, Sub(fighting.Air)] = None
    reaction: A[tuple[moving.Reaction, ...], Many(Sub(moving.Reaction), 0, 8)] = ()
    check: A[tuple[morale.Check, ...], Many(Sub(morale.Check), 0, 20)] = ()
    rally: A[morale.Rally | None, Sub(morale.Rally)] = None
    breakpoint: A[tuple[morale.Breakpoint, ...], Many(Sub(morale.Breakpoint), 0, 8)] = ()
    leader: A[units.Leader | None, Sub(units.Leader)] = None
    command: A[lines.Command, Sub(lines.Command)] = lines.Command()
    posture: A[tuple[units.Posture, ...], Many(Sub(units.Posture), 0, 8)] = ()
    supply: A[lines.Supply, Sub(lines.Supply)] = lines.Supply()
    store: A[tuple[lines.Store, ...], Many(Sub(lines.Store), 0, 6)] = ()
    recovery: A[lines.Recovery | None, Sub(lines.Recovery)] = None
    tally: A[tuple[units.Tally, ...], Many(Sub(units.Tally), 0, 4)] = ()
    carry: A[tuple[units.Carry, ...], Many(Sub(units.Carry), 0, 8)] = ()
    work: A[tuple[lines.Work, ...], Many(Sub(lines.Work), 0, 12)] = ()
    weather: A[tuple[lines.Weather, ...], Many(Sub(lines.Weather), 0, 8)] = ()
    victory: A[lines.Victory, Sub(lines.Victory)] = lines.Victory()
    reading: A[tuple[lines.Reading, ...], Many(Sub(lines.Reading))] = ()
    given: A[tuple[str, ...], Elsewhere()] = ()
    case: A[tuple[Any, ...], Elsewhere()] = ()
