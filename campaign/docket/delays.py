"""
Say when orders come to their units, where the umpire has set that they take their time.

An order leaves its command's headquarters some minutes before the turn that it was written for, by the quickest of the
means that are set, by the same table and the same ways as letters. It is carried out in the first turn that begins
when it can be there; until then its units go on by what they were told before. All is reckoned from what the command
knows, so what it reads while it writes is what happens; a unit on the march is looked for where it was when the order
left.

Who is told something newer does not carry out what is older: an order that comes no earlier than a later one is void.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import ORDERS, figure, game_time
from campaign.engine.letters.roads import errand, is_led
from campaign.model.letters import COURIER, MEANS, TELEPHONE, WIRELESS, time_words
from campaign.model.sheets import NEVER, ClosedLine, UnderWay, turn_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.model.sheets import Standing
    from campaign.model.sheets.intents import Intent
    from campaign.model.situation import Situation
    from campaign.model.things import Command
    from campaign.model.verbs.sheets import SheetClosed

__all__ = ["Coming", "Posts", "is_slow", "posted", "posted_standing", "sent_off", "standing_words", "under_way_words"]

_WAYS = (TELEPHONE, WIRELESS, COURIER)
AUTOMATON = "automaton"
"""Whoever plays a whole command sits in its headquarters: that no messenger brings."""


class Coming(NamedTuple):
    """When an order comes to a unit: the game time, 0 if it is there at once; how it goes, and why it cannot."""

    at: int = 0
    means: str = ""
    km: float = 0.0
    why: str = ""

    @property
    def words(self) -> str:
        """Say when it comes; "" if it is there at once."""
        if not self.at:
            return ""
        if self.why:
            return f"the order waits at the headquarters: {self.why}"
        return f"the order is there {time_words(self.at)}, {MEANS[self.means]} over {self.km:.0f} km"


def is_slow(situation: Situation, side: str) -> bool:
    """Whether the orders of a side's sheets take their time."""
    return bool(_means(situation, side))


def _means(situation: Situation, side: str) -> list[str]:
    return [key for key in _WAYS if figure(situation, ORDERS, key, side)]


class Posts:
    """Says for one command at one moment when its orders come to units."""

    def __init__(self, view: Situation, command: Command) -> None:
        """Take what the command knows."""
        self.view, self.command = view, command
        self.now = game_time(view)
        self.means = _means(view, command.side)
        self.ahead = figure(view, ORDERS, "ahead", command.side)
        self._found: dict[str, Coming] = {}

    @property
    def notice(self) -> str:
        """Say who sends the orders where no headquarters is left; "" if one does, or if they take no time."""
        if not self.means or is_led(self.view, self.command):
            return ""
        return f"{self.command.name} has no headquarters on the map; the unit in its midst sends the orders"

    def coming(self, key: str) -> Coming:
        """Say when an order that is written now comes to a unit."""
        if key not in self._found:
            self._found[key] = self._coming(key)
        return self._found[key]

    def _coming(self, key: str) -> Coming:
        stand = self.view.state.stands.get(key)
        if not self.means or stand is None or not stand.on_map:
            return Coming()
        found, why = list[tuple[int, str, float]](), list[str]()
        for means in self.means:
            try:
                gone = errand(self.view, self.command, stand, means)
            except Refusal as refusal:
                # What follows names other means, which are the umpire's to choose here.
                why.append(refusal.why.partition(";")[0])
                continue
            found.append((gone.minutes, means, gone.km))
        if not found:
            return Coming(NEVER, why="; ".join(why))
        minutes, means, km = min(found)
        at = self.now - self.ahead + minutes
        return Coming(at, means, km) if at > self.now else Coming()

    def latest(self, intent: Intent) -> Coming:
        """Say when the last unit of an intent has it: a column sets off when all have."""
        return max((self.coming(key) for key in intent.who), default=Coming())

    def parts(self, intent: Intent) -> Iterator[tuple[Coming, Intent]]:
        """Cut an intent into what comes to its units at the same time."""
        if intent.column:
            yield self.latest(intent), intent
            return
        by_time: dict[Coming, list[str]] = {}
        for key in intent.who:
            by_time.setdefault(self.coming(key)._replace(km=0.0), []).append(key)
        for coming, who in by_time.items():
            yield coming, msgspec.structs.replace(intent, who=tuple(who))


def sent_off(view: Situation, command: Command, sheet: SheetClosed) -> SheetClosed:
    """Give a sheet as it counts in its turn: with what has come to its units by then, and what is on its way."""
    before = view.state.under_way.get(command.id, ())
    if not before and not is_slow(view, command.side):
        return sheet
    posts = Posts(view, command)
    lines, under_way = posted(posts, sheet.lines, before, sealed=sheet.source == "sealed")
    standing = posted_standing(posts, sheet.standing, view.state.standing.get(command.id, ()))
    return msgspec.structs.replace(sheet, lines=lines, standing=standing, under_way=under_way)


# ---- lines of the turn ---------------------------------------------------------------------------------------------


