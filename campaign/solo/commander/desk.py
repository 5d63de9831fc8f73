"""
Keep what the tactics of one plan share: the picture, the ways, the missions, and what is ordered so far.

A tactic looks at the desk, finds its pattern, and puts bids on it; whatever it takes up no later tactic gets.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from campaign.engine.decide import decide
from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Reach
from campaign.model.notation import format_order
from campaign.model.things import chain_of
from campaign.solo.commander.bounds import beyond
from campaign.solo.commander.fields import Fields
from campaign.solo.commander.forces import group_of, is_engineer, is_fighter, is_gun
from campaign.solo.commander.levels import prices_of, style_named
from campaign.solo.commander.missions import aim_of, with_partner
from campaign.solo.commander.planned import Planned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.dice import Dice
    from campaign.engine.ruleset import Leash
    from campaign.model.anyorder import AnyOrder
    from campaign.model.missions import Mission
    from campaign.model.planning import Dossier, Promise
    from campaign.model.things import Formation, Stand
    from campaign.solo.commander.bids import Bid
    from campaign.solo.commander.levels import Level, Prices
    from campaign.solo.commander.missions import Aim
    from campaign.solo.commander.picture import Picture

__all__ = ["Desk"]

_SCALE = 100
_HIGH = ("corps", "army")
_ASTRAY = 10
"""A stand is no more than so many hexes away from its command: further is no worse."""


class Desk:
    """What is on the table while one plan is made."""

    def __init__(
        self, picture: Picture, temper: tuple[Level, Prices], missions: Mapping[str, Mission], dossier: Dossier,
        dice: Dice, *, barred: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        """
        Lay things out.

        Parameters
        ----------
        temper
            What the commander can do, and what things are worth to him.
        barred
            Orders in notation that were refused in this phase.
        """
        self.picture, self.missions = picture, missions
        self.level, self.prices = temper
        self.dossier, self.dice, self.barred = dossier, dice, barred
        self.fields = Fields(picture, self.prices)
        self.planned = Planned(picture, self.fields)
        self.bids: list[Bid] = []
        self.weighed: dict[str, list[Bid]] = defaultdict(list)
        """By stand, what was weighed for it and not done."""
        self.promises: list[Promise] = []
        """What is promised for the turns to come."""
        self.asked = ""
        """The stand that somebody asks about: what was weighed for it is listed at length."""
        self.lent: dict[int, int] = {}
        """What reserves were sent to a place in this plan, in hundredths of a point a turn."""
        self.garrisons: dict[str, int] = {}
        """Stands that are kept in a place that was taken."""
        self._reach: dict[tuple[str, bool], Reach] = {}
        self._bounds: dict[str, NDArray[np.int64]] = {}
        self._leash: dict[str, Leash | None] = {}
        self._leashed: dict[tuple[str, ...], NDArray[np.bool_]] = {}
        self._astray: dict[bytes, NDArray[np.int64]] = {}

    @cached_property
    def groups(self) -> Mapping[str, tuple[Stand, ...]]:
        """The stands of each group, by its formation; carried ones go with their carrier."""
        found: dict[str, list[Stand]] = defaultdict(list)
        for stand in self.picture.own:
            if stand.attached_to is None:
                found[self.group_of(stand)].append(stand)
        return {key: tuple(found[key]) for key in sorted(found)}

    @cached_property
    def aims(self) -> dict[str, Aim | None]:
        """What each group goes for now; a tactic that shifts a group changes it."""
        steps = self.dossier.steps
        found = {
            key: aim_of(self.picture, self.missions, key, stands, steps.get(key, 0))
            for key, stands in self.groups.items()
        }
        return {key: aim if aim is None else with_partner(aim, found) for key, aim in found.items()}

    @property
    def is_last_day(self) -> bool:
        """Whether nobody will starve any more: the last day is being played."""
        state = self.picture.view.state
        return state.clock.day >= state.setting.days

    @property
    def formations(self) -> Mapping[str, Formation]:
        """The formations that the side knows."""
        return self.picture.view.state.formations

    def group_of(self, stand: Stand) -> str:
        """Name the group of a stand."""
        return group_of(self.formations, stand.formation, self.missions)

    def prices_for(self, stand: Stand) -> Prices:
        """Say what things are worth to the group of a stand: its mission may give it a style of its own."""
        aim = self.aims.get(self.group_of(stand))
        return self.prices if aim is None or not aim.mission.style else prices_of(style_named(aim.mission.style))

    def short(self, group: str) -> str:
        """Name a group in short."""
        return self.formations[group].short if group in self.formations else group

    def free(self, group: str) -> list[Stand]:
        """List the stands of a group that have no order yet."""
        return [stand for stand in self.groups.get(group, ()) if stand.id not in self.planned.used]

    @cached_property
    def free_guns(self) -> list[Stand]:
        """List the guns that could fire this turn, promised or not."""
        own = self.picture.own
        return [stand for stand in own if is_gun(stand) and self.picture.power(stand.id).fire > 0]

    def reach(self, stand: Stand, *, transport: bool = False) -> Reach:
        """Find where a stand can go this turn."""
        key = (stand.id, transport)
        if key not in self._reach:
            self._reach[key] = self._reached(stand, transport=transport)
        return self._reach[key]

    def _reached(self, stand: Stand, *, transport: bool) -> Reach:
        """Ask the rules; by night, when next to nobody is seen, keep clear of those who were seen by day besides."""
        play, view = self.picture.ruleset.play, self.picture.view
        found = play.reach(view, stand.id, transport=transport)
        if not view.state.clock.night:
            return found
        clear = play.reach(self.picture.believed, stand.id, transport=transport)
        cost = {index: fragments for index, fragments in clear.cost.items() if index in found.cost}
        return Reach(cost, clear.paths, clear.limit)

    def bounded(self, aim: Aim) -> NDArray[np.int64]:
        """Price the hexes past the phase line of a group, and those across its boundaries (n,)."""
        if aim.group not in self._bounds:
            self._bounds[aim.group] = beyond(self, aim)
        return self._bounds[aim.group]

    def leash(self, stand: Stand) -> Leash | None:
        """Say who can lead a stand and from how far."""
        if stand.id not in self._leash:
            self._leash[stand.id] = self.picture.ruleset.play.leash(self.picture.view, stand.id)
        return self._leash[stand.id]

    def leaders(self, stand: Stand) -> list[str]:
        """Name the headquarters that can lead a stand, lowest first; of one that leads itself those above it."""
        leash = self.leash(stand)
        above = [one.hq for one in chain_of(self.formations, stand.formation) if one.hq] if leash is None else leash.hqs
        return [key for key in above if key in self.planned.at and key != stand.id]

    def in_command(self, stand: Stand, spots: Sequence[int] = ()) -> NDArray[np.bool_]:
        """
        Map the hexes where a stand would be in command (n,).

        Parameters
        ----------
        spots
            Where the headquarters of its group may yet go, if that is open.
        """
        leash, leaders = self.leash(stand), self.leaders(stand)
        if leash is None or not leaders:
            return np.ones(self.picture.size, bool)
        key = (*leaders, *map(str, spots), *(str(self.planned.at[hq]) for hq in leaders))
        if key not in self._leashed:
            self._leashed[key] = leash.within(sorted({*spots, *(self.planned.at[hq] for hq in leaders)}))
        return self._leashed[key]

    @cached_property
    def any_leash(self) -> Leash | None:
        """Give the leash of some fighter: from how far a headquarters leads."""
        found = (self.leash(stand) for stand in self.picture.fighters)
        return next((leash for leash in found if leash is not None), None)

    def astray(self, stand: Stand, spots: Sequence[int] = ()) -> NDArray[np.int64]:
        """Count the hexes from every hex to the nearest where a stand would be in command, up to some (n,)."""
        commanded = self.in_command(stand, spots)
        key = commanded.tobytes()
        if key not in self._astray:
            self._astray[key] = self.picture.hexes_to(np.flatnonzero(commanded).tolist(), _ASTRAY)
        return self._astray[key]

    def is_high(self, group: str) -> bool:
        """Whether a group is a corps or an army: its headquarters leads others."""
        return group in self.formations and self.formations[group].size in _HIGH

    def is_column(self, stand: Stand) -> bool:
        """Whether a stand is an engineer column of a corps or an army: it bridges, and does not lead an advance."""
        group = self.group_of(stand)
        aim = self.aims.get(group)
        return is_engineer(stand) and self.is_high(group) and aim is not None and aim.attacks

    def within(self, leash: Leash, index: int) -> NDArray[np.bool_]:
        """Say which hexes a headquarters in one hex commands (n,)."""
        key = (*leash.hqs, "at", str(index))
        if key not in self._leashed:
            self._leashed[key] = leash.within((index,))
        return self._leashed[key]

    def is_barred(self, order: AnyOrder) -> bool:
        """Whether an order was refused already in this phase."""
        return bool(self.barred) and format_order(order, self.picture.view.map) in self.barred

    def accepts(self, order: AnyOrder) -> bool:
        """Whether the rules accept an order on the view, and it was not refused already."""
        if self.is_barred(order):
            return False
        try:
            # By the umpire's hand: of what the side sees nothing is hidden in its own view.
            decide(self.picture.ruleset, self.picture.view, order, self.dice)
        except Refusal:
            return False
        return True

    def give(self, bid: Bid) -> None:
        """Take a bid up."""
        self.bids.append(bid)
        if bid.subject in self.planned.at:
            self.planned.take(bid.subject, self.planned.at[bid.subject] if bid.end is None else bid.end)

    def picked(self, bids: Sequence[Bid]) -> Bid:
        """Pick the best of some bids, the best first; a lesser commander picks by dice among those nearly as good."""
        best = bids[0].worth
        margin = abs(best) * self.level.within // _SCALE
        good = [bid for bid in bids[: self.level.among] if bid.worth >= best - margin]
        if len(good) == 1:
            return good[0]
        (face,) = self.dice.roll(1, len(good))
        return good[face - 1]

    def members(self, group: str) -> list[Stand]:
        """List the fighters of a group; of one that has none the headquarters below it."""
        fighters = [stand for stand in self.groups.get(group, ()) if is_fighter(stand)]
        return fighters or self._lower_hqs(group)

    @property
    def covered(self) -> NDArray[np.bool_]:
        """Map the hexes where a fighter of ours will stand, and those next to them (n,)."""
        found = np.zeros(self.picture.size, bool)
        found[[self.planned.at[stand.id] for stand in self.picture.fighters]] = True
        near = self.picture.near
        around: NDArray[np.bool_] = found | ((near >= 0) & found[near]).any(axis=1)
        return around

    def led(self, group: str) -> list[Stand]:
        """
        List whom the headquarters of a group leads.

        That of a division leads its fighters, those below it with missions of their own too; that of a corps the
        headquarters below it, and its own troops.
        """
        own = [stand for stand in self.groups.get(group, ()) if is_fighter(stand)]
        if self.is_high(group):
            return self._lower_hqs(group) + own
        below = [stand for stand in self.picture.fighters if stand.attached_to is None and stand not in own]
        own += [stand for stand in below if any(one.id == group for one in chain_of(self.formations, stand.formation))]
        return own or self._lower_hqs(group)

    def behind(self, group: str) -> list[Stand]:
        """List the guns and trains of a group, without its headquarters."""
        hq = self.formations[group].hq
        return [stand for stand in self.groups.get(group, ()) if not is_fighter(stand) and stand.id != hq]

    def _lower_hqs(self, group: str) -> list[Stand]:
        below = {one.hq for one in self.formations.values() if one.parent == group and one.hq}
        return [stand for stand in self.picture.own if stand.id in below]
