#!/bin/bash
# Fits the value network of Terra Mystica to games of the search, and measures before and after, on a machine that nothing can be
# fetched from (see gpu.sh for DEVICE; tree.tar.gz and ledgers.tar.gz lie there too). LIMIT_S: seconds for all of it.
set -u
DEVICE=$(cd "$(dirname "$0")" && pwd)
LIMIT_S=${LIMIT_S:-490} OUT=${OUT:-/tmp/out} CORES=${CORES:-0-15}
SITE=/tmp/dolmen-site TREE=/tmp/tree RUNS=/tmp/strength-runs
mkdir -p $SITE $TREE $RUNS "$OUT" /tmp/ledgers
tar -xJf "$DEVICE/site.tar.xz" -C $SITE --strip-components=1
tar -xJf "$DEVICE/pure.tar.xz" -C $SITE
tar -xzf "$DEVICE/tree.tar.gz" -C $TREE
tar -xzf "$DEVICE/ledgers.tar.gz" -C /tmp/ledgers
cd $TREE
python3 bench/entry_points.py $SITE
export PYTHONPATH=$SITE:$TREE/src:$TREE DOLMEN_CACHE=/tmp/strength-cache PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
processes=$(taskset -c "$CORES" nproc)
say() { echo "== $* after $SECONDS s" | tee -a "$OUT/measured.txt"; }
measure() { # NAME ROUND SHARE BOTS
    local left=$((LIMIT_S - SECONDS - 8))
    [ $left -lt 25 ] && return
    timeout $left taskset -c "$CORES" python3 -m dolmen arena terra-mystica --from /tmp/ledgers/game*.txt --round "$2" --bots "$4" --share "$3" \
        --processes "$processes" --out "$RUNS/$1" > "$RUNS/$1.txt" 2>&1
    say "$1, round $2, share $3: status $?"
    tail -n 1 "$RUNS/$1.txt" | tee -a "$OUT/measured.txt"
    tar -czf "$OUT/.games.part" -C "$RUNS" --exclude='*.tm' . && mv "$OUT/.games.part" "$OUT/games.tar.gz"
}
warm() { taskset -c "$CORES" python3 -m dolmen arena terra-mystica --from /tmp/ledgers/game01.txt --round 6 --bots expert --share 0.001 > "$OUT/warm.txt" 2>&1; }
say unpacked
warm
say "compiled"
measure before-r4 4 0.03 expert
say "games begin"
taskset -c "$CORES" python3 scripts/search_games.py terra-mystica --players 4 --visits "${VISITS:-60}" --minutes "${MINUTES:-4.0}" \
    --processes "$processes" --seed "${SEED:-11}" --from /tmp/ledgers/game*.txt --out "$OUT/games.npz" > "$OUT/games.txt" 2>&1
say "played: status $?"
taskset -c "$CORES" python3 scripts/fit_network.py terra-mystica "$OUT/games.npz" > "$OUT/fit.txt" 2>&1
say "fitted: status $?"
tail -n 1 "$OUT/fit.txt"
cp src/dolmen/games/terra_mystica/bots/network.npz "$OUT/network.npz"
warm
say "compiled again"
measure after-r4 4 0.03 expert
exit 0
