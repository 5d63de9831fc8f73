"""A scenario goes to another club as one file and is the same there; what is damaged or hostile ends in a message."""

import io
import json
import shutil
import stat
import zipfile

import pytest

from campaign.systems import catalogue
from maps.problems import ProblemsFound
from scenarios.handing.beside import MAP_FILE, RULES_FILE, ground_of, rules_text
from scenarios.handing.manifest import LICENCES, MANIFEST, MEMBERS, VERSION, listed, manifest_of
from scenarios.handing.publishing import Giver, published
from scenarios.handing.receiving import MOST_BYTES, keep, looked_into, received
from scenarios.scenario import read_scenario, shipped_scenario, under_rules

GIVER = Giver("The Umpires' Club", "CC BY 4.0", "1.2.3")
PNG = b"\x89PNG\r\n\x1a\n and the rest"


@pytest.fixture(scope="module")
def file():
    """The shipped scenario as one file."""
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    rules = catalogue.ruleset(scenario.ruleset, scenario.overrides)
    return published(scenario, "bulge-club", ground_of(scenario), rules, GIVER)


def unpacked(body):
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(files, **entry):
    """Put files into a zip as a stranger might, as they are; ``entry`` sets what is told of each."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for name, body in files:
            info = zipfile.ZipInfo(name)
            for field, value in entry.items():
                setattr(info, field, value)
            zipped.writestr(info, body)
    return out.getvalue()


def changed(file, *, without=(), told=None, **files):
    """Change a file, with a manifest that says so: each hash is right."""
    held = unpacked(file)
    manifest = json.loads(held.pop(MANIFEST)) | (told or {})
    held |= {name.replace("__", "."): body for name, body in files.items()}
    held = {name: body for name, body in held.items() if name not in without}
    manifest["files"] = {name: {"bytes": one.bytes, "sha256": one.sha256} for name, one in
                         ((name, listed(body)) for name, body in held.items())}  # fmt: skip
    return packed([(MANIFEST, json.dumps(manifest).encode()), *held.items()])


def refused(body):
    with pytest.raises(ProblemsFound) as found:
        received(body)
    return str(found.value)


def test_what_is_published_is_the_same_for_another_club(file, tmp_path):
    found = received(file)
    kept = keep(found, tmp_path, "here")
    original = shipped_scenario("ardennes_1944")
    for name in ("scenario.toml", "formations.csv", "orbat.csv", "plans.toml", "notes.md"):
        assert (kept.folder / name).read_bytes() == (original / name).read_bytes()
    ground = ground_of(kept)
    assert ground.key == found.manifest.ground.key == ground_of(read_scenario(original)).key
    assert len(ground) == found.manifest.ground.hexes
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_it_says_who_gives_it_under_which_licence_and_what_it_is_made_from(file):
    manifest, files = received(file)
    assert (manifest.key, manifest.by, manifest.licence, manifest.program) == ("bulge-club", *GIVER)
    assert (manifest.days, manifest.start, manifest.sides) == (9, "1944-12-16", ("German", "United States"))
    words = files[LICENCES].decode()
    assert "The scenario: The Umpires' Club. Licence: CC BY 4.0." in words
    assert all(source in words for source in manifest.ground.sources)
    assert any("ODbL" in source for source in manifest.ground.sources)


def test_the_map_is_taken_from_the_file_and_not_built(file, tmp_path, monkeypatch):
    kept = keep(received(file), tmp_path, "here")
    monkeypatch.setattr("scenarios.handing.beside.build", lambda *_args, **_more: pytest.fail("it was built"))
    assert ground_of(kept).name == "Ardennes, 16 December 1944"


@pytest.fixture
def with_rules(tmp_path):
    """A copy of the shipped scenario, played by rules that lie beside it, with a picture."""
    folder = shutil.copytree(shipped_scenario("ardennes_1944"), tmp_path / "with_rules")
    text = (folder / "scenario.toml").read_text("utf-8")
    (folder / "scenario.toml").write_text(text.replace('"zen_operational"', '"club_rules"'), "utf-8")
    (folder / RULES_FILE).write_text(catalogue.begun("club_rules", "What we play"), "utf-8")
    (folder / "picture.png").write_bytes(PNG)
    return folder


def test_rules_of_a_clubs_own_and_a_picture_go_with_it(with_rules, tmp_path):
    scenario = read_scenario(with_rules)
    rules = catalogue.ruleset("club_rules", {}, rules_text(scenario))
    body = published(scenario, "with-rules", ground_of(scenario), rules, GIVER)
    found = received(body)
    assert (found.manifest.rules.key, found.manifest.rules.name) == ("club_rules", "What we play")
    assert found.manifest.rules.sha256 == listed(found.files[RULES_FILE]).sha256
    assert found.files["picture.png"] == PNG
    kept = keep(found, tmp_path / "store", "here")
    assert catalogue.ruleset("club_rules", {}, rules_text(kept)).tables.name == "What we play"
    known = catalogue.keys()
    assert "club_rules" not in known


def test_under_another_system_the_rules_beside_it_do_not_count(with_rules):
    scenario = read_scenario(with_rules)
    assert rules_text(scenario) is not None
    assert rules_text(under_rules(scenario, "zen_operational")[0]) is None


@pytest.mark.parametrize(
    ("key", "by", "licence", "why"),
    [
        ("Ürdingen", "us", "MIT", "short name: 'Ürdingen' cannot name a scenario"),
        ("good", "", "MIT", "by: is missing; write your name or your club's"),
        ("good", "us", "", "licence: is missing; say what others may do with it"),
        ("good", "us", "MIT\nor not", "licence: is no line of 1 to 200 letters"),
    ],
)
def test_nothing_is_published_without_a_name_and_a_licence(key, by, licence, why):
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    rules = catalogue.ruleset(scenario.ruleset, scenario.overrides)
    with pytest.raises(ProblemsFound) as found:
        published(scenario, key, ground_of(scenario), rules, Giver(by, licence))
    assert why in str(found.value)


def test_each_byte_that_was_changed_is_told_by_its_file(file):
    held = unpacked(file)
    held["orbat.csv"] = held["orbat.csv"].replace(b"infantry", b"panzers!", 1)
    held["notes.md"] += b" "
    told = refused(packed(held.items()))
    assert "orbat.csv: is not what was published; it was changed or damaged on the way" in told
    assert "notes.md: is not what was published" in told
    del held["plans.toml"]
    assert "plans.toml: is not in the file" in refused(packed(held.items()))


def test_what_the_manifest_does_not_list_is_not_believed(file):
    held = unpacked(file) | {"picture.png": PNG}
    assert "picture.png: is not what was published" in refused(packed(held.items()))


def test_another_map_is_refused_and_leaves_nothing(file, tmp_path):
    manifest = json.loads(unpacked(file)[MANIFEST])
    other = changed(file, told={"ground": {**manifest["ground"], "key": "0" * 24}})
    with pytest.raises(ProblemsFound, match="both clubs would not play on the same map"):
        keep(received(other), tmp_path / "store", "here")
    assert not list((tmp_path / "store").iterdir())
    with pytest.raises(ProblemsFound, match="both clubs"), looked_into(received(other)):
        pytest.fail("it was looked into")


def test_faults_of_the_scenario_are_told_by_file_and_line(file, tmp_path):
    text = unpacked(file)["scenario.toml"].replace(b"days = 9", b"days = 99")
    with pytest.raises(ProblemsFound, match=r"scenario\.toml, line 11: days is 99, out of range"):
        keep(received(changed(file, scenario__toml=text)), tmp_path / "store", "here")
    assert not list((tmp_path / "store").iterdir())


def test_one_that_is_there_already_is_not_written_over(file, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "mine.txt").write_text("mine")
    with pytest.raises(ProblemsFound, match="cannot be written"):
        keep(received(file), tmp_path, "here")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["mine.txt"]


@pytest.mark.parametrize(
    "name", ["../out.txt", "/etc/passwd", "orbat.csv/../../out", "C:\\out.txt", "ORBAT.CSV", "run.py", "a/"]
)
def test_only_files_of_a_scenario_are_unpacked(file, name):
    told = refused(packed([*unpacked(file).items(), (name, b"x")]))
    assert "is no file of a scenario, and is not unpacked" in told


def test_what_is_in_it_twice_is_told(file):
    with pytest.warns(UserWarning, match="Duplicate name"):
        body = packed([*unpacked(file).items(), ("notes.md", b"other")])
    assert "'notes.md': is in it twice" in refused(body)


def test_links_are_refused(file):
    body = packed([*unpacked(file).items()], external_attr=(stat.S_IFLNK | 0o777) << 16)
    assert "is a link to another file" in refused(body)


def test_what_unpacks_to_very_much_is_refused_before_it_is_unpacked(file):
    held = unpacked(file)
    assert "'notes.md': unpacks to 1,000,001 bytes, and at most 1,000,000 are taken" in refused(
        packed((held | {"notes.md": bytes(MEMBERS["notes.md"] + 1)}).items())
    )
    assert "'orbat.csv': unpacks to more than 200 times its size" in refused(
        packed((held | {"orbat.csv": bytes(9_000_000)}).items(), compress_type=zipfile.ZIP_DEFLATED)
    )


def test_sizes_that_are_not_true_end_as_damage(file):
    """A bomb says that it is small: what is unpacked never goes beyond what was declared."""
    body = bytearray(packed((unpacked(file) | {"notes.md": bytes(900_000)}).items()))
    entry = body.rindex(b"notes.md") - 46
    assert body[entry : entry + 4] == b"PK\x01\x02"
    body[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    assert "it is damaged" in refused(bytes(body))


def test_a_list_of_very_many_files_is_not_read(file):
    assert "holds more than 1,000 files" in refused(file + b"PK\x01\x02" * 1_001)


def test_one_that_is_too_large_is_not_looked_at():
    assert f"at most {MOST_BYTES:,} are opened" in refused(bytes(MOST_BYTES + 1))


@pytest.mark.parametrize("body", [b"", b"no zip at all", b"PK\x03\x04 but no more", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_zip_ends_in_a_message(body):
    assert "ask for the file again" in refused(body)


@pytest.mark.parametrize("cut", [10, 50_000, 300_000])
def test_a_file_that_was_cut_short_ends_in_a_message(file, cut):
    assert "cannot be unpacked" in refused(file[:-cut])


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_packing_is_refused(file, method):
    assert "packed in an unusual way" in refused(packed(unpacked(file).items(), compress_type=method))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"{", "manifest.json: cannot be read"),
        (b"[" * 100_000, "manifest.json: cannot be read"),
        (b"\xff\xfe", "manifest.json: cannot be read"),
        (b'{"format": "zip bomb", "version": 1}', "is of the format 'zip bomb', and none of a scenario"),
        (b'{"format": "sandtable-scenario", "version": 9}', "is written in version 9; this program reads version 1"),
        (b'{"format": "sandtable-scenario", "version": 1}', "manifest.json: cannot be read"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_told(file, text, why):
    assert why in refused(packed((unpacked(file) | {MANIFEST: text}).items()))


def test_a_short_name_that_is_a_path_is_refused(file):
    assert "names the scenario '../../out'" in refused(changed(file, told={"key": "../../out"}))


@pytest.mark.parametrize("name", ["scenario.toml", "formations.csv", "orbat.csv", MAP_FILE])
def test_what_every_scenario_has_must_be_in_it(file, name):
    assert f"{name}: is missing" in refused(changed(file, without=(name,)))


def test_a_picture_must_be_one(file):
    assert received(changed(file, picture__png=PNG)).files["picture.png"] == PNG
    assert "picture.jpg: is no picture" in refused(changed(file, picture__jpg=b"<script>alert(1)</script>"))


def test_a_map_that_is_no_geopackage_is_told(file, tmp_path):
    with pytest.raises(ProblemsFound, match="is no GeoPackage"):
        keep(received(changed(file, map__gpkg=b"SELECT load_extension('evil')")), tmp_path, "here")


def test_the_manifest_is_for_people_to_read(file):
    text = unpacked(file)[MANIFEST].decode()
    assert f'\n  "version": {VERSION},\n' in text
    assert manifest_of(text.encode()).name == "Ardennes, 16 December 1944"
