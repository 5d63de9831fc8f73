"""
A server on this machine that answers as the public services do, in their formats, about a toy world.

The ground of the toy world is a slope: 200 m at 50 N, and 10 m higher for every hundredth of a degree to the
north. Everything that is asked is written down.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import numpy as np
from PIL import Image
from rasterio.io import MemoryFile
from rasterio.transform import from_origin

from maps.sources.online.services import Services

BBOX = re.compile(r"\[bbox:([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)\]")
LINE = re.compile(r'^  (way|node|relation)(\["type"="multipolygon"\])?\["([^"]+)"~"([^"]+)"\](\(if:.*\))?;$')
DATES = re.compile(r't\["start_date"\]<="([^"]+)".*t\["end_date"\]<"([^"]+)"')


def height_m(lat):
    return 200.0 + 1000.0 * (np.asarray(lat) - 50.0)


@dataclass
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: str


@dataclass
class Reply:
    """Something else than the sound answer: sent once."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut_after: int | None = None
    """Of the sound answer only so many bytes are sent, then the line is cut."""
    pause_s: float = 0.0


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        # Whoever asked may have had enough.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class OnlineServer:
    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.replies: list[Reply] = []
        """Sent for the next questions, instead of the sound answers."""
        self.elements: list[dict[str, Any]] = []
        self.too_large_from = 99.0
        """Overpass gives up on tiles of this many degrees and more."""
        self.sea: set[str] = set()
        """Names of tiles that there are none of."""
        self.etag = '"1"'
        self.ranges = True
        self.stopping = threading.Event()
        self._server = _Quiet(("127.0.0.1", 0), type("Handler", (_Handler,), {"world": self}))
        self._port = self._server.server_address[1]
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def services(self, **manners: Any) -> Services:
        base = self.base
        quick = {"pause_s": 0.0, "connect_s": 2.0, "read_s": 2.0, "patience_s": 20.0, "tries": 3}
        return Services(
            overpass=f"{base}/api/interpreter", openhistoricalmap=f"{base}/ohm/interpreter",
            skadi=f"{base}/skadi/{{band}}/{{name}}.hgt.gz", terrarium=f"{base}/terrarium/{{z}}/{{x}}/{{y}}.png",
            copernicus_glo30=f"{base}/dem/{{name}}/{{name}}.tif", worldcover=f"{base}/cover/{{name}}.tif",
            **quick | manners,
        )  # fmt: skip

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def stop(self) -> None:
        if self.stopping.is_set():
            return
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def content(self, path: str, body: str) -> bytes | None:
        """Give the sound answer; None if there is no such thing."""
        parts = path.strip("/").split("/")
        if any(name in path for name in self.sea):
            return None
        if parts[-1] == "interpreter":
            return self.overpass(body)
        if parts[0] == "skadi":
            return skadi(parts[-1])
        if parts[0] == "terrarium":
            return terrarium(*(int(part.removesuffix(".png")) for part in parts[1:]))
        if parts[0] == "dem":
            return copernicus(parts[-1])
        return worldcover(parts[-1]) if parts[0] == "cover" else None

    def overpass(self, query: str) -> bytes:
        found = BBOX.search(query)
        assert found, query
        south, west, north, east = map(float, found.groups())
        answer: dict[str, Any] = {"version": 0.6, "generator": "Overpass API 0.7.62", "elements": []}
        if north - south >= self.too_large_from:
            answer["remark"] = 'runtime error: Query timed out in "query" at line 3 after 181 seconds.'
            return json.dumps(answer).encode()
        wishes = [LINE.match(line) for line in query.splitlines() if line.startswith("  ")]
        assert all(wishes), query
        answer["elements"] = [
            element
            for element in self.elements
            if meets(element, west, south, east, north) and any(fits(element, wish) for wish in wishes if wish)
        ]
        return json.dumps(answer).encode()


def fits(element, wish):
    kind, multipolygon, key, values, when = wish.groups()
    tags = element["tags"]
    if element["type"] != kind or (multipolygon and tags.get("type") != "multipolygon"):
        return False
    if not re.search(values, tags.get(key, "\n")):
        return False
    if when:
        latest, earliest = DATES.search(when).groups()
        start, end = tags.get("start_date", ""), tags.get("end_date")
        return (start <= latest or start > ":") and not (end is not None and end < earliest)
    return True


def meets(element, west, south, east, north):
    box = element.get("bounds") or {
        "minlon": element["lon"], "maxlon": element["lon"], "minlat": element["lat"], "maxlat": element["lat"],
    }  # fmt: skip
    across = box["minlon"] <= east and box["maxlon"] >= west
    return across and box["minlat"] <= north and box["maxlat"] >= south


