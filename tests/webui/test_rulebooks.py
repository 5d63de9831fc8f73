"""The host's pages of rules: begun, opened from another club, written at a desk, a draft while they have faults."""

from __future__ import annotations

import io
import json
import re

import pytest
from click.testing import CliRunner

from campaign.systems import catalogue
from tests.campaign.own.small import SMALL
from tests.webui.rulewriting import CASE, CHANGE, VARIANT, put, rules_app
from webui.cli import main
from webui.desk.keeping import casesapart, ownrules
from webui.desk.keeping.ownrules import rules_folder


@pytest.fixture
def app(tmp_path, monkeypatch):
    yield from rules_app(tmp_path, monkeypatch)


@pytest.fixture
def client(app):
    return app.test_client()


def token_in(answer):
    return re.search(r'(?:name="token" value|data-token)="([^"]+)"', answer.get_data(as_text=True))[1]


def form(client, **fields):
    token = token_in(client.get("/rules"))
    return client.post("/rules", data={"token": token, **fields}, content_type="multipart/form-data")


def at_desk(client, key="small"):
    """Open a desk; give what posts a text there, and the hash of what it shows."""
    page = client.get(f"/rules/{key}")
    token, sha = token_in(page), re.search(r'data-sha="([0-9a-f]{64})"', page.get_data(as_text=True))[1]

    def send(what, text):
        headers = {"X-Sandtable-Token": token}
        return client.post(
            f"/rules/{key}/{what}", data=text.encode(), headers=headers, content_type="application/octet-stream"
        )

    return send, sha


def test_rules_are_begun_on_the_page_as_the_smallest_a_variant_or_a_copy(client):
    for base, words in (
        ("", "Rules of your own"),
        ("extends:d3_one_hour", "a house variant of D3"),
        ("from:small", "begun from Small"),
    ):
        put(SMALL)
        name = f"Night {base.partition(':')[0] or 'march'}"
        answer = form(client, do="new", name=name, base=base)
        assert answer.status_code == 303
        key = answer.headers["Location"].rpartition("/")[2]
        assert key in set(catalogue.keys())
        assert words in client.get(f"/rules/{key}").get_data(as_text=True)
    again = form(client, do="new", name="Night march", base="")
    assert again.status_code == 409
    assert "there is a rule system &#39;night_march&#39; already" in again.get_data(as_text=True)


def sent(client, body, **more):
    return form(client, do="open", file=(io.BytesIO(body), "../../theirs.toml"), **more)


def test_a_strangers_file_is_kept_under_its_own_key_and_never_over_another_in_silence(client):
    assert sent(client, SMALL.encode()).headers["Location"] == "/rules/small"
    assert sorted(path.name for path in rules_folder().iterdir()) == ["small.toml"]
    other = SMALL.replace("move = 3", "move = 4").encode()
    refused = sent(client, other)
    assert refused.status_code == 409
    assert "there are other rules &#39;small&#39; here already" in refused.get_data(as_text=True)
    assert (rules_folder() / "small.toml").read_text("utf-8") == SMALL
    assert sent(client, other, replace="1").status_code == 303
    (before,) = (rules_folder() / "before").iterdir()
    assert before.read_text("utf-8") == SMALL


@pytest.mark.parametrize(("body", "words"), [
    (b"", "is empty"),
    (b"\xff\xfe\x00", "is no UTF-8 text"),
    (b"a" + b".a" * 100_000 + b" = 1", "has a name of more than 40 parts"),
    (b"a = " + b"[" * 5000, "has lists in lists without end"),
    (SMALL.replace("steps = 2", "steps = 99999").encode(), "steps is 99999"),
    (SMALL.replace('key = "small"', 'key = "../../evil"').encode(), "write a name of letters, digits and _"),
    (SMALL.replace('key = "small"', 'key = "zen_operational"').encode(), "which the program has itself"),
    (VARIANT.encode(), "no rules here"),
])  # fmt: skip
def test_a_hostile_file_is_told_what_is_wrong_and_nothing_is_written(client, body, words):
    answer = sent(client, body)
    assert answer.status_code == 409
    assert words in answer.get_data(as_text=True)
    assert not list(rules_folder().rglob("*")) if rules_folder().exists() else True


def test_a_file_that_is_far_longer_than_rules_is_not_read(client, monkeypatch):
    monkeypatch.setattr(ownrules, "MOST_RULES_BYTES", 2000)
    answer = sent(client, b"#" * 2001)
    assert answer.status_code == 409
    assert "has more than 2 kB" in answer.get_data(as_text=True)


