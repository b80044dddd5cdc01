"""Trains a small fraud model on invented payments.

python train.py, with the packages lightgbm and numpy; writes fraud.json and payments.json. Any other model of yours does
as well: json.dump(booster.dump_model(), file) is all that riftline needs.
"""

import json
import math

import lightgbm as lgb
import numpy as np

names = ["amount", "hour", "country", "accountAgeDays", "attemptsLastHour"]
chance = np.random.default_rng(7)
n = 4000

amount = np.round(np.exp(chance.normal(3.5, 1.1, n)), 2)
hour = chance.integers(0, 24, n)
country = chance.integers(0, 12, n)
# One account in ten is unknown: a missing value.
age = np.where(chance.random(n) < 0.1, np.nan, np.round(chance.exponential(300, n)))
attempts = chance.poisson(0.6, n)
risk = (
    -4
    + 1.2 * np.log(amount / 33)
    + 2 * np.isin(country, [3, 7])
    + 1.2 * (hour < 5)
    - 0.005 * np.nan_to_num(age, nan=0)
    + 1.2 * attempts
)
is_fraud = (chance.random(n) < 1 / (1 + np.exp(-risk))).astype(int)

rows = np.column_stack([amount, hour, country, age, attempts]).astype(float)
booster = lgb.train(
    {
        "objective": "binary",
        "num_leaves": 6,
        "learning_rate": 0.2,
        "min_data_in_leaf": 40,
        "cat_smooth": 5,
        "min_data_per_group": 30,
        "deterministic": True,
        "num_threads": 1,
        "seed": 1,
        "verbosity": -1,
    },
    lgb.Dataset(rows, is_fraud, feature_name=names, categorical_feature=["country"]),
    num_boost_round=25,
)
with open("fraud.json", "w") as file:
    json.dump(booster.dump_model(), file, separators=(",", ":"))
    file.write("\n")

# Some payments with LightGBM's own answers, to compare with; the first has an unknown account.
riskiest = np.argsort(-risk)
chosen = [riskiest[np.isnan(age[riskiest])][0], *riskiest[[30, 150, 400, 1200, 3000]]]
answers = zip(rows[chosen], booster.predict(rows[chosen], raw_score=True), booster.predict(rows[chosen]))
payments = [
    {
        **{name: None if math.isnan(value) else round(float(value), 2) for name, value in zip(names, row)},
        "rawScore": float(raw),
        "probability": float(probability),
    }
    for row, raw, probability in answers
]
with open("payments.json", "w") as file:
    json.dump(payments, file, indent=2)
    file.write("\n")
