"""Form the columns that march in a turn: who goes where, and when he gets there (ZN 4.7, 4.22)."""

import itertools
from dataclasses import dataclass

from campaign.engine.ledger import Ledger
from campaign.kit.walk import step_now
from campaign.model.situation import Situation
from campaign.model.things import March, Stand
from campaign.model.verbs.declaring import OrderRefused
from campaign.model.verbs.march import Move
from campaign.systems.zen.departure import carried_by
from campaign.systems.zen.march.pricing import budget, ground_for, now_for, progress_of
from campaign.systems.zen.march.restraints import attack_restraint, march_restraint
from campaign.systems.zen.march.transport import boarding_fragments


@dataclass
class Column:
    """A stand on the march, with those that it carries.

    ``costs``: fragments of each step of the path; 0 where there is no passage. ``assault``: fragments to come to
    grips with the last hex, for an attack; else 0. ``clock``: fragments of the turn gone when it got to where it is.
    ``deadline``: the fragment that its turn ends at. ``begun``: fragments spent in earlier turns on the first step.
    ``at``: how far along the path it has come.
    """

    stand: str
    side: str
    order: Move
    riders: tuple[str, ...]
    costs: tuple[int, ...]
    assault: int
    clock: int
    deadline: int
    begun: int = 0
    at: int = 0
    following: bool = False
    """Whether it goes on into a hex that it came to assault and found empty."""
    settled: bool = False
    engaged: bool = False
    """Whether it has come into contact on this march."""
    march: March | None = None
    why: str = ""

    @property
    def here(self) -> int:
        """The hex where it is."""
        return self.order.path[self.at]

    @property
    def next(self) -> int:
        """The hex that it is to enter or to assault next."""
        return self.order.path[self.at + 1]

    @property
    def trail(self) -> tuple[int, ...]:
        """The hexes it has come along, the one where it began included."""
        return self.order.path[: self.at + 1]

    @property
    def is_at_end(self) -> bool:
        """Whether it has come to the end of its path."""
        return self.at == len(self.order.path) - 1

    @property
    def assaults_next(self) -> bool:
        """Whether its next step is its assault."""
        return self.order.attack and self.at == len(self.order.path) - 2

    @property
    def next_cost(self) -> int:
        """Fragments until it comes to the next hex, or to grips with it; 0 where there is no passage."""
        if not self.assaults_next:
            return self.costs[self.at]
        return self.costs[self.at] - self.assault if self.following else self.assault

    @property
    def used(self) -> int:
        """Fragments of the turn that it has used: all, where it is still on its way."""
        return self.clock if self.march is None else self.deadline

    def begun_next(self) -> March | None:
        """Say what is left of the path when the turn ends before the next hex is entered."""
        if self.order.attack:
            return None
        spent = self.deadline - self.clock + (self.begun if self.at == 0 else 0)
        return March(self.order.path[self.at + 1 :], spent, self.order.transport)


@dataclass(frozen=True, slots=True)
class Passage:
    """A column's coming into a hex."""

    time: int
    hex: int
    stand: str
    side: str


def form_columns(ledger: Ledger) -> dict[str, Column]:
    """Form a column of every march declared, by stand.

    An order that can no longer be carried out is refused, and stays out of it.
    """
    columns: dict[str, Column] = {}
    for order in ledger.state.declared:
        if isinstance(order, Move):
            if why := _why_not(ledger.situation, order):
                ledger.record(OrderRefused(order=order, rule="ZN 4.7", why=why))
            else:
                columns[order.stand] = _column(ledger.situation, ledger.state.stands[order.stand], order)
    return dict(sorted(columns.items()))


def _why_not(situation: Situation, order: Move) -> str:
    stand = situation.state.stands.get(order.stand)
    if stand is None or not stand.on_map:
        return f"{order.stand} is no longer on the map"
    if stand.hex != order.path[0]:
        return f"{order.stand} is no longer where its march was to begin"
    restraint = march_restraint(situation, stand, transport=order.transport)
    if restraint is None and order.attack:
        restraint = attack_restraint(situation, stand, transport=order.transport)
    return "" if restraint is None else restraint[1]


def _column(situation: Situation, stand: Stand, order: Move) -> Column:
    over = ground_for(situation, stand, transport=order.transport)
    now = now_for(situation, stand, transport=order.transport)
    pairs = itertools.pairwise(order.path)
    steps = [step_now(over, here, there, now, first=k == 0) for k, (here, there) in enumerate(pairs)]
    start = boarding_fragments(situation, stand, transport=order.transport)
    goal, spent = progress_of(situation, stand, transport=order.transport)
    return Column(
        stand=stand.id,
        side=stand.side,
        order=order,
        riders=tuple(sorted(rider.id for rider in carried_by(situation, stand.id) if rider.hex == stand.hex)),
        costs=tuple(step.cost for step in steps),
        assault=steps[-1].assault if order.attack else 0,
        clock=start,
        deadline=start + budget(situation, stand, transport=order.transport),
        begun=spent if goal == order.path[1] else 0,
    )