def test_what_is_written_is_looked_at_and_kept_a_draft_while_it_has_faults(client):
    put(SMALL)
    send, sha = at_desk(client)
    wrong = SMALL.replace('mover = "walk"', 'mover = "wlak"')
    looked = send("look", wrong).get_json()
    (fault,) = looked["faults"]
    assert wrong.splitlines()[fault["line"] - 1] == 'mover = "wlak"'
    assert "did you mean 'walk'?" in fault["remedy"]
    assert looked["sheet"] is None
    kept = send(f"keep?seen={sha}", wrong).get_json()
    assert (kept["draft"], kept["listed"]) == (True, True)
    assert catalogue.ruleset("small").tables.rules.unit[0].mover == "walk", "what is played is what was sound"
    assert "wlak" in client.get("/rules/small").get_data(as_text=True), "the draft is what is worked at"
    faster = SMALL.replace("move = 3", "move = 4")
    kept = send(f"keep?seen={kept['sha']}", faster).get_json()
    assert (kept["draft"], kept["listed"], kept["faults"]) == (False, True, [])
    assert catalogue.ruleset("small").tables.rules.unit[0].ratings["move"] == (4,)
    assert [part["key"] for part in kept["sheet"]["parts"]][:2] == ["system", "time"]
    stale = send(f"keep?seen={sha}", SMALL)
    assert stale.status_code == 409
    assert "somebody kept another text" in stale.get_json()["error"]["why"]


def test_another_key_than_the_files_own_makes_it_a_draft(client):
    put(SMALL)
    send, sha = at_desk(client)
    kept = send(f"keep?seen={sha}", SMALL.replace('key = "small"', 'key = "large"')).get_json()
    assert kept["draft"]
    assert 'write key = "small"' in kept["faults"][0]["remedy"]


def test_cases_are_run_apart_and_stopped_when_they_take_too_long(client, monkeypatch):
    put(SMALL)
    send, _ = at_desk(client)
    ran = send("cases", SMALL + CASE.format(far="0104")).get_json()
    assert ran["cases"] == 1
    assert [(row["case"], row["claim"]) for row in ran["failures"]] == [("S-1", "1 does not reach 0104")]
    assert casesapart.run_apart(SMALL + CASE.format(far="0105"), "small.toml") == casesapart.Ran(1, [])
    assert "were stopped" in casesapart.run_apart(SMALL, "small.toml", seconds=0.01).fault


def test_a_variant_is_exported_with_what_it_extends_and_opened_where_that_is_not(client, tmp_path):
    put(SMALL)
    put(VARIANT + CHANGE, "mine")
    sheet = at_desk(client, "mine")[0]("look", VARIANT + CHANGE).get_json()["sheet"]
    assert sheet["extends"] == "small"
    assert [(row["place"], row["was"], row["now"]) for row in sheet["differences"]] == [
        ("unit.foot.ratings.move", "3", "5")
    ]
    answer = client.get("/rules/mine/file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="mine.toml"'
    by_command = CliRunner().invoke(main, ["rules", "export", "mine", str(tmp_path / "x.toml")], catch_exceptions=False)
    assert by_command.exit_code == 0
    assert (tmp_path / "x.toml").read_bytes() == answer.data
    assert CliRunner().invoke(main, ["rules", "export", "mine", str(tmp_path / "x.toml")]).exit_code == 1, "it is there"
    for path in rules_folder().glob("*.toml"):
        path.unlink()
    opened = CliRunner().invoke(main, ["rules", "open", str(tmp_path / "x.toml")], catch_exceptions=False)
    assert opened.exit_code == 0, opened.output
    assert catalogue.ruleset("mine").tables.rules.unit[0].ratings["move"] == (5,)


def test_there_is_no_desk_of_what_is_no_file_of_ones_own(client):
    for key in ("zen_operational", "nothing", "a.b"):
        assert client.get(f"/rules/{key}").status_code == 404


def test_a_file_that_nobody_can_open_is_named_on_the_list_with_the_way_out(client):
    folder = rules_folder()
    folder.mkdir(parents=True, exist_ok=True)
    assert "Not listed" not in client.get("/rules").text
    (folder / "latin.toml").write_bytes('name = "Höhe"'.encode("latin-1"))
    (folder / "night march.toml").write_text(SMALL)
    told = client.get("/rules").text
    assert "Not listed, since nobody could open them" in told
    assert re.search(r"latin\.toml</b>: .*UTF-8", told)
    assert re.search(r"night march\.toml</b>: is called by more than letters, digits and _", told)


def test_what_a_file_was_before_is_listed_shown_and_never_lost(client):
    put(SMALL)
    send, sha = at_desk(client)
    assert "Earlier texts" not in client.get("/rules/small").text
    assert send(f"keep?seen={sha}", SMALL.replace("move = 3", "move = 4")).status_code == 200
    page = client.get("/rules/small").text
    (before,) = re.findall(r'data-before="([0-9a-f]{12})"', page)
    assert sha.startswith(before)
    assert client.get(f"/rules/small/before/{before}").text == SMALL
    for wrong in ("0" * 12, "..", "abc"):
        assert client.get(f"/rules/small/before/{wrong}").status_code == 404


def test_what_the_page_says_is_data(client):
    """Names of a file go into the page as text."""
    put(SMALL.replace('name = "Small"', 'name = "<b>Small</b>"'))
    assert "&lt;b&gt;Small&lt;/b&gt;" in client.get("/rules").get_data(as_text=True)
    assert json.loads(at_desk(client)[0]("look", SMALL).data)["sheet"]["name"] == "Small"
