"""
Keep the campaigns of one store, with the maps and rules they are played on.

A store is a folder: ``campaigns.db`` holds the logs, ``maps/<key>.gpkg`` the
maps that were built for them. The logs may also lie in another database; the
maps then lie in the folder that is named beside it.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.legal import has_orders
from campaign.model.seats import PERSON, Seat
from campaign.model.tables import frozen
from campaign.model.things import DICE_MODES
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.seat import TakeSeat
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from campaign.store.kept.campaigns import DELETED
from campaign.store.kept.followed import damage_of
from campaign.store.session import Session, create_campaign, open_campaign
from campaign.systems import catalogue
from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.gpkg import reader, writer
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from scenarios.battle import open_battle
from scenarios.following import campaign_standing, open_next_battle
from scenarios.handing import beside
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, under_rules
from webui.desk.datafolder import data_folder, store_folder
from webui.desk.keeping.away import PutAways
from webui.desk.keeping.campaignids import check_campaign_id
from webui.desk.knowledge.begun import Wished, all_wished, begin_knowledge

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.engine.series import Standing
    from campaign.store.eventlog import CampaignRow
    from maps.grid.hexmap import HexMap
    from scenarios.battle import BattlePlan
    from scenarios.opening import Opening

    Progress = Callable[[str], None]

__all__ = ["BY_AN_UMPIRE", "DATABASE", "Beginning", "CampaignStore", "data_folder", "open_store"]

DATABASE = "campaigns.db"
_MOST_MAPS = 8
_MOST_SESSIONS = 32


def open_store(place: str | Path | None = None, *, create: bool = True) -> CampaignStore:
    """
    Open a store.

    Parameters
    ----------
    place
        A folder, a database file, or a database URL; None: the user's own folder.
    create
        Whether to make it if it is not there.

    Raises
    ------
    StoreFault
        If it cannot be used; the message says why and what to do.
    """
    text = str(place or data_folder())
    if "://" in text:
        return CampaignStore(EventLog(text, create=create), data_folder())
    path, folder = Path(text), store_folder(text)
    database = path / DATABASE if folder == path else path
    if create:
        _make_folder(folder)
    return CampaignStore(EventLog(database, create=create), folder)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"the folder cannot be made ({error.strerror})"
        raise StoreFault(str(folder), what, "name another folder with --store, or make this one writable") from error


class Beginning(NamedTuple):
    """How a campaign or battle is begun: who plays which side, and whether the sides deploy by hand first."""

    seats: tuple[tuple[str, Seat], ...] = ()
    deploys: bool = False
    plan: str | None = None
    """One of the scenario's plans; None: its own."""
    knowledge: Wished = ()
    """What is known otherwise than usual: reports, mistaken, prisoners, dummies."""

    @classmethod
    def solo(cls, side: str, sides: Sequence[str], against: Seat, *, deploys: bool = False) -> Beginning:
        """
        Seat a person at one side, and a player of the program at all others.

        Raises
        ------
        ProblemsFound
            If there is no such side.
        """
        if side not in sides:
            raise ProblemsFound([Problem("solo", f"there is no side {side[:40]!r}", did_you_mean(side, sides))])
        seats = tuple((one, Seat(PERSON) if one == side else against) for one in sides)
        return cls(seats, deploys)


BY_AN_UMPIRE = Beginning()
"""One umpire gives all orders."""


