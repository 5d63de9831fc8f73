"""Serve the pages: the list of campaigns, a viewer's map, the readings of the rules, the manual."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request, url_for

from campaign.model.known.sightings import Fog
from campaign.model.seats import COMMANDER, SKILLS, STYLES, TABLE, Seat, UnknownSeat, seat_of
from campaign.model.things import DICE_MODES
from campaign.model.viewer import viewer_of
from campaign.store.faults import StoreFault
from campaign.systems.catalogue import differences, keys, unsound
from campaign.systems.checking import usual_readings
from campaign.views import UMPIRE
from maps.palette import shipped_palette
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.printshop.tiling import PAPERS
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios
from scenarios.teaching.lesson import teaches
from webui.desk.chairs import holds
from webui.desk.faults import BadRequest, rules_and_dice
from webui.desk.grounds.shelf import GroundShelf
from webui.desk.keeping.campaignids import free_id
from webui.desk.keeping.campaigns import away_rows
from webui.desk.keeping.handed import picture_of
from webui.desk.keeping.lessons import has_lesson
from webui.desk.keeping.ownscenarios import own_scenarios, scenario_path
from webui.desk.library import Beginning
from webui.desk.manual import page_html, pages_list
from webui.desk.moments import words_of
from webui.desk.viewdata import ending_line, introductions, sees, viewers_data
from webui.page.api import exports_list
from webui.serving.basemap import script_under
from webui.serving.mapdesk import maps_rows
from webui.serving.security import lateness, page_token, role, who
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from campaign.model.things import Setting
    from campaign.store.eventlog import CampaignRow
    from campaign.store.session import Session
    from scenarios.scenario import Scenario
    from webui.desk.knowledge.begun import Wished
    from webui.serving.basemap import MapScript

__all__ = ["begun_by", "map_of", "pages", "start_page"]

pages = Blueprint("pages", __name__)

_FIELDS = ("scenario", "campaign", "rules", "dice", "plan", "solo", "against", "deploy", *Fog.__struct_fields__)


@pages.get("/")
@role("public")
def start() -> str | Response:
    """List the campaigns, and offer to begin one; a player goes to his seats, a stranger to the sign-in."""
    if who().is_host:
        return start_page(asked={"scenario": request.args.get("scenario", "")[:80]})
    return redirect("/seats" if who().is_known else "/sign-in", 303)  # type: ignore[return-value]


@pages.post("/new")
@role("host")
def begin() -> Response | tuple[str, int]:
    """Begin a campaign; on a fault the form comes back as it was filled in."""
    asked = {name: request.form.get(name, "")[:80] for name in _FIELDS}
    asked["campaign"] = asked["campaign"] or free_id(desk().store.log, asked["scenario"])
    try:
        _begin(asked)
    except (StoreFault, ProblemsFound) as fault:
        return start_page(fault=str(fault), asked=asked), 409
    viewer = asked["solo"] or UMPIRE
    return redirect(url_for("pages.campaign", campaign=asked["campaign"], viewer=viewer), 303)  # type: ignore[return-value]


def begun_by(solo: str, against: str, deploy: str, sides: Sequence[str]) -> Beginning:
    """Read from a form who plays; raises ``ProblemsFound`` if there is no such side or player."""
    if not solo:
        return Beginning(deploys=bool(deploy))
    try:
        seat = seat_of(against or COMMANDER)
    except UnknownSeat as unknown:
        raise ProblemsFound([Problem("against", str(unknown), "take one from the list")]) from None
    return Beginning.solo(solo, sides, seat, deploys=bool(deploy))


def _begin(asked: Mapping[str, str]) -> None:
    rules, dice = asked["rules"], asked["dice"]
    raise_any(rules_and_dice(rules or keys()[0], dice or DICE_MODES[0]))
    folder = scenario_path(desk().store, asked["scenario"])
    sides = [side.key for side in read_scenario(folder).sides] if asked["solo"] else []
    begun = begun_by(asked["solo"], asked["against"], asked["deploy"], sides)
    desk().store.create(
        folder, asked["campaign"], rules=rules or None, dice=dice or DICE_MODES[0],
        beginning=begun._replace(plan=asked["plan"] or None, knowledge=_known(asked)),
    )  # fmt: skip


def _known(asked: Mapping[str, str]) -> Wished:
    """Read what is known otherwise than usual; what was left empty is as usual."""
    given = ((key, asked[key].strip()) for key in Fog.__struct_fields__)
    return tuple((key, int(value) if value.isascii() and value.isdigit() else value) for key, value in given if value)


@pages.get("/c/<campaign>/")
@role("umpire")
def open_campaign(campaign: str) -> Response:
    """Go to the umpire's page."""
    return redirect(url_for("pages.campaign", campaign=campaign, viewer=UMPIRE))  # type: ignore[return-value]


@pages.get("/c/<campaign>/<viewer>/")
@role("viewer")
def campaign(campaign: str, viewer: str) -> str:
    """Show the map as a viewer may see it."""
    session = _open(campaign, viewer)
    setting, visitor = session.setting, who()
    may_order = holds(session, viewer) and visitor.plays(campaign, viewer)
    is_umpire = viewer == UMPIRE and visitor.is_umpire(campaign)
    return render_template(
        "campaign.html",
        campaign=campaign,
        viewer=viewer,
        viewers=_viewers(setting, campaign, viewer),
        sees=sees(setting, viewer),
        late=lateness(campaign, viewer),
        home=_home(setting, campaign, viewer),
        name=session.name,
        introductions=introductions(setting, viewer),
        cautions=session.ruleset.play.cautions(session.situation) if is_umpire else (),
        may_order=may_order,
        damage=_damage(session, is_umpire=is_umpire),
        seated=[side.key for side in setting.sides if holds(session, side.key) and not lateness(campaign, viewer)],
        is_umpire=is_umpire,
        teaches=is_umpire and has_lesson(desk().store, session),
        visitor=visitor,
        token=page_token() if may_order else "",
        map=map_of(session),
        exports=exports_list(),
        papers=[(name, max(size), min(size)) for name, size in PAPERS.items()],
        styles=[(key, scheme.words) for key, scheme in shipped_palette().scheme.items()],
    )


