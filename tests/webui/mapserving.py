"""Serve a map and a view of it at an address of its own, for tests that look at it in a browser."""

from __future__ import annotations

import base64
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from werkzeug.serving import make_server

from campaign.model.things import Side
from tests.webui.mappage import map_page
from webui.desk.counters import side_payload

if TYPE_CHECKING:
    from maps.grid.hexmap import HexMap


def stand(n: int, side: str, hex_: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"s{n}",
        "side": side,
        "kind": "infantry",
        "size": "battalion",
        "name": f"{n}. Battalion",
        "short": f"I/{n}",
        "hex": hex_,
        "strength": 3,
        "full": 4,
        "marks": [],
        "isolated": 0,
        "mover": "foot",
        "traits": [],
        "band": None,
        "masked": False,
        **more,
    }


def view_of(ground: HexMap, **more: Any) -> dict[str, Any]:
    grid = ground.layout.grid
    spot = grid.index_of
    control = np.array([i % grid.cols >= 20 for i in range(len(grid))], np.uint8)
    return {
        "seq": 1,
        "sides": side_payload([Side("west", "West", "#8f8a4a"), Side("east", "East", "#7d8a7a")]),
        "stands": [stand(1, "west", spot("1010")), stand(2, "west", spot("1010")), stand(3, "east", spot("2510"))],
        "control": base64.b64encode(control.tobytes()).decode(),
        "zones": {"west": [spot("1910"), spot("2010")], "east": []},
        "contacts": [],
        "fronts": [],
        "declared": [],
        "objectives": [],
        "ground": {},
        "night": False,
        "weather": "clear",
        "supply_state": {},
        **more,
    }


class Serving:
    """A map and its page, at an address of its own."""

    def __init__(self, ground: HexMap, view: dict[str, Any]) -> None:
        self.ground, self.server = ground, make_server("127.0.0.1", 0, map_page(ground, view), threaded=True)
        self.address = f"http://127.0.0.1:{self.server.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
