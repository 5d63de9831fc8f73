"""What every form of every page is answered is as it was recorded (``submitted.txt``)."""

from __future__ import annotations

from campaign.systems import ownfolders
from tests.people.submitted import FILE, Forms, lines


def test_every_form_is_answered_as_recorded(tmp_path, monkeypatch):
    """Where this fails, look at the answer: python -m tests.people.submitted --show; then --write."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(ownfolders, "_folders", [])
    assert list(lines(tmp_path)) == FILE.read_text(encoding="utf-8").splitlines()


def test_forms_are_read_as_a_browser_fills_them_in():
    (form,) = Forms(
        '<form method="post" action="/x"><input type="hidden" name="a" value="1"><input name="b">'
        '<input type="checkbox" name="c" checked><input type="radio" name="d" value="2">'
        '<select name="e"><option value="3"><option value="4" selected></select><textarea name="f">words</textarea>'
        '<button name="do" value="go">Go</button></form><input name="g">'
    ).found
    assert form["fields"] == {"a": "1", "b": "", "c": "on", "e": "4", "f": "words"}
    assert (form["empty"], form["buttons"], form["action"]) == ({"b": "Fox", "d": "2"}, [("do", "go")], "/x")
