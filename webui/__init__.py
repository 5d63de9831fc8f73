"""Serve the campaigns of a store to browsers, and give the ``sandtable`` command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from webui.desk.library import CampaignStore

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
        The names that it answers to.
    most_pages
        How many live streams it keeps open at a time; give the server at least twice as many threads, and 8.
    """
    from flask import Flask  # noqa: PLC0415 - most commands begin without it

    from webui.editor.api import editor_api  # noqa: PLC0415
    from webui.editor.files import editor_files  # noqa: PLC0415
    from webui.editor.pages import editor_pages  # noqa: PLC0415
    from webui.editor.underlay import underlays  # noqa: PLC0415
    from webui.page.api import api  # noqa: PLC0415 - the package must stay importable without its parts
    from webui.page.battles import battles  # noqa: PLC0415
    from webui.page.ground import maps  # noqa: PLC0415
    from webui.page.missions import missions  # noqa: PLC0415
    from webui.page.pages import pages  # noqa: PLC0415
    from webui.page.sides import sides  # noqa: PLC0415
    from webui.serving.errors import handle_errors  # noqa: PLC0415
    from webui.serving.security import secure  # noqa: PLC0415
    from webui.serving.shared import Desk, desk, install  # noqa: PLC0415

    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    secure(app, hosts, lambda campaign, viewer: desk().plays(campaign, viewer))
    install(app, Desk(store, most_pages))
    handle_errors(app)
    for part in (pages, battles, api, sides, missions, maps, editor_pages, editor_api, editor_files, underlays):
        app.register_blueprint(part)
    return app
