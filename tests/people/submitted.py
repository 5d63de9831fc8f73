"""
Send every form that pages show, as it is filled in and with something in its empty fields, and write down the answers.

``submitted.txt`` holds a line for each form and each of its buttons, in the order in which they are sent: each finds
what those before it left. ``python -m tests.people.submitted`` prints what is otherwise now, ``--write`` takes it over,
``--show NUMBER`` prints the answer of a line.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from tests.people.helpers import signed_in
from tests.recording import compared
from tests.webui.answered import DRAWN_BY_LOT, furnished

FILE = Path(__file__).with_name("submitted.txt")
LEFT_ALONE = re.compile(r"^/(sign-out|sign-in|account|join)\b|/play$|/trial|^/people/reset|^/new|^/battles/new")
"""Who is signed in, links by lot, and games that go on beside."""
PAGES = {
    ("umpire", "/c/toy/umpire/"): (
        "letters", "knowledge", "positions", "accepting", "battles", "people", "post", "minutes", "closing", "keeping",
    ),
    ("ann", "/c/toy/us-1/"): ("day", "letters", "units"), ("cyd", "/c/toy/ge/"): ("day", "letters"),
    ("umpire", "/c/toy/us-2/"): ("day",),
    ("host", "/"): ("", "people", "rules", "grounds/", "m/", "battles", "c/other/umpire/closing"),
}  # fmt: skip
"""Whose pages have forms."""
ENDS = {"archive", "delete"}
"""After these nothing is taken."""
TYPED = {
    "number": "2",
    "date": "1944-12-17",
    "time": "06:30",
    "email": "a@club.example",
    "url": "https://club.example/x",
}
NAMED = {
    "hex": "0303", "hexes": "0303 0403", "key": "fresh-key", "name": "Fox", "mail": "a@club.example", "seq": "1",
    "like": "1/110", "value": "0.5", "closes_at": "2026-03-02 12:00", "map": "fresh-map", "date": "1944-12-16",
    "meant": "other",
}  # fmt: skip


class Forms(HTMLParser):
    """Collect the forms of a page: where they go, their fields as they are filled in, and their buttons."""

    def __init__(self, text):
        super().__init__()
        self.found, self.form, self.area, self.select = [], None, None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.form = {
                "action": given.get("action", ""), "fields": {}, "empty": {}, "buttons": [],
                "post": given.get("method") == "post", "file": given.get("enctype", "") != "",
            }  # fmt: skip
            self.found.append(self.form)
        elif self.form is None:
            return
        elif tag == "input" and given.get("name"):
            self._input(given)
        elif tag == "textarea" and given.get("name"):
            self.area = given["name"]
            self.form["fields"][self.area] = ""
        elif tag == "select" and given.get("name"):
            self.select = given["name"]
        elif tag == "option" and self.select and ("selected" in given or self.select not in self.form["fields"]):
            self.form["fields"][self.select] = given.get("value", "")
        elif tag == "option" and self.select and not self.form["fields"][self.select]:
            self.form["empty"][self.select] = given.get("value", "")
        elif tag == "button" and given.get("type", "submit") == "submit":
            self.form["buttons"].append((given.get("name") or "", given.get("value") or ""))

    def _input(self, given):
        name, kind, value = given["name"], given.get("type", "text"), given.get("value") or ""
        if kind in {"checkbox", "radio"}:
            self.form["fields" if "checked" in given else "empty"][name] = value or "on"
        elif kind == "submit":
            self.form["buttons"].append((name, value))
        elif kind != "file":
            self.form["fields"][name] = value
            if not value and kind != "hidden":
                self.form["empty"][name] = TYPED.get(kind, NAMED.get(name, "Fox"))

    def handle_data(self, data):
        if self.area is not None and self.form is not None:
            self.form["fields"][self.area] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "textarea":
            if self.form is not None and not self.form["fields"].get(self.area, "").strip():
                self.form["empty"][self.area] = "Fox & hounds at 0303"
            self.area = None
        elif tag == "select":
            self.select = None


def page(client, url):
    """Get a page; "" if it is none."""
    with client.open(url, headers={"Accept": "text/html"}, buffered=False) as answer:
        return answer.get_data(as_text=True) if answer.mimetype == "text/html" and answer.status_code == 200 else ""


def wanted(client, at, known):
    """List what of a page's forms was not sent before: form, button, and whether its empty fields are filled."""
    for number, form in enumerate(Forms(page(client, at)).found):
        action = (form["action"] or at).partition("#")[0].partition("?")[0]
        if not form["post"] or LEFT_ALONE.search(action):
            continue
        for button in form["buttons"] or [("", "")]:
            if button[1] in ENDS:
                continue
            kind = (re.sub(r"[0-9a-f]{16,}|\d+", "N", action), tuple(form["fields"]), button)
            for filled in (False, True) if form["empty"] else (False,):
                if (*kind, filled) not in known:
                    known.add((*kind, filled))
                    yield number, button, filled


def sent(client, at, number, button, filled):
    """Send a form of a page as it is there now; None if it is there no more."""
    forms = Forms(page(client, at)).found
    if number >= len(forms) or button not in (forms[number]["buttons"] or [("", "")]):
        return None
    form = forms[number]
    fields = form["fields"] | (form["empty"] if filled else {}) | ({button[0]: button[1]} if button[0] else {})
    action = (form["action"] or at).partition("#")[0]
    more = {"content_type": "multipart/form-data"} if form["file"] else {}
    answer = client.post(action, data=fields, headers={"Accept": "text/html"}, **more)
    return action, fields, answer


def answers(folder):
    """Give each answer: who sent which form to which address, and what came of it."""
    app = furnished(Path(folder) / "club")
    for (person, base), names in PAGES.items():
        client, known = signed_in(app, person), set()
        for at in (base + name for name in names):
            for number, button, filled in list(wanted(client, at, known)):
                told = sent(client, at, number, button, filled)
                if told is not None:
                    leads = told[-1].headers.get("Location", "").partition("#")[0]
                    yield person, button, filled, *told, page(client, leads) if leads.startswith("/c/toy/") else ""
    app.extensions["sandtable"].store.close()


def lines(folder):
    """Give the line of each answer."""
    for person, (name, value), filled, action, _, answer, after in answers(folder):
        told = answer.data if answer.mimetype in {"text/html", "application/json"} else b""
        body = DRAWN_BY_LOT.sub(b"", told + after.encode())
        leads = DRAWN_BY_LOT.sub(b"", answer.headers.get("Location", "").encode()).decode()
        pressed = f"{name}={value}" if name else "-"
        digest = hashlib.sha256(body).hexdigest()[:10]
        yield f"{person} {action} {pressed} {'filled' if filled else 'as-is'} {answer.status_code} {digest} {leads}"


def main(words):
    with tempfile.TemporaryDirectory() as folder:
        # Rules of one's own lie with what a user keeps, which is not to be touched.
        os.environ["XDG_DATA_HOME"] = folder
        if words[:1] == ["--show"]:
            for number, (*who, answer, _) in enumerate(answers(folder)):
                if number == int(words[1]):
                    sys.stdout.write(f"{who}\n{answer.status_code} {answer.headers}\n{answer.text}\n")
            return
        compared(words, FILE, lines(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
