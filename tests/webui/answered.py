"""
Write down what every page and address answers, as digests, in a played game of each rule system.

``answered.txt`` holds a line for each route, viewer and game. ``python -m tests.webui.answered`` prints what has
changed, ``--write`` takes it over, and ``--show GAME VIEWER ROUTE`` prints the answers behind a digest, to be held
against those of the code before.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import random
import re
import sys
import tempfile
from pathlib import Path

from campaign.model.viewer import Viewer, side_of
from campaign.systems.catalogue import keys
from tests.people.helpers import club_app, send, signed_in
from tests.people.walk import addresses
from tests.webui.editing import toy_ground
from tests.webui.test_twins import SLOW, Matter, application, letters_beside, players, served
from tests.webui.twinning import NAME, HeldStore, game, written
from webui.desk.exports import EXPORTS
from webui.desk.mapprojects import MapShelf
from webui.serving.shared import Desk

FILE = Path(__file__).with_name("answered.txt")
NOW = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
DRAWN_BY_LOT = re.compile(
    rb'nonce(="|-)[\w/+=-]+|/made/[0-9a-f]{16}/'
    rb'|name="(?:token|send_id|id|person|seat)" value="[^"]*"|"token":\s*"[^"]*"'
    rb'|data-(?:token|session)="[^"]*"|(?:/[^/<>"\s]+)*/club/campaigns|[A-Z\d]{4}(?:-[A-Z\d]{4}){3}'
    rb"|\b20[2-9]\d-\d\d-\d\d\b|(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{16})(?![0-9a-f])"
)
"""What is another each time, each day, or with each change of a script."""
ALL_ALIKE = {"api.events", "api.token", "maps.drawn", "maps.script", "sides.whatif"}
CLUB = ("", "host", "umpire", "ann", "sid", "oscar", "olga")
THINGS = {"m": "toy", "scenarios": "sedan-club", "grounds": "toy"}
"""What the host has in work, by the address of its kind."""
FILES = re.compile(r"/static/|/vendor/|/faces/|/made/|/help/|favicon|\.pdf")
BINARY = {"image/png", "image/webp", "application/pdf", "application/zip", "font/woff2"}
FORMS = {"pdf", "gpkg", "xlsx", "png", "zip"}
"""Files that say when they were made, or take long; they have recordings and readers of their own."""


class Looks(Matter):
    """What is asked as one viewer of one game; the umpire asks for all that a side asks for, and for his own pages."""

    def addresses(self, **_):
        """Walk the routes that change nothing."""
        for rule in self.app.url_map.iter_rules():
            if "GET" not in rule.methods or "<campaign>" not in str(rule) or rule.endpoint in ALL_ALIKE:
                continue
            if "viewer" not in rule.arguments and self.viewer != "umpire":
                continue
            if set(rule.arguments) - {"campaign", "viewer", "what", "form", "digest", "battle"}:
                continue
            yield from ((rule.endpoint, "GET", url) for url in self.filled(rule, slow=frozenset()))

    def filled(self, rule, *, slow):
        """Fill an address in; of a battle there is none."""
        if "battle" in rule.arguments:
            return [str(rule).replace("<campaign>", NAME).replace("<viewer>", self.viewer).replace("<battle>", "ouren")]
        return super().filled(rule, slow=slow)


def worlds():
    """Give each game with those who look at it: the umpire, a side, and a command of the other."""
    for key in keys():
        world = game(key, 0)
        sides = [one for one in players(world.opening.setting) if one.kind == "side"]
        others = [
            one for one in players(world.opening.setting)
            if one.kind == "command" and side_of(world.opening.setting, one) != sides[0].key
        ]  # fmt: skip
        yield key, world, [Viewer("umpire"), sides[0], others[-1]]


def furnished(folder):
    """Give a club whose host has a map in work, a ground, and a scenario of his own."""
    app = club_app(folder)
    host, store = signed_in(app, "host"), app.extensions["sandtable"].store
    MapShelf(store.folder).begin("toy", toy_ground())
    for url, form in (
        ("/scenarios", {"do": "copy", "model": "sedan_1940", "name": "Ours", "key": "sedan-club"}),
        ("/grounds/new", {"name": "Toy ground", "key": "toy"}),
    ):
        assert send(host, url, **form).status_code == 303, url
    return app


def in_work(url):
    """Name what the host has in work where an address names nothing that is there."""
    for kind, name in THINGS.items():
        url = url.replace(f"/{kind}/nothing/", f"/{kind}/{name}/")
    return url


def club_answers(folder):
    """Give what a club's people are answered, who sign in: all routes that change nothing."""
    app = furnished(folder)
    for person in CLUB:
        client = signed_in(app, person)
        for endpoint, method, url, query in addresses(app):
            at = in_work(url) if person == "host" else url
            if method == "GET" and endpoint not in ALL_ALIKE and not FILES.search(url):
                with client.open(at + query, headers={"Accept": "text/html"}, buffered=False) as answer:
                    stream = answer.mimetype == "text/event-stream"
                    body = b"" if stream or answer.mimetype in BINARY else answer.data
                    yield ("club", person or "nobody", endpoint), at, answer.status_code, DRAWN_BY_LOT.sub(b"", body)
    app.extensions["sandtable"].store.close()


