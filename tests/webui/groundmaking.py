"""A store with grounds as their page uses it, and a small piece of the world to make one of."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import rasterio
from rasterio.transform import Affine

from tests.maps.osmfiles import OsmWorld
from webui import create_app
from webui.desk.library import open_store
from webui.editor.groundsdesk import bench

if TYPE_CHECKING:
    from pathlib import Path

BOX = (9.40, 47.10, 9.56, 47.21)
"""Some 12 by 12 kilometres."""
_MOST_LOOKS = 2400
STATES = ("done", "failed", "stopped")


def small_world() -> OsmWorld:
    """A road from west to east, a motorway of today, a wood in the north, a river, a village."""
    west, south, east, north = BOX
    world = OsmWorld(bounds=(west - 0.03, south - 0.03, east + 0.03, north + 0.03))
    world.way([(west, 47.15), (east, 47.15)], highway="primary", name="Chaussee")
    world.way([(west, 47.13), (east, 47.13)], highway="motorway", name="A 13")
    wood = [(west, 47.17), (9.48, 47.17), (9.48, north), (west, north), (west, 47.17)]
    world.way(wood, landuse="forest", name="Hochwald")
    world.way([(9.52, south), (9.52, north)], waterway="river", name="Rhein")
    world.node(9.45, 47.15, place="village", name="Dorf", population="900")
    return world


def heights_file(path: Path, cell: float = 1 / 400) -> Path:
    """Ground that rises a metre in three hundred from south to north, in cells of so many degrees."""
    west, south, east, north = BOX
    margin = 0.03
    columns, lines = round((east - west + 2 * margin) / cell), round((north - south + 2 * margin) / cell)
    cells = np.tile(np.linspace(900, 450, lines, dtype=np.float32)[:, None], (1, columns))
    where = Affine(cell, 0, west - margin, 0, -cell, north + margin)
    told = {"driver": "GTiff", "count": 1, "dtype": "float32", "crs": "EPSG:4326", "transform": where}
    with rasterio.open(path, "w", height=lines, width=columns, **told) as out:
        out.write(cells, 1)
    return path


def strange_roads() -> bytes:
    """Lines whose words no program knows, in a column of the county's own."""
    west, south, east, north = BOX
    lines = [
        {"type": "Feature", "properties": {"sorte": sorte, "nr": str(n)},
         "geometry": {"type": "LineString", "coordinates": [[west, at], [east, at]]}}
        for n, at in enumerate(np.linspace(south + 0.02, north - 0.02, 24).tolist())
        for sorte in [("Fernweg", "Saumpfad")[n % 2]]
    ]  # fmt: skip
    return json.dumps({"type": "FeatureCollection", "features": lines}).encode()


class Making:
    """The page of one ground, as its script asks."""

    def __init__(self, folder: Path, key: str = "toy") -> None:
        self.store, self.key = open_store(folder), key
        self.app = create_app(self.store)
        self.client = self.app.test_client()
        with self.app.test_request_context("/"):
            self.benches = bench()

    def close(self) -> None:
        self.benches.close()
        self.store.close()

    @property
    def folder(self) -> Path:
        return self.store.folder / "grounds" / self.key

    @property
    def token(self) -> dict[str, str]:
        page = self.client.get("/grounds/").get_data(as_text=True)
        return {"token": page.partition('name="token" value="')[2].partition('"')[0]}

    def begin(self, name: str = "Toy ground", key: str = "") -> Any:
        self.key = key or self.key
        return self.client.post("/grounds/new", data={"name": name, "key": self.key, **self.token})

    def get(self, name: str) -> Any:
        return self.client.get(f"/grounds/{self.key}/{name}")

    def state(self) -> Any:
        return self.get("state.json").json

    def post(self, name: str, **body: Any) -> Any:
        sent = {"command_id": "test-command", "version": self.state()["draft"]["version"], **body}
        return self.client.post(
            f"/grounds/{self.key}/{name}", json=sent, headers={"X-Sandtable-Token": self.token["token"]}
        )

    def say(self, **said: Any) -> Any:
        return self.post("set", said=said)

    def send(self, name: str, body: bytes) -> Any:
        headers = {"X-Sandtable-Token": self.token["token"], "Content-Type": "application/octet-stream"}
        return self.client.post(f"/grounds/{self.key}/files", query_string={"name": name}, data=body, headers=headers)

    def done(self, answer: Any) -> Any:
        """Wait until what was asked for is done, failed or stopped."""
        assert answer.status_code == 200, answer.text
        for _ in range(_MOST_LOOKS):
            if (job := self.get("job.json").json)["state"] in STATES:
                return job
            time.sleep(0.05)
        raise AssertionError(job)

    def preview(self, *widths: float) -> Any:
        sent = {"command_id": "test-command", "widths": list(widths)}
        headers = {"X-Sandtable-Token": self.token["token"]}
        return self.done(self.client.post(f"/grounds/{self.key}/preview", json=sent, headers=headers))
