"""Serve a store to browsers: ``sandtable serve`` and ``sandtable demo``."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Any

import click

from campaign.store.faults import StoreFault
from campaign.store.kept.campaigns import DELETED
from maps.loading import load_kernels
from scenarios.scenario import read_scenario, shipped_scenario
from webui import LOCAL_HOSTS, MOST_PAGES, create_app
from webui.commands.groups import progress
from webui.commands.people.group import ensure_umpire, password_option
from webui.commands.shared import store_option, using_store
from webui.desk.reports.making import Printer
from webui.desk.sheets.ahead import Ahead
from webui.desk.sheets.clock import Clockwork
from webui.door.post_page import post_settings
from webui.door.workers import Workers, inherited, is_first, watch_parent
from webui.post.mailbox import MailIn
from webui.post.sender import Postman, Sender
from webui.serving.receiving import receiver
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from flask import Flask

    from webui.desk.library import CampaignStore
    from webui.door.guard import Accounts

__all__ = ["demo", "serve"]

DEMO_SCENARIO, DEMO_CAMPAIGN = "ardennes_1944", "ardennes"
THREADS = MOST_PAGES + 32
_PORTS_TRIED = 20
_BEHIND_A_PROXY = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"}}
"""The proxy says from where a request came; without that all visitors would be counted as one."""

port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free."
)


@click.command()
@port_option
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@store_option
def demo(port: int, store: str | None, *, no_browser: bool) -> None:
    """Open "Ardennes, 16 December 1944" and serve it; its map is built the first time."""
    with using_store(store, create=True) as opened:
        _ensure_demo(opened)
        path = f"/c/{DEMO_CAMPAIGN}/umpire/"
        _run(
            create_app(opened, accounts="none"), "127.0.0.1", port, path=path, browse=not no_browser and _has_display()
        )


@click.command()
@port_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0: every one.")
@click.option("--name", "names", multiple=True, help="A further name under which browsers may ask; may be repeated.")
@click.option(
    "--https", is_flag=True, help="Browsers come by https, through a proxy on this machine that hands the requests on."
)
@click.option(
    "--workers", type=click.IntRange(1, 16), default=1, show_default=True, help="Processes that share the address."
)
@password_option
@store_option
def serve(
    port: int,
    host: str,
    names: tuple[str, ...],
    workers: int,
    password_file: Path | None,
    store: str | None,
    *,
    https: bool,
) -> None:
    """
    Serve the campaigns of a store.

    On this machine alone, whoever sits at it is the umpire. Where others can reach it (--host, --name, --https)
    everybody signs in: the umpire's password is asked for once. Several workers stay up when one dies; maps are
    corrected by a server with one.
    """
    first = is_first()
    others_at_work = Workers(workers - 1 if first else 0)
    with using_store(store, create=True) as opened:
        others = host not in LOCAL_HOSTS or bool(names) or https
        if others and first:
            ensure_umpire(opened, password_file)
        hosts = [*LOCAL_HOSTS, *names, *_own_names(host)]
        # Where nothing can be written no session can be kept; whoever sits there has the file itself.
        alone: Accounts = "none" if opened.log.reads_only else "if any"
        app = create_app(opened, hosts=hosts, accounts="wanted" if others else alone, https=https)
        _run(app, host, port, path="/", browse=False, proxied=https, workers=others_at_work)


def _brought_back(store: CampaignStore) -> None:
    away = store.away.now().get(DEMO_CAMPAIGN)
    if away is not None and away.state == DELETED:
        click.echo(f"{DEMO_CAMPAIGN} was deleted on {away.since:%Y-%m-%d}; it is brought back as it was.", err=True)
        store.away.bring_back(DEMO_CAMPAIGN)


def _ensure_demo(store: CampaignStore) -> None:
    if any(row.id == DEMO_CAMPAIGN for row in store.log.campaigns()):
        _brought_back(store)
        return
    folder = shipped_scenario(DEMO_SCENARIO)
    click.echo(f"Building the map and setting up {read_scenario(folder).name} ...", err=True)
    _, notes = store.create(folder, DEMO_CAMPAIGN, progress=progress())
    for line in notes:
        click.echo(f"  {line}", err=True)


def _run(
    app: Flask, host: str, port: int, *, path: str, browse: bool, proxied: bool = False, workers: Workers | None = None
) -> None:
    more: dict[str, Any] = dict(_BEHIND_A_PROXY) if proxied else {}
    given = inherited()
    if given is not None:
        server = receiver(app, host, port, THREADS, sockets=[given], **more)
        watch_parent()
    else:
        server = _listening(app, host, port, more)
        _tell(server, host, path)
    load_kernels()
    if browse:
        webbrowser.open(_address(server, host, path))
    _stop_cleanly(app)
    if workers is not None:
        workers.start(server)
    clockwork, postman, ahead = _clockwork(app), _postman(app), _ahead(app)
    printer = _printer(app)
    clockwork.start()
    ahead.start()
    if given is None:
        # One process at a time makes reports, however many workers there are.
        printer.start()
    postman.start()
    try:
        server.run()
    finally:
        if workers is not None:
            workers.close()
        server.close()
        clockwork.stop()
        ahead.stop()
        printer.stop()
        postman.stop()


def _clockwork(app: Flask) -> Clockwork:
    """Make what closes turns at their deadlines while the server runs."""
    with app.app_context():
        kept = desk()
    return Clockwork(kept.store, kept.now, kept.streams.bell.ring)


def _ahead(app: Flask) -> Ahead:
    """Make what reads sheets that were sent before this process began, so that no closing has to."""
    with app.app_context():
        kept = desk()
    return Ahead(kept.store, kept.looks)


def _printer(app: Flask) -> Printer:
    """Make what makes the reports of closed turns while the server runs."""
    with app.app_context():
        kept = desk()
    return Printer(kept.store)


def _postman(app: Flask) -> Postman:
    """Make what sends people word while the server runs."""
    with app.app_context():
        kept, settings = desk(), post_settings()
    return Postman(Sender(kept.store, settings), kept.now, MailIn(kept.store, settings))


def _tell(server: Any, host: str, path: str) -> None:
    click.echo(f"Sandtable is at {_address(server, host, path)}")
    click.echo("Stop it with Ctrl+C; nothing is lost by that.", err=True)
    sys.stdout.flush()


def _address(server: Any, host: str, path: str) -> str:
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - it is compared, not bound
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{server.effective_port}{path}"


def _listening(app: Flask, host: str, port: int, more: Mapping[str, Any]) -> Any:
    try:
        return receiver(app, host, port, THREADS, **more)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            what, remedy = f"cannot be listened at ({error.strerror or error})", "name another with --host or --port"
        else:
            what = "is in use by another program, perhaps by a Sandtable that still runs"
            remedy = f"stop that one, or take another port: --port {_free_port(host, port)}"
        raise StoreFault(place=f"port {port} of {host}", what=what, remedy=remedy) from error


def _free_port(host: str, port: int) -> int:
    """Find a port near one that is taken."""
    for wanted in range(port + 1, min(port + _PORTS_TRIED, 65536)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            if probe.connect_ex((host if host != "0.0.0.0" else "127.0.0.1", wanted)) != 0:  # noqa: S104
                return wanted
    return 0


def _stop_cleanly(app: Flask) -> None:
    """End the streams first on Ctrl+C, so that no page is waited for."""

    def stop(_signal: int, _frame: object) -> None:
        with app.app_context():
            desk().streams.close()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _own_names(host: str) -> list[str]:
    if host in LOCAL_HOSTS:
        return []
    own = socket.gethostname()
    try:
        addresses = socket.gethostbyname_ex(own)[2]
    except OSError:
        addresses = []
    return [host, own, f"{own}.local", *addresses]


def _has_display() -> bool:
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
