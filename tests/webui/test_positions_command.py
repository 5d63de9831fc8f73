"""``sandtable campaign positions``: what was moved in VASSAL comes home as one entry, all or none."""

import io
import zipfile

import pytest
from click.testing import CliRunner

from campaign.model.situation import stands_at
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.vassalsave import veiled
from webui.cli import main
from webui.desk.library import open_store


def opened_save(file):
    """Take a save's commands out."""
    with zipfile.ZipFile(file) as holder:
        body = holder.read("savedGame")
    key = int(body[5:7], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(body[7:].decode())).decode().split("\x1b")


def written(file, commands):
    with zipfile.ZipFile(file, "w") as holder:
        holder.writestr("savedGame", veiled("\x1b".join(commands)))


def called(*words, code=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, (words, done.output, done.exception)
    return done.output


@pytest.fixture
def game(store, tmp_path):
    """Export a save of the shipped campaign, and say what to ask about it."""
    store.close()
    file = tmp_path / "day1.vsav"
    called("export", "vassal", "--format", "vsav", "--out", file, "--store", store.folder)
    return store.folder, file


def moved(file, unit, spot):
    """Move a unit's piece as the program logs it; give the file that it would save."""
    commands = opened_save(file)
    (at,) = [at for at, one in enumerate(commands) if f",{unit}\\\t" in one]
    key = commands[at].split("/")[1]
    x, y = spot
    return [*commands[:-1], f"M/{key}/Main/{x}/{y}/null/Main/0/0/me", commands[-1]]


def of_campaign(folder):
    opened = open_store(folder)
    session = opened.session(next(iter(opened.campaigns())).id)
    found = session.situation, session.seq
    opened.close()
    return found


def test_nothing_moved_changes_nothing(game):
    folder, file = game
    assert "all stand as they are" in called("campaign", "positions", file, "--store", folder, "--give")


def test_a_moved_piece_comes_home_and_is_taken_back_as_one(game):
    folder, file = game
    before, seq = of_campaign(folder)
    stand = next(one for one in before.state.stands.values() if one.on_map)
    free = next(index for index in before.map.neighbour[stand.hex].tolist()
                if index >= 0 and before.map.inside[index] and not stands_at(before, index))  # fmt: skip
    spot = PixelBoard(before.map).centres[free].round().tolist()
    written(file, moved(file, stand.id, (int(spot[0]) + 3, int(spot[1]) - 3)))
    told = called("campaign", "positions", file, "--store", folder)
    assert f"({stand.id}): {before.map.number(stand.hex)} to {before.map.number(free)}" in told
    assert of_campaign(folder)[1] == seq
    called("campaign", "positions", file, "--store", folder, "--give")
    after, later = of_campaign(folder)
    assert (after.state.stands[stand.id].hex, later) == (free, seq + 1)
    called("campaign", "undo", "--store", folder)
    assert of_campaign(folder)[0].state.stands[stand.id].hex == stand.hex


def test_a_piece_off_the_map_and_what_is_no_save_are_told(game, tmp_path):
    folder, file = game
    before, _ = of_campaign(folder)
    stand = next(one for one in before.state.stands.values() if one.on_map)
    written(file, moved(file, stand.id, (-500, 20)))
    assert "lies off the map" in called("campaign", "positions", file, "--store", folder, code=1)
    strange = tmp_path / "strange.vsav"
    strange.write_bytes(io.BytesIO(b"PK").getvalue())
    assert "no save of VASSAL" in called("campaign", "positions", strange, "--store", folder, code=1)


def test_all_units_that_may_not_stand_there_are_named_and_none_is_moved(game):
    folder, file = game
    before, seq = of_campaign(folder)
    sides = {}
    for one in before.state.stands.values():
        if one.on_map:
            sides.setdefault(one.side, []).append(one)
    (first, *_), (a, b, *_) = list(sides.values())[:2]
    spot = [round(value) for value in PixelBoard(before.map).centres[first.hex].tolist()]
    written(file, moved(file, a.id, spot))
    written(file, moved(file, b.id, spot))
    told = called("campaign", "positions", file, "--store", folder, "--give", code=1)
    assert f"{a.id}: " in told
    assert f"{b.id}: " in told
    assert of_campaign(folder)[1] == seq
