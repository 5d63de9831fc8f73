"""
Write to a store as fast as it goes, until killed; the test of killing starts this.

A round begins with a line on standard input. A process of its own writes then, and says on standard output
``ack ROUND-NUMBER`` after each COMMIT. It is forked, for starting Python a hundred times would take a minute.
"""

import os
import sys

from campaign.model.verbs.march import Move, StandMoved
from campaign.store.eventlog import EventLog

PATH = tuple(range(300))


def write(url, round_):
    """Append for ever; each command has an id of its own."""
    log = EventLog(url)
    seq = log.last_seq("toy")
    for number in range(10**6):
        command = f"{round_}-{number}"
        events = (StandMoved(stand="1/110", path=PATH),)
        seq = log.append("toy", command, "umpire", Move("1/110", PATH), events, after=seq).seq
        os.write(1, f"ack {command} {seq}\n".encode())


def main():
    """Take rounds; say who writes, and when it is dead."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            write(sys.argv[1], line.strip())
        os.write(1, f"pid {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
