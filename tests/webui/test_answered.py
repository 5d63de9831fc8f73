"""What every address answers reads as it was recorded, in a game of each rule system and in a club."""

from tests.webui.answered import FILE, lines


def test_every_address_answers_as_recorded(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setenv("OGR_CURRENT_DATE", "2026-01-01T00:00:00Z")
    before, now = FILE.read_text(encoding="utf-8").splitlines(), lines(tmp_path)
    changed = sorted(set(before) ^ set(now))
    assert now == before, (
        f"{len(changed)} answers changed, as {changed[:6]}: look at them with python -m tests.webui.answered --show "
        "GAME VIEWER ROUTE, and take them over with --write"
    )
