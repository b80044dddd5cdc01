import { ArtifactError } from '@riftline/base'
import type { Evaluator, TreeEnsemble } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { type Engines, interpreter } from '../../../fuzz/engines.ts'
import { fuzzOne } from '../../../fuzz/fuzz.ts'
import { type Parsers, parsers } from '../../../fuzz/parsers.ts'
import { dumpSubjects } from '../../../fuzz/subjects.ts'
import { amount } from '../../../support/amount.ts'

const within = 3_000

/** Message about the first mutant that reveals the bug. */
async function firstFailure(bug: {
  readonly parsers?: Partial<Parsers>
  readonly engine?: Engines[string]
}): Promise<string> {
  const broken = bug.parsers === undefined ? parsers : { ...parsers, ...bug.parsers }
  const subjects = dumpSubjects(broken)
  const engines: Engines = bug.engine === undefined ? { interpreter } : { interpreter, broken: bug.engine }
  for (let number = 0; number < within; number++) {
    const { failure } = await fuzzOne({ subjects, engines, reload: (ensemble) => ensemble }, 1, number)
    if (failure !== null) return failure
  }
  return 'nothing was found'
}

/** Parser of LightGBM dumps that also changes the trees that it reads. */
function reading(
  change: (trees: TreeEnsemble['trees'], ensemble: TreeEnsemble) => Partial<TreeEnsemble['trees']>,
): Partial<Parsers> {
  return {
    lightgbm: (json) => {
      const ensemble = parsers.lightgbm(json)
      return { ...ensemble, trees: { ...ensemble.trees, ...change(ensemble.trees, ensemble) } }
    },
  }
}

/** Interpreter of a model whose trees were changed. */
function scoring(change: (trees: TreeEnsemble['trees']) => Partial<TreeEnsemble['trees']>): Engines[string] {
  return (ensemble) => ({ ...interpreter({ ...ensemble, trees: { ...ensemble.trees, ...change(ensemble.trees) } }) })
}

const numerical = (trees: TreeEnsemble['trees'], change: (threshold: number) => number) => ({
  threshold: trees.threshold.map((threshold, n) =>
    (trees.decision[n] as number) <= 4 ? change(threshold) : threshold,
  ),
})

describe('the fuzzer finds a parser that', () => {
  const bugs: readonly [string, Partial<Parsers>, RegExp][] = [
    [
      'sends missing values to the other side',
      reading(({ decision }) => ({ decision: decision.map((d) => (d === 3 ? 4 : d)) })),
      /^read: /,
    ],
    ['keeps thresholds as float32', reading((trees) => numerical(trees, Math.fround)), /^read: /],
    ['leaves 1e300 finite', reading((trees) => numerical(trees, (t) => (t === Infinity ? 1e300 : t))), /^read: /],
    [
      'accepts a node with two parents',
      reading(({ right, left }) => ({ right: left.map((c, n) => (n === 2 ? c : (right[n] as number))) })),
      /^broken invariant/,
    ],
    [
      'accepts 1 as true',
      {
        lightgbm: (json) =>
          parsers.lightgbm(
            typeof json === 'object' && json !== null && 'average_output' in json
              ? { ...json, average_output: Boolean(json.average_output) }
              : json,
          ),
      },
      /^accepted although average_output/,
    ],
    [
      'throws other errors than ArtifactError',
      {
        lightgbm: (json) =>
          parsers.lightgbm({
            ...(json as object),
            tree_info: (json as { tree_info: object[] }).tree_info.map((tree) => ({ ...tree, n: Object.keys(tree) })),
          }),
      },
      /^refused with TypeError/,
    ],
    ['changes its input', { lightgbm: (json) => parsers.lightgbm(marked(json)) }, /^refused with TypeError/],
    [
      'leaves out the path',
      { fasttree: (json) => withoutPath(() => parsers.fasttree(json)) },
      /^refused without a path/,
    ],
  ]
  it.each(bugs.slice(0, amount(2, bugs.length)))('the fuzzer finds a parser that %s', async (_, broken, expected) => {
    expect(await firstFailure({ parsers: broken })).toMatch(expected)
  })
})

function marked(json: unknown): unknown {
  if (typeof json === 'object' && json !== null) (json as Record<string, unknown>).seen = true
  return json
}

function withoutPath(parse: () => TreeEnsemble): TreeEnsemble {
  try {
    return parse()
  } catch (error) {
    throw error instanceof ArtifactError ? new ArtifactError('artifact_invalid', '', error.message) : error
  }
}

describe('the fuzzer finds an engine that', () => {
  const exact = (row: ArrayLike<number>, evaluator: Evaluator) => Math.fround(evaluator.rawScore(row))
  const bugs: readonly [string, Engines[string]][] = [
    ['compares with < in place of <=', scoring((trees) => numerical(trees, (t) => t - Math.abs(t) * 2 ** -53))],
    ['has thresholds one double too high', scoring((trees) => numerical(trees, (t) => t + Math.abs(t) * 2 ** -52))],
    [
      'errs by one bit in the last tree',
      scoring(({ leafValue }) => ({ leafValue: leafValue.map((v) => v * (1 + 2 ** -52)) })),
    ],
    [
      'forgets the last category',
      scoring(({ setItems }) => ({ setItems: setItems.map((item, i) => (i === setItems.length - 1 ? 0 : item)) })),
    ],
    [
      'scores single rows as float32',
      (ensemble) => {
        const evaluator = interpreter(ensemble)
        return { ...evaluator, rawScore: (row) => exact(row as Float64Array, evaluator) }
      },
    ],
    [
      'throws for deep trees',
      (ensemble) => {
        if (ensemble.trees.feature.length > 60) throw new RangeError('too deep')
        return interpreter(ensemble)
      },
    ],
  ]
  it.each(bugs.slice(0, amount(2, bugs.length)))('the fuzzer finds an engine that %s', async (_, engine) => {
    expect(await firstFailure({ engine })).toMatch(/^(broken|scoring threw RangeError)/)
  })
})
