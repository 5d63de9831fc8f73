"""Run the clock of any rule system: what phase comes next, what marks go when, who arrives.

The phases stand in a system's tables, with how its sides share them (``each``); a system adds how many turns its day
has, and what it passes over.
"""

from collections.abc import Callable, Iterator, Sequence

from campaign.engine.fronts.still import still_hexes
from campaign.engine.ledger import Ledger
from campaign.kit.ending import side_keys
from campaign.model.calendar import Clock
from campaign.model.situation import Situation, stands_at
from campaign.model.tables import PhaseRow, Tables, UnmarkRow
from campaign.model.things import Stand
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.marking import FormationMarked, StandMarked


def next_clock(
    situation: Situation, turns: int | None, *, sides: Sequence[str] | None = None, dark: int = 0, wanted:
    Callable[[str], bool] = lambda _: True,
) -> Clock:  # fmt: skip
    """Give the clock of the phase after the present one.

    ``turns``: how many turns a day has, the night turn not counted; None: all turns are of one day. ``sides``: who goes
    through the phases one after the other, where each side does; the sides as they are unless given. ``dark``: how many
    turns at a day's end are dark, where the night has no phases of its own. ``wanted``: says whether a phase is gone
    through; others are passed over.
    """
    clock, tables = situation.state.clock, situation.tables
    whose = ("",) if tables.each != "side" else tuple(sides or side_keys(situation))
    slots = [(side, row) for side in whose for row in _rows(tables, clock)]
    now = _place(slots, clock, whose)
    for k, (side, row) in enumerate(slots):
        again = k == now and row.repeats
        if (k > now or again) and wanted(row.key):
            night = clock.night if now >= 0 else _is_dark(clock, clock.turn, turns, dark)
            return Clock(clock.day, clock.turn, row.key, night, side or (clock.side if again else ""))
    after = turn_after(tables, clock, turns, dark)
    first = _rows(tables, after)[0]
    return Clock(after.day, after.turn, first.key, after.night, whose[0])


def unmarks(at: str, keep: Callable[[Situation, Stand, str], bool] = lambda *_: False) -> Callable[[Ledger], None]:
    """Give the hook that removes marks when they expire, as the rows ``unmark`` of the tables say.

    ``at``: When: "begin_move", "end_move". ``keep``: says whether a stand keeps a mark all the same.
    """

    def hook(ledger: Ledger) -> None:
        for row in ledger.situation.tables.unmark:
            if at in row.at and all(
                ledger.situation.tables.reading(key) == value for key, value in row.reading.items()
            ):
                _unmark(ledger, row, keep)

    return hook


def due(situation: Situation, side: str = "") -> list[Stand]:
    """List who should have arrived by now, of a side or of all: by times and ids, whoever rides after his host."""
    now = situation.state.clock.day, situation.state.clock.turn
    waiting = [
        (stand.arrives[:2], stand.attached_to is not None, stand.id)
        for stand in situation.state.stands.values()
        if stand.arrives is not None and stand.hex is None and stand.gone is None and side in {"", stand.side}
    ]
    return [situation.state.stands[key] for when, _, key in sorted(waiting) if when <= now]


def arriving(
    ledger: Ledger, place: Callable[[Situation, Stand, int], int | None], *, rule: str, why: str = "", elsewhere: str =
    "{planned} has no room", side: str = "",
) -> Iterator[tuple[Stand, int]]:  # fmt: skip
    """Bring on whoever is due and finds room; give each with his hex.

    ``place``: gives the hex where a stand comes on, from the one that is planned; None: it waits. ``elsewhere``: the
    reason that is given if this is another hex.
    """
    for stand in due(ledger.situation, side):
        assert stand.arrives is not None
        planned = stand.arrives[2]
        index = place(ledger.situation, stand, planned)
        if index is not None and index not in still_hexes(ledger.state):
            told = why if index == planned else elsewhere.format(planned=ledger.situation.map.number(planned))
            ledger.record(StandArrived(stand=stand.id, hex=index, rule=rule, why=told))
            yield stand, index


def where_free(situation: Situation, stand: Stand, index: int) -> int | None:  # noqa: ARG001 - whoever comes
    """Give the hex that is planned for a stand if nobody is there, else None: for ``arriving``."""
    return None if stands_at(situation, index) else index


def _rows(tables: Tables, clock: Clock) -> list[PhaseRow]:
    """List the phases of the clock's turn: by night those of the night, if it has any of its own."""
    night = clock.night and any(row.night for row in tables.phases)
    return [
        row
        for row in tables.phases
        if row.night == night and not row.opening and (clock.turn == 1 or not row.morning_only)
    ]


def _place(slots: Sequence[tuple[str, PhaseRow]], clock: Clock, whose: Sequence[str]) -> int:
    """Say where in its turn the clock stands; -1 before the first phase of the first side."""
    if clock.side not in whose and whose != ("",) and clock.phase == slots[0][1].key:
        return -1
    side = clock.side if clock.side in whose else whose[0]
    return next((k for k, (its, row) in enumerate(slots) if its == side and row.key == clock.phase), -1)


def turn_after(tables: Tables, clock: Clock, turns: int | None, dark: int) -> Clock:
    """Give the clock of the turn after a clock's, with no phase yet."""
    nights = any(row.night for row in tables.phases)
    if turns is None or (clock.turn < turns and not (nights and clock.night)):
        night = _is_dark(clock, clock.turn + 1, turns, dark)
        return Clock(clock.day, clock.turn + 1, night=night)
    if nights and not clock.night:
        return Clock(clock.day, clock.turn + 1, night=True)
    return Clock(clock.day + 1, 1, night=not nights and _is_dark(clock, 1, turns, dark))


def _is_dark(clock: Clock, turn: int, turns: int | None, dark: int) -> bool:
    return clock.night if turns is None else turn > turns - dark


def _unmark(ledger: Ledger, row: UnmarkRow, keep: Callable[[Situation, Stand, str], bool]) -> None:
    now, marks, of_formation = ledger.state.clock.side, set(row.marks), set(row.formation_marks)
    for stand in list(ledger.state.stands.values()):
        if row.of == "all" or (stand.side == now) == (row.of == "own"):
            over = sorted(mark for mark in stand.marks & marks if not keep(ledger.situation, stand, mark))
            if over:
                ledger.record(StandMarked(stand=stand.id, off=tuple(over), rule=row.rule, why=row.why))
    for formation in list(ledger.state.formations.values()):
        if over := sorted(formation.marks & of_formation):
            ledger.record(FormationMarked(formation=formation.id, off=tuple(over), rule=row.rule, why=row.why))
