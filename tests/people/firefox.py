"""
Firefox for the tests, spoken to by WebDriver BiDi over its own web socket: no driver stands between.

``with firefox() as fox`` starts one; ``fox.tab(cookies)`` opens a context of its own with a page. Where Firefox is not
installed the tests are skipped and say so; with ``CI=true`` they fail. ``tests/setup_browser.sh`` installs it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

import pytest
from websockets.sync.client import connect

NAMES = ("firefox-esr", "firefox")
FIREFOX = os.environ.get("SANDTABLE_FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_WAIT_S = 60
_LEFT = "A ServiceWorker intercepted the request and encountered an unexpected error."
"""What Firefox says of a script that was on its way when its page was left; a rejected answer it words otherwise."""


class FirefoxFault(Exception):  # noqa: N818 - it is what the browser said
    """The browser answered with an error."""


class Firefox:
    """A running Firefox."""

    def __init__(self, socket):
        self._socket, self._numbers = socket, itertools.count(1)
        self.heard = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.responseCompleted"])

    def ask(self, method, **params):
        """Ask it something; what it tells meanwhile is kept in ``heard``."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(_WAIT_S))
            if said.get("type") == "event":
                self.heard.append(said)
            elif said.get("id") == number:
                if said["type"] == "error":
                    raise FirefoxFault(f"{method}: {said['error']}: {said['message']}")
                return said["result"]

    def tab(self, address, cookie="", size=(1280, 800)):
        """Open a page in a context of its own, signed in by a session's token."""
        user = self.ask("browser.createUserContext")["userContext"]
        context = self.ask("browsingContext.create", type="tab", userContext=user)["context"]
        self.ask("browsingContext.setViewport", context=context, viewport={"width": size[0], "height": size[1]})
        if cookie:
            host = re.sub(r"https?://|:\d+", "", address)
            held = {"name": "sandtable", "value": {"type": "string", "value": cookie}, "domain": host, "path": "/"}
            self.ask("storage.setCookie", cookie=held, partition={"type": "storageKey", "userContext": user})
        return Tab(self, context, address)


class Tab:
    """A page of Firefox's."""

    def __init__(self, fox, context, address):
        self.fox, self.context, self.address = fox, context, address

    def go(self, path):
        """Open a page of the server."""
        self.fox.heard.clear()
        self.fox.ask("browsingContext.navigate", context=self.context, url=self.address + path, wait="complete")

    def run(self, expression):
        """Work out an expression on the page; what it gives must be plain data."""
        told = self.fox.ask(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self.context}, awaitPromise=True,
        )  # fmt: skip
        if told["type"] == "exception":
            raise FirefoxFault(told["exceptionDetails"]["text"])
        return json.loads(told["result"].get("value", "null") or "null")

    def wait(self, expression):
        """Wait until an expression is true on the page."""
        end = time.monotonic() + _WAIT_S
        while not self._holds(expression):
            if time.monotonic() > end:
                raise FirefoxFault(f"never true: {expression}")
            time.sleep(0.05)

    def _holds(self, expression):
        # While the next page is on its way there is nothing that it could be asked of.
        with contextlib.suppress(FirefoxFault):
            return self.run(expression)
        return False

    def click(self, selector):
        """Press what a selector means, with the pointer, where it stands."""
        x, y = self.run(
            f"(() => {{ const it = document.querySelector({json.dumps(selector)});"
            " it.scrollIntoView({block: 'center'}); const box = it.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2]; })()"
        )
        self._point(x, y, "mouse")

    def tap(self, x, y):
        """Touch a place of the window."""
        self._point(x, y, "touch")

    def _point(self, x, y, kind):
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        self.fox.ask("input.performActions", context=self.context, actions=[source])

    def type(self, text):
        """Type on the keyboard."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "k", "actions": keys}
        self.fox.ask("input.performActions", context=self.context, actions=[source])

    def faults(self):
        """List what went wrong since the page was opened: errors of its scripts, answers of 400 and more."""
        found = []
        for said in self.fox.heard:
            told = said["params"]
            if said["method"] == "log.entryAdded" and told["level"] == "error" and _LEFT not in told["text"]:
                found.append(told["text"])
            if said["method"] == "network.responseCompleted" and told["response"]["status"] >= 400:
                found.append(f"{told['response']['status']} {told['response']['url']}")
        return found

    def close(self):
        """Close it."""
        self.fox.ask("browsingContext.close", context=self.context)


@contextlib.contextmanager
def firefox():
    """Run a Firefox with a profile of its own; skip, with a word, where there is none."""
    if FIREFOX is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Firefox was found, and with CI=true that is a failure")
        pytest.skip("no Firefox was found; this test opens the pages in one")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        fox = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            address = next(found[1] for found in map(_LISTENS.search, fox.stderr) if found)
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            fox.terminate()
            fox.wait(_WAIT_S)
            fox.stderr.close()
