"""
A club's server on a real port, and browsers of its people: ``serving(app)``, ``opened(browser, app, address, person)``.

The browser's page may ask this server and nobody else; ``faults`` lists what went wrong on it.
"""

from __future__ import annotations

import contextlib
import os
import threading

import pytest

from tests.conftest import CHROME
from tests.people.helpers import signed_in
from tests.undrawn import undrawn
from tests.webui.viewing import VIEW_OF
from webui.serving.receiving import receiver
from webui.serving.shared import desk

DESK, TABLET, PHONE = (1280, 800), (1024, 768), (390, 844)
THREADS = 24


@contextlib.contextmanager
def serving(app, port=0):
    """Serve an application as users have it served; gives its address."""
    server = receiver(app, "127.0.0.1", port, THREADS)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        with undrawn():
            yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        with app.app_context():
            desk().streams.close()
        server.close()
        # who was answered before holds his line open, and would be answered on it yet
        for channel in list(getattr(server, "active_channels", {}).values()):
            channel.handle_close()


def chromium(request):
    """Give the browser; skip, with a word, where there is none, and fail with CI=true."""
    if CHROME is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chrome or Chromium was found, and with CI=true that is a failure")
        pytest.skip("no Chrome or Chromium was found; this test looks at the page in one")
    return request.getfixturevalue("browser")


class Opened:
    """Somebody's browser with one page."""

    def __init__(self, browser, app, address, person, size=DESK, *, expects=()):
        self.address, self.faults, self.expects = address, [], expects
        narrow = size[0] < 500
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size != DESK, is_mobile=narrow,
            reduced_motion="reduce",
        )  # fmt: skip
        if person:
            token = signed_in(app, person).get_cookie("sandtable").value
            self.context.add_cookies([{"name": "sandtable", "value": token, "url": address}])
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda asked: self._asked(asked.url))
        self.page.on("response", self._answered)

    def _asked(self, url):
        if not url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked for {url}")

    def _answered(self, answer):
        if answer.status >= 400 and answer.status not in self.expects:
            self.faults.append(f"{answer.status} {answer.url}")

    def go(self, path):
        """Open a page of the server."""
        self.page.goto(f"{self.address}{path}")
        self.page.wait_for_load_state("load")
        return self.page

    def close(self):
        """Close it; nothing may have gone wrong."""
        self.context.close()
        assert not self.faults, self.faults


def ready(page):
    """Wait until a page with the map has all that it shows, and keep its map as ``view``."""
    page.wait_for_function("() => document.getElementById('page')?.dataset.ready")
    page.evaluate(
        f"async () => {{ window.view = await {VIEW_OF}(document.getElementById('page').dataset.map); }}"
    )
