#!/bin/sh
# Installs memary into .venv from its locks: `scripts/setup.sh core`, `ui` or `dev`, each holding the one before.
# uv does the work: the one on the PATH, or else one that pip puts into .venv; where neither can be, or it cannot fetch
# what is needed, pip itself. Certificates are those of the system, as pip's are, so that a company's own are trusted.
# Nothing happens when .venv already has what is asked for and neither the locks nor pyproject.toml changed.
set -eu
cd "$(dirname "$0")/.."

stamp=.venv/.installed
export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}"

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

rank() {
    case $1 in
        core) echo 1 ;;
        ui) echo 2 ;;
        dev) echo 3 ;;
        *) die "There is no set named '$1': use core, ui or dev." ;;
    esac
}

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

no_python() {
    found=$(python3 --version 2>/dev/null || echo "no python3")
    die "memary needs Python 3.11 or newer, and here is $found. Install one and name it (make PYTHON=python3.12 …)," \
        "or install uv, which brings its own: https://docs.astral.sh/uv"
}

no_venv() { die "$1 comes without venv: apt-get install python3-venv (Debian, Ubuntu), or install uv."; }

make_venv() {
    if is_new_enough .venv/bin/python; then return; fi
    rm -rf .venv
    python=$(find_python)
    if [ -n "$uv" ]; then
        "$uv" venv --quiet --python "${python:-3.12}" .venv
        return
    fi
    [ -n "$python" ] || no_python
    "$python" -c 'import ensurepip, venv' 2>/dev/null || no_venv "$python"
    "$python" -m venv .venv
}

# Leaves the uv to use in $uv; an empty one means pip.
find_uv() {
    if [ -n "$uv" ]; then return; fi
    if [ ! -x .venv/bin/uv ]; then
        have_pip
        pip install --quiet uv 2>/dev/null || return 0
    fi
    uv=.venv/bin/uv
}

pip() { .venv/bin/python -m pip --disable-pip-version-check "$@"; }

have_pip() {
    # a .venv that uv made has none
    pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null 2>&1 || no_venv .venv/bin/python
}

install_with_uv() {
    "$uv" pip install --quiet --python .venv/bin/python --require-hashes -r "$1" &&
        "$uv" pip install --quiet --python .venv/bin/python --no-deps -e .
}

install_from() {
    if [ -n "$uv" ]; then
        if install_with_uv "$1"; then return; fi
        say "uv could not install that; pip tries it now."
        have_pip
    fi
    pip install --quiet --require-hashes -r "$1"
    pip install --quiet --no-deps -e .
}

wanted=${1:-core}
wanted_rank=$(rank "$wanted")
fingerprint=$(cat pyproject.toml requirements*.lock | cksum)

if [ -f "$stamp" ]; then
    read -r installed known <"$stamp"
    if [ "$(rank "$installed")" -ge "$wanted_rank" ]; then
        wanted=$installed  # what is there stays, and is brought up to date
        if [ "$known" = "$fingerprint" ] && is_new_enough .venv/bin/python; then exit 0; fi
    fi
fi

uv=$(command -v uv || true)
say "Installing memary ($wanted) into .venv …"
make_venv
rm -f "$stamp"
find_uv
case $wanted in
    core) install_from requirements.lock ;;
    *) install_from "requirements-$wanted.lock" ;;
esac
printf '%s %s\n' "$wanted" "$fingerprint" >"$stamp"
