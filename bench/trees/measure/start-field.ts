import type { Mode } from '../child/serve.ts'
import { type Child, startChild } from '../child/start-child.ts'
import type { Contestant } from '../contestants/contestant.ts'
import { contestants } from '../contestants/contestants.ts'
import { isSparseFile, readFloats } from '../float-file.ts'
import { cachedForWriting } from '../peers/cache.ts'
import type { Problem, SolvedProblem } from '../problem.ts'
import { type Agreement, compareScores } from './compare-scores.ts'
import type { ProblemResult } from './results.ts'

/** Modes in which every contestant is timed. */
export const mainModes = ['row', 'batch'] as const
export type MainMode = Extract<Mode, (typeof mainModes)[number]>

/** Most nanoseconds that a contestant may warm up in one mode. */
const warmUpLimit = 8e9

/** Problem with its contestants, checked and warmed up. */
export interface Field {
  readonly problem: SolvedProblem
  readonly entrants: readonly Entrant[]
  readonly skipped: ProblemResult['skipped']
}

export interface Entrant {
  readonly child: Child
  readonly agreements: Readonly<Record<MainMode, Agreement>>
}

/** Starts all contestants, compares their scores with the answer and runs them until they are warm. */
export async function startField(problem: SolvedProblem): Promise<Field> {
  const entrants: Entrant[] = []
  const skipped: { contestant: string; reason: string }[] = []
  const started = await Promise.all(
    contestants.map(
      async (contestant) => reasonToSkip(contestant, problem) ?? startChild(contestant, withoutAnswer(problem)),
    ),
  )
  for (const [i, child] of started.entries()) {
    if (typeof child === 'string') {
      skipped.push({ contestant: contestants[i]!.name, reason: child })
      continue
    }
    const agreements = { row: await check(child, 'row', problem), batch: await check(child, 'batch', problem) }
    entrants.push({ child, agreements })
    if (child.contestant.warmsUp) for (const mode of mainModes) await warmUp(child, mode, problem.count)
  }
  return { problem, entrants, skipped }
}

function reasonToSkip(contestant: Contestant, problem: Problem): string | null {
  if (isSparseFile(problem.rows) && !contestant.takesSparse) return 'takes dense rows only'
  return contestant.reasonToSkip(problem)
}

export async function stopField({ entrants }: Field): Promise<void> {
  await Promise.all(entrants.map(({ child }) => child.stop()))
}

/** Makes passes until two in a row are not clearly faster than the best before, or time is up. */
async function warmUp({ pass }: Child, mode: Mode, size: number): Promise<void> {
  let best = Infinity
  let spent = 0
  for (let same = 0; same < 2 && spent < warmUpLimit; ) {
    const nanoseconds = (await pass(mode, size))[0]!
    same = nanoseconds < 0.9 * best ? 0 : same + 1
    best = Math.min(best, nanoseconds)
    spent += nanoseconds
  }
}

export function withoutAnswer({ expected: _, answeredBy: __, ...problem }: SolvedProblem): Problem {
  return problem
}

/** Checks the scores. @throws Error if a contestant that promises the same bits gives others, as its times would mean nothing */
async function check({ contestant, pass }: Child, mode: Mode, problem: SolvedProblem): Promise<Agreement> {
  const path = cachedForWriting('scores.f64')
  await pass(mode, problem.count, path)
  const agreement = compareScores(readFloats(path), problem.expected, problem.outputs)
  if (agreement.firstDifference !== null && contestant.isExact(problem)) {
    const { row, expected, got } = agreement.firstDifference
    const where = `${contestant.name} on ${problem.name}, ${mode}`
    throw new Error(`${where}: row ${row}: expected ${expected} as ${problem.answeredBy} gives, got ${got}`)
  }
  return agreement
}
