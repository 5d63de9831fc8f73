"""
An extract as plain XML is taken apart in one pass: as GDAL gives it, as a parser of the library does, piece by piece.

What is not plain is not guessed at. So whatever is taken is sound, and says what the slow twin below reads in it.
"""

import random
from xml.etree.ElementTree import TreeBuilder
from xml.parsers.expat import ParserCreate

import numpy as np
import pytest
import shapely

from maps.problems import ProblemsFound
from maps.sources import osm, osmxml
from maps.sources.extracts import xmlblocks
from maps.sources.extracts.blocks import Unusual
from maps.sources.extracts.extract import Extract, read_extract
from maps.sources.extracts.xmlblocks import xml_blocks, xml_bounds
from maps.sources.vector import read_vectors, vector_extent
from tests.maps.osmfiles import MEMBERS
from tests.maps.test_extracts import KEYS, _wild
from tests.maps.toyvectors import LAYOUT

WANTED = frozenset(key for key, _ in KEYS)


def twin(content):
    """Read a file the obvious way: nodes, ways and relations with their tags."""
    parser, building = ParserCreate(), TreeBuilder()
    parser.StartElementHandler, parser.EndElementHandler = building.start, building.end
    parser.Parse(content, True)
    root = building.close()
    assert root.tag == "osm"
    nodes, ways, relations = [], [], []
    for one in root:
        if one.tag not in MEMBERS:
            continue
        number, tags = int(one.get("id")), [(tag.get("k"), tag.get("v")) for tag in one.findall("tag")]
        if one.tag == "node":
            place = [int(np.floor(float(one.get(side)) * 1e7 + 0.5)) for side in ("lon", "lat")]
            nodes.append((number, *place, tags if any(key in WANTED for key, _ in tags) else []))
        elif one.tag == "way":
            ways.append((number, [int(nd.get("ref")) for nd in one.findall("nd")], tags))
        else:
            members = [(MEMBERS[m.get("type")], int(m.get("ref")), m.get("role")) for m in one.findall("member")]
            relations.append((number, members, dict(tags)))
    return nodes, ways, relations


def told(blocks):
    """Put what was read at once in the words of the twin."""
    nodes, ways, relations = [], [], []
    for block in blocks:
        words = [word.decode() for word in block.words]
        said = {number: tags for number, _, _, tags in block.points}
        for number, lon, lat in zip(block.ids.tolist(), block.lon.tolist(), block.lat.tolist(), strict=True):
            tags = [words[k] for k in said.get(number, [])]
            nodes.append((number, lon, lat, list(zip(tags[::2], tags[1::2], strict=True))))
        for part in block.ways:
            for k, number in enumerate(part.ids.tolist()):
                tags, refs = (slice(at[k], at[k + 1]) for at in (part.tag_at, part.node_at))
                pairs = zip(part.keys[tags].tolist(), part.values[tags].tolist(), strict=True)
                pairs = [(words[key], words[value]) for key, value in pairs]
                assert part.hits[k] == any(key in WANTED for key, _ in pairs)
                ways.append((number, part.nodes[refs].tolist(), pairs))
        relations += [(one.id, one.members, one.tags) for one in block.relations]
    return nodes, ways, relations


def kept(tmp_path, content):
    path = tmp_path / "x.osm"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("seed", range(2))
def test_what_is_read_at_once_is_what_gdal_gives(tmp_path, monkeypatch, seed):
    path = _wild(seed).write_xml(tmp_path / "x.osm")
    assert told(xml_blocks(path, WANTED)) == twin(path.read_bytes())
    at_once = read_vectors([path], LAYOUT)
    monkeypatch.setattr(osm, "MOST_XML_BYTES", 0)
    by_gdal = read_vectors([path], LAYOUT)
    for mine, theirs in ((getattr(one, part) for one in (at_once, by_gdal)) for part in ("lines", "areas", "points")):
        assert (mine.ids, mine.tags) == (theirs.ids, theirs.tags)
        assert shapely.equals_exact(mine.shapes, theirs.shapes).all()
        assert len(mine) > 0


