"""A closing by short cuts writes the log that one by the long way writes."""

from __future__ import annotations

from campaign.docket.reading import read_sheet
from campaign.engine import watch
from campaign.engine.knowing import told
from campaign.model.sheets import turn_key
from campaign.spoken import ways
from campaign.spoken.verdicts import Judge
from campaign.store.sheets import Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.test_closing import SHEETS, ready, written
from webui.desk.looks import Looks
from webui.desk.sheets import closing, kept
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.writing import checked, command_of

TURNS = ("", "1/110 to 0502\n2/110 to 0101", "1/110 hold\n2/110 to 0403")


def played(store):
    """Close some turns with sheets; give all that was written."""
    for text in TURNS:
        session, sheets = store.session(CAMPAIGN), Sheets(store.log)
        turn = turn_key(session.state.clock)
        # Those of the first turn are sealed already.
        for command, block in (("us-1", text), ("ge", "I/26 to 0503")) if text else ():
            # The page checks a sheet before it is sealed.
            checked(Looks().look(session, command), command_of(session.setting, command), block)
            sheets.seal(Sending(CAMPAIGN, command, turn, 0, f"{turn}-{command}", session.seq, "x", NOW), block)
        close_turn(session, turn)
    return written(store)[0]


def longly(monkeypatch):
    """Tell everybody alone, search the whole map for each way, and read each sheet anew."""

    def tell(event, before, viewers):
        return {viewer: told(event, before, viewer) for viewer in viewers}

    def trek(self, view, stand, start, *, transport, goal=None):
        return self.play.trek(view, stand.id, start=start, transport=transport)

    monkeypatch.setattr(watch, "told_all", tell)
    monkeypatch.setattr(ways.Ways, "_trek", trek)
    monkeypatch.setattr(closing, "read_kept", lambda session, view, command, text: read_sheet(text, view, command))
    monkeypatch.setattr(closing, "found_kept", lambda *_: {})


def test_a_closing_by_short_cuts_writes_the_same_log(tmp_path, monkeypatch):
    quick = played(ready(tmp_path / "quick"))
    longly(monkeypatch)
    assert played(ready(tmp_path / "long")) == quick
    assert len(quick) > 12


def test_a_sheet_is_read_once_between_two_closings_and_anew_after(tmp_path, monkeypatch):
    store = ready(tmp_path)
    session, read = store.session(CAMPAIGN), []

    def noted(text, view, command):
        read.append(command)
        return read_sheet(text, view, command)

    monkeypatch.setattr(kept, "read_sheet", noted)
    for _ in range(2):
        checked(Looks().look(session, "ge"), command_of(session.setting, "ge"), "I/26 to 0503")
    assert read == ["ge"]
    checked(Looks().look(session, "ge"), command_of(session.setting, "ge"), "I/26 to 0502")
    assert read == ["ge"] * 2
    close_turn(session, turn_key(session.state.clock))
    assert read.count("ge") == 2, "the sheet that was sealed is the one that was checked"
    checked(Looks().look(session, "ge"), command_of(session.setting, "ge"), "I/26 to 0503")
    assert read.count("ge") == 3, "after the turn the same words may mean something else"


def test_what_the_page_found_of_lines_is_not_sought_again_in_the_first_phase(tmp_path, monkeypatch):
    store = ready(tmp_path)
    session, judged, outcomes = store.session(CAMPAIGN), [], Judge.outcomes
    monkeypatch.setattr(Judge, "outcomes", lambda self, intent: judged.append(intent.who) or outcomes(self, intent))
    checked(Looks().look(session, "ge"), command_of(session.setting, "ge"), SHEETS["ge"])
    (stand,) = judged
    close_turn(session, turn_key(session.state.clock))
    assert {one for one in judged if one != stand}, "nobody had looked at the sheets of the other side"
    assert judged.count(stand) == 1, "what the page showed is what the closing goes on from"


def test_what_was_found_is_found_anew_once_the_command_knows_more_and_never_without_its_reason(tmp_path):
    store = ready(tmp_path)
    session = store.session(CAMPAIGN)
    command, block = command_of(session.setting, "ge"), "I/26 to 0101"

    def shown():
        return checked(Looks().look(session, "ge"), command, block).found[0]

    def views():
        return Looks().look(session, "ge").situation

    before, first = views(), shown()
    assert kept.found_kept(session, before, "ge") is kept.found_kept(session, views(), "ge"), "the page asks twice"
    close_turn(session, turn_key(session.state.clock))
    assert kept.found_kept(session, views(), "ge") == {}, "after the turn a way may be another"
    assert all(one.words for one in (*first.outcomes, *shown().outcomes))
