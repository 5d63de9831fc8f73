"""
Walk all routes of the application as everybody, and write down what each was answered.

``python -m tests.people.walk --write`` writes ``walk.txt`` anew; look at what changed before you check it in.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.people.helpers import CAMPAIGN, OTHER, PEOPLE, club_app, signed_in

TABLE = Path(__file__).with_name("walk.txt")
WALKERS = ("", *PEOPLE)
VIEWERS = ("umpire", "us", "us-1", "us-2", "ge", "observer")
QUERIES = {
    "unit.json": "?stand=1/110", "reach.json": "?stand=1/110", "supply.json": "?stand=1/110",
    "orders.json": "?stand=1/110", "hex.json": "?hex=0303", "preview.json": "?notation=1/110 M 0303-0304",
    "solo.json": "?side=us", "advice.json": "?side=us", "why_not.json": "?stand=1/110",
    "mission.json": "?formation=us-div&words=drop", "whatif.json": "?plays=2",
}  # fmt: skip
PLACES = {
    "what": "log", "form": "txt", "name": "index", "project": "nothing", "mark": "0123456789abcdef",
    "key": "0123456789abcdef", "secret": "no-secret", "digest": "0" * 64, "version": 0, "battle": "ouren",
    "own": "nothing", "number": 0, "kind": "scenario",
}  # fmt: skip
NAMED = {"maps.static": "common/base.css", "maps.leaflet": "leaflet.js", "maps.made": "common/base.css",
         "maps.face": "AlegreyaSans-Bold.woff2"}
HEAD = (
    "# What everybody is answered at every route: python -m tests.people.walk --write.\n"
    f"# {'nobody':7}" + "".join(f"{name:7}" for name in PEOPLE) + "\n"
)


def addresses(app):
    """Yield every route with a method, and an address of it for every viewer."""
    for rule in sorted(app.url_map.iter_rules(), key=str):
        for method in sorted(rule.methods & {"GET", "POST", "PUT", "DELETE", "PATCH"}):
            places = PLACES | ({"name": NAMED[rule.endpoint]} if rule.endpoint in NAMED else {})
            for campaign, viewer in whose(rule):
                given = {**places, "campaign": campaign, "viewer": viewer}
                url = app.url_map.bind("localhost").build(
                    rule.endpoint, {name: given[name] for name in rule.arguments}, method=method
                )
                yield rule.endpoint, method, url, QUERIES.get(url.rsplit("/", 1)[-1], "")


def whose(rule):
    if "viewer" in rule.arguments:
        return [*((CAMPAIGN, viewer) for viewer in VIEWERS), (OTHER, "umpire"), ("nowhere", "umpire")]
    return [(CAMPAIGN, ""), (OTHER, ""), ("nowhere", "")] if "campaign" in rule.arguments else [("", "")]


def walked(folder):
    """Give the lines of the table."""
    found = {}
    for number, walker in enumerate(WALKERS):
        app, client = club_app(Path(folder) / str(number)), None
        for endpoint, method, url, query in addresses(app):
            # Who did something may have left by it; who only looked is still there.
            client = client if client and method == "GET" else signed_in(app, walker)
            headers = {"Accept": "text/html" if method == "POST" else "*/*"}
            answer = client.open(url + query, method=method, headers=headers, buffered=False)
            found.setdefault((method, url, endpoint), []).append(answer.status_code)
            answer.close()
            client = client if method == "GET" else None
        app.extensions["sandtable"].store.close()
    return [f"  {''.join(f'{code:<7}' for code in codes)}{key[0]:5}{key[1]}" for key, codes in found.items()]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        text = HEAD + "\n".join(walked(place)) + "\n"
    if "--write" in sys.argv:
        TABLE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
