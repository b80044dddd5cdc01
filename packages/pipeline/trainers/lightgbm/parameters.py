"""PARAMETERS.json, checked key by key, and its translation into LightGBM's names."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from failure import InputError
from json_file import read_json

Number = Union[int, float]
LARGEST = sys.float_info.max
LARGEST_INT = 2**31 - 1


@dataclass(frozen=True)
class Rule:
    """Default, allowed range and LightGBM name of one number. The type of the default is the type of the value."""

    default: Number
    low: Number
    high: Number
    lightgbm: str = ""
    above_low: bool = False

    def check(self, key: str, value: Any) -> Number:
        whole = isinstance(self.default, int)
        right_type = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not right_type or not self.low <= value <= self.high or (self.above_low and value == self.low):
            relation = ">" if self.above_low else ">="
            limits = f"{relation} {self.low}" + ("" if self.high in (LARGEST, LARGEST_INT) else f" and <= {self.high}")
            raise InputError(f"{key}: expected {'a whole number' if whole else 'a number'} {limits}, got {value!r}")
        return int(value) if whole else float(value)


NUMBERS = {
    "seed": Rule(1, 0, LARGEST_INT, "seed"),
    "rounds": Rule(1000, 1, LARGEST_INT),
    "learningRate": Rule(0.03, 0, LARGEST, "learning_rate", above_low=True),
    "numLeaves": Rule(5, 2, 131072, "num_leaves"),
    "maxDepth": Rule(-1, -1, LARGEST_INT, "max_depth"),
    "minDataInLeaf": Rule(150, 1, LARGEST_INT, "min_data_in_leaf"),
    "minSumHessianInLeaf": Rule(0.001, 0, LARGEST, "min_sum_hessian_in_leaf"),
    "featureFraction": Rule(0.5, 0, 1, "feature_fraction", above_low=True),
    "baggingFraction": Rule(0.7, 0, 1, "bagging_fraction", above_low=True),
    "baggingFreq": Rule(1, 0, LARGEST_INT, "bagging_freq"),
    "lambdaL1": Rule(0.0, 0, LARGEST, "lambda_l1"),
    "lambdaL2": Rule(20.0, 0, LARGEST, "lambda_l2"),
    "pathSmooth": Rule(0.0, 0, LARGEST, "path_smooth"),
    "earlyStoppingRounds": Rule(100, 0, LARGEST_INT),
}
FLAGS = {"linearTree": False, "extraTrees": False, "refit": True}


@dataclass(frozen=True)
class Parameters:
    """Every key of the file, defaults filled in."""

    numbers: dict[str, Number]
    flags: dict[str, bool]
    monotone: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {**self.numbers, **self.flags, "monotone": self.monotone}

    def check_features(self, feature_names: Sequence[str]) -> None:
        """@raises InputError: `monotone` names a feature that the table does not have."""
        for name in self.monotone:
            if name not in feature_names:
                raise InputError(f"monotone: the table has no feature {name!r}")

    def to_lightgbm(self, feature_names: Sequence[str]) -> dict[str, Any]:
        """The parameters that shape a tree; rounds and stopping are arguments of `lightgbm.train`."""
        result: dict[str, Any] = {"objective": "binary", "metric": "None", "boosting": "gbdt"}
        result.update({rule.lightgbm: self.numbers[key] for key, rule in NUMBERS.items() if rule.lightgbm})
        result["extra_trees"] = self.flags["extraTrees"]
        if self.monotone:
            result["monotone_constraints"] = [self.monotone.get(name, 0) for name in feature_names]
        return result


def read_parameters(path: str) -> Parameters:
    """@raises InputError: as parse_parameters, with the path."""
    json = read_json(path)
    try:
        return parse_parameters(json)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def parse_parameters(json: Any) -> Parameters:
    """@raises InputError: unknown key, wrong type, value out of range."""
    if not isinstance(json, dict):
        raise InputError(f"expected an object of parameters, got {json!r}")
    for key in json:
        if key not in NUMBERS and key not in FLAGS and key != "monotone":
            raise InputError(f"unknown parameter {key!r}")
    numbers = {key: rule.check(key, json.get(key, rule.default)) for key, rule in NUMBERS.items()}
    flags = {key: json.get(key, default) for key, default in FLAGS.items()}
    for key, flag in flags.items():
        if not isinstance(flag, bool):
            raise InputError(f"{key}: expected true or false, got {flag!r}")
    monotone = json.get("monotone", {})
    if not isinstance(monotone, dict):
        raise InputError(f"monotone: expected an object of feature names, got {monotone!r}")
    for name, direction in monotone.items():
        if isinstance(direction, bool) or direction not in (-1, 0, 1):
            raise InputError(f"monotone.{name}: expected -1, 0 or 1, got {direction!r}")
    if numbers["pathSmooth"] > 0 and numbers["minDataInLeaf"] < 2:
        raise InputError(f"minDataInLeaf: expected at least 2 with pathSmooth, got {numbers['minDataInLeaf']}")
    return Parameters(numbers, flags, {name: int(direction) for name, direction in monotone.items()})
