"""Compiles a LightGBM model with lleaves into an object file, for raw scores.

compile_lleaves.py MODEL.txt OUT.o FUNCTION blocks|whole: `blocks` is lleaves' default of 34 trees at a time, `whole` has
all trees in one block, as its documentation advises for single rows; a large model takes hours that way. Without arguments it prints the version.
"""

import sys
from importlib import metadata
from pathlib import Path

import lleaves
import llvmlite


def version():
    try:
        name = metadata.version("lleaves")
    except metadata.PackageNotFoundError:
        name = "from source"
    return f"{name}, llvmlite {llvmlite.__version__}"


if len(sys.argv) == 1:
    print(version())
else:
    model_path, out_path, function, blocks = sys.argv[1:]
    model = lleaves.Model(model_path)
    size = 34 if blocks == "blocks" else model.num_trees()
    Path(out_path).unlink(missing_ok=True)
    model.compile(cache=out_path, raw_score=True, fblocksize=size, froot_func_name=function)
