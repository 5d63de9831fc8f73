"""
Say what commands print, one after the other on a fresh folder: ``told.txt`` holds it as it was.

``told_trials.txt`` holds what boards and trials print. ``python -m tests.webui.told`` prints what has changed,
``--write`` takes it over.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from campaign.model.verbs.clock import EndPhase
from maps.gpkg import writer
from tests.toyground import toy_map
from webui.cli import main
from webui.desk.library import open_store

FILE, TRIALS_FILE = (Path(__file__).parent / name for name in ("told.txt", "told_trials.txt"))
TOWN = "......\n.ww...\n..T...\n......"
CASE = '''
ruleset = "zen_operational"

[[case]]
id = "right"
rule = "ZN 4.7"
given = """
map
. . .
blue infantry A 0101
blue hq H 0301
clock phase=move
"""
when = ["A M 0101-0201", "next"]
then = ["A at 0201"]

[[case]]
id = "wrong"
rule = "ZN 4.7"
given = """
map
. . .
blue infantry A 0101
blue hq H 0301
clock phase=move
"""
when = ["A M 0101-0201", "next"]
then = ["A at 0301"]
'''
SHORT_CASE = CASE[: CASE.rindex("[[case]]")]
CORRECTIONS = "terrain town hex 0101 -- it was; a map\nroad main line 5.9 50.9, 5.95 50.95 -- so drawn; a map\n"
END = "on until it is over"
BATTLE = "--board harrow_green --seed told --store store"
LINES = f"""
battle roles
battle samples
battle samples --json
battle boards
battle boards --json
battle army --seed told
battle army --seed told --json
battle new one --rules d3_one_hour {BATTLE}
battle new two --rules d3_one_hour {BATTLE} --json
battle new two-b --rules d3_one_hour {BATTLE} --defends blue
battle new two-c --rules zen_operational {BATTLE} --red-air 2 --json
battle standing one --store store
battle standing one --store store --json
battle next three --after one --board harrow_green --unsupplied grey --store store
battle next three --after one --board harrow_green --store store
on until it is over
campaign auto --campaign one --side grey --store store
campaign auto --campaign one --store store --json
battle standing one --store store
battle next three --after one --board harrow_green --unsupplied red --seed told --store store
battle next four --after one --board harrow_green --seed told --store store --json
battle new five --rules zen_operational --board town.gpkg --seed told --store store
battle new six --rules zen_operational --board nowhere.gpkg --seed told --store store
campaign branch what-if --campaign two --store store
campaign branch what-if-not --campaign two --at 1 --store store --json
campaign branch what-if-never --campaign two --at 99 --store store
campaign backup copy.zip --store store
campaign backup copy.zip --store store
campaign backup copy.zip --force --store store
campaign backup copy.zip --store empty
campaign measure 0101 0304 --campaign two --store store
campaign measure 0101 9999 --campaign two --store store
map info town.gpkg
map info town.gpkg --json
map check town.gpkg
map check town.gpkg --json
map check wrong.gpkg
map check wrong.gpkg --json
map diff town.gpkg town.gpkg
map diff town.gpkg other.gpkg
map diff town.gpkg other.gpkg --json
map diff town.gpkg wide.gpkg
map correct town.gpkg corrections.txt --out made.gpkg
map correct town.gpkg corrections.txt --out made.gpkg --json
map edits town.gpkg other.gpkg --out edits.txt
map edits town.gpkg other.gpkg --out edits.geojson --json
map explain town.gpkg 0202
map explain town.gpkg 9999
rules check right.toml
rules check right.toml both.toml
rules check right.toml both.toml --json
rules check other.toml
rules points 4
rules points 4 --morale 1 --armour --json
""".strip().splitlines()
PLAY = "--seed told --workers 1 --player red=table --player blue=table"
TRIALS = f"""
map sources ardennes_1944
map sources ardennes_1944 --count --json
map sources nowhere
map cut ardennes_1944 0510 0511 --width-km 1 --out cut.gpkg
map cut ardennes_1944 0510 9999 --width-km 1 --out cut.gpkg --json
map table ardennes_1944 0510 --size 12 9 --out table.gpkg
map table ardennes_1944 5.7175,50.0005 --size 12 9 --inch-m 100 --hex-inches 2 --out table.gpkg --json
map table ardennes_1944 9999 --out table.gpkg
map table ardennes_1944 5.7175,north --out table.gpkg
trial balance harrow_green --games 3 {PLAY} --record games.jsonl --out page.html
trial balance harrow_green --games 3 {PLAY} --json
trial balance harrow_green --games 1 {PLAY} --rules two_star_general --red infantry --blue infantry
trial balance harrow_green --games 1 --player white=table
trial balance harrow_green --games 1 --player red
trial balance harrow_green --games 1 --player red=person
trial balance harrow_green --games 1 --player red=chess
trial balance harrow_gren --games 1
trial balance harrow_green --games 1 --set wind
trial balance harrow_green --games 1 --set wind=1
trial duel table fast --games 4 --seed told --workers 1
trial duel table fast --games 4 --seed told --workers 1 --json
trial duel table person --games 4
trial duel river_on_foot=false double_hits_per_pair=2,tanks_in_cover=true --games 4 {PLAY}
trial duel harrow_green lesk_fords --games 2 {PLAY} --days 1 --json
trial tune goes_in_a_row=1 --games 8 {PLAY}
trial tune goes_in_a_row=1 --games 8 {PLAY} --json
trial tune leash=80 goes_in_a_row=1 --games 4
trial tune leash=80 --base table --games 4
""".strip().splitlines()


def given():
    """Write the files that the commands read."""
    town = toy_map(TOWN, rivers=("0202/0203",), roads=("0101-0201-0301",))
    terrain = town.terrain.copy()
    terrain[0] = terrain[7]
    maps = {"town": town, "other": replace(town, terrain=terrain), "wide": toy_map(TOWN, width_m=3000.0)}
    for name, hexmap in maps.items():
        writer.write(replace(hexmap, elevation_m=np.full_like(hexmap.elevation_m, 310.0)), Path(f"{name}.gpkg"))
    Path("wrong.gpkg").write_text("no map", encoding="utf-8")
    Path("both.toml").write_text(CASE, encoding="utf-8")
    Path("right.toml").write_text(SHORT_CASE, encoding="utf-8")
    Path("other.toml").write_text(CASE.replace("zen_operational", "chess"), encoding="utf-8")
    Path("corrections.txt").write_text(CORRECTIONS, encoding="utf-8")


def lines(commands=LINES):
    """Give the lines of ``told.txt``, or of what other commands print, as they are now."""
    before, runner = Path.cwd(), CliRunner()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            given()
            for line in commands:
                if line == END:
                    played_out()
                    continue
                done = runner.invoke(main, line.split())
                yield f"$ sandtable {line}"
                yield from (row.rstrip() for row in plain(done.output, folder).splitlines())
                yield f"= {done.exit_code}"
        finally:
            os.chdir(before)


def played_out():
    """End phase after phase of the battle, with no order given."""
    with closing(open_store(Path("store"))) as store:
        session = store.session("one")
        while not session.state.ended:
            session.submit(EndPhase())


def plain(text, folder):
    """Leave out what is another one each time."""
    text = text.replace(os.path.realpath(folder), "HERE").replace(folder, "HERE")
    text = re.sub(r"(\.\d{8})\d+", r"\1", text)
    return re.sub(r"\b\d+\.\d+ s\b", "N s", text)


def changes(file=FILE, commands=LINES):
    """List what has changed, as diff does."""
    known = file.read_text(encoding="utf-8").splitlines()
    return list(difflib.unified_diff(known, list(lines(commands)), "as it was", "as it is now", lineterm="", n=2))


if __name__ == "__main__":
    for written, asked in ((FILE, LINES), (TRIALS_FILE, TRIALS)):
        if sys.argv[1:] == ["--write"]:
            written.write_text("\n".join(lines(asked)) + "\n", encoding="utf-8")
        else:
            sys.stdout.write("\n".join(changes(written, asked)) + "\n")
