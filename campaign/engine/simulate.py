"""
Play a case many times, and count what comes of it.

What happens before the first die falls is the same in every play and is
worked out once. Each play has dice of its own, drawn from the seed and the
number of the play, so that the same seed counts the same.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.decide import close_phase, open_phase, work_out
from campaign.engine.dice import SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.notation import parse_order
from campaign.model.tokens import NotParseable
from campaign.model.verbs.clock import EndPhase
from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from campaign.engine.cases import Case, Load
    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Estimate", "Fates", "Simulation", "Tally", "begun_count", "count_end", "mean_of", "share_of", "simulate"]

change = msgspec.structs.replace
_Z = 1.959963984540054
"""Of the normal distribution: 95 of 100 lie within."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure counted in a sample, and the interval that holds the true one in 95 samples of 100."""

    value: float
    low: float
    high: float


def share_of(count: int, of: int) -> Estimate:
    """
    Estimate a probability from ``count`` of ``of`` plays, with the interval of Wilson (1927).

    It is never empty, and stays between 0 and 1, where the event came always or never too.

    >>> share_of(50, 100)
    Estimate(value=0.5, low=0.4038315303659956, high=0.5961684696340044)
    """
    share, square = count / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Estimate(share, max(0.0, middle - half) if count else 0.0, min(1.0, middle + half) if count < of else 1.0)


def mean_of(counts: Counter[int]) -> Estimate:
    """Estimate an expected value from how often each number came: the mean, and 1.96 standard errors about it."""
    of = counts.total()
    mean = sum(number * count for number, count in counts.items()) / of
    spread = sum(count * (number - mean) ** 2 for number, count in counts.items()) / max(1, of - 1)
    half = _Z * math.sqrt(spread / of)
    return Estimate(mean, mean - half, mean + half)


@dataclass
class Tally:
    """What was counted of a stand or a side: losses taken, and what became of it, by number of plays."""

    name: str
    side: str
    losses: Counter[int] = field(default_factory=Counter)
    fates: Counter[str] = field(default_factory=Counter)
    """Of a stand: "in place", "advanced", "fell back", "moved", or how it left play. Of a side: stands lost."""


@dataclass
class Simulation:
    """What came of ``times`` plays of a case."""

    case: str
    rule: str
    about: str
    times: int
    seed: str
    stands: dict[str, Tally] = field(default_factory=dict)
    sides: dict[str, Tally] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    """How often it went on, who won, or which paragraph refused an order."""
    colours: dict[str, str] = field(default_factory=dict)


@dataclass
class _End:
    """How a play ended, and how many plays ended so."""

    situation: Situation
    refused: str
    plays: int = 0


class _Tree:
    """
    What came of the dice that have fallen so far.

    What follows hangs on nothing but the faces, so plays where the same
    faces fall are worked out once. Known are, by the faces so far, how many
    dice of how many faces are rolled next, or the end.
    """

    def __init__(self) -> None:
        self.next: dict[tuple[int, ...], tuple[int, int]] = {}
        self.ends: dict[tuple[int, ...], _End] = {}

    def walk(self, dice: Dice) -> tuple[int, ...]:
        """Roll as far as it is known what comes next; give the faces."""
        fallen: tuple[int, ...] = ()
        while (roll := self.next.get(fallen)) is not None:
            fallen += dice.roll(*roll)
        return fallen


class _Followed:
    """Dice with a known beginning; the tree notes how the others are asked for."""

    def __init__(self, tree: _Tree, fallen: tuple[int, ...], rest: Dice) -> None:
        self._tree, self._fallen, self._rest = tree, fallen, rest
        self.faces: tuple[int, ...] = ()

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        if not count:
            return ()
        so_far = len(self.faces)
        self._tree.next[self.faces] = (count, faces)
        rolled = self._fallen[so_far : so_far + count] or self._rest.roll(count, faces)
        self.faces += rolled
        return rolled


