#!/bin/sh
# Find what the browser and print tests need; on Debian as root, install it.
set -u

find_chrome() {
    for name in "${SANDTABLE_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

find_firefox() {
    for name in "${SANDTABLE_FIREFOX:-}" firefox-esr firefox; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

if { ! find_chrome || ! find_firefox || ! command -v pdftoppm >/dev/null 2>&1; } && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing Chromium, Firefox and poppler-utils for the tests"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium firefox-esr poppler-utils fonts-dejavu-core >/dev/null
fi

# Chromium without windows of its own opens the tests' pages with half the work. Where there is none, the whole one does.
if [ -z "${SANDTABLE_CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null 2>&1 && [ "$(id -u)" = 0 ] &&
    apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    echo "installing Chromium's headless shell for the tests"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null || true
fi

missing=""
find_chrome || missing="a Chrome or Chromium (browser tests)"
find_firefox || missing="$missing${missing:+ and }Firefox (every page in it)"
command -v pdftoppm >/dev/null 2>&1 || missing="$missing${missing:+ and }poppler-utils (print tests)"
if [ -n "$missing" ]; then
    if [ "${CI:-}" = "true" ]; then
        echo "missing: $missing; with CI=true that is a failure" >&2
        exit 1
    fi
    echo "not found: $missing; the tests that need it are skipped and say so"
fi
exit 0
