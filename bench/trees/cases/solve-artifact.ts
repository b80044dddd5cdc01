import { existsSync, readFileSync } from 'node:fs'
import type { Scorer } from '../contestants/contestant.ts'
import { writeFloats } from '../float-file.ts'
import { cached, cachedForWriting } from '../peers/cache.ts'
import { fasttreeScorer } from '../plain/fasttree.ts'
import { lightgbmScorer } from '../plain/lightgbm.ts'
import { foldedScorer } from '../plain/pca-sweep.ts'
import type { Problem, SolvedProblem } from '../problem.ts'
import { type ArtifactModel, artifactPath } from './artifact-models.ts'
import { createChance } from './chance.ts'

const scoredRows = 20_000
const rowSeed = 20_003

type ArtifactProblem = Problem & Pick<ArtifactModel, 'format'>

/** Rows of an artifact with the trainer's own scores. */
interface Verification {
  readonly rows: readonly (readonly (number | string)[])[]
  readonly rawScore?: readonly number[]
  readonly Score?: readonly number[]
}

const judges: Readonly<Record<ArtifactModel['format'], (problem: Problem) => Scorer>> = {
  lightgbm: lightgbmScorer,
  'mlnet-fasttree': fasttreeScorer,
  'riftline-pcasweep': foldedScorer,
}

/**
 * Solves a shipped model. Its rows recombine cells of the verification rows. Plain JavaScript gives the answer, after its scores of the
 * verification rows were compared with the trainer's.
 */
export function solveArtifact({ name, format }: ArtifactModel, rowLimit: number): SolvedProblem {
  const model = artifactPath(name)
  const text = cached(`models/${name}/model.txt`)
  const { verification }: { verification: Verification } = JSON.parse(readFileSync(model, 'utf8'))
  const problem: ArtifactProblem = {
    name,
    format,
    model,
    text: existsSync(text) ? text : null,
    rows: cachedForWriting(`rows/${name}.f64`),
    count: Math.min(scoredRows, rowLimit),
    features: verification.rows[0]!.length,
    outputs: 1,
  }
  const known = Float64Array.from(verification.rows.flat(), Number)
  checkVerification(judge(problem, known), verification, problem)
  const rows = recombine(known, problem)
  writeFloats(problem.rows, rows)
  return { ...problem, expected: judge(problem, rows), answeredBy: 'plain JavaScript' }
}

/** Draws each cell of each row from a known row at random. */
function recombine(known: Float64Array, { count, features }: Problem): Float64Array {
  const chance = createChance(rowSeed)
  return Float64Array.from({ length: count * features }, (_, i) => {
    const row = Math.floor((chance.uniform() * known.length) / features)
    return known[row * features + (i % features)]!
  })
}

function judge(problem: ArtifactProblem, rows: Float64Array): Float64Array {
  const scores = new Float64Array(rows.length / problem.features)
  judges[problem.format](problem).scoreBatch(rows, scores)
  return scores
}

/**
 * Compares scores of the verification rows. Trees must agree to the bit; the trainer scored linear models by stages, which rounds
 * differently.
 */
function checkVerification(scores: Float64Array, { rawScore, Score }: Verification, { name, format }: Problem): void {
  // ML.NET writes scores with the digits of a float32.
  const expected = rawScore ?? (Score ?? []).map(Math.fround)
  const tolerance = format === 'riftline-pcasweep' ? 1e-9 : 0
  const wrong = scores.findIndex((score, row) => !(Math.abs(score - expected[row]!) <= tolerance))
  if (wrong !== -1) {
    throw new Error(`${name}: verification row ${wrong}: expected ${expected[wrong]}, got ${scores[wrong]}`)
  }
}