class _LedDice:
    """Dice that fall as told at first, and then as drawn."""

    def __init__(self, faces: Sequence[int], rest: Dice) -> None:
        self._faces, self._rest = list(faces), rest

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        led, self._faces = self._faces[:count], self._faces[count:]
        return (*led, *self._rest.roll(count - len(led), faces))


def simulate(
    case: Case, ruleset: str, load: Load, *, times: int, seed: str = "1", keep_dice: bool = False
) -> Simulation:
    """
    Play a case many times.

    Parameters
    ----------
    load
        Gives a rule system by its key: ``catalogue.ruleset``.
    times
        How many plays.
    keep_dice
        Whether the dice written in the case fall in every play, and only those after them are drawn.

    Raises
    ------
    ProblemsFound
        If the case cannot be read, or its orders are refused before any die falls.
    """
    loaded = load(ruleset, readings_of(case.given))
    try:
        start = situation_of(case.given, loaded)
        course = _Course(case, loaded, start)
    except NotParseable as error:
        raise _unplayable(case, str(error), "the manual's page on cases shows what can be said") from error
    except Refusal as refusal:
        raise _unplayable(case, f"its order is refused: {refusal}", "order what the rules allow there") from refusal
    for number in range(times):
        dice: Dice = SeededDice(seed, number)
        course.play(_LedDice(case.dice, dice) if keep_dice else dice)
    found = begun_count(Simulation(case.id, case.rule, case.about, times, seed), start)
    fates = Fates(start)
    for end in course.tree.ends.values():
        count_end(found, start, end.situation, fates, plays=end.plays, refused=end.refused)
    return found


def _unplayable(case: Case, what: str, remedy: str) -> ProblemsFound:
    return ProblemsFound([Problem(f"{case.place}: {case.id}", what, remedy)])


def begun_count(found: Simulation, start: Situation) -> Simulation:
    """Begin to count: name the sides, with nothing counted yet."""
    for side in start.state.setting.sides:
        found.sides[side.key] = Tally(side.name, side.key)
        found.colours[side.key] = side.colour
    return found


class _Course:
    """
    The orders of a case, played from the start with one set of dice after another.

    An order is one step, the end of a phase two: what the phase brings, and the
    beginning of the next. A step without dice is worked out once for each
    situation; situations that came about by the same events are one.
    """

    def __init__(self, case: Case, ruleset: Ruleset, start: Situation) -> None:
        self._ruleset = ruleset
        self._lines: list[tuple[str, str]] = []
        self._orders: dict[int, AnyOrder] = {}
        for text in case.when:
            by, colon, rest = text.partition(": ")
            self._lines.append((by, rest) if colon else (case.by, text))
        self.tree = _Tree()
        self._situations = [start]
        self._plain: dict[tuple[int, int, int], int] = {}
        self._same: dict[tuple[int, int, int, bytes], int] = {}
        with contextlib.suppress(_DieFell):
            self._to_the_end(_NoDice())

    def play(self, dice: Dice) -> None:
        """Play to the end, or to a refusal; note in the tree how it ended."""
        fallen = self.tree.walk(dice)
        if fallen not in self.tree.ends:
            followed = _Followed(self.tree, fallen, dice)
            end = self._until_refused(followed)
            fallen = followed.faces
            self.tree.ends[fallen] = end
        self.tree.ends[fallen].plays += 1

    def _until_refused(self, dice: _Followed) -> _End:
        at = [0]
        try:
            self._to_the_end(dice, at)
        except Refusal as refusal:
            return _End(self._situations[at[-1]], f"refused by {refusal.rule}")
        return _End(self._situations[at[-1]], "")

    def _to_the_end(self, dice: _Followed | _NoDice, at: list[int] | None = None) -> None:
        """Go step by step; ``at`` takes the situations passed through, by number."""
        at = [0] if at is None else at
        for k, (by, line) in enumerate(self._lines):
            order = self._order(k, line, self._situations[at[-1]])
            for part, work in enumerate(_parts(self._ruleset, order, by)):
                at.append(self._after(at[-1], k, part, work, dice))

    def _order(self, k: int, line: str, situation: Situation) -> AnyOrder:
        if k not in self._orders:
            self._orders[k] = parse_order(line, situation.map, situation.state)
        return self._orders[k]

    def _after(self, at: int, k: int, part: int, work: Callable[[Ledger], None], dice: _Followed | _NoDice) -> int:
        if (at, k, part) in self._plain:
            return self._plain[at, k, part]
        ledger, cast = Ledger(self._situations[at], dice), len(dice.faces)
        work(ledger)
        told = msgspec.msgpack.encode([change(event, rolls=()) if event.rolls else event for event in ledger.events])
        number = self._same.setdefault((at, k, part, told), len(self._situations))
        if number == len(self._situations):
            self._situations.append(ledger.situation)
        if len(dice.faces) == cast:
            self._plain[at, k, part] = number
        return number