HAND = """<?xml version='1.0'  encoding="utf-8"?>
<osm version="0.6" generator="a &quot;b&quot;">
 <note>The data is > free</note><meta base="2024"/>
 <bounds minlat="49.5" minlon="-8.25" maxlat="50" maxlon='8.5' />
\t<node id="1" lon="8.0000001" lat='-49.95' user="J\u00f6rg &amp; Co" version="3"/>
 <node
   id = "2" visible="true" lat="50"
   lon="179.123456789012"><tag k="place" v="B\u0153uf &lt;&#x41;&#66;&gt; &apos;"/></node >
 <node id="0009" lat="0.0" lon="-0"><tag k='note' v=''/></node>
 <way id="7"><nd ref="1"/><nd ref="2" lat="1"/><nd ref="1"></nd><tag k="highway" v="track"/><tag k="highway" v="path"/>
  <bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/></way><way id="8"/>
 <relation id="3"><member type="way" ref="7" role=""/><member type="node" ref="1" role="la&amp;bel"/><center lat="1"/>
  <member type="relation" ref="123456789012345678" role="x"/><tag k="type" v="route"/></relation>
 <changeset id="5"><tag k="ignored" v="&amp;"/><discussion><comment><text>no</text></comment></discussion></changeset>
</osm>
""".encode()  # fmt: skip


def test_a_file_written_by_hand_is_read_as_by_a_parser(tmp_path):
    path = kept(tmp_path, HAND)
    found = told(xml_blocks(path, WANTED))
    assert found == twin(HAND)
    assert found[0] == [(1, 80000001, -499500000, []), (2, 1791234568, 500000000, [("place", "B\u0153uf <AB> '")]),
                        (9, 0, 0, [])]  # fmt: skip
    assert found[1][0] == (7, [1, 2, 1], [("highway", "track"), ("highway", "path")])
    assert xml_bounds(path) == (-8.25, 49.5, 8.5, 50.0)


@pytest.mark.parametrize("piece", [1, 40, 500])
def test_a_file_taken_apart_in_pieces_says_the_same(tmp_path, monkeypatch, piece):
    path = _wild(1).write_xml(tmp_path / "x.osm")
    (one,) = xml_blocks(path, WANTED)
    monkeypatch.setattr(xmlblocks, "_PIECE", piece)
    many = xml_blocks(path, WANTED)
    assert len(many) > 20
    assert told(many) == told([one])
    first, second = Extract([one]), Extract(many)
    assert (first.bounds == second.bounds).all()
    assert xml_bounds(path) == pytest.approx((first.lon.min() / 1e7, first.lat.min() / 1e7,
                                              first.lon.max() / 1e7, first.lat.max() / 1e7), abs=1e-7)  # fmt: skip


PARTS = (
    b"<", b">", b"/", b'"', b"'", b"&", b";", b"=", b" ", b"\n", b"\x00", b"]]>", b"<!-- -->", b"<![CDATA[", b"&#65;",
    b"&x;", b"&#0;", b"<?x ?>", b"\xff", b"\xef\xbf\xbf", b"<node", b"</osm>", b"id='1'", b"<nd ref='1'/>", b"-",
    b".", b"1e3", b"9" * 20, b"<tag k='a' v='b'/>", b"<osm>", b"</way>", b"<a:b/>", b" k='a'",
)  # fmt: skip


def spoiled(sown, content):
    """Put something in, take something out, or move a piece, a few times."""
    for _ in range(sown.randint(1, 3)):
        at, length = sown.randrange(len(content)), sown.choice((0, 0, 1, 1, 2, 9, 40))
        new = sown.choice((b"", sown.choice(PARTS), sown.choice(PARTS), content[at : at + 30]))
        at = sown.choice((at, at, max(content.rfind(sown.choice((b"<", b'"', b"=")), 0, at), 0)))
        content = content[:at] + new + content[at + length :]
    return content


def looked_at(tmp_path, sown, count):
    """Spoil a file again and again: what is taken all the same must be what the twin reads; count what was."""
    taken = 0
    for _ in range(count):
        content = spoiled(sown, HAND)
        path = kept(tmp_path, content)
        try:
            found = told(xml_blocks(path, WANTED))
        except Unusual:
            continue
        assert found == twin(content), content
        taken += 1
    return taken


def test_of_spoiled_files_only_what_is_sound_is_taken_and_says_what_a_parser_reads(tmp_path):
    taken = looked_at(tmp_path, random.Random(7), 200)
    assert 10 < taken < 190


