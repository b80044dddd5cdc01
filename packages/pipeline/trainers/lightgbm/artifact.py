"""What a training leaves behind: the dump with its own proof, or bare scores."""

from typing import Any

import lightgbm
import numpy as np

from datasets import Datasets
from failure import InputError
from fit import Fit
from parameters import Parameters
from table import Doubles, Table

VERIFICATION_ROWS = 300


def to_artifact(fitted: Fit, datasets: Datasets, parameters: Parameters) -> dict[str, Any]:
    """`dump_model()` with two more keys: `training`, and `verification`, the booster's own scores of some rows."""
    table = datasets.table
    rows = verify_rows(table)[:VERIFICATION_ROWS]
    return {
        **fitted.booster.dump_model(),
        "training": {
            "trainer": "lightgbm",
            "version": lightgbm.__version__,
            "parameters": parameters.to_json(),
            "bestIteration": fitted.best_iteration,
            "trainRows": table.train.count,
            "stopRows": table.stop.count,
            "stopLogLoss": fitted.stop_log_loss,
        },
        "verification": {
            "rows": [["NaN" if value != value else value for value in row] for row in rows.tolist()],
            "rawScore": predict(fitted, rows, datasets.threads, raw_score=True),
            "probability": predict(fitted, rows, datasets.threads, raw_score=False),
        },
    }


def to_scores(fitted: Fit, datasets: Datasets) -> str:
    """The raw score of every verify row, one a line, as its shortest exact decimal."""
    scores = predict(fitted, verify_rows(datasets.table), datasets.threads, raw_score=True)
    return "".join(f"{score!r}\n" for score in scores)


def predict(fitted: Fit, rows: Doubles, threads: int, raw_score: bool) -> list[float]:
    scores: Doubles = np.asarray(fitted.booster.predict(rows, raw_score=raw_score, num_threads=threads))
    return [float(score) for score in scores]


def verify_rows(table: Table) -> Doubles:
    """@raises InputError: there are none."""
    if table.verify.count == 0:
        raise InputError("the table has no rows with split verify")
    return table.verify.features
