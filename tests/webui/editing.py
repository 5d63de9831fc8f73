"""A small map in work and its page's requests, for the tests of the map editor."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from tests.toyground import toy_map
from webui import create_app
from webui.desk.library import open_store
from webui.desk.mapprojects import MapShelf

if TYPE_CHECKING:
    from pathlib import Path

GROUND = """
..........
..ww......
..ww..T...
..........
....~~....
..........
..........
..........
"""
WHY = {"why": "the wood was felled", "source": "sheet 94"}


def toy_ground():
    return toy_map(GROUND, roads=("0107-0207-0307",), rivers=("0505/0506",))


class Editing:
    """A store with one map in work, as its page uses it."""

    def __init__(self, folder: Path, hexmap: Any = None) -> None:
        self.folder, self.ids = folder, itertools.count()
        self.store = open_store(folder)
        shelf = MapShelf(folder)
        if not shelf.holds("toy"):
            shelf.begin("toy", hexmap or toy_ground())
        self.app = create_app(self.store)
        self.client = self.app.test_client()
        self.grid = (hexmap or toy_ground()).layout.grid
        self.token = self.client.get("/m/toy/token.json").json["token"]

    def close(self) -> None:
        self.store.close()

    def at(self, number: str) -> int:
        return self.grid.index_of(number)

    def side(self, pair: str) -> list[int]:
        a, b = map(self.at, pair.split("/"))
        return [a, self.grid.side_towards(a, b)]

    def get(self, name: str, code: int = 200) -> Any:
        answer = self.client.get(f"/m/toy/{name}")
        assert answer.status_code == code, answer.text
        return answer.json if answer.mimetype == "application/json" else answer

    def post(self, name: str, code: int = 200, /, **body: Any) -> Any:
        sent = {"command_id": f"test-{next(self.ids):06d}", **body}
        answer = self.client.post(f"/m/toy/{name}", json=sent, headers={"X-Sandtable-Token": self.token})
        assert answer.status_code == code, answer.text
        return answer.json if code == 200 else answer.json["error"]

    def send(self, name: str, body: bytes, code: int = 200) -> Any:
        answer = self.client.post(
            f"/m/{name}", data=body, content_type="application/octet-stream", headers={"X-Sandtable-Token": self.token}
        )
        assert answer.status_code == code, answer.text
        return answer.json if code == 200 else answer.json["error"]

    @property
    def version(self) -> int:
        return self.get("state.json")["version"]

    def draw(self, what: str, value: str, code: int = 200, /, **more: Any) -> Any:
        return self.post("strokes", code, **{"version": self.version, "what": what, "value": value, **WHY, **more})

    def paint(self, terrain: str, *numbers: str, code: int = 200) -> Any:
        return self.draw("terrain", terrain, code, hexes=[self.at(number) for number in numbers])

    def step(self, name: str, code: int = 200, **more: Any) -> Any:
        return self.post(name, code, version=self.version, **more)

    def terrain(self, number: str) -> str:
        return self.get(f"hex.json?hex={number}")["terrain"]
