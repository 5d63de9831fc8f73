"""Carry out all marches of a phase together, in march time (ZN 4.3, 4.7-4.10, 4.22).

Who comes to a hex first is there first; at the same moment the lower id goes first. At each hex a column looks who is
there now: it stops before a hex that the enemy holds, and in a hex of his zone of control. Two enemies who march into
each other meet and are in contact. An assault that comes to grips holds those who have not yet left; one that finds
nobody goes on into the hex. Room is looked at where a march ends, in a full hex it ends in the one before.
"""

import heapq
from dataclasses import dataclass, field

import msgspec

from campaign.engine.ledger import Ledger
from campaign.model.situation import ground_at, stands_of
from campaign.model.things import March, Stand
from campaign.systems.zen.departure import attack, break_contacts, is_in_contact, meet, take_losses
from campaign.systems.zen.march.columns import Column, Passage, form_columns, report_marches
from campaign.systems.zen.march.reach import barred_targets
from campaign.systems.zen.march.zones import half_base, zone_of
from campaign.systems.zen.space import has_room, hexes_within, is_crowded, zen
from campaign.systems.zen.spotting import sees


def carry_out_marches(ledger: Ledger) -> None:
    """Carry out the marches declared, and record where each stand has come to."""
    columns = form_columns(ledger)
    marches = _Marches(ledger, columns)
    marches.run()
    report_marches(ledger, columns, marches.passages)


