"""Every deliberate mistake gives its message, with file and line, and no other."""

from __future__ import annotations

import pytest

from maps.problems import ProblemsFound
from scenarios.orbat import read_formations, read_orbat, read_stands
from scenarios.orbat_rows import BANDS, FORMATION_KINDS, FORMATION_SIZES, MOVERS, STAND_KINDS, STAND_SIZES, TRAITS
from tests.scenarios.test_orbat import FORMATIONS, STANDS


def problems_of(tmp_path, formations=FORMATIONS, stands=STANDS, **options):
    (tmp_path / "formations.csv").write_text(formations, "utf-8")
    (tmp_path / "orbat.csv").write_text(stands, "utf-8")
    with pytest.raises(ProblemsFound) as found:
        read_orbat(tmp_path, **options)
    return [str(problem) for problem in found.value.problems]


def changed(text, old, new):
    assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
    return text.replace(old, new)


IN_FORMATIONS = [
    ("VIII,,us,", "VIII,,us,,", 2, "17 cells under 16 columns; put a cell that holds the separator in double quotes"),
    (",arlon,\n", ",arlon\n", 2, "15 cells under 16 columns; leave no cell out; blank ones keep their separators"),
    ("28,VIII,us", "28,VII,us", 3, "the parent 'VII' of 28 is missing; did you mean 'VIII'?"),
    ("28,VIII,us", "28,VIII,uss", 3, "unknown side 'uss'; did you mean 'us'?"),
    ("28,VIII,us", "28,VIII,", 3, "side is blank; give a value for side"),
    ("28,division,infantry", "28,divison,infantry", 3, "'divison' is no size; did you mean 'division'?"),
    ("28,division,infantry", "28,division,", 3, "kind is blank; known are " + ", ".join(FORMATION_KINDS)),
    (
        "28,division,infantry",
        "28,division,panzer",
        3,
        "'panzer' is no kind; known are " + ", ".join(sorted(FORMATION_KINDS)),
    ),
    (
        "infantry,28.HQ,8,,10",
        "infantry,28.HQ,12,,10",
        3,
        "LOG is 12 and LOG_max is 10; the stock may not exceed the most it can hold",
    ),
    ("infantry,28.HQ,8,,10", "infantry,28.HQ,8,,", 3, "LOG is 8 without LOG_max; give the most it can hold"),
    ("infantry,28.HQ,8,,10", "infantry,28.HQ,,,10", 3, "LOG_max is 10 without LOG; give the stock at the start"),
    ("infantry,28.HQ,8,,10", "infantry,28.HQ,many,,10", 3, "LOG is 'many'; it must be a whole number from 0 to 999"),
    ("infantry,28.HQ,8,,10", "infantry,28.HQ,8,,10.5", 3, "LOG_max is '10.5'; it must be a whole number from 0 to 999"),
    (
        "regiment,infantry,,,,,",
        "regiment,infantry,,5,,5,",
        4,
        "regiment 28.110 holds LOG or POL; stocks are held at division or above; leave blank",
    ),
    ("infantry,28.HQ,", "infantry,28.HG,", 3, "the HQ '28.HG' of 28 is missing; did you mean '28.HQ'?"),
    ("infantry,28.HQ,", "infantry,28.109,", 3, "the HQ '28.109' of 28 is of kind 'artillery'; make it an hq"),
    (",3,3,,\n", ",3,,,\n", 5, "arrive_day without arrive_turn; give the turn of that day, 1 for the first"),
    (",3,3,,\n", ",,3,,\n", 5, "arrive_turn without arrive_day; give the day, 1 for the first, or leave both blank"),
    (",3,3,,\n", ",3,9,,\n", 5, "arrive_turn is '9'; it must be a whole number from 1 to 5"),
    ("\n28.110,28,", "\n28 110,28,", 4, "id is '28 110'; use up to 24 letters, digits, dots, dashes and underscores"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), IN_FORMATIONS)
def test_formations(tmp_path, old, new, line, message):
    found = problems_of(tmp_path, formations=changed(FORMATIONS, old, new))
    assert found[0] == f"formations.csv, line {line}: {message}"
    # Whoever stands below may be struck too; nothing else in this file is.
    assert all(each.startswith("orbat.csv") for each in found[1:])


