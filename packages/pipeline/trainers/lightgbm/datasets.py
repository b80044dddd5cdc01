"""A table's rows in LightGBM's bins, made once and shared by all jobs on that table."""

from typing import Any

import lightgbm
import numpy as np

from table import Rows, Table


class Datasets:
    """The datasets of one table. Binning depends on the rows and on `linear_tree`, on no other parameter."""

    def __init__(self, table: Table, threads: int) -> None:
        self.table = table
        self.threads = threads
        self._made: dict[tuple[str, bool], lightgbm.Dataset] = {}

    def parameters(self, linear_tree: bool) -> dict[str, Any]:
        """What a dataset and every training on it have in common."""
        return {
            "deterministic": True,
            "force_row_wise": True,
            "num_threads": self.threads,
            "verbosity": -1,
            "linear_tree": linear_tree,
            "feature_pre_filter": False,  # else the bins would depend on minDataInLeaf
            "data_random_seed": 1,  # else on the seed
        }

    def get(self, split: str, linear_tree: bool) -> lightgbm.Dataset:
        """The dataset of split `train`, `stop` or `train+stop`."""
        key = (split, linear_tree)
        if key not in self._made:
            self._made[key] = self._make(split, linear_tree)
        return self._made[key]

    def _make(self, split: str, linear_tree: bool) -> lightgbm.Dataset:
        rows = {"train": self.table.train, "stop": self.table.stop}.get(split) or joined(self.table)
        dataset = lightgbm.Dataset(
            rows.features,
            label=rows.labels,
            weight=rows.weights,
            reference=self.get("train", linear_tree) if split == "stop" else None,
            feature_name=self.table.feature_names,
            params=self.parameters(linear_tree),
        )
        return dataset.construct()


def joined(table: Table) -> Rows:
    """Train rows, then stop rows."""
    pairs = ((table.train.features, table.stop.features), (table.train.labels, table.stop.labels))
    features, labels = (np.concatenate(pair) for pair in pairs)
    return Rows(features, labels, np.concatenate((table.train.weights, table.stop.weights)))
