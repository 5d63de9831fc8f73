"""The manual names everything there is, and what it shows can be done."""

from __future__ import annotations

import functools
import re
import tomllib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import click
import pytest

import maps.area.area
import maps.area.reader
import scenarios.scenario
from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.situation import Situation
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.ruling import PARTS
from campaign.model.verbs.table import KEYS
from campaign.systems import catalogue
from maps.derive.period.rules import read_rulings
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS
from maps.making.build import build
from scenarios import orbat_rows
from scenarios.opening import open_scenario
from scenarios.printshop.mapsheets import STYLES
from scenarios.printshop.tiling import PAPERS
from scenarios.scenario import read_scenario, shipped_scenario
from tests.webui.manualpages import FENCE, HELP, PAGES, RULES, TERRAIN, blocks, codes, missing, rows
from webui.cli import main
from webui.desk.exports import EXPORTS
from webui.desk.manual import page_html, pages_list

# --- pages and links ---------------------------------------------------------------------------------------


class _Anchors(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if given.get("id"):
            self.ids.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


def address(page):
    return "/help/" if page == "index" else f"/help/{page}"


@functools.cache
def anchors():
    """Read headings and links of each page when they are asked for: each process of tests opens this file."""
    return {address(name): _Anchors(page_html(name) or "") for name in PAGES}


def links():
    return [(page, link) for page, found in anchors().items() for link in found.links if "://" not in link]


def test_the_manual_has_pages_and_links():
    assert len(PAGES) >= 15
    assert len(links()) > 100
    assert {name for name, _ in pages_list()} == set(PAGES)


@pytest.mark.parametrize("where", sorted(map(address, PAGES)))
def test_every_link_leads_to_a_page_and_a_heading(where):
    for link in (link for page, link in links() if page == where):
        goal, place = urldefrag(urljoin(where, link))
        found = anchors().get("/help/" if goal == "/help/index" else goal)
        assert found, f"{where} links to {link}"
        assert not place or unquote(place) in found.ids, f"{where} links to {link}, and there is no such heading"


def test_every_page_is_in_the_contents():
    linked = {urldefrag(urljoin("/help/", link))[0] for page, link in links() if page == "/help/"}
    assert {address(name) for name in PAGES} - {"/help/"} <= linked


@pytest.mark.parametrize("name", sorted(set(PAGES) - {"index"}))
def test_every_page_begins_with_a_title_and_what_the_reader_wants(name):
    title, blank, first = PAGES[name].splitlines()[:3]
    assert title.startswith("# ")
    assert not blank
    assert first.startswith("You ")


# --- orders ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def first_move():
    """The shipped campaign in its first Movement phase, with the detachments that the examples name."""
    scenario = read_scenario(shipped_scenario("ardennes_1944"))
    hexmap = build(maps.area.reader.read_area(maps.area.reader.shipped_area(scenario.area)))
    ruleset = catalogue.ruleset(scenario.ruleset, scenario.overrides)
    opening = open_scenario(scenario, hexmap, ruleset, seed="manual")
    situation = Situation(opening_state(opening.event), hexmap, ruleset.tables)
    for order in (EndPhase(), EndPhase()):
        situation = _after(ruleset, situation, order)
    assert situation.state.clock.phase == "move"
    return ruleset, situation


def _after(ruleset, situation, order):
    state = situation.state
    for event in decide(ruleset, situation, order, SeededDice("manual", 1)):
        state = apply(state, event)
    return situation.with_state(state)


NOTATION = [line for kind in ("notation", "notation move", "notation refused") for _, line in blocks(kind)]


def test_there_are_examples_of_every_verb():
    words = {line.split()[1] for line in NOTATION if line.split()[0] not in KEYS}
    assert words >= {key for key in KEYS if key.isupper()} - {"TA"}  # always refused
    assert {line.split()[0] for line in NOTATION} >= {key for key in KEYS if key.islower()}


def test_every_example_of_an_order_can_be_read(first_move):
    ruleset, situation = first_move
    situation = _after(ruleset, situation, parse_order("28.110.2 D 2", situation.map, situation.state))
    for line in NOTATION:
        parse_order(line, situation.map, situation.state)


def test_examples_for_the_first_movement_phase_are_legal_in_it(first_move):
    ruleset, situation = first_move
    lines = blocks("notation move")
    assert len(lines) > 10
    for _, line in lines:
        decide(ruleset, situation, parse_order(line, situation.map, situation.state), SeededDice("manual", 1))


def test_examples_of_refusals_are_refused(first_move):
    ruleset, situation = first_move
    lines = blocks("notation refused")
    assert lines
    for _, line in lines:
        with pytest.raises(Refusal):
            decide(ruleset, situation, parse_order(line, situation.map, situation.state), SeededDice("manual", 1))


def test_the_list_of_orders_is_that_of_the_table_of_verbs():
    listed = [(cells[0], cells[1]) for cells in rows("orders") if cells[0].startswith("[`")]
    named = {re.match(r"\[`(\w+)`\]", order)[1]: does for order, does in listed}
    assert named == {key: verb.keys[key].does for key, verb in KEYS.items()}
    assert len(listed) == len(KEYS)


def test_every_part_of_a_ruling_is_told():
    assert missing([f"{part}=" for part in PARTS] + ["remove", "because"], "orders") == []


def test_engineer_work_is_told():
    from campaign.model.verbs.work import HEX_TASKS, SIDE_TASKS

    assert missing([*HEX_TASKS, *SIDE_TASKS], "orders") == []


# --- maps and scenarios ------------------------------------------------------------------------------------


def test_every_key_of_an_area_file():
    told = {word.split(".")[-1] for word in codes("maps")}
    tables = {"box", "around", "credits", *maps.area.reader.TABLES}
    keys = [
        *(set(maps.area.reader.KEYS) - tables),
        *(key for inner in maps.area.reader.TABLES.values() for key in inner),
    ]
    keys += ["west", "south", "east", "north", "height_km", "licence", "attribution"]
    keys += [*maps.area.area.CLASSES, *maps.area.area.ONLINE]
    assert [key for key in keys if key not in told] == []
    shipped = tomllib.loads(maps.area.reader.shipped_area("ardennes_1944").read_text("utf-8"))
    assert set(shipped) <= set(maps.area.reader.KEYS)
    inner = {key for table in tables & set(shipped) for row in _listed(shipped[table]) for key in row}
    assert inner <= told


def test_the_area_files_of_the_manual_are_read(tmp_path):
    texts = [body for info, body in FENCE.findall(PAGES["maps"]) if info == "toml" and "[sources]" in body]
    for name in ("elev.tif", "landcover.tif", "liechtenstein-latest.osm.pbf"):
        (tmp_path / name).write_bytes(b"")
    named = []
    for text in texts:
        (tmp_path / "area.toml").write_text(text, "utf-8")
        named.append(maps.area.reader.read_area(tmp_path / "area.toml").name)
    assert named == ["Liechtenstein", "Market Garden"]


def test_the_rulings_of_the_manual_are_read(tmp_path):
    (text,) = [body for info, body in FENCE.findall(PAGES["maps"]) if info == "toml" and "[[ruling]]" in body]
    (tmp_path / "rulings.toml").write_text(text, "utf-8")
    (ruling,) = read_rulings(tmp_path / "rulings.toml")
    assert (ruling.id, ruling.keep) == ("osm:way/154746998", True)


def test_the_page_on_maps_lists_all_its_sections_at_its_head():
    head, _, rest = PAGES["maps"].partition("\n## ")
    assert re.findall(r"\[([^]]+)\]\(#", head) == re.findall(r"^## (.+)$", "## " + rest, re.MULTILINE)


def test_terrain_classes_and_what_lies_on_hexsides():
    assert missing(RULES["movement"]["ground"], "maps") == []
    assert missing([*HEXSIDES, *CROSSINGS, *ROADS, *RAILS], "maps") == []


def test_thresholds_of_terrain():
    (start,) = [k for k, cells in enumerate(rows("maps")) if cells[:2] == ["rule", "condition"]]
    told = rows("maps")[start + 2 : start + 2 + len(TERRAIN["rule"])]
    for rule, (_, condition, terrain) in zip(TERRAIN["rule"], told, strict=True):
        assert terrain == f"`{rule['terrain']}`"
        figures = [f"{rule[key]:,}" for key in ("people_at_least", "relief_at_least_m") if key in rule]
        figures += [f"{rule['share_at_least'] * 100:g} %"] if "share_at_least" in rule else []
        assert [figure for figure in figures if figure not in condition] == [], rule["name"]
    figures = [f"{value:,}" for value in (*TERRAIN["places"].values(), *TERRAIN["rivers"].values())]
    assert [figure for figure in figures if figure not in PAGES["maps"]] == []


def _listed(table):
    return table if isinstance(table, list) else [table]


def test_every_key_of_a_scenario():
    told = {word.strip("[]") for word in codes("scenarios")}
    assert [key for key in scenarios.scenario._KEYS if key not in told] == []
    shipped = tomllib.loads((shipped_scenario("ardennes_1944") / "scenario.toml").read_text("utf-8"))
    inner = {key for table in ("side", "source", "objective", "air") for row in shipped[table] for key in row}
    assert inner <= told


def test_every_column_and_word_of_the_order_of_battle():
    wanted = [*orbat_rows.FORMATION_COLUMNS, *orbat_rows.STAND_COLUMNS, *orbat_rows.FORMATION_SIZES]
    wanted += [*orbat_rows.FORMATION_KINDS, *orbat_rows.STAND_KINDS, *orbat_rows.STAND_SIZES, *orbat_rows.MOVERS]
    wanted += [*orbat_rows.TRAITS, *orbat_rows.BANDS]
    assert missing(wanted, "scenarios") == []
    for columns in (orbat_rows.FORMATION_COLUMNS, orbat_rows.STAND_COLUMNS):
        assert ",".join(columns) in PAGES["scenarios"]


def test_overrides_of_the_manual_are_readings():
    for page in ("interpretations", "scenarios"):
        for info, body in FENCE.findall(PAGES[page]):
            if info == "toml":
                catalogue.ruleset("zen_operational", tomllib.loads(body)["overrides"])


# --- commands and exports ----------------------------------------------------------------------------------


def commands(group=main, path="sandtable"):
    """List every command with its words, groups not counted."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


COMMANDS = dict(commands())


def section(page: str, heading: str) -> str:
    """Give the text under a heading, up to the next of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}$\n(.*?)(?=^#{{1,2}} |\Z)", PAGES[page], re.MULTILINE | re.DOTALL)
    return found[2] if found else ""


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_has_its_section_with_every_option_and_an_example(words):
    told = section("commands", words)
    assert told, f"commands.md has no heading '## {words}'"
    inline = set(re.findall(r"--[a-z][a-z-]*", told))
    for parameter in COMMANDS[words].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert any(name in inline for name in parameter.opts), f"{words} {parameter.opts}"
        elif isinstance(parameter, click.Argument):
            assert (parameter.metavar or parameter.name).upper() in told, f"{words} {parameter.name}"
    assert f"$ {words}" in told


def test_the_manual_names_no_option_that_is_not_there():
    known = {name for command in COMMANDS.values() for option in command.params for name in option.opts}
    known |= {name for command in COMMANDS.values() for option in command.params for name in option.secondary_opts}
    named = {word for page in PAGES for word in re.findall(r"`(--[a-z][a-z-]*)", PAGES[page])}
    assert named - known - {"--help", "--version"} == set()


CONSOLE = [(page, line) for page, line in blocks("console") if line.startswith("$ sandtable")]


@pytest.mark.parametrize(("where", "line"), CONSOLE)
def test_every_command_line_names_a_command_and_its_options(where, line):
    words = re.findall(r'"[^"]*"|\S+', line.removeprefix("$ "))[1:]
    command, context = main, click.Context(main, info_name="sandtable")
    while isinstance(command, click.Group):
        assert words, f"{where}: {line} stops too soon"
        name = words.pop(0)
        assert name in command.list_commands(None), f"{where}: {line}"
        command = command.get_command(None, name)
        context = click.Context(command, info_name=name, parent=context)
    given, left, _ = command.make_parser(context).parse_args(list(words))
    assert not left, f"{where}: {line} has too much: {left}"
    lacking = [item.name for item in command.params if item.required and given.get(item.name) in (None, (), "")]
    lacking = [name for name in lacking if not isinstance(given.get(name), str)]
    assert not lacking, f"{where}: {line} lacks {lacking}"


def test_there_are_command_lines():
    assert len(CONSOLE) > 20


def test_every_export_paper_and_style():
    listed = {(cells[0].strip("`"), cells[1].strip("`")) for cells in rows("exports")}
    assert set(EXPORTS) <= listed
    assert missing([*PAPERS, *STYLES], "exports") == []


# --- the page and its messages -----------------------------------------------------------------------------


def test_every_key_of_the_page():
    script = files("webui").joinpath("static", "page", "keys.js").read_text("utf-8")
    keys = re.findall(r'\["([^"]+)", "', script)
    told = {key for cells in rows("page") for key in re.findall(r"`([^`]+)`", cells[0])} | {"Arrows"}
    single = {part.replace("−", "-") for key in keys for part in (key.split() if key != "Arrows" else [key])}
    assert len(keys) > 10
    assert single <= told


def test_every_layer_of_the_map():
    script = files("webui").joinpath("static", "page", "layers.js").read_text("utf-8")
    layers = re.findall(r'\w+: "([^"]+)"', script.split("const WORDS")[1].split("};")[0])
    text = " ".join(PAGES["page"].lower().split())
    assert len(layers) > 10
    assert [layer for layer in layers if layer.lower() not in text] == []


def source_texts() -> str:
    """Join all that the program can say: its own source with strings over several lines put together."""
    folders = [Path(str(files(name))) for name in ("maps", "campaign", "scenarios", "webui")]
    texts = [path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py")]
    joined = "\n".join(texts) + (HELP.parent.parent / "Makefile").read_text("utf-8")
    return re.sub(r'"\s*f?"', "", joined)


def test_every_message_of_the_manual_is_one_that_the_program_says():
    said = source_texts()
    messages = [cells[0].strip("`") for cells in rows("trouble") if cells[0].startswith("`")]
    assert len(messages) > 35
    assert [message for message in messages if message not in said] == []
