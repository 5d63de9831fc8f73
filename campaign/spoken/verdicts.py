"""
Say of each line what becomes of it: the orders it comes to now, its way and arrival, or why not.

Orders are chosen from those that the rules offer, from what the viewer knows; what is refused is refused by the rules
themselves, with their paragraph. Nothing is given here.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from campaign.engine.decide import decide
from campaign.engine.imagine import imagined
from campaign.engine.ledger import Refusal
from campaign.model.sheets.intents import Intent, Line
from campaign.model.situation import stands_of
from campaign.model.verbs import march
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.work import SIDE_TASKS, SetToWork
from campaign.model.viewer import UMPIRE
from campaign.spoken.banks import crossed_on
from campaign.spoken.previews import previewed
from campaign.spoken.times import now_of, time_words
from campaign.spoken.ways import Barred, Way, Ways
from maps.grid.hexgrid import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping, Sequence

    from campaign.engine.ruleset import Reach, Ruleset
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["Judge", "Kept", "Outcome", "Verdict", "judge_of", "verdicts"]

State = Literal["now", "later", "stays", "doubt", "refused"]
_ORDERS = "orders"


class Outcome(NamedTuple):
    """What a line comes to for one unit."""

    stand: str
    state: State
    words: str
    """What it will do, or why it cannot."""
    orders: tuple[AnyOrder, ...] = ()
    way: Way | None = None
    rule: str = ""


Kept: TypeAlias = "MutableMapping[tuple[Intent, ...], tuple[Outcome, ...]]"
"""What was found of lines for one viewer at one moment."""


class Verdict(NamedTuple):
    """What becomes of a line."""

    line: Line
    outcomes: tuple[Outcome, ...] = ()

    @property
    def state(self) -> Literal["sound", "doubt", "refused", "ask", "note"]:
        """Whether all of it may be given; doubt: only if it is meant all the same; refused: some of it cannot be."""
        if self.line.verdict != "give":
            return self.line.verdict
        states = {one.state for one in self.outcomes}
        return "refused" if "refused" in states else "doubt" if "doubt" in states else "sound"

    def orders(self, *, doubted: bool = False) -> tuple[AnyOrder, ...]:
        """List the orders of what is sound, and of what is in doubt if that is wanted too."""
        wanted = {"now", "later", "stays"} | ({"doubt"} if doubted else set())
        return tuple(order for one in self.outcomes if one.state in wanted for order in one.orders)


class _NoDice:
    """Dice for looking ahead: none."""

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Stop here: what comes after hangs on the dice."""
        raise _Rolls(f"{count} dice of {faces} faces")


class _Rolls(Exception):  # noqa: N818 - it says what was met
    """An order that was only looked at has come to its dice."""


