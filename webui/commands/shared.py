"""Say what commands about campaigns have in common: faults, options, where the store is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from campaign.engine.ledger import Refusal
from campaign.model.seats import UnknownSeat, seat_of
from campaign.model.tokens import NotParseable
from campaign.model.viewer import UnknownViewer
from campaign.store.faults import StoreFault
from campaign.systems import catalogue
from maps.problems import ProblemsFound, did_you_mean
from maps.toml_lines import parse_toml, read_text
from webui.desk.datafolder import data_folder
from webui.desk.faults import BadRequest, fault_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.seats import Seat
    from campaign.store.session import Session
    from webui.desk.library import Beginning, CampaignStore

__all__ = [
    "RULES",
    "beginning_of",
    "campaign_option",
    "loader_of",
    "reading_of",
    "refused",
    "rules_named",
    "seat_option",
    "solo_options",
    "store_option",
    "the_campaign",
    "using_store",
    "write_file",
]

Command = TypeVar("Command", bound=Callable[..., Any])

_FAULTS = (Refusal, StoreFault, ProblemsFound, NotParseable, UnknownViewer, BadRequest, IndexError)


def refused(fault: Exception) -> str | None:
    """Say what the program refuses, and the way out; None if the fault is its own."""
    if not isinstance(fault, _FAULTS):
        return None
    return fault_words(fault) if isinstance(fault, BadRequest) else str(fault)


def store_option(command: Command) -> Command:
    """Give a command the option that names the store."""
    return click.option(
        "--store", metavar="PLACE", envvar="SANDTABLE_STORE",
        help=f"Folder, database file or database URL of the campaigns. Without it: {data_folder()}.",
    )(command)  # fmt: skip


def reading_of(text: str) -> tuple[str, str | int | float | bool]:
    """Read a reading of a rule that is set otherwise: KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals:
        msg = f"{text!r} sets nothing; write KEY=VALUE, for example mud=false"
        raise click.BadParameter(msg, param_hint="--set")
    return key, _value(value)


def _value(text: str) -> str | int | float | bool:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def seat_option(_: click.Context, __: click.Parameter, text: str | None) -> Seat | None:
    """Read who plays a side."""
    if text is None:
        return None
    try:
        return seat_of(text)
    except UnknownSeat as unknown:
        raise click.BadParameter(str(unknown)) from None


def solo_options(command: Command) -> Command:
    """Give a command the options of whoever plays alone."""
    for option in (
        click.option("--deploy", "deploys", is_flag=True, help="Deploy the units by hand before the first turn."),
        click.option(
            "--against", callback=seat_option, metavar="PLAYER", default="commander", show_default=True,
            help="Who plays the other sides: commander, commander:LEVEL:STYLE, or table.",
        ),
        click.option("--solo", metavar="SIDE", help="Play this side alone; the others play themselves."),
    ):  # fmt: skip
        command = option(command)
    return command


def beginning_of(solo: str | None, against: Seat, sides: Sequence[str], *, deploys: bool) -> Beginning:
    """Say how a game is begun; raises ``ProblemsFound`` if there is no such side."""
    from webui.desk.library import Beginning  # noqa: PLC0415 - it loads kernels, and most commands need none

    return Beginning.solo(solo, sides, against, deploys=deploys) if solo else Beginning(deploys=deploys)


def campaign_option(command: Command) -> Command:
    """Give a command the option that names the campaign; nobody needs it where there is only one."""
    return click.option("--campaign", metavar="ID", help="Which campaign; needed only where the store has several.")(
        command
    )


@contextmanager
def using_store(place: str | None, *, create: bool = False) -> Iterator[CampaignStore]:
    """Open a store, and close it at the end."""
    # What stores need takes a second to load; maps are built without.
    from webui.desk.library import open_store  # noqa: PLC0415

    store = open_store(place, create=create)
    try:
        yield store
    finally:
        store.close()


def the_campaign(store: CampaignStore, campaign: str | None) -> Session:
    """
    Open the campaign that is meant.

    Raises
    ------
    StoreFault
        If there is none, or it is not said which.
    """
    known = [row.id for row in store.log.campaigns()]
    in_play = [key for key in known if key not in store.away.now()]
    if campaign is None and len(in_play) == 1:
        campaign = in_play[0]
    if campaign is None:
        what = "there is no campaign in it" if not known else "it is not said which campaign is meant"
        remedy = "begin one: sandtable campaign new" if not known else f"name one: {', '.join(in_play or known)}"
        raise StoreFault(store.log.place, what, remedy)
    if campaign not in known:
        raise StoreFault(store.log.place, f"it has no campaign {campaign!r}", did_you_mean(campaign, known))
    _tell_of_reading(store, campaign)
    return store.session(campaign)


def _tell_of_reading(store: CampaignStore, campaign: str) -> None:
    """Say, beside what is printed, that a long log must be gone through first."""
    from webui.desk.keeping import reading  # noqa: PLC0415 - what stores need takes a second to load

    entries = reading.unread(store, campaign)
    if entries >= reading.LONG:
        told = f"{entries} entries of {campaign!r} are read from the beginning; that is needed once for each version"
        click.echo(f"{told} of the program, and takes a while.", err=True)


def write_file(out: Path, body: bytes) -> None:
    """Write a file; raises ``StoreFault`` if it cannot be written."""
    try:
        out.write_bytes(body)
    except OSError as error:
        raise StoreFault(str(out), f"cannot be written ({error.strerror})", "name another place") from error


class _RulesKey(click.ParamType[str]):
    """The key of a rule system; which there are is asked when it is wanted, as files may be added."""

    name = "KEY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the key, or say what there is."""
        known = catalogue.keys()
        if value not in known:
            self.fail(f"there is no rule system {value!r}; {did_you_mean(str(value), known)}", param, ctx)
        return value


RULES = _RulesKey()


def rules_named(named: str) -> Ruleset:
    """Give the rules of a key, or of the file of that path; raises ``StoreFault`` if there are none."""
    path = Path(named)
    if path.suffix == ".toml" and path.exists():
        return catalogue.of_text(read_text(path), path.name)
    try:
        return catalogue.ruleset(named)
    except KeyError as error:
        remedy = "see: sandtable rules list; or name a file of rules, NAME.toml"
        raise StoreFault(place="rules", what=str(error), remedy=remedy) from error


def loader_of(file: Path, systems: tuple[str, ...]) -> Callable[[str, Mapping[str, Any]], Ruleset]:
    """Say how the systems of a file of cases are loaded: a file that is a system holds its own."""
    text = read_text(file)
    if systems == (_own_key(text),):
        return partial(_from_text, text, file.name)
    return catalogue.ruleset


def _from_text(text: str, name: str, key: str, overrides: Mapping[str, Any]) -> Ruleset:  # noqa: ARG001 - as all loaders
    return catalogue.of_text(text, name, overrides)


def _own_key(text: str) -> str:
    """Give the key of the system that a text is; "" if it is none."""
    system = parse_toml(text, "rules")[0].get("system")
    key = system.get("key") if isinstance(system, dict) else ""
    return key if isinstance(key, str) else ""
