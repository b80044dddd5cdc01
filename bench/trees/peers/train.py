"""Trains one model of the bench with LightGBM and writes it as text and as JSON, with its own raw scores of given rows.

train.py JOB.json: { folder, table, labels, rows, features, categorical, parameters, iterations }; tables are row-major
little-endian float64. Without arguments it prints the version and the path of the native library.
"""

import json
import sys

import lightgbm
import numpy


def read(path, columns):
    return numpy.fromfile(path, dtype="<f8").reshape(-1, columns)


def train(job):
    data = lightgbm.Dataset(
        read(job["table"], job["features"]),
        numpy.fromfile(job["labels"], dtype="<f8"),
        categorical_feature=job["categorical"] or "auto",
        params=job["parameters"],
    )
    return lightgbm.train(job["parameters"], data, num_boost_round=job["iterations"])


def write(booster, job):
    folder = job["folder"]
    booster.save_model(f"{folder}/model.txt")
    scores = booster.predict(read(job["rows"], job["features"]), raw_score=True, num_threads=1)
    scores.astype("<f8").tofile(f"{folder}/raw.f64")
    with open(f"{folder}/model.json", "w", encoding="utf-8") as file:
        json.dump(booster.dump_model(), file, separators=(",", ":"))


if len(sys.argv) == 1:
    print(json.dumps({"version": lightgbm.__version__, "library": lightgbm.basic._LIB._name}))
else:
    with open(sys.argv[1], encoding="utf-8") as job_file:
        job = json.load(job_file)
    write(train(job), job)
