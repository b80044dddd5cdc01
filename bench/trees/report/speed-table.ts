import { median } from 'simple-statistics'
import { leftColumns, markdownTable } from '#pipeline/report/text.ts'
import { contestants } from '../contestants/contestants.ts'
import { ifElse } from '../contestants/if-else.ts'
import { lightgbm } from '../contestants/lightgbm.ts'
import { lleaves } from '../contestants/lleaves.ts'
import type { ProblemResult, Timing } from '../measure/results.ts'
import { pairedRatio } from '../measure/statistics.ts'
import { digits, durationText, percentText } from './format.ts'

export type Mode = 'row' | 'batch'

export const modeTitles = { batch: 'all rows in one call', row: 'one row per call' } as const

/** Table of the time per row of each contestant on each problem; in parentheses, how many times as fast as the trainer's own engine. */
export function speedTable(problems: readonly ProblemResult[], mode: Mode): string {
  const present = contestants.filter(({ name }) => problems.some((problem) => timingOf(problem, name, mode)))
  return markdownTable(
    [...leftColumns(modeTitles[mode]), ...problems.map(({ name }) => name), 'same bits'],
    present.map(({ name }) => [
      name.startsWith('riftline') ? `**${name}**` : name,
      ...problems.map((problem) => cell(timingOf(problem, name, mode), timingOf(problem, ownEngine(problem), mode))),
      equalText(problems.flatMap((problem) => timingOf(problem, name, mode) ?? [])),
    ]),
  )
}

/** Table of how many times as fast as native engines a riftline engine is. */
export function nativeTable(problems: readonly ProblemResult[], ours: string): string {
  const natives = [lightgbm, lleaves, ifElse]
  return markdownTable(
    [...leftColumns(`${ours}: times as fast as`), ...problems.map(({ name }) => name)],
    (['batch', 'row'] as const).flatMap((mode) =>
      natives.map((native) => [
        `${native.name}, ${modeTitles[mode]}`,
        ...problems.map((problem) => {
          const [our, their] = [ours, native.name].map((name) => timingOf(problem, name, mode))
          return our === undefined || their === undefined ? '–' : digits(pairedRatio(their.rounds, our.rounds))
        }),
      ]),
    ),
  )
}

/** Contestant that others are compared with: the one that answered, and LightGBM's for the shipped models. */
function ownEngine({ answeredBy }: ProblemResult): string {
  return contestants.some(({ name }) => name === answeredBy) ? answeredBy : lightgbm.name
}

export function timingOf(problem: ProblemResult, contestant: string, mode: Mode): Timing | undefined {
  return problem.contestants.find((result) => result.contestant === contestant)?.[mode]
}

function cell(timing: Timing | undefined, base: Timing | undefined): string {
  if (timing === undefined) return '–'
  const times = base === undefined ? '' : ` (${digits(pairedRatio(base.rounds, timing.rounds))}×)`
  return durationText(median(timing.rounds)) + times
}

/** Share of rows whose scores have the bits of the answer; for engines that give float32, the bits of its float32. */
function equalText(timings: readonly Timing[]): string {
  const singles = timings.map(({ agreement }) => agreement.float32Share)
  const equal = rangeText(timings.map(({ agreement }) => agreement.equalShare))
  return equal === '0 %' && Math.max(...singles) > 0 ? `0 %; as float32 ${rangeText(singles)}` : equal
}

function rangeText(shares: readonly number[]): string {
  const [low, high] = [Math.min(...shares), Math.max(...shares)].map(percentText)
  return low === high ? low! : `${low} to ${high}`
}