class CampaignStore:
    """
    The campaigns of one store; it may be used from any thread.

    It is the library of its sessions: maps come from its folder, or are built
    anew from the shipped areas where the file has gone; rules come from the
    catalogue.
    """

    def __init__(self, log: EventLog, folder: Path) -> None:
        """Take an open log, and the folder where its maps lie."""
        self.log, self.folder, self.away = log, folder, PutAways(log)
        self._lock = threading.RLock()
        self._maps: OrderedDict[str, HexMap] = OrderedDict()
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._openings: dict[str, threading.Lock] = {}
        self._rules: dict[str, Ruleset] = {}
        self._checked: dict[str, Problem | None] = {}
        self._made_by: dict[str, str] = {}

    def close(self) -> None:
        """Close the store."""
        self.log.close()

    def campaigns(self) -> list[CampaignRow]:
        """List the campaigns, oldest first, but for those that were deleted."""
        away = self.away.now()
        return [row for row in self.log.campaigns() if row.id not in away or away[row.id].state != DELETED]

    def session(self, campaign: str) -> Session:
        """
        Give an open campaign; its whole chain is checked the first time, and ``damage`` says what is wrong with it.

        Raises
        ------
        StoreFault
            If there is none of that id, or it was deleted, or its map or rules are not to be had.
        """
        self.away.check(campaign)
        return self.any_session(campaign)

    def any_session(self, campaign: str) -> Session:
        """Give a campaign even if it was deleted: to check it, to copy it, or for one that follows it."""
        with self._lock:
            if campaign in self._sessions:
                self._sessions.move_to_end(campaign)
                return self._sessions[campaign]
            opening = self._openings.setdefault(campaign, threading.Lock())
        # One opens it and others wait for that; who asks for another campaign does not wait for a long log of this.
        with opening:
            if campaign not in self._sessions:
                session = self._opened(campaign)
                with self._lock:
                    self._sessions[campaign] = session
                    _drop_oldest(self._sessions, _MOST_SESSIONS)
        return self.any_session(campaign)

    def _opened(self, campaign: str) -> Session:
        try:
            if campaign not in self._checked:
                self._checked[campaign] = damage_of(self.log, campaign)
            session = open_campaign(self.log, campaign, self)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError, ProblemsFound) as error:
            # One that cannot be read must say so itself: whatever lists all campaigns goes on with the next.
            what = f"it cannot be opened ({type(error).__name__}: {error})"
            remedy = "use the version that it was played with, or restore the latest backup"
            raise StoreFault(place=f"campaign {campaign!r}", what=what, remedy=remedy) from error
        session.damage = self._checked[campaign]
        return session

    def ruleset(self, key: str, overrides: catalogue.Overrides, text: str | None = None) -> Ruleset:
        """Load a rule system, once for each set of readings and for each text that its file had."""
        name = repr((key, sorted(overrides.items()), catalogue.stamp(key) if text is None else frozen(text).sha256))
        with self._lock:
            if name not in self._rules:
                try:
                    self._rules[name] = catalogue.ruleset(key, overrides, text)
                except KeyError as error:
                    remedy = "use the version that the campaign was begun with"
                    raise StoreFault(place="rules", what=str(error), remedy=remedy) from error
            return self._rules[name]

    def hexmap(self, key: str) -> HexMap:
        """Give the map of that content key, from memory, from its file, or built anew."""
        with self._lock:
            if key not in self._maps:
                self._maps[key] = self._from_file(key) or self._built_again(key)
                _drop_oldest(self._maps, _MOST_MAPS)
            self._maps.move_to_end(key)
            return self._maps[key]

    def map_file(self, key: str) -> Path:
        """Name the file of a map."""
        return self.folder / "maps" / f"{key}.gpkg"

    def keep_map(self, hexmap: HexMap) -> None:
        """
        Write a map beside the store.

        Raises
        ------
        ProblemsFound
            If it cannot be written.
        """
        path = self.map_file(hexmap.key)
        _make_folder(path.parent)
        if not path.exists():
            writer.write(hexmap, path)
        with self._lock:
            self._maps[hexmap.key] = hexmap

    def create(
        self,
        scenario: Path,
        campaign: str,
        *,
        rules: str | None = None,
        seed: str | None = None,
        dice: str = DICE_MODES[0],
        overrides: Mapping[str, str | int | float | bool] | None = None,
        progress: Progress | None = None,
        beginning: Beginning = BY_AN_UMPIRE,
    ) -> tuple[Session, tuple[str, ...]]:
        """
        Begin a campaign: build its map, set its forces up, go to the first phase that has orders.

        Parameters
        ----------
        rules
            The key of another rule system than the scenario's own; the scenario's readings do not hold then.
        seed, dice, beginning
            Seed of the dice, None: drawn by lot; one of ``DICE_MODES``; who plays, and the plan.

        Gives the session, and notes: stands that could not be set up in their hexes, and what the rules leave out.

        Raises
        ------
        StoreFault, ProblemsFound
            If store, scenario, map or rules are not right; nothing was written then.
        """
        check_campaign_id(campaign)
        say = progress or (lambda _step: None)
        own, left = under_rules(read_scenario(scenario), rules)
        read = replace(own, overrides={**own.overrides, **overrides}) if overrides else own
        ruleset = self.ruleset(read.ruleset, read.overrides, beside.rules_text(read))
        say("building the map")
        hexmap = beside.ground_of(read, say)
        wished = all_wished(read.knowledge.items(), beginning.knowledge)
        say("setting up the forces")
        lot = seed or secrets.token_hex(8)
        opening = open_scenario(read, hexmap, ruleset, seed=lot, dice=dice, plan=beginning.plan)
        raise_any(_without_units(scenario, opening))
        say("writing the campaign")
        self.keep_map(hexmap)
        session, more = self._begin(campaign, opening, beginning._replace(knowledge=wished))
        return session, (*left, *opening.notes, *more)

    def create_battle(
        self,
        plan: BattlePlan,
        board: HexMap,
        rules: str,
        campaign: str,
        *,
        seed: str | None = None,
        dice: str = DICE_MODES[0],
        beginning: Beginning = BY_AN_UMPIRE,
    ) -> tuple[Session, tuple[str, ...]]:
        """
        Begin a battle: set two forces up on a board, under a rule system, and go to the first phase.

        Parameters
        ----------
        rules
            Key of the rule system.
        beginning
            Who plays the sides, and whether they deploy by hand first.

        Raises
        ------
        StoreFault, ProblemsFound
            If store, board, forces or rules are not right; nothing was written then.
        """
        ruleset = self.ruleset(rules, plan.overrides)
        opening = open_battle(plan, board, ruleset, seed=seed or secrets.token_hex(8), dice=dice)
        return self.begin(opening, board, campaign, beginning)

    def begin(
        self, opening: Opening, hexmap: HexMap, campaign: str, beginning: Beginning = BY_AN_UMPIRE
    ) -> tuple[Session, tuple[str, ...]]:
        """Begin a campaign of an opening that was made elsewhere, and keep its map; raises as ``create_battle``."""
        check_campaign_id(campaign)
        self.keep_map(hexmap)
        session, more = self._begin(campaign, opening, beginning)
        return session, (*opening.notes, *more)

    def create_next_battle(
        self,
        plan: BattlePlan,
        board: HexMap,
        before: str,
        campaign: str,
        *,
        unsupplied: Collection[str],
        seed: str | None,
    ) -> tuple[Session, tuple[str, ...]]:
        """
        Begin a battle with those who came out of another, under the same rules.

        Parameters
        ----------
        before
            The battle that is over.
        unsupplied
            Sides that begin out of supply.

        Raises
        ------
        StoreFault, ProblemsFound
            If store, board or the battle before are not right; nothing was written then.
        """
        check_campaign_id(campaign)
        old = self.session(before)
        opening = open_next_battle(
            replace(plan, follows=before), old.state, board, old.ruleset,
            unsupplied=unsupplied, seed=seed or secrets.token_hex(8), dice=old.setting.dice,
        )  # fmt: skip
        return self.begin(opening, board, campaign)

    def standing(self, battle: str) -> Standing:
        """
        Say how the campaign of a battle stands, up to this battle.

        Raises
        ------
        StoreFault, ProblemsFound
            If a battle of it is missing, or its rules know no campaign of battles.
        """
        sessions = [self.session(battle)]
        while sessions[0].setting.follows:
            sessions.insert(0, self.any_session(sessions[0].setting.follows))
        first, second = (side.key for side in sessions[0].setting.sides)
        winners = [session.state.winner for session in sessions if session.state.ended]
        return campaign_standing(sessions[0].ruleset, (first, second), winners)

    def _begin(
        self, campaign: str, opening: Opening, beginning: Beginning = BY_AN_UMPIRE
    ) -> tuple[Session, tuple[str, ...]]:
        """
        Write the opening and go to the first phase where somebody orders.

        Dice that are cast by hand must be called in for that.
        """
        setting = msgspec.structs.replace(opening.event.setting, deploys=beginning.deploys)
        event = msgspec.structs.replace(opening.event, setting=setting)
        session = create_campaign(self.log, campaign, event, library=self)
        with self._lock:
            self._sessions[campaign] = session
        begin_knowledge(session, beginning.knowledge)
        for who, seat in beginning.seats:
            session.submit(TakeSeat(who, str(seat)), command_id=f"seat-{who}")
        if beginning.deploys:
            return session, ("deploy the units; to end that is to begin the first turn",)
        sides = [side.key for side in session.setting.sides]
        if any(has_orders(session.ruleset, session.situation, side) for side in sides):
            return session, ()
        if opening.event.setting.dice == "called":
            wanted = session.dice_wanted(EndPhase())
            if wanted.count:
                return session, (f"to begin, end the phase with dice: {wanted}",)
        session.submit(EndPhase(), command_id="begin")
        return session, ()

    def _from_file(self, key: str) -> HexMap | None:
        path = self.map_file(key)
        try:
            hexmap = reader.read(path) if path.is_file() else None
        except ProblemsFound:
            return None
        return hexmap if hexmap is not None and hexmap.key == key else None

    def _built_again(self, key: str) -> HexMap:
        # That takes a second for each area, and a list of campaigns asks for each map each time: each is built once.
        for name in shipped_areas():
            if self._made_by.get(name, key) == key:
                hexmap = beside.build(read_area(shipped_area(name)))
                self._made_by[name] = hexmap.key
                if hexmap.key == key:
                    return hexmap
        raise StoreFault(
            place=str(self.map_file(key)),
            what="the map of this campaign is missing or was changed",
            remedy="put back the file, or build it again from the same area file: sandtable map build AREA.toml "
            f"--out {self.map_file(key)}",
        )


def _without_units(scenario: Path, opening: Opening) -> list[Problem]:
    if opening.event.stands:
        return []
    remedy = "put an order of battle into it: 'Scenarios of your own', or 'sandtable scenario import'"
    return [Problem(str(scenario), "this scenario has no units", remedy)]


def _drop_oldest(kept: OrderedDict[str, HexMap] | OrderedDict[str, Session], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
