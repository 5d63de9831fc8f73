"""Fights played many times at the command line: table, data, chart, faults."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from tests.campaign.test_simulate import GUNS
from webui.cli import main

CASE = f'''
[[case]]
id = "ONE"
rule = "ZN 4.11"
about = "guns on a battalion <in the open>"
given = """{GUNS}"""
when = ["g F 0301", "next"]
dice = [6, 6, 6]
then = "accepted"
'''


@pytest.fixture
def run():
    def call(*words, code=0):
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.output

    return call


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "f.toml"
    path.write_text('ruleset = "zen_operational"\n' + CASE, "utf-8")
    return path


def test_the_table_tells_losses_and_what_became_of_units(run, file):
    text = run("rules", "simulate", file, "--times", "2000")
    assert "ONE (ZN 4.11): guns on a battalion <in the open>" in text
    assert re.search(r"Blue: losses in a play\n +0 +5\d\.\d % \(5\d\.\d to \d\d\.\d\) +█{40}\n +1 +3\d\.\d %", text)
    assert re.search(r"\n  7 +0\.[45]\d\d  in place 100\.0 %\n", text)
    assert "100.0 %  goes on" in text


def test_the_data_are_exact_where_all_is_certain(run, file):
    told = json.loads(run("rules", "simulate", file, "--times", "200", "--keep-dice", "--json"))
    assert told["stands"]["7"]["mean"] == {"value": 3.0, "low": 3.0, "high": 3.0}
    assert told["sides"]["blue"]["losses"]["3"]["plays"] == 200
    assert told["ends"]["goes on"]["value"] == 1.0


def test_the_chart_has_a_bar_for_each_number_of_losses(run, file, tmp_path):
    out = tmp_path / "chart.svg"
    told = json.loads(run("rules", "simulate", file, "--times", "2000", "--svg", out, "--json"))
    svg = "{http://www.w3.org/2000/svg}"
    root = ET.parse(out).getroot()
    bars = [bar for bar in root.iter(f"{svg}rect") if bar.find(f"{svg}title") is not None]
    assert len(bars) == sum(len(side["losses"]) for side in told["sides"].values())
    heights = [float(bar.get("height")) for bar in bars]
    values = [row["value"] for side in told["sides"].values() for row in side["losses"].values()]
    scale = heights[0] / values[0]  # all panels have one scale
    assert heights == pytest.approx([value * scale for value in values], abs=0.06)
    words = [text.text for text in root.iter(f"{svg}text")]
    assert words.count("losses in a play") == 2
    assert "ONE: guns on a battalion <in the open>" in words
    assert "cannot be written" in run("rules", "simulate", file, "--times", "5", "--svg", tmp_path / "no" / "x", code=1)


def test_faults_are_said(run, file, tmp_path):
    assert "it has no case 'TWO'; known are ONE" in run("rules", "simulate", file, "--case", "TWO", code=1)
    several = tmp_path / "several.toml"
    several.write_text('ruleset = "zen_operational"\n' + CASE + CASE.replace('"ONE"', '"TWO"'), "utf-8")
    assert "it is not said which case is meant; name one with --case: ONE, TWO" in run(
        "rules", "simulate", several, code=1)  # fmt: skip
    assert "TWO (ZN 4.11)" in run("rules", "simulate", several, "--case", "TWO", "--times", "5")
    file.write_text(file.read_text("utf-8").replace("zen_operational", "zen_operationel"), "utf-8")
    assert "did you mean 'zen_operational'?" in run("rules", "simulate", file, code=1)
