#!/bin/sh
# Check the page's scripts with ESLint, Prettier and TypeScript; without npm, or without their packages, say so and go on.
set -u
cd "$(dirname "$0")/js" || exit 1

skip() {
    if [ "${CI:-}" = "true" ]; then
        echo "$1; with CI=true that is a failure" >&2
        exit 1
    fi
    echo "$1; the page's scripts are not checked"
    exit 0
}

command -v npm >/dev/null 2>&1 || skip "npm was not found"
if [ ! -e node_modules/.installed ] || [ package-lock.json -nt node_modules/.installed ]; then
    npm ci --silent --no-progress || skip "npm could not fetch what tests/js/package-lock.json names"
    touch node_modules/.installed
fi
exec npm run --silent check
