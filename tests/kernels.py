"""
Translate the searches and measurements that most tests call, once: ``python -m tests.kernels``.

What is translated is kept beside the sources. Without it each process of tests would begin by doing the same.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import islice
from pathlib import Path

from campaign.engine.imagine import imagined
from campaign.engine.legal import legal_orders
from campaign.views import view_for
from scenarios.formats.picture import map_svg
from scenarios.scenario import shipped_scenario
from webui.desk.library import open_store

MOST = 400


def main() -> int:
    """Open the shipped campaign, ask what each side may do, and draw its map."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        store.create(shipped_scenario("ardennes_1944"), "ardennes", seed="kernels")
        session = store.session("ardennes")
        for side in session.setting.sides:
            view = view_for(session.known(side.key), session.situation)
            list(islice(legal_orders(session.ruleset, imagined(session.ruleset, view), side.key), MOST))
        map_svg(session.hexmap)
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
