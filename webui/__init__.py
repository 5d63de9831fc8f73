"""Serve the campaigns of a store to browsers, and give the ``sandtable`` command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from webui.library import CampaignStore

__all__ = ["LOCAL_HOSTS", "MOST_PAGES", "create_app"]

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
MOST_PAGES = 16
"""How many open pages get live updates; more ask every few seconds."""


def create_app(store: CampaignStore, *, hosts: Sequence[str] = LOCAL_HOSTS, most_pages: int = MOST_PAGES) -> Flask:
    """
    Make the application for a store.

    Parameters
    ----------
    hosts
        The names under which it may be asked.
    most_pages
        How many live streams it keeps open at a time; give the server at least twice as many threads, and 8.
    """
    from flask import Flask  # noqa: PLC0415 - most commands begin without it

    from webui.api import api  # noqa: PLC0415 - the package must stay importable without its parts
    from webui.battles import battles  # noqa: PLC0415
    from webui.desk import Desk, install  # noqa: PLC0415
    from webui.errors import handle_errors  # noqa: PLC0415
    from webui.mapeditor import editor_pages  # noqa: PLC0415
    from webui.mapeditor_api import editor_api  # noqa: PLC0415
    from webui.mapeditor_files import editor_files  # noqa: PLC0415
    from webui.mapeditor_underlay import underlays  # noqa: PLC0415
    from webui.mapfiles import maps  # noqa: PLC0415
    from webui.pages import pages  # noqa: PLC0415
    from webui.security import secure  # noqa: PLC0415
    from webui.sidesapi import sides  # noqa: PLC0415

    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    secure(app, hosts)
    install(app, Desk(store, most_pages))
    handle_errors(app)
    for part in (pages, battles, api, sides, maps, editor_pages, editor_api, editor_files, underlays):
        app.register_blueprint(part)
    return app
