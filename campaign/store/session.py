"""Hold one campaign open: what is the case, what is ordered, what is taken back."""

from __future__ import annotations

import threading
import uuid
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.wanted import decide_called, pools_wanted
from campaign.engine.watch import heard
from campaign.model.commands import command_problems
from campaign.model.situation import Situation
from campaign.model.state import state_hash
from campaign.model.verbs.clock import Rewound
from campaign.model.viewer import UMPIRE, Viewer, check_viewer, viewer_of
from campaign.store.audiences import Audiences, has_sightings
from campaign.store.backup import copy_store
from campaign.store.dice.fairness import check_dice
from campaign.store.dice.spans import decide_committed, first_commitment, new_secret, open_span
from campaign.store.entry import owned, sole
from campaign.store.eventlog import EventLog
from campaign.store.faults import Stale, StoreFault
from campaign.store.history import EMPTY, extended, live_events, live_seqs, state_at, told, unfit
from campaign.store.kept.followed import Followed
from campaign.store.kept.lineage import lineage
from campaign.store.library import check_map, check_sound
from campaign.store.permission import before_last, may_call_in, may_order, may_take_back
from campaign.store.post.arrivals import letters_told
from campaign.store.post.outbox import Outbox
from campaign.store.preview import DiceWanted, NoDice, Preview
from campaign.store.ruletexts import RulesPlayed, rules_from
from campaign.store.veils import keep_veil
from maps.problems import raise_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from campaign.engine.decide import Orders
    from campaign.engine.dice import Dice
    from campaign.engine.knowing import Known
    from campaign.engine.ruleset import Ruleset
    from campaign.engine.wanted import Wanted
    from campaign.model.anyevent import AnyEvent
    from campaign.model.anyorder import AnyOrder
    from campaign.model.state import State
    from campaign.model.things import Setting
    from campaign.model.verbs.opening import CampaignOpened
    from campaign.store.dice.dicekeys import DiceRoot
    from campaign.store.dice.fairness import DiceReport
    from campaign.store.entry import Entry
    from campaign.store.eventlog import Also
    from campaign.store.history import Chronicle, Told
    from campaign.store.kept.states import KeptState
    from campaign.store.library import Library
    from maps.grid.hexmap import HexMap
    from maps.problems import Problem

__all__ = ["Session", "create_campaign", "open_campaign"]

_TRIES = 5
_Name = TypeVar("_Name", bound="str | Viewer")


class _Command(NamedTuple):
    """What somebody wants done, and all that was said with it."""

    id: str
    by: str
    order: AnyOrder | Orders
    after: int | None
    dice: Dice | None
    faces: Sequence[int] | None
    preface: tuple[AnyEvent, ...]
    also: Also | None = None


def open_campaign(url: str | Path | EventLog, campaign: str, library: Library) -> Session:
    """
    Open a campaign that is in the store.

    Raises
    ------
    StoreFault
        If store, campaign, map or rules are not to be had; the message says why and what to do.
    """
    log = url if isinstance(url, EventLog) else EventLog(url, create=False)
    session = Session(log, campaign, library)
    session.check()
    return session


def create_campaign(
    url: str | Path | EventLog, campaign: str, opening: CampaignOpened, *more: AnyEvent, library: Library
) -> Session:
    """
    Begin a campaign: ``opening`` and what follows from it become entry 1.

    Where its dice are committed, the first key is drawn by lot now, and its hash is in that entry.

    Raises
    ------
    StoreFault
        If there is one of that id, or its map or rules are not to be had.
    """
    raise_any(command_problems(opening.setting, {item.id: item for item in opening.formations}))
    hexmap = library.hexmap(opening.setting.map_key)
    check_map(hexmap, opening.setting, campaign)
    ruleset = rules_from(library, opening.setting, None if opening.rules is None else opening.rules.text)
    log = url if isinstance(url, EventLog) else EventLog(url)
    secret = new_secret(1) if opening.setting.dice == "committed" else None
    committed = () if secret is None else (first_commitment(secret),)
    first = (opening, *more, *committed)
    audiences = Audiences(hexmap, ruleset)
    _, sighted = audiences.sighted(audiences.begin(first))
    log.create(campaign, opening.setting.name, (*first, *sighted), secret=secret)
    return open_campaign(log, campaign, library)


