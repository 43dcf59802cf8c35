#!/bin/bash
# Runs bench/gpu.py on a machine with a card but without Numba or a network. Packages come packed, from the folder
# named in DEVICE (site.tar.xz: numba, llvmlite, numba-cuda, cuda-core, cuda-bindings, cuda-pathfinder; and wheels).
set -u
cd "$(dirname "$0")/.."
DEVICE=${DEVICE:-.device}
SITE=/tmp/dolmen-site
mkdir -p $SITE && tar -xJf "$DEVICE/site.tar.xz" -C $SITE --strip-components=1
for wheel in "$DEVICE"/*.whl; do python3 -m zipfile -e "$wheel" $SITE; done
echo "import _numba_cuda_redirector" > $SITE/sitecustomize.py # .pth files work in site-packages alone
export PYTHONPATH=$SITE:$PWD/src PYTHONUNBUFFERED=1 DOLMEN_CACHE=/tmp/dolmen-cache
[ -z "${CUDA_HOME:-}" ] && [ -d /usr/local/cuda ] && export CUDA_HOME=/usr/local/cuda
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
python3 - <<'PYTHON'
import sys
from dolmen.cuda import driver

driver()
import cuda.bindings, llvmlite, numba, numba_cuda, numpy
print(sys.version.split()[0], "numpy", numpy.__version__, "numba", numba.__version__, "numba-cuda", numba_cuda.__version__)
print("llvmlite", llvmlite.__version__, "cuda-bindings", cuda.bindings.__version__, numba_cuda.__file__)
from numba.cuda.cudadrv import nvvm
print("libnvvm", nvvm.NVVM().get_version(), "IR", nvvm.NVVM().get_ir_version())
PYTHON
timeout "${MEDURIS_SECONDS:-240}" python3 bench/gpu.py meduris --players 3 --seconds 170
timeout "${TERRA_SECONDS:-330}" python3 bench/gpu.py terra-mystica --players 4 --measured 300000 --variants 2 --seconds 150
