"""Worlds with numpy, as one would write it: all runs at once, a round of the stage or the bracket after another.

Reads the strengths as JSON; answers the shares of the runs in which each team reaches each stage, and the processor's seconds that took.
"""
import json
import sys
import time

import numpy as np

given = json.load(sys.stdin)
teams, runs = given["teams"], given["runs"]
means = {best_of: np.array(m).reshape(teams, teams) for best_of, m in given["means"].items()}
gains = np.array(given["gains"]).reshape(teams, teams)
leagues = np.array(given["leagues"])
rng = np.random.default_rng(given["seed"])


def series(best_of, x, a, b):
    """Whether a wins, where x has the strengths of each run, and a and b a pair in each run."""
    rows = np.arange(len(x)).reshape((-1,) + (1,) * (a.ndim - 1))
    theta = means[best_of][a, b] + gains[a, b] * (x[rows, a] - x[rows, b])
    g = 1 / (1 + np.exp(-theta))
    p = g if best_of == "1" else g**2 * (3 - 2 * g) if best_of == "3" else g**3 * (10 - 15 * g + 6 * g**2)
    return rng.random(p.shape) < p


def draw_pairs(wins, losses, met):
    """Pairs of teams with equal records without a rematch: runs with one are drawn again."""
    active = (wins < 3) & (losses < 3)
    count = active[0].sum()
    order = np.empty((len(wins), count), dtype=int)
    left = np.arange(len(wins))
    while len(left) > 0:
        key = np.where(active[left], wins[left] + rng.random((len(left), teams)), -1)
        drawn = np.argsort(-key, axis=1)[:, :count]
        rematch = met[left[:, None], drawn[:, 0::2], drawn[:, 1::2]].any(axis=1)
        order[left[~rematch]] = drawn[~rematch]
        left = left[rematch]
    return order[:, 0::2], order[:, 1::2]


def swiss(x):
    """Teams in the order of their places."""
    wins = np.zeros((runs, teams), dtype=int)
    losses = np.zeros((runs, teams), dtype=int)
    met = np.zeros((runs, teams, teams), dtype=bool)
    rows = np.arange(runs)[:, None]
    for _ in range(5):
        a, b = draw_pairs(wins, losses, met)
        decides = (wins[rows, a] == 2) | (losses[rows, a] == 2)
        won = np.where(decides, series("3", x, a, b), series("1", x, a, b))
        winner, loser = np.where(won, a, b), np.where(won, b, a)
        wins[rows, winner] += 1
        losses[rows, loser] += 1
        met[rows, a, b] = met[rows, b, a] = True
    return np.argsort(10 * losses - wins + rng.random((runs, teams)), axis=1)


def bracket(x, slots):
    rounds = []
    while slots.shape[1] > 1:
        a, b = slots[:, 0::2], slots[:, 1::2]
        slots = np.where(series("5", x, a, b), a, b)
        rounds.append(slots)
    return rounds


start = time.process_time()
x = rng.standard_normal((runs, teams)) * np.sqrt(given["variances"])
x += (rng.standard_normal((runs, len(given["leagueVariances"]))) * np.sqrt(given["leagueVariances"]))[:, leagues]
qualified = swiss(x)[:, :8]
slots = np.empty((runs, 8), dtype=int)
slots[:, 0::2] = rng.permuted(qualified[:, :4], axis=1)
slots[:, 1::2] = rng.permuted(qualified[:, 4:], axis=1)
reach = [np.bincount(part.ravel(), minlength=teams) / runs for part in [qualified, *bracket(x, slots)]]
seconds = time.process_time() - start
json.dump({"seconds": seconds, "reach": [list(column) for column in reach]}, sys.stdout)
