"""
A server with the shipped campaign, and a browser that is cut off from the network.

Browser tests are skipped, and say so, where there is no Chrome or Chromium;
with ``CI=true`` they fail instead.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import expect
from werkzeug.serving import make_server

from campaign.store.eventlog import EventLog
from scenarios.scenario import shipped_scenario
from tests import postgres, sharing, writers
from tests.balance import pytest_runtest_logreport, pytest_sessionfinish, pytest_xdist_make_scheduler  # noqa: F401
from tests.collecting import Examples
from tests.undrawn import undrawn
from webui import create_app
from webui.desk.library import CampaignStore, open_store
from webui.serving.shared import desk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from playwright.sync_api import Browser, Page

# The same engine without windows of its own opens a page with half the work: that first.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROME = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # Nothing but the tests' own server is found. To pass each request through a test took longer than to answer it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    # Without windows letters would stand on whole pixels; so they are as wide as in the browser that people use.
    "--font-render-hinting=none",
]
SEED = "a seed for tests"

# No test is about time: on a busy machine an example may take as long as it likes, and so may a browser. What lands
# is tried on the same examples each time, and forty say it as well as a hundred; at a desk and in a soak a hundred are
# drawn anew, and what they find is written down as a case.
LANDS = os.environ.get("CI") == "true"
settings.register_profile(
    "sandtable", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=LANDS,
    max_examples=40 if LANDS else 100,
)  # fmt: skip
settings.load_profile("sandtable")
expect.set_options(timeout=30_000)
sharing.share()
writers.watch()


def pytest_configure(config: pytest.Config) -> None:
    """Look for examples only where there are any."""
    config.addinivalue_line("markers", "drawn: the desk's map is drawn in full, and not left blank to save work")
    config.pluginmanager.register(Examples(), "examples")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROME, "args": FLAGS}


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server | None]:
    """A PostgreSQL server of the tests' own; None where it is not installed."""
    with postgres.serving() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: postgres.Server | None) -> str:
    """The address of an empty database."""
    return postgres.or_skip(postgres_server).database()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where a new store is to be: a file, then a PostgreSQL database. All that were opened are closed at the end."""
    opened: list[EventLog] = []
    begin = EventLog.__init__

    def noted(log: EventLog, *args: Any, **more: Any) -> None:
        begin(log, *args, **more)
        opened.append(log)

    monkeypatch.setattr(EventLog, "__init__", noted)
    yield str(tmp_path / "toy.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    for log in opened:
        log.close()


@pytest.fixture(scope="session")
def played_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the shipped campaign at its beginning; copy it, do not play in it."""
    folder = tmp_path_factory.mktemp("shipped")
    store = open_store(folder)
    store.create(shipped_scenario("ardennes_1944"), "ardennes", seed=SEED)
    store.close()
    return folder


@pytest.fixture
def store(played_store: Path, tmp_path: Path) -> Iterator[CampaignStore]:
    """A store of one's own with the shipped campaign."""
    folder = tmp_path / "store"
    shutil.copytree(played_store, folder)
    opened = open_store(folder)
    yield opened
    opened.close()


@pytest.fixture
def app(store: CampaignStore) -> Flask:
    """The application on that store."""
    made = create_app(store)
    made.testing = True
    made.config["PROPAGATE_EXCEPTIONS"] = False
    return made


@pytest.fixture
def live_server(app: Flask, request: pytest.FixtureRequest) -> Iterator[str]:
    """The application behind a real port; gives its address. Its map is drawn for tests marked ``drawn``."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.daemon_threads = True
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with nullcontext() if request.node.get_closest_marker("drawn") else undrawn():
        yield f"http://127.0.0.1:{server.port}"
    with app.app_context():
        desk().streams.close()
    server.shutdown()
    thread.join()
    server.server_close()


class Guarded:
    """A browser's page that may ask this server and nobody else; ``faults`` lists what went wrong."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        page.on("request", self._asked)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.faults.append(message.text))
        page.on("response", lambda answer: answer.status >= 400 and self.faults.append(f"{answer.status} {answer.url}"))

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked for {request.url}")


@pytest.fixture
def guarded(request: pytest.FixtureRequest, live_server: str) -> Iterator[Guarded]:
    """A page on the live server; the test fails if the page asked anybody else, or anything in it went wrong."""
    if CHROME is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chrome or Chromium was found, and with CI=true that is a failure")
        pytest.skip("no Chrome or Chromium was found; this test looks at the page in one")
    browser: Browser = request.getfixturevalue("browser")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = Guarded(context.new_page(), live_server)
    yield opened
    context.close()
    assert not opened.faults, opened.faults
