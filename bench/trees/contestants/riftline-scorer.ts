import { readFileSync } from 'node:fs'
import { RiftlineError } from '@riftline/base'
import {
  compileEnsemble,
  type Evaluator,
  parseCatboost,
  parseFasttree,
  parseLightgbm,
  parseOnnx,
  parsePcaSweep,
  parseXgboost,
  type TreeEnsemble,
} from '@riftline/core'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { Rows } from '../float-file.ts'
import type { Problem } from '../problem.ts'
import { Absent, type Scorer, type Shape } from './contestant.ts'

/** Creates the scorer of a riftline engine, called as users call it. */
export function createRiftlineScorer(problem: Problem, engine: 'js' | 'wasm'): Scorer {
  if (problem.format === 'onnx') return treeScorer(compile(parseOnnx(readFileSync(problem.model)), engine))
  const json: object = JSON.parse(readFileSync(problem.model, 'utf8'))
  if (problem.format === 'riftline-pcasweep') return linearScorer(json, problem)
  return treeScorer(compile(readEnsemble(problem, json), engine))
}

/** Readers of models of trees in JSON. */
const readers = {
  lightgbm: parseLightgbm,
  xgboost: parseXgboost,
  catboost: parseCatboost,
  'mlnet-fasttree': parseFasttree,
} as const

/** Reads the parsed JSON of a model of trees. */
export function readEnsemble({ format }: Problem, json: object): TreeEnsemble {
  return readers[format as keyof typeof readers](json)
}

export function compile(ensemble: TreeEnsemble, engine: 'js' | 'wasm'): Evaluator {
  try {
    return compileEnsemble(ensemble, { engine })
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'engine_unavailable') throw new Absent(error.message)
    throw error
  }
}

function treeScorer(evaluator: Evaluator): Scorer<Rows> {
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
