"""
Write to a store as a club does, from several processes at once, until all are killed; the test of killing starts this.

The umpire writes entries, with a notice in the transaction of each, and closes turns, which freezes their sheets in the
transaction of the entry, and writes their letters into it; two players save and seal sheets, and write letters of which
they take some back; somebody lets people in. A round begins with a line on
standard input; each process says ``ack WHAT ...`` after each COMMIT. Nobody sees to the rules here: the store is tried.
"""

import datetime as dt
import os
import sys
import time
from contextlib import suppress
from itertools import count

from sqlalchemy import update

from campaign.model.people.telling import Notice
from campaign.model.verbs.letter import LetterSent
from campaign.model.verbs.march import StandMoved
from campaign.store.eventlog import EventLog
from campaign.store.faults import Stale, StoreFault
from campaign.store.letters import LetterBox, LettersMoved, Waiting
from campaign.store.people import People
from campaign.store.post.outbox import Outbox
from campaign.store.sheets import OtherVersion, Sending, Sheet, Sheets, SheetsMoved, TooLate
from campaign.store.sheettables import DEADLINE

NOW = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
COMMANDS = ("us-1", "us-2")
CLOSES_EVERY = 4
WRITES_EVERY, TAKES_BACK_EVERY = 4, 8
"""After so many sheets a player writes a letter; every other one he takes back."""
TRIES = 20
PAUSE_S = 0.002
"""Between two writings of a player. A file lets in whoever asks first: without a pause the umpire may never be."""
MOST_PEOPLE = 20
"""So many a round: a password costs more than a line of a log."""


def said(*words):
    """Acknowledge; a line this short is written in one go."""
    os.write(1, f"ack {' '.join(map(str, words))}\n".encode())


def closed(log, sheets, events, seq):
    """Close the turn; look again, as a closing does, when a sheet or a letter was quicker. Give the last entry."""
    box = LetterBox(log)
    for _ in range(TRIES):
        turn = sheets.deadline("toy").turn
        kept, letters = sheets.sheets("toy", turn), box.waiting("toy", turn)
        found = {one: kept.get(one, Sheet(one, turn)) for one in COMMANDS}

        def close(db, found=found, turn=turn, letters=letters, seq=seq):
            box.check(db, "toy", turn, letters)
            sheets.freeze(db, "toy", turn, found, seq + 1)
            db.execute(update(DEADLINE).where(DEADLINE.c.campaign == "toy").values(turn=f"1.{int(turn[2:]) + 1}"))

        with suppress(LettersMoved, SheetsMoved):
            went = (*events, *map(departed, letters))
            seq = log.append("toy", f"close/{turn}", "umpire", None, went, after=seq, also=close).seq
            said("closed", turn, seq)
            break
    return seq


def umpire(url, round_):
    """Write entries, each with a notice; every fourth closes the turn."""
    log, sheets = EventLog(url), Sheets(EventLog(url))
    outbox = Outbox(log)
    events = (StandMoved(stand="1/110", path=tuple(range(100))),)
    seq = log.last_seq("toy")
    for number in count():
        name = f"{round_}-{number}"
        if number % CLOSES_EVERY == 0:
            seq = closed(log, sheets, events, seq)
        else:
            notice = Notice("toy", "p", "us-1", "turn", about=name, seq=seq + 1)

            def tell(db, notice=notice):
                outbox.post(db, [notice])

            seq = log.append("toy", name, "umpire", None, events, after=seq, also=tell).seq
            said("entry", name, seq)


def departed(one):
    """Give a letter as the closing writes it into the log."""
    fields = {name: getattr(one, name) for name in ("sender", "receivers", "means", "form", "text", "turn")}
    return LetterSent(letter=one.id, sent=0, **fields)


def correspond(box, turn, seen, command, name, number):
    """Write a letter, and take some back at once; the closing may be quicker, and then it is as it was."""
    letter = Waiting(name, turn, command, ("umpire",), "courier", "free", f"letter {name}", number=number)
    try:
        box.keep("toy", letter, seen=seen)
        said("letter", turn, name)
        if number % TAKES_BACK_EVERY == 0:
            # Whether it was kept is not known of one whose writer dies here: it is said before that it may be gone.
            said("taking", turn, name)
            if box.take_back("toy", command, name, seen=seen):
                said("taken", turn, name)
    except LettersMoved:
        pass


def player(url, round_, command):
    """Save and seal, as fast as it goes; what another one wrote meanwhile, or the closing, is looked at again."""
    log = EventLog(url)
    sheets, box = Sheets(log), LetterBox(log)
    for number in count():
        time.sleep(PAUSE_S)
        # The number first: what is closed after it was read is noticed.
        seen, turn = log.last_seq("toy"), sheets.deadline("toy").turn
        if number % WRITES_EVERY == 0:
            correspond(box, turn, seen, command, f"{round_}-{command[-1]}-{number}", number)
        kept = sheets.sheet("toy", command, turn)
        sent = Sending("toy", command, turn, kept.version, f"{round_}-{command}-{number}", seen, "p", NOW)
        try:
            if kept.state == "sealed":
                made = sheets.unseal(sent)
            else:
                made = (sheets.seal if number % 3 else sheets.save)(sent, f"orders {round_} {number}")
        except (OtherVersion, TooLate, Stale):
            continue
        said("sheet", turn, command, made.version, sent.send_id)


def door(url, round_):
    """Let people in."""
    people = People(EventLog(url))
    for number in range(MOST_PEOPLE):
        name = f"person-{round_}-{number}"
        said("person", name, people.add(name, NOW).id)


def persistent(work, url, round_, *more):
    """Begin again, under new names, when a file stays locked for longer than its writers wait, as on a busy machine."""
    for attempt in count():
        try:
            work(url, f"{round_}.{attempt}" if attempt else round_, *more)
        except StoreFault as fault:
            if "keeps the store locked" not in str(fault):
                raise
        else:
            break


def begun(work, *given):
    """Work in a process of its own; a fault is told, so that nobody waits for one who is dead."""
    try:
        persistent(work, *given)
    except BaseException as fault:
        os.write(1, f"fault {type(fault).__name__} {' '.join(str(fault).split())[:300]}\n".encode())
    os._exit(0)


def main():
    """Take rounds; say who writes, and when all are dead."""
    url = sys.argv[1]
    for line in sys.stdin:
        children = []
        for work, *more in ((umpire,), *((player, one) for one in COMMANDS), (door,)):
            child = os.fork()
            if child == 0:
                begun(work, url, line.strip(), *more)
            children.append(child)
        os.write(1, f"pids {' '.join(map(str, children))}\n".encode())
        for child in children:
            os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
