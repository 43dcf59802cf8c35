#!/bin/bash
# Runs bench/gpu.py on a machine with a card but without Numba or a network. Packages come packed, from the folder
# named in DEVICE (site.tar.xz: numba, llvmlite, numba-cuda, cuda-core, cuda-bindings, cuda-pathfinder; and wheels).
set -u
cd "$(dirname "$0")/.."
DEVICE=${DEVICE:-.device}
SITE=/tmp/dolmen-site
mkdir -p $SITE && tar -xJf "$DEVICE/site.tar.xz" -C $SITE --strip-components=1
for wheel in "$DEVICE"/*.whl; do [ -f "$wheel" ] && python3 -m zipfile -e "$wheel" $SITE; done
echo "import _numba_cuda_redirector" > $SITE/sitecustomize.py # .pth files work in site-packages alone
python3 bench/entry_points.py $SITE
export PYTHONPATH=$SITE:$PWD/src PYTHONUNBUFFERED=1 DOLMEN_CACHE=/tmp/dolmen-cache OUT=${OUT:-/tmp}
[ -z "${CUDA_HOME:-}" ] && [ -d /usr/local/cuda ] && export CUDA_HOME=/usr/local/cuda
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
SECONDS_LEFT=${SECONDS_LEFT:-380}
part() { timeout "$SECONDS_LEFT" taskset -c "$1" python3 bench/gpu.py "${@:2}"; }
part 6-15 cpu meduris --players 3 &
part 6-15 cpu terra-mystica --players 4 &
part 0-2 gpu meduris --players 3 &
part 3-5 gpu terra-mystica --players 4 &
wait
for game in "meduris --players 3" "terra-mystica --players 4"; do timeout 40 python3 bench/gpu.py warm $game; done
