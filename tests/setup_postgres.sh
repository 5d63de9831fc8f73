#!/bin/sh
# Find the PostgreSQL that the tests of the store run for themselves; on Debian as root, install it.
set -u

find_postgres() {
    command -v initdb >/dev/null 2>&1 && return 0
    for file in /usr/lib/postgresql/*/bin/initdb; do
        [ -x "$file" ] && return 0
    done
    return 1
}

if ! find_postgres && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing PostgreSQL for the tests"
    # Without a cluster of its own: the tests make theirs in a folder that is gone afterwards.
    mkdir -p /etc/postgresql-common && [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold postgresql >/dev/null
fi

if ! find_postgres; then
    if [ "${CI:-}" = "true" ]; then
        echo "missing: PostgreSQL (tests of the store); with CI=true that is a failure" >&2
        exit 1
    fi
    echo "not found: PostgreSQL; the tests of the store on it are skipped and say so"
fi
exit 0