IN_STANDS = [
    (
        "28.110.1,28.110,",
        "28.110.1,28.111,",
        5,
        "the formation '28.111' of 28.110.1 is missing; did you mean '28.110'?",
    ),
    ("1/110,us,", "1/110,german,", 5, "unknown side 'german'; known are us"),
    ("infantry,battalion,4", "infantery,battalion,4", 5, "'infantery' is no kind; did you mean 'infantry'?"),
    ("infantry,battalion,4", "infantry,batallion,4", 5, "'batallion' is no size; did you mean 'battalion'?"),
    ("infantry,battalion,4", "infantry,battalion,", 5, "strength is blank; give a value for strength"),
    ("infantry,battalion,4", "infantry,battalion,0", 5, "strength is '0'; it must be a whole number from 1 to 30"),
    ("infantry,battalion,4", "infantry,battalion,--5", 5, "strength is '--5'; it must be a whole number from 1 to 30"),
    (
        "4,foot,emplaced",
        "4,feet,emplaced",
        5,
        "'feet' is no mover; known are foot, horse, mounted, recce, tracked, wheeled",
    ),
    ("emplaced light", "emplaced ligth", 5, "'ligth' is none of the traits; did you mean 'light'?"),
    ("emplaced light", "light light", 5, "traits says 'light' twice; say it once"),
    ("emplaced light", "strong poor", 5, "28.110.1 is both strong (S) and poor (I); keep one of the two"),
    ("wheeled,,standard", "wheeled,,", 4, "artillery 28.109 has no band; known are " + ", ".join(BANDS)),
    ("wheeled,,standard", "wheeled,,standart", 4, "'standart' is no band; did you mean 'standard'?"),
    (
        "emplaced light,,",
        "emplaced light,long,",
        5,
        "infantry 28.110.1 has the band 'long'; only artillery has one; leave it blank",
    ),
    ("Marnach,6.061", ",6.061", 5, "at is blank; give a value for at"),
    ("Marnach,6.061", "Marnach,", 5, "lon is blank; give a value for lon"),
    ("Marnach,6.061", "Marnach,606.1", 5, "lon is '606.1'; it must be a number from -180 to 180"),
    ("Marnach,6.061", "Marnach,6°03'", 5, 'lon is "6°03\'"; it must be a number from -180 to 180'),
    ("Marnach,6.061", "Marnach,nan", 5, "lon is 'nan'; it must be a number from -180 to 180"),
    ("6.061,50.055", "6.061,95", 5, "lat is '95'; it must be a number from -90 to 90"),
    ("3,2,Bastogne", "0,2,Bastogne", 7, "arrive_day is '0'; it must be a whole number from 1 to 99"),
    (
        "50.055,,,",
        "50.055,,,Wiltz",
        5,
        "28.110.1 has arrive_at and no arrive_day; give the day, or leave arrive_at blank",
    ),
    ("\n28.109,28,", "\n28.110.1,28,", 5, "the id '28.110.1' is taken by line 4; give each its own"),
    (
        "\n28.109,28,109th",
        "\n=28*109,28,109th",
        4,
        "id is '=28*109'; use up to 24 letters, digits, dots, dashes and underscores",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), IN_STANDS)
def test_stands(tmp_path, old, new, line, message):
    found = problems_of(tmp_path, stands=changed(STANDS, old, new))
    assert found[0] == f"orbat.csv, line {line}: {message}"
    assert len(found) == 1 or "'0'" in message  # a day of 0 leaves an arrive_at without a day


def test_a_corps_division_or_brigade_needs_an_hq(tmp_path):
    text = changed(FORMATIONS, "infantry,28.HQ,", "infantry,,")
    assert problems_of(tmp_path, formations=text) == [
        "formations.csv, line 3: division 28 has no HQ; give the id of its HQ stand",
        "orbat.csv, line 3: 28.HQ is an HQ and formation 28 has another or none; "
        "name it in the formation's hq column, or give it another kind",
    ]


def test_an_hq_must_be_of_its_own_formation(tmp_path):
    text = changed(STANDS, "28.HQ,28,28th", "28.HQ,VIII,28th")
    assert problems_of(tmp_path, stands=text) == [
        "formations.csv, line 3: the HQ '28.HQ' of 28 belongs to VIII; a formation's HQ is one of its own stands"
    ]


def test_an_hq_that_is_not_there_needs_a_stand(tmp_path):
    text = "".join(line for line in STANDS.splitlines(keepends=True) if not line.startswith("28.HQ,"))
    assert problems_of(tmp_path, stands=text) == [
        "formations.csv, line 3: the HQ '28.HQ' of 28 is missing; add a stand of kind hq to orbat.csv"
    ]


def test_a_formation_serves_its_parents_side(tmp_path):
    german = "7A,,german,7. Armee,7 A,army,army,7A.HQ,,,,,,,,\n"
    hq = "7A.HQ,7A,7. Armee,7 A,german,hq,army,3,wheeled,,,Dockendorf,6.467,49.917,,,,\n"
    text = changed(FORMATIONS, "28.110,28,us", "28.110,28,german") + german
    assert problems_of(tmp_path, formations=text, stands=STANDS + hq) == [
        "formations.csv, line 4: 28.110 is of side 'german', its parent 28 of side 'us'; "
        "a formation serves its parent's side",
        "orbat.csv, line 5: 28.110.1 is of side 'us', its formation 28.110 of side 'german'; "
        "a stand serves its formation's side",
    ]


def test_the_scenario_may_say_which_sides_there_are(tmp_path):
    found = problems_of(tmp_path, sides=("american", "german"))
    assert found[0] == "formations.csv, line 2: unknown side 'us'; known are american, german"
    assert len(found) == 4  # the four formations; the stands follow theirs


def test_a_double_formation_is_told_once(tmp_path):
    text = FORMATIONS + "28.110,28,us,Once more,110,regiment,infantry,,,,,,,,,\n"
    assert problems_of(tmp_path, formations=text) == [
        "formations.csv, line 6: the id '28.110' is taken by line 4; give each its own"
    ]


