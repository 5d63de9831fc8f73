"""
End a phase for red in a store, and be killed after so many entries were written; a test of killing starts this.

``python -m tests.webui.solo_killed FOLDER ENTRIES``
"""

import itertools
import os
import signal
import sys
from pathlib import Path

from campaign.store.session import Session
from webui.desk.chairs import finish_phase
from webui.desk.library import open_store

submit = Session.submit
COMMAND = "the-command-that-is-killed"


def main():
    """Play, and die."""
    folder, entries = Path(sys.argv[1]), int(sys.argv[2])
    store = open_store(folder)
    session = store.session(store.campaigns()[0].id)
    last = session.seq + entries

    def submitted(own, *args, **named):
        entry = submit(own, *args, **named)
        if entry.seq >= last:
            os.kill(os.getpid(), signal.SIGKILL)
        return entry

    Session.submit = submitted
    finish_phase(session, "red", (f"{COMMAND}-{number}" for number in itertools.count()))


if __name__ == "__main__":
    main()
