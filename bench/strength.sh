#!/bin/bash
# Trains Terra Mystica on a machine with a card but without Numba or a network, and measures bots on its other cores.
# Packages come packed (see gpu.sh for DEVICE), with the tree to be run (tree.tar.gz), positions to begin with
# (positions.npz), weights to go on from (weights.npz, if there) and games to measure by (ledgers.tar.gz).
# LIMIT_S: seconds for all of it. CARD, CORES: cores for the learner, and for measuring. MEASURED: what is measured, lines of
# 'NAME|ROUND|SHARE|BOTS', one after the other.
set -u
DEVICE=$(cd "$(dirname "$0")" && pwd)
LIMIT_S=${LIMIT_S:-540} CARD=${CARD:-0-2} CORES=${CORES:-3,14,15} OUT=${OUT:-/tmp/out}
SITE=/tmp/dolmen-site TREE=/tmp/tree RUNS=/tmp/strength-runs
mkdir -p $SITE $TREE $RUNS "$OUT" /tmp/ledgers
tar -xJf "$DEVICE/site.tar.xz" -C $SITE --strip-components=1
[ -f "$DEVICE/pure.tar.xz" ] && tar -xJf "$DEVICE/pure.tar.xz" -C $SITE
tar -xzf "$DEVICE/tree.tar.gz" -C $TREE
tar -xzf "$DEVICE/ledgers.tar.gz" -C /tmp/ledgers
cd $TREE
echo "import _numba_cuda_redirector" > $SITE/sitecustomize.py # .pth files work in site-packages alone
python3 bench/entry_points.py $SITE
export PYTHONPATH=$SITE:$TREE/src DOLMEN_CACHE=/tmp/strength-cache PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=1
[ -z "${CUDA_HOME:-}" ] && [ -d /usr/local/cuda ] && export CUDA_HOME=/usr/local/cuda
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
python3 -c "import numpy, numba, torch; print(numpy.__version__, numba.__version__, torch.__version__)"
echo "== unpacked after $SECONDS s"

measure() {
    local processes; processes=$(taskset -c "$CORES" nproc)
    taskset -c "$CORES" python3 -m dolmen warmup terra-mystica > "$OUT/measured.txt" 2>&1
    echo "== warm after $SECONDS s"
    echo "$MEASURED" | while IFS='|' read -r name round share bots; do
        [ -z "$name" ] && continue
        local left=$((LIMIT_S - SECONDS - 15))
        [ $left -lt 30 ] && break
        timeout $left taskset -c "$CORES" python3 -m dolmen arena terra-mystica --from /tmp/ledgers/game*.txt --round "$round" \
            --bots "$bots" --share "$share" --processes "$processes" --out "$RUNS/$name" > "$RUNS/$name.txt" 2>&1
        { echo "== $name, round $round, share $share, after $SECONDS s: status $?"; tail -n 1 "$RUNS/$name.txt"; } | tee -a "$OUT/measured.txt"
        tar -czf "$OUT/.games.part" -C "$RUNS" --exclude='card*' --exclude='*.tm' . && mv "$OUT/.games.part" "$OUT/games.tar.gz"
    done
}
measure &
measuring=$!

taskset -c "$CARD" python3 -c "
from dolmen.batch import Batch
from dolmen.contract.registry import load
Batch(load('terra-mystica', 4), 64, device='cuda').legal_mask()"
echo "== compiled for the card after $SECONDS s: status $?"
minutes=$(python3 -c "print(max(0.2, ($LIMIT_S - $SECONDS - 45) / 60))")
begin=(); [ -f "$DEVICE/weights.npz" ] && begin=(--begin-with "$DEVICE/weights.npz")
taskset -c "$CARD" python3 -m dolmen train terra-mystica --players 4 --device cuda --minutes "$minutes" --width "${WIDTH:-1024}" --blocks 3 \
    --discount 1 --entropy "${ENTROPY:-0.4}" --judged-games "${JUDGED:-16}" --positions "$DEVICE/positions.npz" --seed "${SEED:-1}" "${begin[@]}" \
    ${TRAINING:-} --out $RUNS/card > "$OUT/card.log" 2>&1 &
learning=$!
while kill -0 $learning 2> /dev/null; do
    sleep 10
    [ -f $RUNS/card/policy.npz ] && cp $RUNS/card/policy.npz "$OUT/.policy.part" && mv "$OUT/.policy.part" "$OUT/policy.npz"
    [ $SECONDS -gt $((LIMIT_S - 6)) ] && kill $learning
done
cp $RUNS/card/policy.npz "$OUT" 2> /dev/null
echo "== learned after $SECONDS s"
tail -n 4 "$OUT/card.log"
while kill -0 $measuring 2> /dev/null && [ $SECONDS -lt $((LIMIT_S - 4)) ]; do sleep 1; done
tail -n 30 "$OUT/measured.txt"
exit 0
