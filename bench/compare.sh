#!/usr/bin/env bash
# Turncoat and a peer under the same load, in turns on the same cores: bench/compare.sh PEER_FOLDER [further options of bench.load]
# The peer's folder has a run.sh TABLES SECONDS MEAN_PAUSE_MS, which prints one line of JSON, and needs Node and `npm install`.
# TABLES, SECONDS_EACH, PAUSE (seconds), WARM, ROUNDS and KEEP (a file for the runs) are taken from the environment.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -f "$1/run.sh" ]; then
    echo 'usage: bench/compare.sh PEER_FOLDER [options of python -m bench.load], where the peer has a run.sh' >&2
    exit 2
fi
peer=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
if ! command -v node >/dev/null; then
    echo 'compare: the peer needs Node, and there is no `node` here' >&2
    exit 2
fi
if [ ! -d "$peer/node_modules" ]; then
    echo "compare: the peer is not installed yet: (cd $peer && npm install)" >&2
    exit 2
fi
tables=${TABLES:-100} seconds=${SECONDS_EACH:-20} pause=${PAUSE:-0} warm=${WARM:-5} rounds=${ROUNDS:-5}
found=$(mktemp)
trap 'rm -f "$found"' EXIT
for round in $(seq "$rounds"); do
    # The same random play: ballots approve as often as the peer's do, and teams and cards are drawn uniformly.
    ours=$(.venv/bin/python -m bench.load --tables "$tables" --seconds "$seconds" --pause "$pause" --warm "$warm" \
        --prefer approve=0.65 --json "$@")
    echo "turncoat $ours" >>"$found"
    pause_ms=$(awk "BEGIN { print $pause * 1000 }")
    theirs=$(WARM=$warm "$peer/run.sh" "$tables" "$seconds" "$pause_ms" 2>/dev/null)
    if [ -z "$theirs" ]; then
        echo "compare: the peer has printed nothing; see $peer/server.log" >&2
        exit 1
    fi
    echo "peer $theirs" >>"$found"
    echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)" >&2
done
if [ -n "${KEEP:-}" ]; then cp "$found" "$KEEP"; fi
.venv/bin/python -m bench.load.ratios "$found"
