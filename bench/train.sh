#!/bin/bash
# Trains on a machine with a card but without Numba or a network (see gpu.sh for DEVICE): Meduris for two players, then
# Terra Mystica for four, on the card; and beside them Meduris on two cores of the CPU. Called again on the same
# machine it goes on with the same runs, and on another one with the checkpoints that lie in DEVICE
# (meduris.pt.gz, terra-mystica.pt.gz). Minutes by name, 0 for none: CARD_MEDURIS, CARD_TERRA_MYSTICA, CPU_MEDURIS.
# A game of Terra Mystica has six rounds, so nobody can dawdle: its points count nearly in full from the beginning.
set -u
cd "$(dirname "$0")/.."
DEVICE=${DEVICE:-.device}
SITE=/tmp/dolmen-site
RUNS=${RUNS:-/tmp/dolmen-runs}
OUT=${OUT:-/tmp}
if [ -f "$DEVICE/site.tar.xz" ] && [ ! -d $SITE ]; then
    mkdir -p $SITE && tar -xJf "$DEVICE/site.tar.xz" -C $SITE --strip-components=1
    tar -xJf "$DEVICE/pure.tar.xz" -C $SITE
    for wheel in "$DEVICE"/*.whl; do [ -f "$wheel" ] && python3 -m zipfile -e "$wheel" $SITE; done
    echo "import _numba_cuda_redirector" > $SITE/sitecustomize.py # .pth files work in site-packages alone
    python3 bench/entry_points.py $SITE
fi
[ -d $SITE ] && export PYTHONPATH=$SITE:$PWD/src DOLMEN_CACHE=/tmp/dolmen-cache
[ -z "${CUDA_HOME:-}" ] && [ -d /usr/local/cuda ] && export CUDA_HOME=/usr/local/cuda
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=1
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
for game in meduris terra-mystica; do
    mkdir -p "$RUNS/card-$game"
    kept="$RUNS/card-$game/checkpoint.pt"
    [ -f "$DEVICE/$game.pt.gz" ] && [ ! -f "$kept" ] && gunzip -c "$DEVICE/$game.pt.gz" > "$kept"
done
began=$SECONDS

train() { # NAME CORES ARGUMENTS... MINUTES: begin or go on
    local name=$1 cores=$2 resume=""
    [ "${!#}" = 0 ] && return
    [ -f "$RUNS/$name/checkpoint.pt" ] && resume=--resume
    taskset -c "$cores" python3 -m dolmen train "${@:3}" --out "$RUNS/$name" $resume > "$RUNS/$name.log" 2>&1
    echo "== $name after $((SECONDS - began)) s: status $?"
    [ "${name%%-*}" = card ] && gzip -c "$RUNS/$name/checkpoint.pt" > "$OUT/${name#card-}.pt.gz"
    grep -v wins "$RUNS/$name.log" | tail -n 2; grep wins "$RUNS/$name.log" | tail -n 3
}
arena() { # NAME CORES GAMES GAME BOTS...
    [ -f "$RUNS/$1/policy.npz" ] || return
    local seats; seats=$(IFS=,; echo "learned:$RUNS/$1/policy.npz,${*:5}")
    timeout 100 taskset -c "$2" python3 -m dolmen arena "$4" --players $(($# - 3)) --bots "$seats" --games "$3" --processes 6 --seed 2 > "$RUNS/$1.arena" 2>&1
    echo "== arena $1 after $((SECONDS - began)) s"; tail -n 12 "$RUNS/$1.arena"
}

train cpu-meduris 14,15 meduris --judged-games 20 --minutes "${CPU_MEDURIS:-8}" &
cpu=$!
taskset -c 12,13 python3 -c "
from dolmen.batch import Batch
from dolmen.contract.registry import load
Batch(load('terra-mystica', 4), 64, device='cuda').legal_mask()" &
compiling=$!
train card-meduris 0-2 meduris --device cuda --minutes "${CARD_MEDURIS:-3.3}"
arena card-meduris 6-11 400 meduris greedy &
first=$!
wait $compiling
train card-terra-mystica 0-2 terra-mystica --players 4 --discount 0.999 --device cuda --judged-games 20 --minutes "${CARD_TERRA_MYSTICA:-4}"
arena card-terra-mystica 0-11 100 terra-mystica greedy greedy greedy
wait $first $cpu
arena cpu-meduris 0-11 400 meduris greedy
tar -czf "$OUT/runs.tar.gz" -C "$RUNS" --exclude=checkpoint.pt --exclude=judged.npz .