NODE = b"<node id='1' lon='5' lat='50'/>"
OTHER = {
    b"comment": b"<osm><!-- a -->" + NODE + b"</osm>",
    b"cdata": b"<osm><note><![CDATA[<node/>]]></note>" + NODE + b"</osm>",
    b"instruction": b"<osm><?x y?>" + NODE + b"</osm>",
    b"encoding": b"<?xml version='1.0' encoding='latin-1'?><osm>" + NODE + b"</osm>",
    b"mark": b"\xef\xbb\xbf<osm>" + NODE + b"</osm>",
    b"line in a value": b"<osm generator='a\nb'>" + NODE + b"</osm>",
    b"exponent": b"<osm><node id='1' lon='5e0' lat='50'/></osm>",
    b"more digits than are exact": b"<osm><node id='1' lon='5.0000000000000000' lat='50'/></osm>",
    b"below nought": b"<osm><node id='-1' lon='5' lat='50'/></osm>",
    b"deleted": b"<osm><node id='1' lon='5' lat='50' action='delete'/></osm>",
    b"unseen": b"<osm><node id='1' lon='5' lat='50' visible='false'/></osm>",
    b"way first": b"<osm><way id='1'><nd ref='1'/></way>" + NODE + b"</osm>",
    b"repeated": b"<osm>" + 2 * NODE + b"</osm>",
    b"number": b"<osm><node id='9999999999999999999' lon='5' lat='50'/></osm>",
}
FAULTY = {
    b"no lat": b"<osm><node id='1' lon='5'/></osm>",
    b"off the earth": b"<osm><node id='1' lon='181' lat='50'/></osm>",
    b"twice": b"<osm><node id='1' lon='5' lat='50' lat='51'/></osm>",
    b"cut": b"<osm>" + NODE,
    b"behind": b"<osm>" + NODE + b"</osm>x",
    b"letters": b"<osm><note>\xff</note>" + NODE + b"</osm>",
    b"unknown word": b"<osm><note a='&x;'/>" + NODE + b"</osm>",
    b"crossed": b"<osm><way id='1'><nd ref='1'></way></nd></osm>",
    b"text": b"<osm>" + NODE + b"a & b</osm>",
    b"empty": b"",
}


@pytest.mark.parametrize("name", [*OTHER, *FAULTY])
def test_what_is_not_plain_is_not_guessed_at(tmp_path, name):
    path = kept(tmp_path, (OTHER | FAULTY)[name])
    with pytest.raises(Unusual):
        read_extract(path, WANTED, is_xml=True)
    if name in OTHER and name != b"number":
        assert vector_extent(path)[0].bounds == (5.0, 50.0, 5.0, 50.0)
    elif name in (b"twice", b"cut", b"behind", b"letters", b"unknown word", b"crossed", b"text"):
        with pytest.raises(ProblemsFound, match=r"x\.osm: cannot be read"):
            vector_extent(path)


def test_the_bounds_of_ways_are_not_those_of_the_file(tmp_path):
    way = b"<way id='1'><bounds minlon='1' minlat='1' maxlon='2' maxlat='2'/><nd ref='1'/></way>"
    plain, other = (b"<osm>" + mark + NODE + way + b"</osm>" for mark in (b"", b"<!-- -->"))
    assert [osmxml.walk_osm_xml(kept(tmp_path, one)) for one in (plain, other)] == 2 * [(5.0, 50.0, 5.0, 50.0)]


def test_more_words_than_files_have_are_left_to_gdal(tmp_path, monkeypatch):
    tags = b"".join(b"<tag k='a%d' v='b'/>" % k for k in range(9))
    path = kept(tmp_path, b"<osm><node id='1' lon='5' lat='50'>" + tags + b"</node></osm>")
    assert len(xml_blocks(path, WANTED)[0].words) == 10
    monkeypatch.setattr(xmlblocks, "_MOST_WORDS", 5)
    with pytest.raises(Unusual):
        xml_blocks(path, WANTED)


def test_a_large_file_is_left_to_the_slow_way(tmp_path, monkeypatch):
    path = _wild(2).write_xml(tmp_path / "x.osm")
    asked = []
    monkeypatch.setattr(osmxml, "xml_bounds", lambda one: asked.append(one) or xml_bounds(one))
    found = osmxml._walked(path, 0, 1)
    monkeypatch.setattr(osmxml, "MOST_XML_BYTES", 10)
    assert osmxml._walked(path, 0, 11) == pytest.approx(found, abs=1e-12)
    assert asked == [path]
