"""Trains one booster: early stopping on the stop rows, then, with `refit`, once more on train and stop rows."""

from dataclasses import dataclass
from typing import Optional

import lightgbm
import numpy as np

from datasets import Datasets
from failure import InputError
from parameters import Parameters
from table import Doubles, Rows

SMALLEST_PROBABILITY = 1e-15  # LightGBM's own bound in binary_logloss


@dataclass(frozen=True)
class Fit:
    booster: lightgbm.Booster
    best_iteration: int
    stop_log_loss: Optional[float]  # before the refit; None without stop rows


def fit(datasets: Datasets, parameters: Parameters, refit: bool) -> Fit:
    """@raises InputError: early stopping is asked for and there are no stop rows."""
    stop = datasets.table.stop
    linear_tree = parameters.flags["linearTree"]
    patience = int(parameters.numbers["earlyStoppingRounds"])
    if patience > 0 and stop.count == 0:
        raise InputError(f"earlyStoppingRounds: expected 0 for a table without stop rows, got {patience}")
    if int(parameters.numbers["baggingFraction"] * datasets.table.train.count) == 0:
        raise InputError(f"baggingFraction: leaves none of {datasets.table.train.count} train rows")

    def stop_metric(probabilities: Doubles, _: lightgbm.Dataset) -> tuple[str, float, bool]:
        return "log loss", log_loss(probabilities, stop), False

    settings = {**parameters.to_lightgbm(datasets.table.feature_names), **datasets.parameters(linear_tree)}
    booster = lightgbm.train(
        settings,
        datasets.get("train", linear_tree),
        num_boost_round=int(parameters.numbers["rounds"]),
        valid_sets=[datasets.get("stop", linear_tree)] if stop.count > 0 else [],
        valid_names=["stop"],
        feval=stop_metric,
        callbacks=[lightgbm.early_stopping(patience, verbose=False)] if patience > 0 else [],
    )
    best_iteration = booster.best_iteration if patience > 0 else booster.num_trees()
    stop_log_loss = booster.best_score["stop"]["log loss"] if stop.count > 0 else None
    if refit and stop.count > 0:
        booster = lightgbm.train(settings, datasets.get("train+stop", linear_tree), num_boost_round=best_iteration)
    return Fit(booster, best_iteration, stop_log_loss)


def log_loss(probabilities: Doubles, rows: Rows) -> float:
    """Weighted mean of -ln(probability of the label). LightGBM's own sum depends on the number of threads."""
    of_label = np.where(rows.labels == 1, probabilities, 1 - probabilities)
    losses = -np.log(np.maximum(of_label, SMALLEST_PROBABILITY))
    return float(np.sum(rows.weights * losses) / np.sum(rows.weights))
