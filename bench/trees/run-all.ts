import { writeFileSync } from 'node:fs'
import type { DetailResult, ProblemResult, RunResults, StartUpResult, TailResult } from './measure/results.ts'
import { runDetails } from './measure/run-details.ts'
import { runStartUp } from './measure/run-start-up.ts'
import { runTails } from './measure/run-tails.ts'
import { startField, stopField } from './measure/start-field.ts'
import { timeField } from './measure/time-field.ts'
import type { Options } from './options.ts'
import { cachedForWriting } from './peers/cache.ts'
import { isTreeJson, type SolvedProblem } from './problem.ts'

const detailed = '100x31'
const engines = ['js', 'wasm'] as const

/** Measures every problem, and the first in detail. Results stay in the cache, so the report can be written again. */
export async function runAll(problems: readonly SolvedProblem[], options: Options): Promise<RunResults> {
  const measured: ProblemResult[] = []
  const startUps: StartUpResult[] = []
  const tails: TailResult[] = []
  let details: DetailResult | null = null
  for (const problem of problems) {
    const say = progress(problem.name)
    const field = await startField(problem)
    say('compared')
    measured.push(await timeField(field, options.rounds))
    say('timed')
    tails.push(...(await runTails(field, options.detailRounds)))
    if (problem.name === detailed) {
      details = await runDetails(field, options.detailRounds)
      say('details')
    }
    await stopField(field)
    if (isTreeJson(problem)) {
      for (const engine of engines) startUps.push(...(await runStartUp(problem, engine, options.startUps)))
      say('started')
    }
    process.stdout.write('\n')
  }
  const results: RunResults = { problems: measured, details, tails, startUps, rounds: options.rounds }
  writeFileSync(cachedForWriting('last-run.json'), JSON.stringify(results, null, 1))
  return results
}

/** Returns a function that prints the seconds of each step of a problem, all in one line. */
function progress(problem: string): (step: string) => void {
  process.stdout.write(`${problem}:`)
  let last = performance.now()
  return (step) => {
    const now = performance.now()
    process.stdout.write(` ${step} ${((now - last) / 1000).toFixed(0)} s`)
    last = now
  }
}