def way(number, tags, *points):
    lons, lats = [lon for lon, _ in points], [lat for _, lat in points]
    bounds = {"minlat": min(lats), "minlon": min(lons), "maxlat": max(lats), "maxlon": max(lons)}
    geometry = [{"lat": lat, "lon": lon} for lon, lat in points]
    nodes = list(range(number * 100, number * 100 + len(points)))
    return {"type": "way", "id": number, "bounds": bounds, "nodes": nodes, "geometry": geometry, "tags": tags}


def square(number, tags, west, south, east, north):
    return way(number, tags, (west, south), (east, south), (east, north), (west, north), (west, south))


def node(number, tags, lon, lat):
    return {"type": "node", "id": number, "lat": lat, "lon": lon, "tags": tags}


@lru_cache(maxsize=16)
def skadi(file):
    south = int(file[1:3]) * (1 if file[0] == "N" else -1)
    heights = height_m(np.linspace(south + 1, south, 1201)).round().astype(">i2")
    return gzip.compress(np.repeat(heights, 1201).tobytes(), 1)


@lru_cache(maxsize=256)
def terrarium(z, x, y):
    share = (y + (np.arange(256) + 0.5) / 256) / 2**z
    lat = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * share))))
    value = np.broadcast_to(height_m(lat)[:, None] + 32768, (256, 256))
    bands = np.stack([value // 256, value % 256, value * 256 % 256], axis=-1).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(bands).save(out, "PNG")
    return out.getvalue()


def cog(cells, west, north, degrees):
    lines, columns = cells.shape
    transform = from_origin(west, north, degrees / columns, degrees / lines)
    profile = {"width": columns, "height": lines, "count": 1, "dtype": cells.dtype, "crs": "EPSG:4326"}
    options = {"compress": "deflate", "blocksize": 128, "overview_resampling": "nearest"}
    with MemoryFile() as memory:
        with memory.open(driver="COG", transform=transform, **options, **profile) as raster:
            raster.write(cells, 1)
        return memory.read()


def corner(name):
    found = re.search(r"([NS])(\d{2})(?:_00_)?([EW])(\d{3})", name)
    lat, lon = int(found[2]), int(found[4])
    return (lon if found[3] == "E" else -lon), (lat if found[1] == "N" else -lat)


@lru_cache(maxsize=16)
def copernicus(file):
    west, south = corner(file)
    heights = height_m(south + 1 - (np.arange(720) + 0.5) / 720).astype(np.float32)
    return cog(np.repeat(heights[:, None], 720, axis=1), west, south + 1, 1)


@lru_cache(maxsize=16)
def worldcover(file):
    """Give trees (10) where the hundredths of the degree of longitude are below 50, fields (40) beyond."""
    west, south = corner(file)
    lon = west + (np.arange(1080) + 0.5) / 360
    classes = np.where(lon % 1 < 0.5, 10, 40).astype(np.uint8)
    return cog(np.repeat(classes[None, :], 1080, axis=0), west, south + 3, 3)


class _Handler(BaseHTTPRequestHandler):
    world: OnlineServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_args):
        pass

    def do_GET(self):
        self.answer("")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.answer(parse_qs(body)["data"][0])

    def answer(self, body):
        world = self.world
        world.asked.append(Asked(self.command, self.path, dict(self.headers), body))
        reply = world.replies.pop(0) if world.replies else None
        if reply and reply.pause_s:
            world.stopping.wait(reply.pause_s)
        if reply and reply.cut_after is None and not reply.pause_s:
            self.send(reply.status, reply.headers, reply.body)
            return
        content = world.content(self.path, body)
        if content is None:
            self.send(404, {"Content-Type": "application/xml"}, b"<Error><Code>NoSuchKey</Code></Error>")
            return
        self.send(*self.ranged(content), cut_after=reply.cut_after if reply else None)

    def ranged(self, content):
        etag = {"ETag": self.world.etag, "Accept-Ranges": "bytes"}
        wanted = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        changed = self.headers.get("If-Range", self.world.etag) != self.world.etag
        if not wanted or changed or not self.world.ranges or self.command == "POST":
            return 200, etag, content
        first, last = int(wanted[1]), min(int(wanted[2] or len(content)), len(content) - 1)
        if first >= len(content):
            return 416, {"Content-Range": f"bytes */{len(content)}"}, b""
        return 206, etag | {"Content-Range": f"bytes {first}-{last}/{len(content)}"}, content[first : last + 1]

    def send(self, status, headers, content, cut_after=None):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:cut_after])
        if cut_after is not None:
            self.wfile.flush()
            self.close_connection = True