@dataclass
class _Marches:
    """Where everybody is while the marches run."""

    ledger: Ledger
    columns: dict[str, Column]
    stands: dict[str, Stand] = field(default_factory=dict)
    """All on the map, each in the hex where it is now."""
    present: dict[int, set[str]] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)
    queue: list[tuple[int, str]] = field(default_factory=list)
    zones: dict[tuple[str, int, float], frozenset[int]] = field(default_factory=dict)
    widest: float = 0.0

    def __post_init__(self) -> None:
        for stand in stands_of(self.ledger.situation):
            self.stands[stand.id] = stand
            self.present.setdefault(stand.hex or 0, set()).add(stand.id)
        widest = max(base.width for base in zen(self.ledger.situation).bases)
        self.widest = widest / 2 + widest + widest / 2

    def run(self) -> None:
        """Run time on until all have settled."""
        for column in self.columns.values():
            self._set_out(column)
        while self.queue:
            time, key = heapq.heappop(self.queue)
            column = self.columns[key]
            if not column.settled:
                self._arrive(column, time)

    def _set_out(self, column: Column) -> None:
        """Send a column towards its next hex, or settle it where it is if the turn ends before."""
        if column.next_cost <= 0:
            self._settle(column, f"there is no way into {self._number(column.next)}")
        elif column.clock + column.next_cost > column.deadline:
            self._settle(column, "the turn is over", march=column.begun_next())
        else:
            heapq.heappush(self.queue, (column.clock + column.next_cost, column.stand))

    def _arrive(self, column: Column, time: int) -> None:
        enemies = self._enemies(column.next, column.side)
        if enemies and column.assaults_next:
            self._assault(column, time, enemies)
        elif enemies:
            self._stop_before(column, enemies)
        elif column.assaults_next and not column.following:
            column.clock, column.following = time, True
            self._set_out(column)
        else:
            self._enter(column, time)

    def _enter(self, column: Column, time: int) -> None:
        if not self._leave_contact(column):
            return
        self._put(column, column.next)
        column.at, column.clock = column.at + 1, time
        self.passages.append(Passage(time, column.here, column.stand, column.side))
        if self._mines_bite(column):
            return
        zoned = self._zone_of_enemies(column)
        if zoned and not column.assaults_next:
            self._settle(column, f"enters the zone of control of {zoned}")
            self._run_into(column, zoned)
        elif column.is_at_end:
            self._settle(column, "")
        else:
            self._set_out(column)

    def _assault(self, column: Column, time: int, enemies: list[str]) -> None:
        column.clock = time
        barred = barred_targets(self.ledger.situation, self._alone(column), [self.stands[key] for key in enemies])
        if barred:
            self._settle(column, f"a detachment may not close with {barred[0]}")
            return
        start = column.at
        self._settle(column, f"attacks {self._number(column.next)}")
        if column.at != start:
            return
        column.engaged = True
        for other in [self.columns[key] for key in enemies if key in self.columns]:
            other.engaged, other.march = True, None
            if not other.settled and not other.assaults_next:
                self._settle(other, f"is attacked by {column.stand} before it gets away")
        held = [key for key in enemies if self.stands[key].hex == column.next]
        attack(self.ledger, column.stand, held, rule="ZN 4.22", why="comes to grips across the hexside")

    def _stop_before(self, column: Column, enemies: list[str]) -> None:
        facing = [self.columns[key] for key in enemies if key in self.columns]
        facing = [other for other in facing if not other.settled and other.next == column.here]
        before, holder = column.here, enemies[0]
        column.engaged = bool(facing)
        self._settle(column, f"{holder} holds {self._number(column.next)}")
        if column.here == before:
            self._run_into(column, holder)
        for other in facing if column.here == before else ():
            other.engaged = True
            if not other.assaults_next:
                self._settle(other, f"meets {column.stand}")
            if self.stands[other.stand].hex in self._around(column):
                meet(self.ledger, column.stand, other.stand, rule="ZN 4.22", why="both march into each other")

    def _run_into(self, column: Column, enemy: str) -> None:
        """Bring a column into contact with an enemy who stopped it in the next hex, unseen until then (4.18)."""
        situation = self.ledger.situation
        if self.stands[enemy].hex not in self._around(column) or not zen(situation).reading("meets_hidden"):
            return
        now = msgspec.structs.replace(situation.state, stands={**situation.state.stands, **self.stands})
        if enemy not in sees(situation.with_state(now), column.side):
            meet(self.ledger, column.stand, enemy, rule="ZN 4.18", why="is stopped by an enemy it had not seen")

    def _around(self, column: Column) -> list[int]:
        around: list[int] = self.ledger.situation.map.neighbour[column.here].tolist()
        return around

    def _leave_contact(self, column: Column) -> bool:
        """Break a column's contacts as it goes, by day at the risk of a point (4.9); say if it is still there."""
        ledger = self.ledger
        for key in (column.stand, *column.riders):
            if not is_in_contact(ledger.state, key):
                continue
            if not ledger.state.clock.night:
                self._roll(key, "leaves contact by day", zen(ledger.situation).combat.disengage_loss, "ZN 4.9")
            if ledger.state.stands[key].on_map:
                break_contacts(ledger, key, rule="ZN 4.9", why="leaves contact")
        return self._still_there(column)

    def _mines_bite(self, column: Column) -> bool:
        """Roll for mines in the hex just entered: who is hit loses a point and stops (4.16 ``mines_bite``)."""
        if ground_at(self.ledger.situation, column.here) != "mines":
            return False
        bite = int(zen(self.ledger.situation).reading("mines_bite"))
        if not self._roll(column.stand, "enters mines", bite, "ZN 4.16"):
            return False
        if self._still_there(column):
            self._settle(column, "runs into mines")
        return True

    def _roll(self, key: str, what: str, loses_to: int, rule: str) -> bool:
        """Roll a die; on ``loses_to`` or less the stand loses a point."""
        roll = self.ledger.roll_total(what, rule, by=key)
        loses = (roll.total or 0) <= loses_to
        take_losses(self.ledger, key, int(loses), rule=rule, why=what, rolls=(roll,))
        return loses

    def _still_there(self, column: Column) -> bool:
        """Take those off who are no longer in play, and say whether the column marches on."""
        for key in (column.stand, *column.riders):
            if not self.ledger.state.stands[key].on_map and key in self.stands:
                self.present[self.stands.pop(key).hex or 0].discard(key)
        column.riders = tuple(key for key in column.riders if key in self.stands)
        if column.stand not in self.stands:
            column.settled = True
        return not column.settled

    def _settle(self, column: Column, why: str, *, march: March | None = None) -> None:
        """End a column's march where it is, or in the last hex before with room for it and no enemy."""
        column.settled, column.why, column.march = True, why, march
        back = column.at
        while back > 0 and not self._takes(column, column.order.path[back]):
            back -= 1
        if back < column.at and self._takes(column, column.order.path[back], at_start=back == 0):
            column.why, column.march = f"{self._number(column.here)} has no room", None
            column.at = back
            self._put(column, column.here)
        self._make_room(column.here)

    def _takes(self, column: Column, index: int, *, at_start: bool = False) -> bool:
        if self._enemies(index, column.side):
            return False
        there = [self.stands[key] for key in sorted(self.present.get(index, ())) if self._is_settled(key)]
        return at_start or has_room(self.ledger.situation, self._alone(column), there)

    def _make_room(self, index: int) -> None:
        """Send the last to come back, where one who could not leave has made a hex over-full."""
        there = [key for key in sorted(self.present.get(index, ())) if self._is_settled(key)]
        if not is_crowded(self.ledger.situation, [self.stands[key] for key in there]):
            return
        came = [self.columns[key] for key in there if key in self.columns]
        came = [column for column in came if column.at > 0 and not column.engaged]
        if came:
            last = max(came, key=lambda column: (column.clock, column.stand))
            full = self._number(last.here)
            last.at -= 1
            self._put(last, last.here)
            self._settle(last, f"{full} has no room")

    def _is_settled(self, key: str) -> bool:
        carrier = self.stands[key].attached_to
        column = self.columns.get(key) or self.columns.get(carrier or "")
        return column is None or column.settled

    def _alone(self, column: Column) -> Stand:
        return self.stands[column.stand]

    def _put(self, column: Column, index: int) -> None:
        for key in (column.stand, *column.riders):
            stand = self.stands[key]
            self.present[stand.hex or 0].discard(key)
            self.present.setdefault(index, set()).add(key)
            self.stands[key] = msgspec.structs.replace(stand, hex=index)

    def _enemies(self, index: int, side: str) -> list[str]:
        return sorted(key for key in self.present.get(index, ()) if self.stands[key].side != side)

    def _zone_of_enemies(self, column: Column) -> str:
        """Name one enemy whose zone of control covers the column; "" if none does."""
        half = half_base(self.ledger.situation, self._alone(column))
        for index in sorted(hexes_within(self.ledger.situation, column.here, self.widest)):
            for key in self._enemies(index, column.side) if self.present.get(index) else ():
                place = (key, index, half)
                if place not in self.zones:
                    self.zones[place] = zone_of(self.ledger.situation, self.stands[key], mover_half_base=half)
                if column.here in self.zones[place]:
                    return key
        return ""

    def _number(self, index: int) -> str:
        return self.ledger.situation.map.number(index)
