"""python train.py TABLE.csv PARAMETERS.json OUT.json [--threads N]: one table, one model."""

import sys
from collections.abc import Sequence

from artifact import to_artifact, verify_rows
from datasets import Datasets
from failure import ArgumentParser, run
from fit import fit
from json_file import to_json, write_text
from parameters import read_parameters
from table import read_table


def train(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(prog="train.py", description="Trains a binary LightGBM classifier and writes its dump.")
    parser.add_argument("table", metavar="TABLE.csv")
    parser.add_argument("parameters", metavar="PARAMETERS.json")
    parser.add_argument("out", metavar="OUT.json")
    parser.add_threads()
    options = parser.parse_args(arguments)

    parameters = read_parameters(options.parameters)
    table = read_table(options.table)
    parameters.check_features(table.feature_names)
    verify_rows(table)
    datasets = Datasets(table, options.threads)
    fitted = fit(datasets, parameters, refit=parameters.flags["refit"])
    write_text(options.out, to_json(to_artifact(fitted, datasets, parameters)) + "\n")


if __name__ == "__main__":
    sys.exit(run("train", train))
