"""Services that are busy, cut off, lie, or are somebody else: what is said, and what is kept."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from maps.area.area import Box
from maps.problems import ProblemsFound
from maps.sources.online import client as asking
from maps.sources.online.client import Client
from maps.sources.online.faults import Missing, Refused, TooLarge, Unreachable
from maps.sources.online.fetch import fetch
from maps.sources.online.remote import RemoteFile
from maps.sources.online.services import Services, chosen_services, read_services
from maps.sources.online.vectors import _write
from maps.sources.vector import read_vectors
from tests.maps.onlineserver import Reply, skadi
from tests.maps.test_online import SMALL, TOY, area_of, fetching, layout_of, problem_of, server  # noqa: F401

PAGE = b"<!DOCTYPE html><html><body>Sign in to the guest network</body></html>"
DEM = "/dem/Copernicus_DSM_COG_10_N50_00_E006_00_DEM/Copernicus_DSM_COG_10_N50_00_E006_00_DEM.tif"


@pytest.fixture
def rests():
    return []


@pytest.fixture
def client(server, rests):  # noqa: F811
    client = Client(server.services(), lambda _line: None, rests.append)
    yield client
    client.close()


def files_in(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


# --- busy ------------------------------------------------------------------------------------------------------


def test_busy_server_is_given_the_rest_it_asks_for(server, client, rests):  # noqa: F811
    server.replies = [Reply(429, {"Retry-After": "7"}), Reply(504), Reply(200, {}, b"{}")]
    assert client.post(f"{server.base}/api/interpreter", {"data": "x"}, 100) == b"{}"
    # What was asked for, 7 s; then our own pause, nought here, twice doubled.
    assert rests == [7.0, 0.0]


def test_rest_may_be_a_date(server, client, rests, monkeypatch):  # noqa: F811
    monkeypatch.setattr(asking.time, "time", lambda: 1_000_000_000.0)
    # 2001-09-09 01:46:40 is second 1,000,000,000.
    server.replies = [Reply(503, {"Retry-After": "Sun, 09 Sep 2001 01:46:52 GMT"}), Reply(200, {}, b"{}")]
    client.post(f"{server.base}/api/interpreter", {"data": "x"}, 100)
    assert rests == [12.0]


def test_pauses_grow(server, rests):  # noqa: F811
    client = Client(server.services(pause_s=1.5, tries=4), lambda _line: None, rests.append)
    server.replies = [Reply(504)] * 4
    with pytest.raises(Unreachable, match=r"is too busy \(status 504\)"):
        client.post(f"{server.base}/api/interpreter", {"data": "x"}, 100)
    client.close()
    # Ten pauses, twenty, forty.
    assert rests == [15.0, 30.0, 60.0]
    assert len(server.asked) == 4


def test_there_is_a_pause_between_questions(server, rests):  # noqa: F811
    client = Client(server.services(pause_s=1.5), lambda _line: None, rests.append)
    server.replies = [Reply(200, {}, b"{}")] * 3
    for _ in range(3):
        client.post(f"{server.base}/api/interpreter", {"data": "x"}, 100)
    client.close()
    assert rests == [1.5, 1.5]


def test_long_rest_ends_it(server, client, rests):  # noqa: F811
    server.replies = [Reply(429, {"Retry-After": "3600"})]
    with pytest.raises(Unreachable, match="is busy and asks to come back in 3600 seconds"):
        client.post(f"{server.base}/api/interpreter", {"data": "x"}, 100)
    assert rests == []


# --- too much at once --------------------------------------------------------------------------------------------


def test_overpass_that_gives_up_is_asked_for_quarters(server, fetching):  # noqa: F811
    server.elements, server.too_large_from = TOY, 0.2
    area = area_of("overpass")
    fetched = fetching(area)
    # 2 x 2 tiles are refused; in their place the quarters on the ground: 6.27 to 6.70 E lies in 4 of an eighth,
    # 50.02 to 50.31 N in 3.
    assert fetched.tallies[0].tiles == 12
    assert len(server.asked) == 4 + 12
    found = read_vectors(fetched.files["features"], layout_of(area))
    assert sorted(found.ids()) == ["osm:node/5", "osm:way/1", "osm:way/2", "osm:way/3", "osm:way/4"]
    server.stop()
    assert fetching(area).files == fetched.files


def test_overpass_that_always_gives_up_is_a_problem(server, fetching):  # noqa: F811
    server.too_large_from = 0.0
    problem = problem_of(fetching, area_of("overpass"))
    assert 'gave up (runtime error: Query timed out in "query" at line 3' in problem.what
    # From a quarter of a degree to a 128th: six questions, and no more.
    assert len(server.asked) == 6


# --- somebody else, or nonsense ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("service", "body", "words"),
    [
        ("overpass", PAGE, "127.0.0.1 sent a web page instead of an answer"),
        ("overpass", b'{"elements": [', "127.0.0.1 sent something else instead of an answer"),
        ("overpass", b'{"elements": 7}', "127.0.0.1 sent something else instead of an answer"),
        ("overpass", b"[" * 100_000, "127.0.0.1 sent something else instead of an answer"),
        (
            "overpass",
            b'{"elements": [], "remark": "runtime error: open64: 2 No such file /db"}',
            "127.0.0.1 reports a fault (runtime error: open64: 2 No such file /db)",
        ),
        ("terrain_tiles", PAGE, "127.0.0.1 sent a web page or a message instead of "),
        ("terrain_tiles", b"", "127.0.0.1 sent nothing instead of"),
        ("terrain_tiles", b"\x89PNG\r\n\x1a\nrubbish", "127.0.0.1 sent a tile"),
        ("copernicus_glo30", PAGE, "127.0.0.1 sends whole files only, no parts of them"),
    ],
)
def test_other_answers_are_refused_and_not_kept(server, fetching, service, body, words):  # noqa: F811
    server.replies = [Reply(200, {"Content-Type": "text/html"}, body)] * 3
    area = area_of(service, box=SMALL)
    problem = problem_of(fetching, area)
    assert problem.place == service
    assert problem.what.startswith(words)
    assert not [name for name in files_in(fetching.cache) if name.endswith((".png", ".gz", ".tif", ".part", ".new"))]
    server.replies = []
    server.elements = TOY
    assert fetching(area).files


def test_whole_degree_that_is_damaged_is_refused(server, fetching):  # noqa: F811
    area = area_of("terrain_tiles", box=Box(6.1, 50.1, 7.9, 50.9), width_m=500.0)
    for body in (gzip.compress(b"short"), gzip.compress(bytes(60_000_000), 1), skadi("N50E006")[:-9]):
        server.replies = [Reply(200, {}, body)]
        assert "sent a tile N50E006.hgt.gz that is damaged" in problem_of(fetching, area).what
        assert files_in(fetching.cache) == []


def test_raster_that_lies_elsewhere_is_refused(server, fetching):  # noqa: F811
    services = server.services()
    # The server sends N51E006 where N50E006 is asked for.
    wrong = services.copernicus_glo30.replace("{name}", DEM.rsplit("/", 1)[1][:-4].replace("N50", "N51"))
    area = area_of("copernicus_glo30")
    with pytest.raises(ProblemsFound, match="sent a raster for N50E006 that lies elsewhere"):
        fetch(area, layout_of(area), cache=fetching.cache, services=replace(services, copernicus_glo30=wrong))
    assert not [name for name in files_in(fetching.cache) if name.endswith(".tif")]


def test_tiff_that_is_none_is_refused(server, fetching):  # noqa: F811
    rubbish = b"II*\0" + b"\x10\0\0\0" + bytes(200)
    server.content = lambda _path, _body: rubbish
    assert "sent a raster for N50E006 that cannot be read" in problem_of(fetching, area_of("copernicus_glo30")).what


@pytest.mark.parametrize("status", [301, 302, 307])
def test_other_hosts_are_not_followed(server, client, status, tmp_path):  # noqa: F811
    server.replies = [Reply(status, {"Location": "http://localhost:1/elsewhere"})]
    with pytest.raises(Refused, match="sends elsewhere, to localhost, which is not followed"):
        client.download(f"{server.base}/skadi/N50/N50E006.hgt.gz", tmp_path / "x", 10**8)
    assert len(server.asked) == 1


def test_address_that_is_none_is_refused(server, client, tmp_path):  # noqa: F811
    server.replies = [Reply(302, {"Location": "http://[bad"})]
    with pytest.raises(Refused, match="sends to an address that is none"):
        client.download(f"{server.base}/x", tmp_path / "x", 10**8)


@pytest.mark.parametrize("given", ["bytes 5-9/many", "bytes many-9/10", "pages 0-9/10", "bytes 7-9/10"])
def test_parts_that_are_not_what_was_asked_for_are_refused(server, client, given):  # noqa: F811
    server.replies = [Reply(206, {"Content-Range": given}, b"0123")]
    with pytest.raises(Refused):
        client.part(f"{server.base}/x", 5, 5)


def test_same_host_is_followed_but_not_in_circles(server, client, tmp_path):  # noqa: F811
    server.replies = [Reply(302, {"Location": "/skadi/N50/N50E006.hgt.gz"})]
    client.download(f"{server.base}/old", tmp_path / "x", 10**8)
    assert (tmp_path / "x").read_bytes() == skadi("N50E006.hgt.gz")
    server.replies = [Reply(302, {"Location": "/old"})] * 9
    with pytest.raises(Refused, match="without end"):
        client.download(f"{server.base}/old", tmp_path / "y", 10**8)


def test_sizes_are_capped(server, client, tmp_path):  # noqa: F811
    url = f"{server.base}/skadi/N50/N50E006.hgt.gz"
    size = len(skadi("N50E006.hgt.gz"))
    with pytest.raises(TooLarge, match=f"would send {size:,} bytes, more than the {size - 1:,}"):
        client.download(url, tmp_path / "x", size - 1)
    # A packed answer that is small on the way and large here.
    server.replies = [Reply(200, {"Content-Encoding": "gzip"}, gzip.compress(bytes(10**7)))]
    with pytest.raises(TooLarge, match="sent more than 1,000,000 bytes"):
        client.post(f"{server.base}/api/interpreter", {"data": "x"}, 10**6)
    assert files_in(tmp_path) == []


def test_silent_server_is_left(server, tmp_path):  # noqa: F811
    client = Client(server.services(read_s=0.1), lambda _line: None, lambda _s: None)
    server.replies = [Reply(pause_s=5.0)] * 2
    with pytest.raises(Unreachable, match="did not answer in time"):
        client.download(f"{server.base}/skadi/N50/N50E006.hgt.gz", tmp_path / "x", 10**8)
    client.close()


def test_dripping_server_is_left(server, tmp_path, monkeypatch):  # noqa: F811
    client = Client(server.services(patience_s=10.0), lambda _line: None, lambda _s: None)
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(asking.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(asking, "_CHUNK", 1000)
    with pytest.raises(Unreachable, match="was still sending after 10 seconds"):
        client.download(f"{server.base}/skadi/N50/N50E006.hgt.gz", tmp_path / "x", 10**8)
    client.close()
    # The clock is asked at the start and after each of two thousands.
    assert (tmp_path / "x.part").stat().st_size == 2000


# --- going on ----------------------------------------------------------------------------------------------------


def test_cut_download_goes_on_where_it_was(server, client, tmp_path):  # noqa: F811
    url, whole = f"{server.base}/skadi/N50/N50E006.hgt.gz", skadi("N50E006.hgt.gz")
    server.replies = [Reply(cut_after=1000), Reply(cut_after=500)]
    client.download(url, tmp_path / "x", 10**8)
    assert (tmp_path / "x").read_bytes() == whole
    assert [asked.headers.get("Range") for asked in server.asked] == [None, "bytes=1000-", "bytes=1500-"]
    assert files_in(tmp_path) == ["x"]


def test_next_session_goes_on_too(server, client, tmp_path):  # noqa: F811
    url = f"{server.base}/skadi/N50/N50E006.hgt.gz"
    server.replies = [Reply(cut_after=700)] * 3
    with pytest.raises(Unreachable, match="cut the answer off again and again"):
        client.download(url, tmp_path / "x", 10**8)
    assert files_in(tmp_path) == ["x.mark", "x.part"]
    client.download(url, tmp_path / "x", 10**8)
    assert server.asked[-1].headers["Range"] == "bytes=2100-"
    assert (tmp_path / "x").read_bytes() == skadi("N50E006.hgt.gz")


def test_changed_file_begins_anew(server, client, tmp_path):  # noqa: F811
    url = f"{server.base}/skadi/N50/N50E006.hgt.gz"
    server.replies = [Reply(cut_after=700)] * 3
    with pytest.raises(Unreachable):
        client.download(url, tmp_path / "x", 10**8)
    server.etag = '"2"'
    (tmp_path / "x.part").write_bytes(b"?" * 700)
    client.download(url, tmp_path / "x", 10**8)
    assert (tmp_path / "x").read_bytes() == skadi("N50E006.hgt.gz")


def test_server_without_parts_begins_anew(server, client, tmp_path):  # noqa: F811
    server.ranges = False
    server.replies = [Reply(cut_after=1000)]
    client.download(f"{server.base}/skadi/N50/N50E006.hgt.gz", tmp_path / "x", 10**8)
    assert (tmp_path / "x").read_bytes() == skadi("N50E006.hgt.gz")


def test_part_that_is_longer_than_the_file_begins_anew(server, client, tmp_path):  # noqa: F811
    whole = skadi("N50E006.hgt.gz")
    (tmp_path / "x.part").write_bytes(whole + b"more")
    (tmp_path / "x.mark").write_text(server.etag)
    client.download(f"{server.base}/skadi/N50/N50E006.hgt.gz", tmp_path / "x", 10**8)
    assert (tmp_path / "x").read_bytes() == whole


def test_windows_that_were_cut_off_go_on(server, fetching, monkeypatch):  # noqa: F811
    monkeypatch.setattr("maps.sources.online.remote._BLOCK", 4096)
    monkeypatch.setattr("maps.sources.online.remote._MOST_BLOCKS", 1)
    sound = server.content
    left = [4]

    def content(path, body):
        left[0] -= 1
        return sound(path, body) if left[0] >= 0 else None

    server.content = content
    area = area_of("copernicus_glo30")
    problem = problem_of(fetching, area)
    assert "has taken the file away while it was read; 0 of 2 tiles are cached" in problem.what
    # One question for the length, three for parts of 4,096 bytes.
    had = {asked.headers["Range"] for asked in server.asked[1:4]}
    assert len(had) == 3
    server.content = sound
    server.asked.clear()
    assert len(fetching(area).files["elevation"]) == 2
    assert not had & {asked.headers["Range"] for asked in server.asked}


def test_parts_are_kept_for_the_next_try(server, client, tmp_path):  # noqa: F811
    url = server.base + DEM
    whole = server.content(DEM, "")
    remote = RemoteFile(client, url, tmp_path / "blocks")
    assert remote.read(5000) == whole[:5000]
    asked = len(server.asked)
    again = RemoteFile(client, url, tmp_path / "blocks")
    again.seek(100)
    assert again.read(900) == whole[100:1000]
    assert again.tell() == 1000
    again.seek(-10, 2)
    assert again.read() == whole[-10:]
    # One question asks how long it is; the block was there; the end may be another block.
    assert len(server.asked) <= asked + 2
    server.etag = '"2"'
    RemoteFile(client, url, tmp_path / "blocks")
    assert files_in(tmp_path) == ["head.txt"]


def test_file_that_changes_while_it_is_read_is_a_fault(server, client, tmp_path):  # noqa: F811
    remote = RemoteFile(client, server.base + DEM, tmp_path / "blocks")
    server.etag = '"2"'
    assert remote.read(100) == b""
    assert isinstance(remote.fault, Refused)
    assert "changed" in str(remote.fault)


def test_missing_is_told_from_forbidden(server, client):  # noqa: F811
    with pytest.raises(Missing):
        client.part(f"{server.base}/nowhere", 0, 10)


# --- the cache ---------------------------------------------------------------------------------------------------


def test_damaged_file_in_the_cache_is_fetched_again(server, fetching):  # noqa: F811
    area = area_of("copernicus_glo30")
    path = fetching(area).files["elevation"][0]
    sound = path.read_bytes()
    path.write_bytes(b"")
    assert fetching(area).tallies[0].fetched == 1
    assert path.read_bytes() == sound


def test_folder_that_cannot_be_written_to(server, fetching, tmp_path):  # noqa: F811
    fetching.cache = tmp_path / "file" / "cache"
    (tmp_path / "file").write_text("in the way")
    problem = problem_of(fetching, area_of("overpass"))
    assert problem.place == str(fetching.cache)
    assert "SANDTABLE_CACHE" in problem.remedy


def test_full_disk_while_answers_are_joined(server, fetching, monkeypatch):  # noqa: F811
    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    server.elements = TOY
    monkeypatch.setattr("maps.sources.online.vectors.tempfile.mkdtemp", full)
    problem = problem_of(fetching, area_of("overpass", box=SMALL))
    assert problem.what == "cannot be written to (No space left on device)"


def test_two_builds_may_join_the_same_answers(server, fetching, monkeypatch):  # noqa: F811
    server.elements = TOY
    area = area_of("overpass", box=SMALL)
    (path,) = fetching(area).files["features"]
    content = path.read_bytes()
    # The other build puts its folder there while ours is being written.
    _write(path.parent, "overpass", [])
    assert path.read_bytes() == content
    assert [one.name for one in (fetching.cache / "joined").iterdir()] == [path.parent.name]


def test_nothing_is_printed(server, fetching, capfd):  # noqa: F811
    fetching(area_of("copernicus_glo30"))
    assert capfd.readouterr() == ("", "")


# --- mirrors -----------------------------------------------------------------------------------------------------


def test_mirrors_take_the_place_of_the_services(tmp_path, monkeypatch):
    path = tmp_path / "mirrors.toml"
    path.write_text(
        '[services]\noverpass = "https://osm.example.org/api"\n'
        'terrarium = "http://localhost:8080/{z}/{x}/{y}.png"\n[manners]\npause_s = 5\ntries = 2\n'
    )
    services = read_services(path)
    assert services.overpass == "https://osm.example.org/api"
    assert (services.pause_s, services.tries) == (5.0, 2)
    assert services.worldcover == Services().worldcover
    monkeypatch.setenv("SANDTABLE_SERVICES", str(path))
    assert chosen_services() == services
    monkeypatch.delenv("SANDTABLE_SERVICES")
    assert chosen_services() == Services()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[services]\nskadi = "https://a.org/x"', "which does not say where name goes"),
        ('[services]\nworldcover = "https://a.org/{tile}"', "has braces that stand for nothing"),
        ('[services]\noverpass = "http://a.org/api"', "is no web address that is safe"),
        ('[services]\noverpass = "file:///etc/passwd"', "is no web address that is safe"),
        ('[services]\noverpas = "https://a.org"', "overpas"),
        ("[manners]\npause_s = -1", "is -1; write a number from 0 on"),
        ("[manners]\ntries = 1.5", "is 1.5; write a number from 1 on"),
        ('[manners]\nread_s = "long"', "is 'long'"),
        ("[manners]\nhurry = true", "hurry"),
    ],
)
def test_faults_of_a_file_of_mirrors(tmp_path, text, words):
    path = tmp_path / "mirrors.toml"
    path.write_text(text)
    with pytest.raises(ProblemsFound) as found:
        read_services(path)
    (problem,) = found.value.problems
    assert words in str(problem)
    assert "mirrors.toml, line 2" in str(problem)


def test_answers_are_kept_packed(server, fetching):  # noqa: F811
    server.elements = TOY
    fetching(area_of("overpass"))
    kept = list((fetching.cache / "overpass").rglob("*.json.gz"))
    assert len(kept) == 4
    assert all("elements" in json.loads(gzip.decompress(path.read_bytes())) for path in kept)
