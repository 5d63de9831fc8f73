"""Readings wherever they are listed, page, command and printed sheet: source, reason, alternatives."""

from __future__ import annotations

import html
import io
import json

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from campaign.systems.catalogue import keys, ruleset
from scenarios.scenario import shipped_scenario
from tests.webui.test_api import Caller
from webui.cli import main


@pytest.fixture
def umpire(app):
    return Caller(app, "umpire")


def run(*words):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, (words, done.output)
    return done.output


def test_the_page_lists_source_reason_and_alternatives(umpire):
    store = umpire.app.extensions["sandtable"].store
    session, _ = store.create(shipped_scenario("ardennes_1944"), "mine", seed="1", overrides={"mud": False})
    assert session.chronicle.entries[0].events[0].setting.overrides["mud"] is False
    page = html.unescape(umpire.client.get("/c/mine/umpire/readings").text)
    for item in session.ruleset.tables.interpretations:
        row = next(part for part in page.split("<tr>") if f"<code>{item.key}</code>" in part)
        assert item.reason in row
        assert ("yours" if item.source == "house" else item.source) in row
        if item.fixed:
            assert "fixed" in row
        elif item.source != "house":
            assert all(str(other) in row for other in item.alternatives)
    mud = next(part for part in page.split("<tr>") if "<code>mud</code>" in part)
    assert "instead of True" in mud
    sheet = umpire.client.get("/c/mine/umpire/export/sheet.pdf")
    assert sheet.mimetype == "application/pdf"
    text = "".join("".join(one.extract_text().split()) for one in PdfReader(io.BytesIO(sheet.data)).pages)
    assert "mudnoinsteadofyes." in text


@pytest.mark.parametrize("key", keys())
def test_the_command_lists_source_reason_and_alternatives(key, tmp_path):
    out = tmp_path / "sheet.pdf"
    text = run("rules", "show", key, "--sheet", out)
    for item in ruleset(key).tables.interpretations:
        others = "".join(f", or {', '.join(map(str, item.alternatives))}" for _ in item.alternatives[:1])
        assert f"{item.key} = {item.value} ({item.source}{others}{', fixed' if item.fixed else ''})" in text
        assert item.reason in text
    assert len(PdfReader(out).pages) <= 2


def test_all_systems_are_listed():
    assert [row["key"] for row in json.loads(run("rules", "list", "--json"))] == list(keys())