def test_a_circle_in_the_tree_is_told_once(tmp_path):
    text = changed(FORMATIONS, "VIII,,us", "VIII,28.110,us")
    found = problems_of(tmp_path, formations=text, sides=("us",))
    assert found == [
        "formations.csv, line 2: formations go round in a circle: VIII under 28.110 under 28 under VIII; "
        "one has another parent"
    ]


def test_a_formation_under_itself_is_a_circle(tmp_path):
    text = changed(FORMATIONS, "28.110,28,us", "28.110,28.110,us")
    assert problems_of(tmp_path, formations=text) == [
        "formations.csv, line 4: formations go round in a circle: 28.110 under 28.110; one has another parent"
    ]


def test_unknown_and_missing_columns(tmp_path):
    text = changed(STANDS, "strength,mover", "strenght,mover")
    assert problems_of(tmp_path, stands=text) == [
        "orbat.csv, line 1: unknown column 'strenght'; did you mean 'strength'?",
        "orbat.csv, line 1: column 'strength' is missing; add it to the first line",
    ]


def test_a_line_with_too_few_cells_is_told_alone(tmp_path):
    """Its children and stands would seem to lack a parent: they are not told off for that."""
    text = changed(FORMATIONS, "28,VIII,us,28th Infantry Division", "28,us,28th Infantry Division")
    assert problems_of(tmp_path, formations=text) == [
        "formations.csv, line 3: 15 cells under 16 columns; leave no cell out; blank ones keep their separators"
    ]


def test_a_missing_column_is_not_told_for_every_line():
    with pytest.raises(ProblemsFound) as found:
        read_stands(changed(STANDS, "strength,mover", "strenght,mover"), "orbat.csv")
    assert len(found.value.problems) == 2


def test_a_column_that_stands_there_twice():
    with pytest.raises(ProblemsFound, match="line 1: column 'lon' stands there twice; leave one out"):
        read_stands(changed(STANDS, "lon,lat", "lon,lon"), "orbat.csv")


def test_an_empty_table():
    with pytest.raises(ProblemsFound, match=r"formations.csv: the table is empty; its first line names the columns"):
        read_formations("\n\n", "formations.csv")


def test_a_stray_quote():
    text = changed(STANDS, "28.109,28,109th Field", '28.109,28,"109th" Field')
    with pytest.raises(ProblemsFound, match=r"orbat.csv, line 4: the line cannot be read: .*; look for a stray quote"):
        read_stands(text, "orbat.csv")


def test_text_that_is_not_utf_8(tmp_path):
    problems_of(tmp_path, stands="")
    latin = changed(STANDS, "Mande,5.655,50.022,3,3", "Münde,5.6,50,3,3").encode("latin-1")
    (tmp_path / "orbat.csv").write_bytes(latin)
    with pytest.raises(ProblemsFound) as found:
        read_orbat(tmp_path)
    assert str(found.value) == "orbat.csv, line 6: the text is not UTF-8; save the file as CSV UTF-8"


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ProblemsFound) as found:
        read_orbat(tmp_path)
    assert [str(problem) for problem in found.value.problems] == [
        f"{name}: the file cannot be read: No such file or directory; look for it in {tmp_path}"
        for name in ("formations.csv", "orbat.csv")
    ]


def test_all_problems_of_both_files_come_at_once(tmp_path):
    formations = changed(FORMATIONS, "28,division,infantry", "28,divison,infantry")
    stands = changed(changed(STANDS, "4,foot,", "4,feet,"), "wheeled,,standard", "wheels,,")
    assert len(problems_of(tmp_path, formations=formations, stands=stands)) == 4


def test_a_long_cell_is_shown_short(tmp_path):
    found = problems_of(tmp_path, stands=changed(STANDS, "4,foot,", f"4,{'x' * 500},"))
    assert found[0].startswith(f"orbat.csv, line 5: '{'x' * 39}…' is no mover; known are ")


@pytest.mark.parametrize(
    ("column", "known"),
    [("kind", STAND_KINDS), ("size", STAND_SIZES), ("mover", MOVERS), ("traits", TRAITS), ("band", BANDS)],
)
def test_every_known_word_is_read(column, known):
    import csv
    import io

    for word in known:
        row = dict(next(csv.DictReader(io.StringIO(STANDS))))
        row |= {"kind": "artillery", "band": "standard"} if column == "band" else {}
        row |= {column: word} | ({"band": "standard"} if word == "artillery" else {})
        text = io.StringIO()
        writer = csv.DictWriter(text, list(row))
        writer.writeheader()
        writer.writerow(row)
        (stand,) = read_stands(text.getvalue(), "orbat.csv")
        assert word in (getattr(stand, column) if column == "traits" else [getattr(stand, column)])


def test_formation_words_are_read():
    for size in FORMATION_SIZES:
        for kind in FORMATION_KINDS:
            text = changed(FORMATIONS, "28,division,infantry", f"28,{size},{kind}")
            if size == "regiment":
                text = changed(text, "28.HQ,8,,10", "28.HQ,,,")
            assert read_formations(text, "formations.csv")[1].kind == kind
