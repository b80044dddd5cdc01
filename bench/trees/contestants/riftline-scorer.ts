import { readFileSync } from 'node:fs'
import { RiftlineError } from '@riftline/base'
import {
  compileEnsemble,
  type Evaluator,
  parseFasttree,
  parseLightgbm,
  parsePcaSweep,
  type TreeEnsemble,
} from '@riftline/core'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { Problem } from '../problem.ts'
import { Absent, type Scorer, type Shape } from './contestant.ts'

/** Creates the scorer of a riftline engine, called as users call it. */
export function createRiftlineScorer(problem: Problem, engine: 'js' | 'wasm'): Scorer {
  const json: unknown = JSON.parse(readFileSync(problem.json, 'utf8'))
  if (problem.format === 'riftline-pcasweep') return linearScorer(json, problem)
  return treeScorer(compile(readEnsemble(problem, json), engine))
}

export function readEnsemble({ format }: Problem, json: unknown): TreeEnsemble {
  return format === 'lightgbm' ? parseLightgbm(json) : parseFasttree(json)
}

export function compile(ensemble: TreeEnsemble, engine: 'js' | 'wasm'): Evaluator {
  try {
    return compileEnsemble(ensemble, { engine })
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'engine_unavailable') throw new Absent(error.message)
    throw error
  }
}

function treeScorer(evaluator: Evaluator): Scorer {
  const K = evaluator.numberOfOutputs
  const several = { out: new Float64Array(K) }
  return {
    isAsync: false,
    facts: { kernels: evaluator.plan.kernels, shape: shapeOf(evaluator) },
    scoreBatch(rows, scores) {
      evaluator.rawScores(rows, { out: scores })
    },
    scoreRow:
      K === 1
        ? (row, scores, at) => {
            scores[at] = evaluator.rawScore(row)
          }
        : (row, scores, at) => {
            evaluator.rawScores(row, several)
            for (let k = 0; k < K; k++) scores[at + k] = several.out[k]!
          },
  }
}

function shapeOf({ ensemble, numberOfTrees, numberOfFeatures, numberOfOutputs }: Evaluator): Shape {
  const { decision } = ensemble.trees
  return {
    trees: numberOfTrees,
    splits: decision.length,
    categoricalShare: decision.filter((kind) => kind >= splitDecision.inBitset).length / decision.length,
    features: numberOfFeatures,
    outputs: numberOfOutputs,
  }
}

function linearScorer(json: unknown, { features }: Problem): Scorer {
  const model = parsePcaSweep(json)
  const one = new Float64Array(features)
  return {
    isAsync: false,
    scoreBatch(rows, scores) {
      for (let r = 0; r < scores.length; r++) {
        for (let j = 0; j < features; j++) one[j] = rows[r * features + j]!
        scores[r] = model.logit(one)
      }
    },
    scoreRow(row, scores, at) {
      scores[at] = model.logit(row)
    },
  }
}
