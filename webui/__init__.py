"""Serve the campaigns of a store to browsers, and give the ``sandtable`` command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Blueprint, Flask

    from webui.desk.library import CampaignStore
    from webui.door.guard import Accounts
    from webui.post.settings import PostSettings

__all__ = ["LOCAL_HOSTS", "MOST_PAGES", "create_app"]

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
MOST_PAGES = 120
"""How many open pages get live updates; more ask every few seconds."""


def create_app(
    store: CampaignStore,
    *,
    hosts: Sequence[str] = LOCAL_HOSTS,
    most_pages: int = MOST_PAGES,
    accounts: Accounts = "if any",
    https: bool = False,
    post: PostSettings | None = None,
) -> Flask:
    """
    Make the application for a store.

    Parameters
    ----------
    hosts
        The names that it answers to.
    most_pages
        How many live streams it keeps open at a time; give the server a thread for each, and a few dozen more.
    accounts
        Whether visitors must sign in: "wanted", "none" (whoever asks is the umpire), or "if any" has an account.
    https, post
        Whether browsers come by https, through a proxy; how people are reached, None: as it is set beside the store.
    """
    from flask import Flask  # noqa: PLC0415 - most commands begin without it

    from webui.door.guard import Guard, install_guard  # noqa: PLC0415 - the package must stay importable without them
    from webui.door.post_page import install_post  # noqa: PLC0415
    from webui.serving.bundles import address_of  # noqa: PLC0415
    from webui.serving.errors import handle_errors  # noqa: PLC0415
    from webui.serving.security import secure, session_mark  # noqa: PLC0415
    from webui.serving.shared import Desk, install  # noqa: PLC0415

    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(made=address_of, session_mark=session_mark)
    guard = Guard(store.log, accounts, secure=https)
    secure(app, hosts, guard)
    install(app, Desk(store, most_pages))
    install_guard(app, guard)
    install_post(app, store.folder, post)
    handle_errors(app)
    for part in _parts():
        app.register_blueprint(part)
    return app


def _parts() -> tuple[Blueprint, ...]:
    """List all rooms' routes."""
    from webui.door.arrivals import arrivals  # noqa: PLC0415
    from webui.door.people_page import people  # noqa: PLC0415
    from webui.door.post_feeds import post_feeds  # noqa: PLC0415
    from webui.door.post_page import post_page  # noqa: PLC0415
    from webui.door.post_umpire import post_umpire  # noqa: PLC0415
    from webui.door.seats import seats  # noqa: PLC0415
    from webui.editor.api import editor_api  # noqa: PLC0415
    from webui.editor.files import editor_files  # noqa: PLC0415
    from webui.editor.grounds import ground_pages  # noqa: PLC0415
    from webui.editor.grounds_api import ground_api  # noqa: PLC0415
    from webui.editor.pages import editor_pages  # noqa: PLC0415
    from webui.editor.scenario_desk import scenario_desk  # noqa: PLC0415
    from webui.editor.underlay import underlays  # noqa: PLC0415
    from webui.page.api import api  # noqa: PLC0415
    from webui.page.battles import battles  # noqa: PLC0415
    from webui.page.day import day  # noqa: PLC0415
    from webui.page.deceiving import deceiving  # noqa: PLC0415
    from webui.page.desks import desks  # noqa: PLC0415
    from webui.page.ground import maps  # noqa: PLC0415
    from webui.page.handing import handing  # noqa: PLC0415
    from webui.page.homecoming import homecoming  # noqa: PLC0415
    from webui.page.keeping import keeping  # noqa: PLC0415
    from webui.page.lessons import lessons  # noqa: PLC0415
    from webui.page.letters import letters  # noqa: PLC0415
    from webui.page.mine import mine  # noqa: PLC0415
    from webui.page.missions import missions  # noqa: PLC0415
    from webui.page.pages import pages  # noqa: PLC0415
    from webui.page.printing import printing  # noqa: PLC0415
    from webui.page.reports import reports  # noqa: PLC0415
    from webui.page.rulebooks import rulebooks  # noqa: PLC0415
    from webui.page.scenarios import scenarios  # noqa: PLC0415
    from webui.page.sheets import sheets  # noqa: PLC0415
    from webui.page.sides import sides  # noqa: PLC0415
    from webui.page.spoken import spoken  # noqa: PLC0415
    from webui.page.tables import tables  # noqa: PLC0415
    from webui.page.trials import trials  # noqa: PLC0415

    editor = (editor_pages, editor_api, editor_files, underlays, ground_pages, ground_api, scenario_desk)
    door = (arrivals, seats, people, post_page, post_feeds, post_umpire)
    umpires = (day, keeping, deceiving, tables, homecoming)
    club, own = (desks, sheets, letters, reports, printing), (scenarios, handing, rulebooks, trials)
    return (pages, battles, api, sides, spoken, missions, lessons, maps, mine, *own, *club, *umpires, *editor, *door)
