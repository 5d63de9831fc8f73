"""Serve the games that try a scenario of one's own, or rules: begun, stopped, and told from whichever page wants it."""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING, Annotated

import msgspec
from flask import Blueprint, Response, current_app

from campaign.systems.catalogue import keys as rule_keys
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest
from webui.desk.keeping.ownscenarios import own_scenario
from webui.desk.workshop.games import Trials, grounds_for, scenario_setup, setup_on
from webui.page.api import REPORT_POLICY
from webui.serving.answers import answer
from webui.serving.mapdesk import read_json
from webui.serving.security import page_token, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from scenarios.trials.setups import Setup

__all__ = ["trials"]

trials = Blueprint("trials", __name__, url_prefix="/trials/<kind>/<key>")

_NAME = "sandtable_trials"
_Short = Annotated[str, msgspec.Meta(max_length=120)]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks for: how many games, of how many days (0: all), and the ground where rules are tried."""

    command_id: _Short
    games: int = 0
    days: int = 0
    ground: _Short = ""


@trials.get("/job.json")
@role("host")
def job(kind: str, key: str) -> Response:
    """Say how far the games are, and what is known so far."""
    return answer(_trials().job(_name(kind, key)))


@trials.get("/token.json")
@role("host")
def token(kind: str, key: str) -> Response:
    """Give the token that games are asked for with; other sites cannot read it."""
    _name(kind, key)
    return answer({"token": page_token()})


@trials.get("/grounds.json")
@role("host")
def grounds(kind: str, key: str) -> Response:
    """List what rules can be tried on."""
    _name(kind, key)
    return answer({"grounds": grounds_for(desk().store, key) if kind == "rules" else []})


@trials.post("/begin")
@role("host")
def begin(kind: str, key: str) -> Response:
    """Begin games."""
    name, wanted = _name(kind, key), read_json(Wanted)
    return answer(_trials().begin(name, _setup(kind, key, wanted), wanted.games))


@trials.post("/stop")
@role("host")
def stop(kind: str, key: str) -> Response:
    """Stop the games; what is known so far stays."""
    read_json(Wanted)
    return answer(_trials().stop(_name(kind, key)))


@trials.get("/report")
@role("host")
def report(kind: str, key: str) -> Response:
    """Send the whole report, with its pictures."""
    sent = Response(_trials().report(_name(kind, key)), mimetype="text/html")
    sent.headers["Content-Security-Policy"] = REPORT_POLICY
    return sent


def _setup(kind: str, key: str, wanted: Wanted) -> Setup:
    if kind == "rules":
        return setup_on(desk().store, wanted.ground, key, wanted.days)
    return scenario_setup(desk().store, key, "", wanted.days)


def _name(kind: str, key: str) -> str:
    """Name the folder of a trial, if there is such a scenario of one's own, or such rules."""
    if kind == "rules" and key in rule_keys():
        return f"rules-{key}"
    if kind != "scenario":
        raise BadRequest(404, "trial", f"there are no rules {key[:40]!r} that can be played", "mend their faults first")
    try:
        own_scenario(desk().store, key)
    except ProblemsFound as fault:
        raise BadRequest(404, "trial", fault.problems[0].what, fault.problems[0].remedy) from fault
    return f"scenario-{key}"


def _trials() -> Trials:
    found = current_app.extensions.get(_NAME)
    if found is None:
        found = current_app.extensions.setdefault(_NAME, Trials(desk().store))
        atexit.register(found.close)
    assert isinstance(found, Trials)
    return found
