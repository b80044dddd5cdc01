"""python train_all.py JOBS.json [--threads N]: many trainings in one process; a table is read and binned once."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

from artifact import to_artifact, to_scores
from datasets import Datasets
from failure import ArgumentParser, InputError, run
from fit import Fit, fit
from json_file import read_json, to_json, write_text
from parameters import Parameters, parse_parameters, read_parameters
from table import read_feature_names, read_table


@dataclass(frozen=True)
class Job:
    table: str
    parameters: Parameters
    out: Optional[str]
    scores: Optional[str]


def train_all(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(prog="train_all.py", description="Trains the LightGBM classifiers of a list of jobs.")
    parser.add_argument("jobs", metavar="JOBS.json")
    parser.add_threads()
    options = parser.parse_args(arguments)

    jobs = parse_jobs(read_json(options.jobs))
    loaded: dict[str, Datasets] = {}
    for index, job in enumerate(jobs):
        if job.table not in loaded:
            loaded[job.table] = Datasets(read_table(job.table), options.threads)
        try:
            fitted = run_job(job, loaded[job.table])
        except InputError as error:
            raise InputError(f"job {index}: {error}") from None
        if all(later.table != job.table for later in jobs[index + 1 :]):
            del loaded[job.table]
        line = {"out": job.out, "bestIteration": fitted.best_iteration, "stopLogLoss": fitted.stop_log_loss}
        print(to_json(line), flush=True)


def run_job(job: Job, datasets: Datasets) -> Fit:
    """A job that writes nothing needs no refit: its answer is the stop log loss."""
    writes = job.out is not None or job.scores is not None
    fitted = fit(datasets, job.parameters, refit=job.parameters.flags["refit"] and writes)
    if job.out is not None:
        write_text(job.out, to_json(to_artifact(fitted, datasets, job.parameters)) + "\n")
    if job.scores is not None:
        write_text(job.scores, to_scores(fitted, datasets))
    return fitted


def parse_jobs(json: Any) -> list[Job]:
    """Checks every job before the first training. @raises InputError"""
    if not isinstance(json, list):
        raise InputError("expected an array of jobs")
    jobs = []
    for index, entry in enumerate(json):
        try:
            jobs.append(parse_job(entry))
        except InputError as error:
            raise InputError(f"job {index}: {error}") from None
    return jobs


def parse_job(entry: Any) -> Job:
    required, optional = {"table", "parameters"}, {"out", "scores"}
    if not isinstance(entry, dict) or not required <= entry.keys() <= required | optional:
        raise InputError("expected an object of table, parameters and optionally out, scores")
    for key in ("table", "out", "scores"):
        if key in entry and not isinstance(entry[key], str):
            raise InputError(f"{key}: expected a path, got {entry[key]!r}")
    given = entry["parameters"]
    parameters = read_parameters(given) if isinstance(given, str) else parse_parameters(given)
    parameters.check_features(read_feature_names(entry["table"]))
    return Job(entry["table"], parameters, entry.get("out"), entry.get("scores"))


if __name__ == "__main__":
    sys.exit(run("train_all", train_all))
