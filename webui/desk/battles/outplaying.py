"""
Have commanders play a battle's game out beside the server, and say how far they are.

Half a minute of thinking in the server's own process would make whoever waits for a page wait too. How far they are
stands in a file beside the store, which every worker of the server reads; what they did stands in the game's log.
"""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.ledger import Refusal
from campaign.store.faults import StoreFault
from campaign.store.sheets import Sheets
from maps.problems import ProblemsFound
from maps.whole import write_json
from webui.desk.battles.flow import play_it_out
from webui.desk.faults import BadRequest, fault_words
from webui.desk.reports.making import Helper, handed_over

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["Outplay", "begin_outplay", "beside", "forget_outplay", "outplay_of", "stop_outplay"]

_FOLDER = "played-out"
_NICENESS, _BEAT_S = 5, 1.0
_STALE, _LEASE = dt.timedelta(seconds=30), dt.timedelta(minutes=1)
_BROKE_OFF = "the program that played it broke off"
_SERVER_ENDED = "the server was ended"
_STOPPED = "you stopped it"


class Outplay(msgspec.Struct, frozen=True):
    """How far commanders are with a game: whether they play, the steps they took, and why they ended."""

    plays: bool
    steps: int
    why: str = ""
    at: dt.datetime = dt.datetime.min.replace(tzinfo=dt.UTC)


class _Ended(Exception):  # noqa: N818 - nothing is wrong
    """The play is to end before its game does."""


def begin_outplay(store: CampaignStore, game: Session) -> None:
    """Begin to have a game played out; one that is being played goes on as it is."""
    known = outplay_of(store, game.campaign)
    if known is not None and known.plays:
        return
    _stop_file(store, game.campaign).unlink(missing_ok=True)
    _keep(store, game.campaign, plays=True, steps=0)
    helper = Helper(store, __name__, [game.campaign], nice=_NICENESS)
    threading.Thread(target=_see_it_end, args=(store, game.campaign, helper), daemon=True).start()


def _see_it_end(store: CampaignStore, game: str, helper: Helper) -> None:
    # One that was killed, or never began, has written nothing; whoever waits for it is told at once.
    if helper.outcome() and (known := outplay_of(store, game)) is not None and known.plays:
        _keep(store, game, plays=False, steps=known.steps, why=_BROKE_OFF)


def stop_outplay(store: CampaignStore, game: str) -> None:
    """Have a play end after the step that is being thought of; what was played stays."""
    known = outplay_of(store, game)
    if known is not None and known.plays:
        _stop_file(store, game).touch()


def outplay_of(store: CampaignStore, game: str) -> Outplay | None:
    """Say how far commanders are with a game; None if they were never asked to play it."""
    try:
        known = msgspec.json.decode(_file(store, game).read_bytes(), type=Outplay)
    except (OSError, msgspec.MsgspecError):
        return None
    if known.plays and dt.datetime.now(dt.UTC) - known.at > _STALE:
        return Outplay(plays=False, steps=known.steps, why=_BROKE_OFF)
    return known


def forget_outplay(store: CampaignStore, game: str) -> None:
    """Forget how far commanders were with a game that is no more."""
    for path in (_file(store, game), _stop_file(store, game)):
        path.unlink(missing_ok=True)


def beside() -> None:
    """Play a game out in this process, which the server has begun; end with it, or when the umpire says so."""
    store, (game,), over = handed_over()
    holder, leases = uuid.uuid4().hex, Sheets(store.log)
    try:
        now = dt.datetime.now(dt.UTC)
        # Two workers of one server may be asked at once; the second leaves it to the first.
        if leases.lease(f"play/{game}", holder, now, now + _LEASE):
            _play(store, game, over, lambda at: leases.lease(f"play/{game}", holder, at, at + _LEASE))
            leases.release(f"play/{game}", holder)
    finally:
        store.close()


def _play(store: CampaignStore, game: str, over: threading.Event, holds: Callable[[dt.datetime], bool]) -> None:
    done, steps = threading.Event(), [0]

    def before_each() -> None:
        if over.is_set() or _stop_file(store, game).exists():
            raise _Ended(_SERVER_ENDED if over.is_set() else _STOPPED)
        steps[0] += 1

    def beat() -> None:
        while not done.wait(_BEAT_S):
            holds(_keep(store, game, plays=True, steps=steps[0]))

    beating = threading.Thread(target=beat, name="beat", daemon=True)
    beating.start()
    why = _outcome(store, game, before_each)
    done.set()
    beating.join()
    _keep(store, game, plays=False, steps=steps[0], why=why)


def _outcome(store: CampaignStore, game: str, before_each: Callable[[], None]) -> str:
    """Play; say why it ended before its game did, "" if it did not."""
    try:
        played = store.session(game)
        play_it_out(played, before_each)
    except (_Ended, Refusal, StoreFault, BadRequest, ProblemsFound) as fault:
        return str(fault) if isinstance(fault, _Ended) else fault_words(fault)
    return "" if played.state.ended else "it came to no end; play it on, or write its result on a slip"


def _keep(store: CampaignStore, game: str, *, plays: bool, steps: int, why: str = "") -> dt.datetime:
    path, now = _file(store, game), dt.datetime.now(dt.UTC)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, Outplay(plays, steps, why, now))
    return now


def _file(store: CampaignStore, game: str) -> Path:
    return store.folder / _FOLDER / f"{game}.json"


def _stop_file(store: CampaignStore, game: str) -> Path:
    return store.folder / _FOLDER / f"{game}.stop"
