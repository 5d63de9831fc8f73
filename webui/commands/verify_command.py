"""Check whole logs, their dice too: ``sandtable campaign verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.store.faults import StoreFault
from campaign.store.kept.followed import WRONG
from webui.commands.groups import json_option, print_json, print_lines
from webui.commands.shared import campaign_option, store_option, the_campaign, using_store

if TYPE_CHECKING:
    from campaign.store.dice.fairness import DiceReport, SpanReport
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

__all__ = ["verify"]

_WRONG = (
    "campaign {campaign!r}, state kept at entry {entry}: it is not what the log comes to; it was thrown away, "
    "and the log is sound: open the campaign anew"
)
_STAYS = (
    "campaign {campaign!r}, state kept at entry {entry}: it is not what the log comes to; the log is sound, but this "
    "store cannot be written to: copy it elsewhere, and verify it there"
)


@click.command("verify")
@campaign_option
@click.option(
    "--lines", "lines_file", type=click.Path(path_type=Path),
    help="Also write the log as it is kept, a JSON line an entry, for others to check.",
)  # fmt: skip
@store_option
@json_option
@click.pass_context
def verify(
    ctx: click.Context, campaign: str | None, lines_file: Path | None, store: str | None, *, as_json: bool
) -> None:
    """
    Read whole logs anew: chain, gaps, replay, dice.

    Without --campaign: all of the store. Exit 1 if anything is wrong.
    """
    with using_store(store) as opened:
        if lines_file is not None:
            _write_lines(the_campaign(opened, campaign), lines_file)
        ids = (
            [row.id for row in opened.log.campaigns()]
            if campaign is None
            else [the_campaign(opened, campaign).campaign]
        )
        found = [_verified(opened, each) for each in ids]
    if as_json:
        print_json(found)
    else:
        for item in found:
            print_lines(_told(item))
    ctx.exit(1 if any(item["problem"] for item in found) else 0)


def _write_lines(session: Session, path: Path) -> None:
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in session.log.lines(session.campaign))
    try:
        path.write_bytes(body)
    except OSError as error:
        raise StoreFault(str(path), f"cannot be written ({error.strerror})", "name another place") from error


def _verified(store: CampaignStore, campaign: str) -> dict[str, Any]:
    """Check a campaign; one that cannot even be opened is a finding like others."""
    try:
        return _read_anew(store.any_session(campaign))
    except StoreFault as fault:
        return {"id": campaign, "entries": None, "hash": None, "problem": str(fault)}


def _read_anew(session: Session) -> dict[str, Any]:
    problem = session.verify()
    told: dict[str, Any] = {
        "id": session.campaign, "entries": session.seq, "hash": session.chronicle.entries[-1].hash,
        "problem": str(problem) if problem else "",
    }  # fmt: skip
    if session.log.verify(session.campaign):
        return told
    kept = [] if problem else [{"entry": one.seq, "fault": one.fault} for one in session.kept_states()]
    wrong = next((one["entry"] for one in kept if one["fault"] == WRONG), None)
    words = _STAYS if session.log.reads_only else _WRONG
    told["problem"] = told["problem"] or (wrong and words.format(campaign=session.campaign, entry=wrong)) or ""
    return told | {"dice": _dice(session.dice_report()), "kept": kept, "reads_only": session.log.reads_only}


def _dice(report: DiceReport) -> dict[str, Any]:
    return {
        "mode": report.mode, "checked": report.checked, "waiting": report.waiting, "called": report.called,
        "unnumbered": report.plain, "taken_back": report.taken_back,
        "own_checked": report.own_checked, "own_unchecked": report.own_plain, "shares": report.shares,
        "spans": [_span(span) for span in report.spans], "problems": list(map(str, report.problems)),
    }  # fmt: skip


def _span(span: SpanReport) -> dict[str, Any]:
    return {
        "number": span.number, "entry": span.entry, "hash": span.hash, "key": span.key, "dice": span.dice,
        "taken_back": span.taken_back,
    }  # fmt: skip


def _told(item: dict[str, Any]) -> list[str]:
    if item["problem"]:
        more = [text for text in item.get("dice", {}).get("problems", []) if text != item["problem"]]
        return [f"{item['id']}: {item['problem']}", *(f"  {text}" for text in more)]
    return [
        f"{item['id']}: whole, {item['entries']} entries; the last one's hash is {item['hash']}",
        f"  {_dice_line(item['dice'])}",
        *(f"  {line}" for line in (*_own_lines(item["dice"]), *_kept_lines(item["kept"], stay=item["reads_only"]))),
    ]


def _kept_lines(kept: list[dict[str, Any]], *, stay: bool) -> list[str]:
    """Tell of the states that are kept beside the log: those that hold, and why others do not."""
    good = [f"{one['entry']:,}" for one in kept if not one["fault"]]
    several = f"states kept for opening: at entries {', '.join(good)}; each is what the log comes to"
    one_alone = f"state kept for opening: at entry {', '.join(good)}; it is what the log comes to"
    told = [] if not good else [several if len(good) > 1 else one_alone]
    gone = "it was passed over and thrown away; another is made as play goes on"
    passed = "it is passed over; it stays, since this store cannot be written to" if stay else gone
    return told + [f"state kept at entry {one['entry']:,}: {one['fault']}; {passed}" for one in kept if one["fault"]]


def _dice_line(dice: dict[str, Any]) -> str:
    parts = {
        "checked": "follow from " + ("the keys" if dice["mode"] == "committed" else "the seed"),
        "waiting": "wait for their key", "called": "were called in",
        "unnumbered": "are from before dice were numbered", "taken_back": "of them were taken back by an undo",
    }  # fmt: skip
    told = [f"{dice[key]} {words}" for key, words in parts.items() if dice[key]]
    told += [f"{dice['shares']} shares of players are mixed in"] if dice["shares"] else []
    spans = f", {len(dice['spans'])} commitments" if dice["spans"] else ""
    return f"dice ({dice['mode']}{spans}): " + ("; ".join(told) or "none fell")


def _own_lines(dice: dict[str, Any]) -> list[str]:
    """Tell of the dice that sides chose by for themselves; the rules roll none of them."""
    parts = {
        "own_checked": "follow from the seed",
        "own_unchecked": "are not checked: they are from before the log said what they follow from",
    }
    told = [f"{dice[key]} {words}" for key, words in parts.items() if dice[key]]
    return ["dice by which sides chose for themselves: " + "; ".join(told)] if told else []
