import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median } from 'simple-statistics'
import { runProgram } from '../peers/run-program.ts'
import type { SolvedProblem } from '../problem.ts'
import type { StartUpResult, StartUpTimes } from './results.ts'
import { withoutAnswer } from './start-field.ts'

const main = fileURLToPath(new URL('../child/start-up-main.ts', import.meta.url))

interface ChildAnswer {
  readonly jsonBytes: number
  readonly binaryBytes: number | null
  readonly times: readonly StartUpTimes[]
}

/** Size from which a model takes seconds to read and is therefore read less often. */
const largeBytes = 20e6

/** Medians over new processes, each cold at first and warm afterwards; empty for an engine that is not available. */
export async function runStartUp(problem: SolvedProblem, engine: string, processes: number): Promise<StartUpResult[]> {
  const repetitions = statSync(problem.model).size > largeBytes ? 2 : 4
  const answers: ChildAnswer[] = []
  for (let i = 0; i < processes; i++) {
    const args = [...process.execArgv, main, engine, JSON.stringify(withoutAnswer(problem)), String(repetitions)]
    const answer: ChildAnswer | { readonly absent: string } = JSON.parse(await runProgram(process.execPath, args))
    if ('absent' in answer) return []
    answers.push(answer)
  }
  const result = {
    name: problem.name,
    engine,
    jsonBytes: answers[0]!.jsonBytes,
    binaryBytes: answers[0]!.binaryBytes,
    cold: medians(answers.map(({ times }) => times[0]!)),
    warm: medians(answers.flatMap(({ times }) => times.slice(1))),
  }
  return [result]
}

function medians(times: readonly StartUpTimes[]): StartUpTimes {
  const of = (key: Exclude<keyof StartUpTimes, 'loadBinary'>): number => median(times.map((time) => time[key]))
  const loads = times.flatMap(({ loadBinary }) => loadBinary ?? [])
  return {
    parseJson: of('parseJson'),
    readModel: of('readModel'),
    compile: of('compile'),
    firstRow: of('firstRow'),
    loadBinary: loads.length === 0 ? null : median(loads),
  }
}
