import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fasttreeFixture, lightgbmFixture, numbers } from '../core/trees/fixtures.ts'
import { type Model, toBase64 } from './pages/answers.ts'

/** LightGBM fixtures with every kind of decision, leaf and link, and a model of hundreds of leaves. */
const lightgbm = [
  ...['binary', 'binary_zero_boundary', 'binary_categorical_nan', 'binary_deep', 'binary_rf', 'binary_zero_as_missing'],
  ...['regression_linear_tree_nan', 'multiclass', 'cross_entropy_lambda'],
]
const fasttree = [
  'binary-categorical',
  'lightgbm-binary-nan',
  'multiclass-lightgbm-softmax',
  'forest-regression',
  'gam-binary',
]
const texts = ['binary_categorical', 'binary_linear_tree']
const zips = ['gam-binary', 'multiclass-fasttree-ova', 'lightgbm-binary-categorical']

const fixtures = new URL('../fixtures/', import.meta.url)

/** Predictions of the trainer for a model's rows, as base64 of their bits like in an `Answer`. */
export interface Expected {
  readonly raw?: string
  readonly leaf?: string
  readonly prediction: string
  /** Largest difference of a prediction in units in the last place: the trainer's own `exp` may be off by one. */
  readonly ulps: number
}

export interface Case {
  readonly model: Model
  readonly expected: Expected
}

/** Models of every format with rows and the trainers' answers. */
export function browserModels(): Case[] {
  return [
    ...lightgbm.map((name) => lightgbmCase(name, 'lightgbm')),
    ...texts.map((name) => lightgbmCase(name, 'model.txt')),
    ...fasttree.map((name) => fasttreeCase(name, 'fasttree')),
    ...zips.map((name) => fasttreeCase(name, 'model.zip')),
  ]
}

const textFile = (name: string) => new URL(`lightgbm/${name}.txt.gz`, fixtures)
const zipFile = (name: string) => new URL(`fasttree/${name}.zip`, fixtures)

function lightgbmCase(name: string, format: 'lightgbm' | 'model.txt'): Case {
  const { model, rows, raw, leaf, output } = lightgbmFixture(name)
  const document = format === 'lightgbm' ? model : gunzipSync(readFileSync(textFile(name))).toString()
  return {
    model: { name: `${name} ${format}`, format, document, rows: toBase64(numbers(rows)) },
    expected: {
      raw: toBase64(numbers(raw)),
      leaf: toBase64(Int32Array.from(leaf.flat())),
      prediction: toBase64(numbers(output)),
      ulps: 2,
    },
  }
}

/** With a Probability column, Score is the raw score, otherwise the prediction. Both are float32, which hides errors of `exp`. */
function fasttreeCase(name: string, format: 'fasttree' | 'model.zip'): Case {
  const { model, rows, expected } = fasttreeFixture(name)
  const document = format === 'fasttree' ? model : readFileSync(zipFile(name)).toString('base64')
  const score = toBase64(numbers(expected.Score).map(Math.fround))
  const probability = expected.Probability && toBase64(numbers(expected.Probability).map(Math.fround))
  return {
    model: { name: `${name} ${format}`, format, document, rows: toBase64(numbers(rows)) },
    expected:
      probability === undefined ? { prediction: score, ulps: 0 } : { raw: score, prediction: probability, ulps: 0 },
  }
}
