"""The feature table, a CSV without quoting: split,label,weight,<feature names...>.

Cells become doubles by Python's float(), which rounds correctly. LightGBM's own file reader does not and is never used.
"""

import math
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from failure import InputError

LEADING_COLUMNS = ["split", "label", "weight"]
FEATURE_NAME = re.compile(r'[^\s",:\[\]{}\\\x00-\x1f\x7f]+')  # LightGBM refuses, rewrites or fails to escape the rest
NUMBER_CELLS = re.compile(r"[-+.0-9eE,NaN]*")  # float() alone would also take 1_000, infinity and blanks

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """The rows of one split; NaN = missing. Verify rows have features only."""

    features: Doubles  # count x features
    labels: Doubles
    weights: Doubles

    @property
    def count(self) -> int:
        return int(self.features.shape[0])


@dataclass(frozen=True)
class Table:
    feature_names: list[str]
    train: Rows
    stop: Rows
    verify: Rows


class RowsReader:
    """Gathers the lines of one split."""

    def __init__(self, width: int, labelled: bool) -> None:
        self._width = width
        self._labelled = labelled
        self._features, self._labels, self._weights = array("d"), array("d"), array("d")

    def add(self, label: str, weight: str, features: str) -> None:
        """@raises InputError, ValueError: a cell is not what the column holds."""
        if self._labelled:
            if label not in ("0", "1"):
                raise InputError(f"label: expected 0 or 1, got {label!r}")
            self._labels.append(float(label))
            [value] = parse_numbers(weight)
            if not value > 0:
                raise InputError(f"weight: expected a number > 0, got {weight!r}")
            self._weights.append(value)
        elif label or weight:
            raise InputError("a verify row has neither label nor weight")
        values = parse_numbers(features)
        if len(values) != self._width:
            raise InputError(f"expected {self._width} features, got {len(values)}")
        self._features.extend(values)

    def to_rows(self) -> Rows:
        features = np.array(self._features, dtype=np.float64).reshape(-1, self._width)
        return Rows(features, np.array(self._labels), np.array(self._weights))


def read_feature_names(path: str) -> list[str]:
    """The feature names alone, from the header."""
    return parse_header(path, next(read_lines(path), ""))


def read_table(path: str) -> Table:
    """@raises InputError: with the line of the first bad cell."""
    lines = read_lines(path)
    names = parse_header(path, next(lines, ""))
    readers = {split: RowsReader(len(names), labelled=split != "verify") for split in ("train", "stop", "verify")}
    for number, line in enumerate(lines, start=2):
        split, *cells = line.split(",", 3)
        try:
            if split not in readers:
                raise InputError(f"split: expected train, stop or verify, got {split!r}")
            if len(cells) != 3:
                raise InputError(f"expected {len(names)} features, got none")
            readers[split].add(*cells)
        except (InputError, ValueError) as error:
            raise InputError(f"{path}:{number}: {error}") from None
    rows = {split: reader.to_rows() for split, reader in readers.items()}
    if len(np.unique(rows["train"].labels)) < 2:
        raise InputError(f"{path}: expected rows with split train of both labels")
    return Table(names, rows["train"], rows["stop"], rows["verify"])


def read_lines(path: str) -> Iterator[str]:
    """The lines without their ends."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            for line in file:
                yield line.rstrip("\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected UTF-8") from None


def parse_header(path: str, line: str) -> list[str]:
    """The feature names of a header line."""
    columns = line.split(",")
    names = columns[3:]
    if columns[:3] != LEADING_COLUMNS or not names:
        raise InputError(f"{path}:1: expected {','.join(LEADING_COLUMNS)},<feature names>, got {line[:60]!r}")
    for name in names:
        if not FEATURE_NAME.fullmatch(name):
            raise InputError(f"{path}:1: {name!r} cannot be the name of a feature")
        if names.count(name) > 1:
            raise InputError(f"{path}:1: the feature {name!r} stands there twice")
    return names


def parse_numbers(cells: str) -> list[float]:
    """The numbers of comma-separated cells; an empty cell is NaN."""
    if not NUMBER_CELLS.fullmatch(cells):
        bad = next(cell for cell in cells.split(",") if not NUMBER_CELLS.fullmatch(cell))
        raise InputError(f"expected a decimal number, got {bad!r}")
    values = [float(cell) if cell else math.nan for cell in cells.split(",")]
    if math.inf in values or -math.inf in values:
        raise InputError("expected finite numbers, got one beyond the range of a double")
    return values
