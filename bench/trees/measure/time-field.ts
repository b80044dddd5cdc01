import type { ContestantResult, ProblemResult } from './results.ts'
import { type Lane, runRounds } from './run-rounds.ts'
import { type Field, type MainMode, mainModes } from './start-field.ts'

/** Times one row per call and one call for all rows, all contestants in every round. */
export async function timeField({ problem, entrants, skipped }: Field, rounds: number): Promise<ProblemResult> {
  const lanes = entrants.flatMap((entrant) => mainModes.map((mode) => ({ entrant, mode })))
  const passes = await runRounds(
    lanes.map(({ entrant, mode }): Lane => ({ child: entrant.child, mode, size: problem.count })),
    rounds,
  )
  return {
    name: problem.name,
    rows: problem.count,
    answeredBy: problem.answeredBy,
    contestants: entrants.map((entrant): ContestantResult => {
      const timing = (mode: MainMode): ContestantResult[MainMode] => {
        const lane = lanes.findIndex((other) => other.entrant === entrant && other.mode === mode)
        return {
          rounds: passes[lane]!.map(([nanoseconds]) => nanoseconds! / problem.count),
          agreement: entrant.agreements[mode],
        }
      }
      const { contestant, facts } = entrant.child
      return { contestant: contestant.name, facts, row: timing('row'), batch: timing('batch') }
    }),
    skipped,
  }
}