class Session:
    """
    One campaign, open.

    All it keeps is the fold of the log, brought up to date when it is asked, by any thread. With ``damage`` it is read.
    """

    def __init__(self, log: EventLog, campaign: str, library: Library) -> None:
        """Take the log; nothing is read yet."""
        self.log, self.campaign, self._library = log, campaign, library
        self._played = RulesPlayed(log, campaign, library)
        self.damage: Problem | None = None
        self._followed = Followed(log, campaign)
        self._lock, self._still = threading.RLock(), threading.local()

    @property
    def _chronicle(self) -> Chronicle:
        return self._followed.chronicle

    @property
    def _audiences(self) -> Audiences:
        return self._played.audiences(self._state_of(self._chronicle), self._chronicle.entries, self.hexmap)

    def known(self, viewer: str | Viewer, seq: int | None = None) -> Known:
        """Give what a side or a command knows, now or after entry ``seq``; ``UnknownViewer`` if he takes no part."""
        return self.known_to((viewer,), seq)[viewer]

    def known_to(self, viewers: Iterable[_Name], seq: int | None = None) -> dict[_Name, Known]:
        """Give what several viewers know, now or after entry ``seq``, at one look at the log; raises as ``known``."""
        with self._lock:
            log, find = self.chronicle, self._audiences.known
            found = {name: find(log, viewer_of(self.setting, name), seq) for name in viewers}
            if seq is None:
                self._followed.keep(self._audiences)
            return found

    @property
    def chronicle(self) -> Chronicle:
        """The log, folded up to its last entry."""
        with self._lock:
            return self._chronicle if getattr(self._still, "on", False) else self._followed.latest()

    @contextmanager
    def still(self) -> Iterator[None]:
        """Ask the log for nothing newer in this thread: who wrote meanwhile is found out by writing (``after``)."""
        self._still.on = True
        try:
            yield
        finally:
            self._still.on = False

    def has_done(self, command_id: str) -> bool:
        """Whether the log has an entry of a command."""
        return self.chronicle is not None and command_id in self._followed.commands

    def _done(self, command_id: str, by: str) -> Entry:
        return owned(self._chronicle.entries[self._followed.commands[command_id] - 1], by)

    @property
    def state(self) -> State:
        """What play has changed so far."""
        return self._state_of(self.chronicle)

    def _state_of(self, chronicle: Chronicle) -> State:
        if chronicle.state is None:
            where = f"campaign {self.campaign!r}"
            raise StoreFault(where, "its log is empty", "open the latest backup")
        return chronicle.state

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.chronicle.seq

    @property
    def seq_read(self) -> int:
        """The number of the last entry that this session has read or written; the log is not asked for newer ones."""
        return self._chronicle.seq

    @property
    def situation(self) -> Situation:
        """What is the case now."""
        return self._situation(self.state)

    def _situation(self, state: State) -> Situation:
        return Situation(state, self.hexmap, self._rules_of(state).tables)

    @cached_property
    def setting(self) -> Setting:
        """What stays as it was when the campaign was opened."""
        return self.state.setting

    @property
    def name(self) -> str:
        """What the campaign is called now: the umpire may rename it."""
        return self.log.name_of(self.campaign) or self.setting.name

    @cached_property
    def hexmap(self) -> HexMap:
        """The ground; it is the one that the campaign was opened on, or an error."""
        hexmap = self._library.hexmap(self.setting.map_key)
        check_map(hexmap, self.setting, self.campaign)
        return hexmap

    @property
    def ruleset(self) -> Ruleset:
        """The rules, with the umpire's own readings."""
        return self._rules_of(self._chronicle.state or self.state)

    @property
    def _at_present(self) -> tuple[Ruleset, Situation]:
        return self._rules_of(state := self.state), self._situation(state)

    def _rules_of(self, state: State) -> Ruleset:
        return self._played.of(state, self._chronicle.entries)

    def check(self) -> None:
        """See that log, map and rules are there, and belong together; read what every order will want."""
        _ = self.situation
        if self.setting.dice == "committed":
            _ = self._secret

    def submit(
        self,
        order: AnyOrder | Orders,
        *,
        by: str = UMPIRE,
        command_id: str | None = None,
        after: int | None = None,
        dice: Dice | None = None,
        faces: Sequence[int] | None = None,
        preface: Sequence[AnyEvent] = (),
        also: Also | None = None,
    ) -> Entry:
        """Carry an order out and write it down; it is kept once this returns. ``also`` is done in its transaction.

        Parameters
        ----------
        order, by, command_id
            One or several, as one entry, all or none; a side or "umpire"; his own id: sent twice, it counts once.
        after
            The entry that the sender had seen last; None: whatever has come since does not matter.
        dice, faces
            Other dice than the campaign's own, in tests; dice cast by hand, in order.
        preface
            Events that tell how it came to be given, and go first.

        Raises
        ------
        Refusal, Stale
            If the rules forbid it, or want other dice; if the log has moved on past ``after``. Nothing was written.
        """
        may_order(self.setting, order, by)
        if faces is not None:
            may_call_in(self.setting, by)
        command = _Command(command_id or uuid.uuid4().hex, by, order, after, dice, faces, tuple(preface), also)
        with self._lock:
            for left in reversed(range(_TRIES)):
                try:
                    return self._tried(command)
                except Stale:
                    # Someone wrote between our look and our writing: think again, unless the sender forbids it.
                    if after is not None or dice is not None or faces or not left:
                        raise
        raise AssertionError(command)

    def preview(self, order: AnyOrder, *, by: str = UMPIRE) -> Preview:
        """Say what an order would do; nothing is rolled, nothing is written."""
        try:
            may_order(self.setting, order, by)
            events = decide(*self._at_present, order, NoDice(), by=by)
        except Refusal as refusal:
            return Preview(refusal=refusal)
        except DiceWanted as wanted:
            return Preview(dice_wanted=str(wanted))
        return Preview(events=tuple(events))

    def dice_wanted(self, order: AnyOrder, *, by: str = UMPIRE) -> Wanted:
        """Say which dice an order wants, as far as that is sure before they fall; raises ``Refusal``."""
        may_order(self.setting, order, by)
        return pools_wanted(*self._at_present, order, by=by)

    def as_of(self, seq: int) -> Situation:
        """Give the situation as it was after entry ``seq``; raises ``IndexError`` if there is no such entry."""
        # What was the case after an entry never changes: newer ones are read only if this one is not known yet.
        known = self._chronicle
        chronicle = known if 1 <= seq <= known.seq else self.chronicle
        return self._situation(state_at(chronicle, seq))

    def undo(
        self,
        to: int | None = None,
        *,
        why: str,
        by: str = UMPIRE,
        command_id: str | None = None,
        after: int | None = None,
    ) -> Entry:
        """Go back to how it was after entry ``to``, by default before the last entry that counts.

        What is taken back stays in the log. Going "back" to an entry that an undo took back brings it to life again.

        Raises
        ------
        Refusal, Stale
            If a side would take back dice, or what others did; if the log has moved on past ``after``.
        """
        check_viewer(self.setting, by)
        command = command_id or uuid.uuid4().hex
        with self._lock:
            chronicle = self.chronicle
            if command in self._followed.commands:
                return self._done(command, by)
            if after is not None and after != chronicle.seq:
                raise Stale(self.campaign, after, chronicle.seq)
            goal = before_last(chronicle) if to is None else to
            if not 1 <= goal < chronicle.seq:
                why = f"there is no entry {goal} to go back to; entries run from 1 to {chronicle.seq}"
                raise Refusal(rule="undo", why=why)
            if by != UMPIRE:
                may_take_back(chronicle, goal, by)
            event = Rewound(to=goal, why=why)
            told = Outbox(self.log).taking_back(self.campaign, live_seqs(chronicle, goal), chronicle.seq + 1)
            return self._append(_Command(command, by, (), None, None, None, (), told), (event,), after=chronicle.seq)

    def branch(self, seq: int, new: str, *, name: str = "") -> Session:
        """Open another campaign that goes on from entry ``seq`` of this one, with the states kept up to there.

        It has the same past, seed and ids of masked enemies: the same orders roll the same dice. Committed dice
        it draws from keys of its own from there on: it tells nothing of those that are secret here.
        """
        more = () if (secret := self._secret_of_branch(seq)) is None else (first_commitment(secret),)
        self.log.branch(self.campaign, seq, new, name or f"{self.name}, from entry {seq}", *more, secret=secret)
        keep_veil(self.log, new, self.ruleset.tables.veil)
        self._followed.kept.lend(new, seq)
        return Session(self.log, new, self._library)

    def history(self) -> tuple[Told, ...]:
        """List every entry, with those that an undo took back."""
        return told(self.chronicle)

    def live_events(self, seq: int | None = None) -> Iterator[AnyEvent]:
        """List the events that count (after entry ``seq``), from the opening on."""
        return live_events(self.chronicle, seq)

    def verify(self) -> Problem | None:
        """Read the whole log anew, and find the first bad entry; None if all is sound.

        Looked at are chain, gaps, whether each entry can be read and all can be replayed, and the dice.
        """
        problem = self.log.verify(self.campaign) or unfit(self.log, self.campaign)
        return problem or next(iter(self.dice_report().problems), None)

    def kept_states(self) -> list[KeptState]:
        """Hold the states that are kept beside the log against it, each with what is wrong with it; wrong ones go."""
        return self._followed.checked(Audiences(self.hexmap, self.ruleset))

    def dice_report(self) -> DiceReport:
        """Check every die of the log against the seed, or against the keys committed to and revealed."""
        branched, elsewhere = lineage(self.log, self.campaign, self.seq)
        chronicle = self.chronicle
        return check_dice(chronicle.entries, set(live_seqs(chronicle)), branched=branched, elsewhere=elsewhere)

    def replay_hash(self) -> str:
        """Fold the log from its opening, trusting no cache, and hash the state."""
        return state_hash(self._state_of(extended(EMPTY, self.log.entries(self.campaign))))

    def backup(self, path: str | Path, *, force: bool = False) -> None:
        """Copy the whole store to ``path`` while it is in use, and check the copy.

        Raises ``StoreFault`` if there is a file already and not ``force``, or the copy is not sound.
        """
        copy_store(self.log, path, force=force)

    def _tried(self, command: _Command) -> Entry:
        """Work a command out and write it down; raises ``Stale`` if somebody was quicker. The caller holds the lock."""
        # Who says what he has seen is judged by that; if the log has moved on, writing finds it out.
        chronicle = self._chronicle if command.after == self._chronicle.seq else self.chronicle
        if command.id in self._followed.commands:
            return self._done(command.id, command.by)
        if command.after is not None and command.after != chronicle.seq:
            raise Stale(self.campaign, command.after, chronicle.seq)
        events = self._decided(chronicle, command)
        return self._write(chronicle, command, (*command.preface, *events))

    def _decided(self, chronicle: Chronicle, command: _Command) -> list[AnyEvent]:
        """Work an order out with the dice that it is to have."""
        order, by, dice, faces = command.order, command.by, command.dice, command.faces
        situation = self._situation(self._state_of(chronicle))
        ruleset = self._rules_of(situation.state)
        if faces is not None or (dice is None and self.setting.dice == "called"):
            return decide_called(ruleset, situation, order, faces or (), by=by)
        if dice is None and self.setting.dice == "committed":
            return decide_committed(ruleset, situation, order, self._secret, chronicle.entries, by=by)
        seeded = SeededDice(self.setting.seed, chronicle.seq + 1)
        return decide(ruleset, situation, order, dice or seeded, by=by)

    def _write(self, chronicle: Chronicle, command: _Command, events: tuple[AnyEvent, ...]) -> Entry:
        """Write down what came of an order, and who came to see whom by it."""
        if not has_sightings(chronicle.entries[0].events[0]):
            return self._append(command, events, after=chronicle.seq)
        before = self._audiences.at(chronicle)
        audience, new = self._audiences.sighted(heard(before, events), before.situation.state.clock)
        entry = self._append(command, (*events, *new), after=chronicle.seq)
        self._audiences.keep(entry.seq, audience)
        self._followed.keep(self._audiences)
        return entry

    def _append(self, command: _Command, events: tuple[AnyEvent, ...], *, after: int) -> Entry:
        """Write a command down, and fold in what was written. The caller holds the lock."""
        check_sound(self.campaign, self.damage)
        order = sole(command.order)
        also = letters_told(self.log, self.campaign, self._chronicle.state, events, after + 1, command.also)
        entry = self.log.append(self.campaign, command.id, command.by, order, events, after=after, also=also)
        if entry.seq == self._chronicle.seq + 1:
            self._followed.take((entry,))
        return entry

    @cached_property
    def _secret(self) -> DiceRoot | None:
        return self.log.dice_root(self.campaign)

    def _secret_of_branch(self, seq: int) -> DiceRoot | None:
        if self.setting.dice != "committed" or not 1 <= seq <= self.seq:
            return None
        return new_secret(open_span(self.chronicle.entries[:seq]).number + 1)
