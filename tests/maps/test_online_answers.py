"""What the head of an answer means: marks of versions, lengths, other addresses, faults and waits, each on paper."""

from __future__ import annotations

import io
from email.utils import formatdate
from types import SimpleNamespace

import pytest
import requests
from urllib3.response import HTTPResponse

from maps.sources.online import answers
from maps.sources.online.answers import fault_of, host_of, mark_of, moved, reach, rest_asked_s, why
from maps.sources.online.faults import Missing, Refused, TooLarge, Unreachable
from maps.sources.online.fetch import _Job


def answer(status=200, body=b"", **headers):
    made = requests.Response()
    made.status_code = status
    made.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    made.raw = HTTPResponse(io.BytesIO(body), preload_content=False)
    return made


@pytest.mark.parametrize(
    ("headers", "mark"),
    [({"ETag": '"a1"'}, '"a1"'), ({"ETag": 'W/"a1"'}, ""), ({"ETag": 'W/"a"', "Last_Modified": "Monday"}, "Monday"),
     ({"ETag": '"a"', "Last_Modified": "Monday"}, '"a"'), ({"ETag": '"ä"'}, ""), ({}, "")],
)  # fmt: skip
def test_only_a_strong_mark_or_a_date_lets_a_download_go_on(headers, mark):
    assert mark_of(answer(**headers)) == mark


@pytest.mark.parametrize(
    ("status", "headers", "told"),
    [(206, {"Content_Range": "bytes 100-199/1000"}, (100, 1000)), (206, {"Content_Range": "lines 1-2/3"}, (0, None)),
     (206, {"Content_Range": "bytes 0-9/10", "Content_Length": "7"}, (0, 10)), (206, {}, (0, None)),
     (200, {"Content_Length": "1000"}, (0, 1000)), (200, {}, (0, None))],
)  # fmt: skip
def test_where_an_answer_begins_and_how_long_all_is(status, headers, told):
    assert reach(answer(status, **headers)) == told


@pytest.mark.parametrize(
    ("status", "headers"),
    [(206, {"Content_Range": "bytes 100-199/*"}), (206, {"Content_Range": "bytes x-y/10"}),
     (206, {"Content_Range": "bytes 5"}), (200, {"Content_Length": "much"})],
)  # fmt: skip
def test_an_answer_that_does_not_say_which_bytes_it_sends_is_refused(status, headers):
    with pytest.raises(Refused, match="does not say in a sound way which bytes"):
        reach(answer(status, **headers))


HERE = "http://maps.example:8080/a/b"


@pytest.mark.parametrize(
    ("to", "url"),
    [("c", "http://maps.example:8080/a/c"), ("/c", "http://maps.example:8080/c"),
     ("https://maps.example/c", "https://maps.example/c"), ("http://maps.example:8080/x", "http://maps.example:8080/x")],
)  # fmt: skip
def test_another_address_of_the_same_host_is_followed_and_a_safer_one_too(to, url):
    assert moved(HERE, to) == url


@pytest.mark.parametrize(
    ("to", "words"),
    [("http://other.example/c", "sends elsewhere, to other.example"), ("http://maps.example/c", "sends elsewhere"),
     ("https://other.example/c", "sends elsewhere"), ("ftp://maps.example:8080/c", "sends elsewhere"),
     ("http://[", "an address that is none")],
)  # fmt: skip
def test_another_host_or_a_worse_way_is_not_followed(to, words):
    with pytest.raises(Refused, match=words):
        moved(HERE, to)


def test_a_host_is_named_or_the_whole_address_where_there_is_none():
    assert host_of(HERE) == "maps.example"
    assert host_of("nothing") == "nothing"


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [(404, b"", Missing, "no such file"), (403, b"<Error><Code>NoSuchKey</Code>", Missing, "no such file"),
     (403, b"<Error><Code>AccessDenied</Code>", Missing, "no such file"), (403, b"go away", Refused, "status 403"),
     (413, b"", TooLarge, "too much at once"), (429, b"", Unreachable, "asked too often"),
     (502, b"", Unreachable, "too busy .status 502"), (504, b"", Unreachable, "too busy"),
     (500, b"<Code>NoSuchKey</Code>", Refused, "status 500"), (401, b"", Refused, "status 401")],
)  # fmt: skip
def test_what_an_answer_without_content_means(status, body, kind, words):
    fault = fault_of(answer(status, body))
    assert type(fault) is kind
    with pytest.raises(kind, match=words):
        raise fault


def test_a_bucket_that_breaks_off_says_nothing(monkeypatch):
    broken = answer(403)

    def read(*_, **__):
        raise requests.ConnectionError

    monkeypatch.setattr(broken.raw, "read", read)
    assert type(fault_of(broken)) is Refused


@pytest.mark.parametrize(
    ("given", "seconds"),
    [("7", 7.0), (" 30 ", 30.0), ("1234567890123", 123456789.0), ("soon", None), ("", None),
     (formatdate(1_000_090, usegmt=True), 90.0), (formatdate(999_000, usegmt=True), 0.0)],
)  # fmt: skip
def test_how_long_a_server_wants_us_to_wait(given, seconds, monkeypatch):
    monkeypatch.setattr(answers.time, "time", lambda: 1_000_000.0)
    assert rest_asked_s(answer(429, Retry_After=given)) == seconds
    assert rest_asked_s(answer(429)) is None


@pytest.mark.parametrize(
    ("error", "words"),
    [(requests.exceptions.SSLError(), "no certificate"), (requests.exceptions.ConnectTimeout(), "in time"),
     (requests.exceptions.ReadTimeout(), "in time"), (requests.exceptions.ProxyError(), "through the proxy"),
     (requests.ConnectionError(), "no network, or no such host")],
)  # fmt: skip
def test_why_there_is_no_answer_at_all(error, words):
    assert words in why(error)


@pytest.mark.parametrize(
    ("missing", "told"),
    [(1, "9 of 10 tiles are cached, 1 missing: t0"), (5, "5 of 10 tiles are cached, 5 missing: t0, t1, t2, t3, t4"),
     (6, "4 of 10 tiles are cached, 6 missing: t0, t1, t2, t3, t4 and 1 more")],
)  # fmt: skip
def test_five_missing_tiles_are_named_and_more_are_counted(missing, told):
    job = _Job.__new__(_Job)
    job.service, job.kind, job.pieces = "overpass", "features", tuple(range(10))
    tiles = [SimpleNamespace(label=f"t{k}", url=HERE) for k in range(missing)]
    job.wanted = lambda: tiles
    problem = job._problem(tiles[0], Missing("has no such file"))
    assert problem.what == f"maps.example has no such file; {told}"
    assert problem.remedy.startswith("try again later, what is cached stays; or take an extract of OpenStreetMap")
