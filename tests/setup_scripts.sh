#!/bin/sh
# Find Node and npm, which check and test the page's scripts; on Debian as root, install them. Users need neither.
set -u

missing() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 && return 1
    return 0
}

if missing && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing Node and npm for the checks of the page's scripts"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null
fi

if missing; then
    if [ "${CI:-}" = "true" ]; then
        echo "missing: Node and npm (checks of the page's scripts); with CI=true that is a failure" >&2
        exit 1
    fi
    echo "not found: Node and npm; the page's scripts are not checked (install them, or see webui/README.md)"
fi
exit 0