def _parts(ruleset: Ruleset, order: AnyOrder, by: str) -> tuple[Callable[[Ledger], None], ...]:
    if isinstance(order, EndPhase):
        return partial(close_phase, ruleset), partial(open_phase, ruleset)
    return (partial(work_out, ruleset, order, by),)


class _DieFell(Exception):  # noqa: N818 - it reads as what happened
    """Here plays part."""


class _NoDice:
    """Dice for the part that is the same in every play."""

    faces: tuple[int, ...] = ()

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:  # noqa: ARG002 - as all dice
        if count:
            raise _DieFell
        return ()


class Fates:
    """What became of a stand, by where it ended; distances are measured once."""

    def __init__(self, start: Situation) -> None:
        """Take the situation that all plays begin with."""
        self._start = start
        self._known: dict[tuple[str, int | None, str | None], str] = {}

    def of(self, stand: Stand) -> str:
        """Name it: how it left play, or whether it stayed, advanced or fell back from where enemies stood."""
        key = (stand.id, stand.hex, stand.gone)
        if key not in self._known:
            self._known[key] = self._measured(stand)
        return self._known[key]

    def _measured(self, stand: Stand) -> str:
        before = self._start.state.stands.get(stand.id)
        if stand.gone:
            return stand.gone
        if before is None or before.hex == stand.hex or before.hex is None or stand.hex is None:
            return "in place"
        was, now = self._enemy_at(stand, before.hex), self._enemy_at(stand, stand.hex)
        return "advanced" if now < was else "fell back" if now > was else "moved"

    def _enemy_at(self, stand: Stand, index: int) -> int:
        """Measure from a hex to the nearest that an enemy began in; without any, 0."""
        grid = self._start.map.layout.grid
        enemies = (other for other in self._start.state.stands.values() if other.side != stand.side)
        return min((grid.distance(index, other.hex) for other in enemies if other.hex is not None), default=0)


def count_end(
    found: Simulation, start: Situation, end: Situation, fates: Fates, *, plays: int = 1, refused: str = ""
) -> None:
    """Count how so many plays ended."""
    lost: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for key, stand in end.state.stands.items():
        before = start.state.stands.get(key)
        losses, side = stand.losses - (before.losses if before else 0), stand.side
        if losses:
            lost[side] += losses
        if stand.gone and not (before and before.gone):
            gone[side] += 1
        tally = found.stands.get(key) or found.stands.setdefault(key, Tally(stand.profile.short or key, side))
        tally.losses[losses] += plays
        tally.fates[fates.of(stand)] += plays
    for side, counted in found.sides.items():
        counted.losses[lost[side]] += plays
        counted.fates[str(gone[side])] += plays
    found.ends[refused or _ending(end)] += plays


def _ending(end: Situation) -> str:
    if not end.state.ended:
        return "goes on"
    return f"{end.state.winner} wins" if end.state.winner else "nobody wins"