def posted(
    posts: Posts, lines: Iterable[ClosedLine], before: Sequence[UnderWay], *, sealed: bool
) -> tuple[tuple[ClosedLine, ...], tuple[UnderWay, ...]]:
    """
    Say which lines are with their units at the start of this turn, and what is on its way then.

    Parameters
    ----------
    before
        What was on its way before, the oldest first.
    sealed
        Whether the sheet was sealed.

    Returns
    -------
    lines, under_way
        Lines of the sheet without those that come later; behind them what has come of earlier turns.
    """
    turn, here, leaves = turn_key(posts.view.state.clock), list[ClosedLine](), list[UnderWay]()
    for line in lines:
        parts = [part for intent in line.intents for part in posts.parts(intent)]
        now = tuple(intent for coming, intent in parts if not coming.at)
        late: dict[tuple[int, str], list[Intent]] = {}
        for coming, intent in parts:
            if coming.at:
                late.setdefault((coming.at, coming.means), []).append(intent)
        if now:
            here.append(msgspec.structs.replace(line, intents=now))
        leaves += [UnderWay(line.text, tuple(whose), turn, at, how, sealed) for (at, how), whose in late.items()]
    told = {key: 0 for line in here for intent in line.intents for key in intent.who}
    come, left = _left([*_sent_again(posts, before), *leaves], told, posts.now, is_slow=bool(posts.means))
    first = max((line.number for line in lines), default=0) + 1
    arrived = [
        ClosedLine(first + k, f"{one.text} (written for turn {one.turn})", one.intents, one.sealed)
        for k, one in enumerate(come)
    ]
    return (*here, *arrived), tuple(left)


def _sent_again(posts: Posts, before: Sequence[UnderWay]) -> Iterator[UnderWay]:
    """Look again for ways for what waited at the headquarters."""
    for one in before:
        if one.at != NEVER:
            yield one
            continue
        for intent in one.intents:
            for coming, part in posts.parts(intent):
                yield msgspec.structs.replace(one, intents=(part,), at=coming.at, means=coming.means)


def _left(
    sent: Sequence[UnderWay], told: dict[str, int], now: int, *, is_slow: bool
) -> tuple[list[UnderWay], list[UnderWay]]:
    """Part what has come from what has not; from the newest back, so that nobody carries out what is overtaken."""
    come, left = list[UnderWay](), list[UnderWay]()
    for one in reversed(sent):
        at = one.at if is_slow and one.at > now else 0
        intents = [
            msgspec.structs.replace(intent, who=who)
            for intent in one.intents
            if (who := tuple(key for key in intent.who if key not in told or told[key] > at))
        ]
        told |= {key: at for intent in intents for key in intent.who}
        if intents:
            (left if at else come).append(msgspec.structs.replace(one, intents=tuple(intents)))
    return come[::-1], left[::-1]


def under_way_words(view: Situation, one: UnderWay) -> str:
    """Say of an order that has not come to its units whose it is, when it comes and how."""
    stands = view.state.stands
    who = [stands[key].profile.short or key for intent in one.intents for key in intent.who if key in stands]
    names = ", ".join(who)
    if one.at == NEVER:
        return f"{one.text}: waits at the headquarters, for no way leads to {names}"
    if one.at <= game_time(view):
        return f"{one.text}: came to {names} {time_words(one.at)}, {MEANS[one.means]}; it is carried out in this turn"
    return f"{one.text}: comes to {names} {time_words(one.at)}, {MEANS[one.means]}"


# ---- until further notice ------------------------------------------------------------------------------------------


def posted_standing(posts: Posts, written: Sequence[Standing], before: Sequence[Standing]) -> tuple[Standing, ...]:
    """
    Say what counts until further notice, and from when.

    What a unit was told before counts until word comes that it does not: it is kept with the time of that.
    """
    if not posts.means:
        return tuple(written)
    found: dict[Standing, list[str]] = {}
    for one in written:
        for key in one.who:
            found.setdefault(msgspec.structs.replace(one, who=(), since=_since(posts, one, key, before)), []).append(
                key
            )
    for one in before:
        for key in one.who:
            ends = one.ends if one.ends not in {0, NEVER} else _ends(posts, one, key, written)
            if ends > posts.now and ends > one.since:
                found.setdefault(msgspec.structs.replace(one, who=(), ends=ends), []).append(key)
    return tuple(msgspec.structs.replace(one, who=tuple(who)) for one, who in found.items())


def _since(posts: Posts, one: Standing, key: str, before: Iterable[Standing]) -> int:
    """Say from when a unit knows of an order: from when it did, if it was told the same before."""
    for other in before:
        if key in other.who and not other.ends and other.since != NEVER and _is_same(one, other):
            return other.since if other.since > posts.now else 0
    return 0 if one.posture == AUTOMATON else posts.coming(key).at


def _ends(posts: Posts, one: Standing, key: str, written: Iterable[Standing]) -> int:
    """Say when word comes to a unit that an order counts no more; 0 if it goes on counting, or ends at once."""
    if one.posture == AUTOMATON or any(key in other.who and _is_same(one, other) for other in written):
        return 0
    return posts.coming(key).at


def _is_same(one: Standing, other: Standing) -> bool:
    return (one.posture, one.trigger, one.goal, one.until) == (other.posture, other.trigger, other.goal, other.until)


def standing_words(posts: Posts, one: Standing, before: Iterable[Standing]) -> Mapping[str, str]:
    """Say of an order until further notice when it comes, by unit; of those who know it nothing."""
    late = {key: _since(posts, one, key, before) for key in one.who}
    return {key: posts.coming(key).words for key, at in late.items() if at}