class Judge:
    """Judges lines for one viewer at one moment."""

    def __init__(
        self, ruleset: Ruleset, view: Situation, by: str, kept: Kept | None = None, *, reasons: bool = True
    ) -> None:
        """
        Take what the viewer knows, and what was found for him at this moment before.

        Parameters
        ----------
        reasons
            Whether anybody will read why there is no way to a goal: to find that takes as long as to find a way.
        """
        self.ruleset, self.by, self.kept, self._reasons = ruleset, by, {} if kept is None else kept, reasons
        self._known = view
        self.now = now_of(view.state.clock)
        self.marches: bool | None = None
        self._offered: dict[str, tuple[AnyOrder, ...]] = {}
        self._reaches: dict[tuple[str, bool], Reach] = {}

    @cached_property
    def view(self) -> Situation:
        """What the viewer knows, with what the rules need of masked enemies; made when it is first asked for."""
        return imagined(self.ruleset, self._known)

    @cached_property
    def ways(self) -> Ways:
        """The ways of his stands."""
        return Ways(self.ruleset, self.view)

    def judge(self, line: Line) -> Verdict:
        """Say what becomes of a line."""
        found = self.kept.get(line.intents)
        if found is None:
            found = tuple(one for intent in line.intents for one in self.outcomes(intent))
            self.kept[line.intents] = found
        return Verdict(line, found)

    def outcomes(self, intent: Intent) -> Iterator[Outcome]:
        """Say what an intent comes to for each of its units."""
        who = intent.who
        if intent.do == "march" and len(who) > 1:
            who = self._in_road_order(intent)
        lead: Way | None = None
        for key in who:
            found = getattr(self, f"_{intent.do}")(self.view.state.stands[key], intent)
            if intent.follow and found.way is not None:
                found = self._behind(found, self._lead(intent), intent)
            elif intent.column and found.way is not None:
                found, lead = self._behind(found, lead, intent), lead or found.way
            yield found

    def _in_road_order(self, intent: Intent) -> tuple[str, ...]:
        """Put the units first that get there first; a column goes as it was written."""
        if intent.column:
            return intent.who
        ways = {key: self.ways.way(key, intent) for key in intent.who}

        def far(key: str) -> tuple[int, str]:
            way = ways[key]
            return (way.cost, key) if isinstance(way, Way) else (1 << 40, key)

        return tuple(sorted(intent.who, key=far))

    def _behind(self, found: Outcome, lead: Way | None, intent: Intent) -> Outcome:
        """Lead a unit onto the way of the first of its column, by the first hex that both touch."""
        if lead is None or found.way is None or found.way.path[0] in lead.path:
            return found
        join = next((index for index in lead.path if index != found.way.path[0]), None)
        via = tuple(dict.fromkeys((*([join] if join is not None else []), *intent.via)))
        again = Intent((found.stand,), "march", intent.goal, via, intent.by)
        way = self.ways.way(found.stand, again)
        if isinstance(way, Barred):
            return found
        return self._marching(self.view.state.stands[found.stand], intent, way)

    def _lead(self, intent: Intent) -> Way | None:
        """Find the way of who goes ahead of those that follow him; None once he is there, or gone."""
        ahead = self.view.state.stands.get(intent.follow)
        if ahead is None or not ahead.on_map or ahead.hex == intent.goal:
            return None
        way = self.ways.way(ahead.id, Intent((ahead.id,), "march", intent.goal, intent.via, intent.by))
        return way if isinstance(way, Way) else None

    # ---- one aim each --------------------------------------------------------------------------------------

    def _march(self, stand: Stand, intent: Intent) -> Outcome:
        if stand.hex == intent.goal and not intent.via:
            return self._hold(stand, intent)._replace(words=f"is in {self.view.map.number(stand.hex or 0)} already")
        way = self.ways.way(stand.id, intent)
        if isinstance(way, Barred):
            return Outcome(stand.id, "refused", way.why if self._reasons else "", rule=way.rule or _ORDERS)
        return self._marching(stand, intent, way)

    def _marching(self, stand: Stand, intent: Intent, way: Way) -> Outcome:
        found = self._setting_off(stand, intent, way)
        return self._on_this_bank(found, way, intent.shun) if intent.shun else found

    def _on_this_bank(self, found: Outcome, way: Way, shun: Sequence[str]) -> Outcome:
        """Refuse a march over a river that it is not to cross; ask where it takes turns."""
        paths = [way.path, *(order.path for order in found.orders if isinstance(order, march.Move))]
        over = next((two for path in paths if (two := crossed_on(self.view.map, shun, path)) is not None), None)
        if over is not None:
            here, there = map(self.view.map.number, over)
            why = f"its way goes over a river that it is not to cross, {here} to {there}: name another goal, or a way"
            return Outcome(found.stand, "refused", why, (), way, _ORDERS)
        if way.turns <= 1 or found.state not in {"now", "later"}:
            return found
        # A march that goes on finds another way where its own is barred, and knows of no river then.
        later = f"should its way be barred on a later {self.view.tables.turn_word}, another may cross a river"
        return found._replace(state="doubt", words=f"{found.words}; {later}: look at it again")

    def _setting_off(self, stand: Stand, intent: Intent, way: Way) -> Outcome:
        keep = self._keep(stand, intent, way)
        waits = intent.start is not None and intent.start > self.now and not self._begins_today(intent)
        # Where nobody marches in a phase no leg need be looked for, unit by unit.
        order = refusal = None
        if not waits and not self._nobody_marches():
            order, refusal = self.first_leg(stand, way.path, transport=intent.by == "transport")
        words = self._arrives(way, intent, later=waits)
        if way.doubt:
            orders = (*([keep] if way.turns > 1 or order is None else []), *([order] if order else []))
            return Outcome(stand.id, "doubt", f"{way.doubt}; {words}", orders, way)
        late = intent.due is not None and not waits and way.arrival > intent.due
        if late:
            assert intent.due is not None
            orders = (keep, *([order] if order else []))
            return Outcome(stand.id, "doubt", f"later than {time_words(intent.due)}: {words}", orders, way)
        if order is not None:
            # It is kept before it begins: where a march is carried out at once, the stand is elsewhere after it.
            orders = (order,) if way.turns <= 1 and order.path[-1] == way.path[-1] else (keep, order)
            return Outcome(stand.id, "now", words, orders, way)
        if waits:
            return Outcome(stand.id, "later", words, (keep,), way)
        if refusal is None:
            return Outcome(stand.id, "later", f"{words}; it sets off when marches are ordered", (keep,), way)
        return Outcome(stand.id, "refused", refusal.why, (), way, refusal.rule)

    def _begins_today(self, intent: Intent) -> bool:
        """Whether a start names this day and no turn."""
        return intent.start is not None and intent.start[1] == 0 and intent.start[0] <= self.now[0]

    def _keep(self, stand: Stand, intent: Intent, way: Way) -> Intend:
        day, turn = intent.start or (0, 0)
        return Intend(stand.id, way.path, intent.by, day, turn)

    def first_leg(
        self, stand: Stand, way: tuple[int, ...], *, transport: bool
    ) -> tuple[march.Move | None, Refusal | None]:
        """Find the order that begins a way: the whole of it, or as far as a turn goes; or why there is none."""
        order = march.Move(stand.id, way, transport)
        refusal = self._refusal(order)
        if refusal is None:
            return order, None
        for leg in self._shorter(stand, way, transport=transport):
            order = march.Move(stand.id, leg, transport)
            if self._refusal(order) is None:
                return order, None
        if len(way) == 2:
            return None, refusal
        short = march.Move(stand.id, way[:2], transport)
        return None, self._refusal(short) or refusal

    def _shorter(self, stand: Stand, way: tuple[int, ...], *, transport: bool) -> Iterator[tuple[int, ...]]:
        """Give the legs that lead along a way, the longest first; the whole of it was refused already."""
        play = self.ruleset.play
        if not play.marchers(self.view, (stand.id,)):
            return
        goals = [index for index in reversed(way[1:]) if play.may_end(self.view, stand.id, index)]
        for index in goals:
            reach = self._reach(stand, transport=transport)
            if index in reach.cost:
                path = way[: way.index(index) + 1]
                yield from (leg for leg in dict.fromkeys((path, tuple(reach.path_to(index)))) if leg != way)

    def _reach(self, stand: Stand, *, transport: bool) -> Reach:
        asked = (stand.id, transport)
        if asked not in self._reaches:
            self._reaches[asked] = self.ruleset.play.reach(self.view, stand.id, transport=transport)
        return self._reaches[asked]

    def _nobody_marches(self) -> bool:
        """Whether no march may be ordered in this phase, by anybody."""
        if self.marches is None:
            there = [s for s in self.view.state.stands.values() if s.formation and s.on_map]
            stands = [s.id for s in there if self.by in {UMPIRE, s.profile.side}]
            play = self.ruleset.play
            able = play.marchers(self.view, stands)
            self.marches = any(True for key in able for _ in play.orders_of(march.Move, self.view, key))
        return not self.marches

    def _arrives(self, way: Way, intent: Intent, *, later: bool) -> str:
        number, word = self.view.map.number, self.view.tables.turn_word
        length = f"{len(way.path) - 1} hex{'es' if len(way.path) > 2 else ''}"
        goal = number(way.path[-1])
        if later and intent.start is not None:
            turns = f"{way.turns} {word}{'s' if way.turns > 1 else ''}"
            return f"to {goal}, {length}, {turns} from {time_words(intent.start, word)} on"
        if way.turns <= 1:
            return f"to {goal}, {length}, there this {word}"
        return f"to {goal}, {length}, {way.turns} {word}s: there {time_words(way.arrival, word)}"

    def _hold(self, stand: Stand, _: Intent) -> Outcome:
        orders: list[AnyOrder] = []
        if any(isinstance(order, Cancel) for order in self._offers(stand)):
            orders.append(Cancel(stand.id))
        elif stand.id in self.view.state.intents:
            orders.append(DropIntent(stand.id))
        what = "stays; what it was ordered before is withdrawn" if orders else "stays where it is"
        return Outcome(stand.id, "stays", what, tuple(orders))

    def _attack(self, stand: Stand, intent: Intent) -> Outcome:
        goal, number = intent.goal or 0, self.view.map.number
        if not any(one.hex == goal and one.side != stand.side for one in stands_of(self.view)):
            why = f"no enemy is known in {number(goal)}; to go there write: {stand.profile.short} to {number(goal)}"
            return Outcome(stand.id, "refused", why, rule=_ORDERS)
        offers = [
            order for order in self._offers(stand)
            if (isinstance(order, march.Move) and order.attack and order.path[-1] == goal)
            or (isinstance(order, Assault) and order.target == goal and not order.helpers)
        ]  # fmt: skip
        offers = offers or [o for o in self._offers(stand) if isinstance(o, Assault) and o.target == goal]
        plain = march.Move(stand.id, (stand.hex or 0, goal), attack=True)
        if not offers and goal not in self.view.map.neighbour[stand.hex or 0].tolist():
            why = f"{stand.profile.short} cannot come to grips with {number(goal)} this turn; let it march nearer first"
            return Outcome(stand.id, "refused", why, rule=_ORDERS)
        return self._chosen(stand, offers, f"attacks {number(goal)}", plain)

    def _fire(self, stand: Stand, intent: Intent) -> Outcome:
        goal = intent.goal or 0
        offers = [
            order for order in self._offers(stand)
            if isinstance(order, Bombard | Fire) and order.target == goal and not getattr(order, "smoke", False)
        ]  # fmt: skip
        alone = [order for order in offers if not getattr(order, "helpers", ())] or offers
        return self._chosen(stand, alone, f"fires at {self.view.map.number(goal)}", Bombard(stand.id, goal))

    def _work(self, stand: Stand, intent: Intent) -> Outcome:
        offers = [
            order for order in self._offers(stand)
            if isinstance(order, SetToWork) and order.task == intent.task and self._touches(order, intent.goal)
        ]  # fmt: skip
        words, plain = intent.task.replace("_", " "), self._asked_of_rules(stand, intent)
        sides = [order for order in offers or plain if isinstance(order, SetToWork)]
        if len(sides) > 1:
            why = f"{words} at which hexside, {' or '.join(map(self._side, sides))}? Name the hex on the other side"
            return Outcome(stand.id, "refused", why, rule=_ORDERS)
        return self._chosen(stand, offers, f"works: {words}", plain[0])

    def _asked_of_rules(self, stand: Stand, intent: Intent) -> list[SetToWork]:
        """Give what the rules say no to, where they offer no such work: at each hexside that may be meant."""
        here, ground = stand.hex or 0, self.view.map
        goal = here if intent.goal is None else intent.goal
        if intent.task not in SIDE_TASKS:
            return [SetToWork(stand.id, intent.task, goal)]
        if goal in ground.layout.grid.neighbours(here):
            return [SetToWork(stand.id, intent.task, here, ground.layout.grid.side_towards(here, goal))]
        crossed = [side for side in range(SIDES) if ground.crossing[goal, side]]
        return [SetToWork(stand.id, intent.task, goal, side) for side in crossed or (None,)]

    def _touches(self, order: SetToWork, goal: int | None) -> bool:
        if goal is None or order.hex == goal:
            return True
        return order.side is not None and int(self.view.map.neighbour[order.hex, order.side]) == goal

    def _side(self, order: SetToWork) -> str:
        number = self.view.map.number
        across = int(self.view.map.neighbour[order.hex, order.side or 0])
        return f"{number(order.hex)}/{number(across)}"

    # ---- what the rules say --------------------------------------------------------------------------------

    def _chosen(self, stand: Stand, offers: Sequence[AnyOrder], words: str, plain: AnyOrder) -> Outcome:
        """Take the first order that is offered; where there is none, let the rules say why not."""
        if offers:
            return Outcome(stand.id, "now", words, (offers[0],))
        refusal = self._refusal(plain)
        if refusal is None:
            refusal = Refusal(_ORDERS, f"{stand.profile.short} cannot do that in this phase or from where it is")
        return Outcome(stand.id, "refused", refusal.why, rule=refusal.rule)

    def _offers(self, stand: Stand) -> tuple[AnyOrder, ...]:
        if stand.id not in self._offered:
            self._offered[stand.id] = tuple(self.ruleset.play.orders(self.view, stand.id))
        return self._offered[stand.id]

    def _refusal(self, order: AnyOrder) -> Refusal | None:
        try:
            # All that is known here the viewer knows, and whose units they are the reader has seen to.
            decide(self.ruleset, self.view, order, _NoDice(), by=UMPIRE)
        except Refusal as refusal:
            # Without the way it came, which holds what it was found from, and goes in a ring.
            return refusal.with_traceback(None)
        except _Rolls:
            return None
        return None


def judge_of(ruleset: Ruleset, view: Situation, by: str, kept: Kept | None = None) -> Judge:
    """Make who judges lines for a viewer at this moment; what was found then before goes into ``kept``."""
    return Judge(ruleset, view, by, kept)


def verdicts(
    lines: Sequence[Line], view: Situation, ruleset: Ruleset, by: str, kept: Kept | None = None
) -> tuple[Verdict, ...]:
    """
    Say what becomes of lines, and what they lead to: supply at the end of marches, the odds of attacks.

    Parameters
    ----------
    view
        What the viewer knows; it must come from his view.
    by
        The side that orders, or "umpire".
    kept
        What was found for the same viewer at the same moment, which is added to: a line that stays costs nothing.
    """
    judge = judge_of(ruleset, view, by, kept)
    return previewed([judge.judge(line) for line in lines], view, judge.view, ruleset)
