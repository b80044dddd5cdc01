import { readFileSync } from 'node:fs'
import type { TreeEnsemble } from '@riftline/core'
import * as core from '@riftline/core'
import { Absent } from '../contestants/contestant.ts'
import { compile, readEnsemble } from '../contestants/riftline-scorer.ts'
import type { StartUpTimes } from '../measure/results.ts'
import type { Problem } from '../problem.ts'

// Times each step from a model's text to its first score: start-up-main.ts ENGINE PROBLEM REPETITIONS. The first repetition is cold.
interface BinaryFile {
  saveEnsemble(ensemble: TreeEnsemble): Uint8Array
  loadEnsemble(bytes: Uint8Array): TreeEnsemble
}

const [engine, problemText = '', repetitions] = process.argv.slice(2)
const problem: Problem = JSON.parse(problemText)
const binary = 'loadEnsemble' in core ? (core as unknown as BinaryFile) : null
const text = readFileSync(problem.model, 'utf8')
const row = new Float64Array(problem.features)
let binaryBytes: number | null = null

try {
  const times = Array.from({ length: Number(repetitions) }, once)
  process.stdout.write(JSON.stringify({ jsonBytes: text.length, binaryBytes, times }))
} catch (error) {
  if (!(error instanceof Absent)) throw error
  process.stdout.write(JSON.stringify({ absent: error.message }))
}

function once(): StartUpTimes {
  const clock = stopwatch()
  const json: object = JSON.parse(text)
  const parseJson = clock()
  const ensemble = readEnsemble(problem, json)
  const readModel = clock()
  const evaluator = compile(ensemble, engine === 'wasm' ? 'wasm' : 'js')
  const compiled = clock()
  evaluator.rawScore(row)
  const firstRow = clock()
  return { parseJson, readModel, compile: compiled, firstRow, loadBinary: binary && loadTime(binary, ensemble) }
}

function loadTime({ saveEnsemble, loadEnsemble }: BinaryFile, ensemble: TreeEnsemble): number {
  const bytes = saveEnsemble(ensemble)
  binaryBytes = bytes.length
  const clock = stopwatch()
  loadEnsemble(bytes)
  return clock()
}

/** Returns a function that gives the milliseconds since its last call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const elapsed = now - last
    last = now
    return elapsed
  }
}