@pages.get("/c/<campaign>/<viewer>/map.js")
@role("viewer")
def script(campaign: str, viewer: str) -> Response:
    """Send the script that makes the map."""
    return Response(map_of(_open(campaign, viewer)).text, mimetype="text/javascript")


@pages.get("/c/<campaign>/<viewer>/readings")
@role("viewer")
def readings(campaign: str, viewer: str) -> str:
    """List how the rules are read: every reading and default, with its reason."""
    session = _open(campaign, viewer)
    tables = session.ruleset.tables
    return render_template(
        "readings.html",
        campaign=campaign,
        viewer=viewer,
        name=session.name,
        tables=tables,
        usual=usual_readings(tables),
        differences=differences(tables),
    )


@pages.get("/help/")
@pages.get("/help/<name>")
@role("public")
def manual(name: str = "index") -> str:
    """Show a page of the manual."""
    text = page_html(name)
    if text is None:
        raise BadRequest(404, "help", f"the manual has no page {name[:40]!r}", "see its first page, /help/")
    return render_template("help.html", text=text, pages=pages_list(), name=name)


def _damage(session: Session, *, is_umpire: bool) -> str:
    """Say that a log is damaged; where it is tells how much has happened, so that is for the umpire."""
    if session.damage is None:
        return ""
    return f"This log is damaged. {session.damage}" if is_umpire else "This campaign waits: its log is damaged."


def _open(campaign: str, viewer: str) -> Session:
    session = desk().store.session(campaign)
    viewer_of(session.setting, viewer)
    return session


def _viewers(setting: Setting, campaign: str, viewer: str) -> list[dict[str, str]]:
    """List those whose pages the visitor may open, the one that he looks at among them."""
    found = [row for row in viewers_data(setting) if lateness(campaign, row["key"]) is not None]
    known = any(row["key"] == viewer for row in found)
    return found if known else [*found, {"key": viewer, "name": sees(setting, viewer)}]


def _home(setting: Setting, campaign: str, viewer: str) -> tuple[str, str]:
    """Give the page that a visitor goes to from a viewer's map, and its words."""
    visitor = who()
    if visitor.is_umpire(campaign):
        return url_for("pages.campaign", campaign=campaign, viewer=UMPIRE), "Back to the umpire's page"
    if viewer_of(setting, viewer).kind in {"command", "side"} and visitor.plays(campaign, viewer):
        return f"/c/{campaign}/{viewer}/day", "Write your orders"
    return "/seats", "My seats"


def map_of(session: Session) -> MapScript:
    """Give the script that makes the map of a campaign."""
    return script_under(f"/maps/{session.hexmap.key}", session.hexmap.shade is not None)


def start_page(*, fault: str = "", asked: Mapping[str, str] | None = None) -> str:
    """List the campaigns of the store, and offer to begin one; with the form as it was filled in, on a fault."""
    store = desk().store
    away = store.away.now()
    rows = [(row, *_opened(row)) for row in store.campaigns() if row.id not in away]
    return render_template(
        "start.html",
        rows=rows,
        away=away_rows(store),
        scenarios=_scenarios(),
        lessons=_lessons({row.id for row in store.campaigns()}),
        pictures={item.folder.name: picture_of(store, item.folder.name) for item in _scenarios()},
        fault=fault,
        asked=asked or {},
        token=page_token(),
        place=store.log.place,
        maps=maps_rows(),
        grounds=GroundShelf(store.folder).rows(),
        unsound=unsound(),
        players=[(str(seat), seat.words) for seat in _players()],
    )


def _players() -> tuple[Seat, ...]:
    """List who can play against a person."""
    commanders = (Seat(COMMANDER, level, style) for level in SKILLS for style in STYLES)
    return (*commanders, Seat(TABLE))


def _opened(row: CampaignRow) -> tuple[str, str, bool, str, str]:
    """Give a campaign's rules, where it stands, whether it is over; why it cannot be opened; what is damaged."""
    try:
        session = desk().store.session(row.id)
    except StoreFault as fault:
        return "", "", False, str(fault), ""
    when = words_of(session.state.clock, session.ruleset.tables)
    where = ending_line(session.state) or f"day {when['day']}, {when['turn']}"
    return session.ruleset.tables.name, where, session.state.ended, "", str(session.damage or "")


def _lessons(begun: Collection[str]) -> list[Scenario]:
    """List the scenarios that lead through themselves, and were not begun from the first page before."""
    return [item for item in _scenarios() if teaches(item.folder) and item.folder.name not in begun]


def _scenarios() -> tuple[Scenario, ...]:
    return (*_shipped(), *own_scenarios(desk().store)[0])


@lru_cache(maxsize=1)
def _shipped() -> tuple[Scenario, ...]:
    return tuple(read_scenario(shipped_scenario(name)) for name in shipped_scenarios())
