"""Sum up many games of one setup: who wins, how it goes turn by turn, what falls when, who never matters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.simulate import share_of
from scenarios.trials.rating import score_of, won_share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from campaign.engine.simulate import Estimate
    from campaign.model.situation import Situation
    from scenarios.trials.records import GameRecord, TurnRow

__all__ = ["Balance", "Idler", "PlaceFalls", "Point", "verdict"]

_MANY_DRAWN = 0.1
_WIDE = 0.3
"""Where the interval is wider than this, the games are too few to tell."""
_SELDOM = 0.5
"""A stand that is idle in more than this share of the games is named."""


class Point(NamedTuple):
    """A figure at one day or turn, over all games: what a tenth stays under, the mean, and what a tenth is over."""

    at: int
    low: float
    mean: float
    high: float


class PlaceFalls(NamedTuple):
    """When an objective first was taken."""

    name: str
    hex: int
    days: tuple[int, ...]
    """Days, or turns of a game of one day; a game without its fall has none."""
    held: Mapping[str, int]
    """In how many games each side held it at the end; "" nobody."""
    changes: float
    """How often it changed hands in a game, on the mean."""


class Idler(NamedTuple):
    """A stand that seldom matters."""

    stand: str
    name: str
    side: str
    unordered: float
    """The share of the games that it got no order in."""
    unfought: float
    """The share of the games that it did not fight in."""


@dataclass(frozen=True)
class Balance:
    """What many games of one setup show."""

    start: Situation
    records: tuple[GameRecord, ...]

    @cached_property
    def counted(self) -> tuple[GameRecord, ...]:
        """The games that count: the program did not fail."""
        return tuple(record for record in self.records if not record.fault)

    @property
    def faults(self) -> tuple[GameRecord, ...]:
        """The games that the program failed in."""
        return tuple(record for record in self.records if record.fault)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The keys of the sides."""
        return tuple(side.key for side in self.start.state.setting.sides)

    @cached_property
    def by_days(self) -> bool:
        """Whether it is told by days; a game of one day is told by turns."""
        return max((row.day for record in self.counted for row in record.turns), default=1) > 1

    @property
    def unit(self) -> str:
        """What time is told in: "day", or the word of the rules for a turn."""
        return "day" if self.by_days else self.start.tables.turn_word

    def wins(self, side: str) -> Estimate:
        """Estimate in what share of the games a side wins; "" for draws."""
        return share_of(sum(record.winner == side for record in self.counted), len(self.counted))

    def course(self, figure: Callable[[TurnRow], float]) -> list[Point]:
        """Follow a figure by day or turn; a game that is over keeps its last."""
        games = [self._by_moment(record, figure) for record in self.counted if record.turns]
        last = max((max(game) for game in games), default=0)
        found = []
        for at in range(1, last + 1):
            values = [game[max((moment for moment in game if moment <= at), default=min(game))] for game in games]
            low, high = _tenths(values)
            found.append(Point(at, low, fmean(values), high))
        return found

    def _by_moment(self, record: GameRecord, figure: Callable[[TurnRow], float]) -> dict[int, float]:
        return {(row.day if self.by_days else row.turn): figure(row) for row in record.turns}

    def places(self) -> list[PlaceFalls]:
        """Say of each objective when it first was taken, and who has it in the end."""
        found = []
        for name, index in _objectives(self.start).items():
            taken = [[one for one in record.takings if one.name == name] for record in self.counted]
            first = [next((one for one in game if one.side), None) for game in taken]
            days = tuple((one.day if self.by_days else one.turn) for one in first if one is not None)
            held = Counter(record.held.get(name, "") for record in self.counted)
            found.append(PlaceFalls(name, index, days, dict(sorted(held.items())), _mean(map(len, taken))))
        return found

    def deaths(self) -> dict[tuple[int, str], float]:
        """Say how many stands of a side are lost in each hex in a game, on the mean."""
        found = Counter((one.hex, one.side) for record in self.counted for one in record.deaths)
        return {place: count / len(self.counted) for place, count in sorted(found.items())}

    def idlers(self) -> list[Idler]:
        """List the stands of the opening that seldom matter: never ordered or never in a fight in most games."""
        found = []
        for key, stand in sorted(self.start.state.stands.items()):
            there = [record for record in self.counted if key in record.stands]
            if there:
                idle = _mean(key in record.idle for record in there)
                spared = _mean(key in record.unfought for record in there)
                if max(idle, spared) > _SELDOM:
                    found.append(Idler(key, stand.profile.name or stand.profile.short or key, stand.side, idle, spared))
        return sorted(found, key=lambda one: (-one.unordered - one.unfought, one.stand))

    def kinds(self, side: str) -> dict[str, float]:
        """Say how many orders of each kind a side gives in a game."""
        found: Counter[str] = Counter()
        for record in self.counted:
            found.update(record.kinds.get(side, {}))
        return {kind: count / len(self.counted) for kind, count in found.most_common()}

    def refused(self, side: str) -> float:
        """Give the share of a side's orders that the rules refuse: it knew no better."""
        tried = sum(record.orders.get(side, 0) + record.refused.get(side, 0) for record in self.counted)
        return sum(record.refused.get(side, 0) for record in self.counted) / max(1, tried)

    def leaderless(self, side: str) -> float:
        """Give the share of a side's units that are out of command, over all turns."""
        rows = [row for record in self.counted for row in record.turns]
        return sum(row.out_of_command[side] for row in rows) / max(1, sum(row.units[side] for row in rows))

    def seconds(self) -> tuple[float, float, float]:
        """Give the seconds of a game, the half of them and the most, and those of a turn on the mean."""
        took = [record.seconds for record in self.counted]
        turns = sum(len(record.turns) for record in self.counted)
        return median(took), max(took), sum(took) / max(1, turns)


def verdict(balance: Balance) -> str:
    """Say in a sentence whether the games favour a side, as far as their number tells."""
    if not balance.counted:
        return "No game counts: the program failed in each."
    names = {side.key: side.name for side in balance.start.state.setting.sides}
    best = max(balance.sides, key=lambda side: balance.wins(side).value)
    share, drawn = balance.wins(best), balance.wins("").value
    even = 1 / len(balance.sides)
    told = f"{names[best]} wins {_of(share, len(balance.counted))}"
    told += f"; {100 * drawn:.0f} % are drawn" if drawn > _MANY_DRAWN else ""
    # A drawn game counts a half for either, as in duels.
    score = won_share([score_of(record, best) for record in balance.counted])
    if score.low > even:
        return f"Not fair: {told}."
    if score.high - score.low > _WIDE:
        return f"Too few games to tell: {told}."
    return f"No side is favoured as far as these games tell: {told}."


def _of(share: Estimate, games: int) -> str:
    count = round(share.value * games)
    between = f"between {100 * share.low:.0f} and {100 * share.high:.0f}"
    return f"{count} of {games} games ({100 * share.value:.0f} %; {between})"


def _objectives(start: Situation) -> dict[str, int]:
    return {spot.name: spot.hex for spot in start.state.setting.objectives}


def _mean(values: Iterable[float]) -> float:
    found = [float(value) for value in values]
    return fmean(found) if found else 0.0


def _tenths(values: Sequence[float]) -> tuple[float, float]:
    """Give what a tenth of the values lies under, and what a tenth lies over."""
    if len(values) < 2:
        return values[0], values[0]
    cuts = quantiles(values, n=10, method="inclusive")
    return cuts[0], cuts[-1]
