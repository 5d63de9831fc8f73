"""Serve the host's pages of rules: the systems there are, files from other clubs, and the desk where one is written."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request

from campaign.systems import catalogue
from campaign.systems.catalogue import keys
from maps.problems import Problem, ProblemsFound
from webui.desk.faults import BadRequest, fault_words
from webui.desk.keeping.casesapart import run_apart
from webui.desk.keeping.ownrules import (
    MOST_RULES_BYTES,
    RuleFile,
    begin_rules,
    earlier_text,
    earlier_texts,
    export_text,
    keep_rules,
    key_of,
    open_rules,
    rule_files,
    rule_text,
    sent_text,
    unlisted_files,
)
from webui.desk.keeping.rulecards import cards_data
from webui.desk.keeping.rulesheet import look_data, problem_rows
from webui.serving.answers import answer
from webui.serving.security import page_token, role, takes_file

__all__ = ["rulebooks"]

rulebooks = Blueprint("rulebooks", __name__, url_prefix="/rules")

_SMALLER = "take cases out, into a file of their own"
_MOST_NAME = 80


@rulebooks.get("")
@role("host")
def page() -> str:
    """List the systems and one's own files, and ask for new ones."""
    return _page()


@rulebooks.post("")
@role("host")
@takes_file(MOST_RULES_BYTES, _SMALLER)
def act() -> str | tuple[str, int] | Response:
    """Begin rules of one's own, or take in a file of another club."""
    wanted = request.form.get("do", "")
    try:
        if wanted == "new":
            name = request.form.get("name", "").strip()[:_MOST_NAME]
            way, _, base = request.form.get("base", "").partition(":")
            key = begin_rules(name, base if way == "from" else "", base if way == "extends" else "")
        elif wanted == "open":
            key = _opened()
        else:
            raise BadRequest(400, "do", f"nothing is done by {wanted[:20]!r}", "use the page")
    except ProblemsFound as fault:
        return _page(fault.problems), 409
    except BadRequest as fault:
        return _page([Problem("page", fault_words(fault))]), fault.status
    return redirect(f"/rules/{key}", 303)  # type: ignore[return-value]


def _opened() -> str:
    file = request.files.get("file")
    name = PurePath((file.filename if file else "") or "rules.toml").name[:_MOST_NAME]
    body = file.stream.read() if file else b""
    if file:
        file.close()
    text = sent_text(body, name)
    open_rules(text, name, replaces=request.form.get("replace") == "1")
    return key_of(text, name)


def _page(problems: tuple[Problem, ...] | list[Problem] = ()) -> str:
    mine = rule_files()
    own = {one.key for one in mine}
    coded = [catalogue.ruleset(key).tables for key in catalogue.coded()]
    files = [catalogue.ruleset(key).tables for key in keys()[len(coded) :] if key not in own]
    return render_template(
        "rulebooks.html", token=page_token(), coded=coded, files=files, own=[_told(one) for one in mine],
        problems=problems, unlisted=unlisted_files(), asked=request.form, bases=[*coded, *files, *_sound(mine)],
        fileish={one.key for one in files} | own,
    )  # fmt: skip


def _sound(mine: list[RuleFile]) -> list[Any]:
    return [catalogue.ruleset(one.key).tables for one in mine if not one.is_draft and one.key in keys()]


def _told(one: RuleFile) -> dict[str, Any]:
    """Say of a file what the list shows: its name, and whether it can be played."""
    listed = one.key in keys()
    name = catalogue.ruleset(one.key).tables.name if listed else one.key
    return {"key": one.key, "name": name, "is_draft": one.is_draft, "listed": listed}


@rulebooks.get("/<key>")
@role("host")
def desk_of(key: str) -> str:
    """Show the desk of a file: its text, and beside it the sheet, the faults and the cases."""
    found = _found(key)
    return render_template(
        "rulebook.html", token=page_token(), file=found, listed=key in keys(), earlier=earlier_texts(key),
    )  # fmt: skip


@rulebooks.post("/<key>/look")
@role("host")
@takes_file(MOST_RULES_BYTES, _SMALLER)
def look(key: str) -> Response:
    """Say what is wrong with a text, and lay its sheet out; nothing is kept."""
    return answer(look_data(_body(key), f"{key}.toml"))


@rulebooks.post("/<key>/keep")
@role("host")
@takes_file(MOST_RULES_BYTES, _SMALLER)
def keep(key: str) -> Response:
    """Keep a text: sound it is the file, with faults a draft."""
    text = _body(key)
    try:
        kept, faults = keep_rules(key, text, request.args.get("seen", ""))
    except ProblemsFound as fault:
        one = fault.problems[0]
        raise BadRequest(409, "rules", one.what, one.remedy) from fault
    data = look_data(text, f"{key}.toml")
    rows = data["faults"] or problem_rows(faults)
    return answer({**data, "faults": rows, "sha": kept.sha, "draft": kept.is_draft, "listed": key in keys()})


@rulebooks.post("/<key>/cases")
@role("host")
@takes_file(MOST_RULES_BYTES, _SMALLER)
def cases(key: str) -> Response:
    """Run the cases of a text, in a process of their own."""
    return answer(run_apart(_body(key), f"{key}.toml")._asdict())


@rulebooks.get("/<key>/cards")
@role("host")
def cards(key: str) -> Response:
    """Say of every heading and key of the language what it means: the page shows it where the caret stands."""
    _found(key)
    return answer(cards_data())


@rulebooks.get("/<key>/file")
@role("host")
def export(key: str) -> Response:
    """Send a file as one that says all, for another club."""
    found = _found(key)
    try:
        text = found.text if found.is_draft else export_text(key)
    except (KeyError, ProblemsFound):
        text = found.text
    headers = {"Content-Disposition": f'attachment; filename="{key}.toml"'}
    return Response(text, mimetype="text/plain; charset=utf-8", headers=headers)


@rulebooks.get("/<key>/before/<digest>")
@role("host")
def before(key: str, digest: str) -> Response:
    """Show a text that a file had before another was kept."""
    try:
        text = earlier_text(key, digest)
    except ProblemsFound as fault:
        one = fault.problems[0]
        raise BadRequest(404, "rules", one.what, one.remedy) from fault
    return Response(text, mimetype="text/plain; charset=utf-8")


def _found(key: str) -> RuleFile:
    try:
        return rule_text(key)
    except ProblemsFound as fault:
        one = fault.problems[0]
        raise BadRequest(404, "rules", one.what, one.remedy) from fault


def _body(key: str) -> str:
    _found(key)
    try:
        return sent_text(request.get_data(), f"{key}.toml")
    except ProblemsFound as fault:
        raise BadRequest(400, "rules", fault.problems[0].what, fault.problems[0].remedy) from fault
