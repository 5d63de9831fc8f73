"""Keep the tallies of stands: counts that marching, fighting and rest change, and the marks that come with them."""

from campaign.engine.ledger import Ledger
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.noting import StandCounted
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.shape.units import Tally
from campaign.systems.own.tables import own


def counted(ledger: Ledger, key: str, what: str, *, rule: str) -> None:
    """Count what a stand has done in every tally that asks for it."""
    for row in own(ledger.situation).rules.tally:
        by = row.up.get(what, 0) - row.down.get(what, 0)
        stand = ledger.state.stands[key]
        now = TALLIES(stand).get(row.key, 0)
        then = max(0, min(row.most, now + by))
        if by and stand.on_map and then != now:
            told = own(ledger.situation).par(row.rule, rule)
            ledger.record(StandCounted(stand=key, counts={row.key: then}, rule=told))
            _mark(ledger, key, row, then, told)


def _mark(ledger: Ledger, key: str, row: Tally, count: int, rule: str) -> None:
    """Give a stand the mark of its count, and take those of other counts."""
    wanted = {row.marks[max(at for at in row.marks if at <= count)]} if any(at <= count for at in row.marks) else set()
    has = ledger.state.stands[key].marks & set(row.marks.values())
    if has != wanted:
        on, off = tuple(sorted(wanted - has)), tuple(sorted(has - wanted))
        ledger.record(StandMarked(stand=key, on=on, off=off, rule=rule))