def answers(app, folder, wanted=None):
    """Give what each route answered: by game, viewer and route, the bytes in order."""
    yield from (one for one in club_answers(Path(folder) / "club") if wanted in {None, one[0]})
    for number, (key, world, viewers) in enumerate(worlds()):
        desk = Desk(HeldStore(world, written(world), folder), 4)
        desk.now = lambda: NOW
        session = desk.store.session(NAME)
        first = viewers[1]
        letters_beside(session.log, NAME, session.setting, first.key)
        for viewer in viewers:
            asks = viewer if viewer.kind != "umpire" else first
            matter = Looks(app, world, session, asks, (), random.Random(f"answered/{key}"))
            matter.viewer = viewer.key
            files = [one for one in EXPORTS if one not in SLOW and one[1] not in FORMS]
            # They are shared out: a file is asked for by one of three, in each system by another.
            matter.exports = files[(number + viewers.index(viewer)) % len(viewers) :: len(viewers)]
            client = app.test_client()
            for endpoint, method, url in matter.addresses():
                if wanted and wanted != (key, viewer.key, endpoint):
                    continue
                code, _, body = served(client, desk, method, url)
                yield (key, viewer.key, endpoint), url, code, DRAWN_BY_LOT.sub(b"", body)


def lines(folder):
    """Give the lines of the table."""
    found = {}
    for name, url, code, body in answers(made(folder), folder):
        found.setdefault(name, hashlib.sha256()).update(f"{url} {code}\n".encode() + body)
    return [f"{' '.join(name)} {digest.hexdigest()[:12]}" for name, digest in found.items()]


class _Folders:
    def __init__(self, folder):
        self._folder = Path(folder)

    def mktemp(self, name):
        (self._folder / name).mkdir()
        return self._folder / name


def made(folder):
    os.environ.update(SOURCE_DATE_EPOCH="1767225600", OGR_CURRENT_DATE="2026-01-01T00:00:00Z")
    return application(_Folders(folder))


def main(words):
    with tempfile.TemporaryDirectory() as folder:
        if words[:1] == ["--show"]:
            for _, url, code, body in answers(made(folder), folder, tuple(words[1:4])):
                sys.stdout.write(f"== {url} {code}\n{body.decode(errors='backslashreplace')}\n")
            return
        now = lines(folder)
    if words == ["--write"]:
        FILE.write_text("\n".join(now) + "\n", encoding="utf-8")
        return
    before = set(FILE.read_text(encoding="utf-8").splitlines())
    sys.stdout.writelines(f"{line}\n" for line in now if line not in before)


if __name__ == "__main__":
    main(sys.argv[1:])
