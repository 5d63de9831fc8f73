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
import waitress

from campaign.store.faults import StoreFault
from maps.loading import load_kernels
from scenarios.scenario import read_scenario, shipped_scenario
from webui import LOCAL_HOSTS, MOST_PAGES, create_app
from webui.commands.shared import progress, store_option, using_store
from webui.serving.shared import desk

if TYPE_CHECKING:
    from flask import Flask

    from webui.desk.library import CampaignStore

__all__ = ["demo", "serve"]

DEMO_SCENARIO, DEMO_CAMPAIGN = "ardennes_1944", "ardennes"
THREADS = 2 * MOST_PAGES + 8
_PORTS_TRIED = 20

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
        _run(create_app(opened), "127.0.0.1", port, path=path, browse=not no_browser and _has_display())


@click.command()
@port_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0: every one.")
@click.option("--name", "names", multiple=True, help="A further name under which browsers may ask; may be repeated.")
@store_option
def serve(port: int, host: str, names: tuple[str, ...], store: str | None) -> None:
    """Serve the campaigns of a store."""
    with using_store(store, create=True) as opened:
        hosts = [*LOCAL_HOSTS, *names, *_own_names(host)]
        if host not in LOCAL_HOSTS:
            click.echo("There are no accounts yet: whoever reaches this address is the umpire.", err=True)
        _run(create_app(opened, hosts=hosts), host, port, path="/", browse=False)


def _ensure_demo(store: CampaignStore) -> None:
    if any(row.id == DEMO_CAMPAIGN for row in store.campaigns()):
        return
    folder = shipped_scenario(DEMO_SCENARIO)
    click.echo(f"Building the map and setting up {read_scenario(folder).name} ...", err=True)
    _, notes = store.create(folder, DEMO_CAMPAIGN, progress=progress())
    for line in notes:
        click.echo(f"  {line}", err=True)


def _run(app: Flask, host: str, port: int, *, path: str, browse: bool) -> None:
    server = _listening(app, host, port)
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - it is compared, not bound
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{server.effective_port}{path}"
    click.echo(f"Sandtable is at {address}")
    click.echo("Stop it with Ctrl+C; nothing is lost by that.", err=True)
    sys.stdout.flush()
    load_kernels()
    if browse:
        webbrowser.open(address)
    _stop_cleanly(app)
    try:
        server.run()
    finally:
        server.close()


def _listening(app: Flask, host: str, port: int) -> Any:
    try:
        return waitress.create_server(app, host=host, port=port, threads=THREADS, ident="sandtable")
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
