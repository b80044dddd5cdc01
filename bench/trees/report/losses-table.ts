import { leftColumns, markdownTable } from '#pipeline/report/text.ts'
import { ours } from '../contestants/riftline.ts'
import type { ProblemResult, Timing } from '../measure/results.ts'
import { pairedRatio } from '../measure/statistics.ts'
import { digits, percentText } from './format.ts'
import { type Mode, modeTitles, timingOf } from './speed-table.ts'

const modes: readonly Mode[] = ['batch', 'row']

/** Ratio of speeds below which a riftline engine has not won clearly. */
const clearly = 1.2

interface Loss {
  readonly cells: readonly string[]
  readonly times: number
}

/** Table of the contestants that a riftline engine does not clearly beat, worst first. */
export function lossesTable(problems: readonly ProblemResult[]): string {
  const losses = ours
    .flatMap((name) => problems.flatMap((problem) => modes.flatMap((mode) => lossesOf(problem, name, mode))))
    .toSorted((a, b) => a.times - b.times)
  if (losses.length === 0)
    return `Nowhere: each engine is ${clearly} times as fast as every other contestant on every model.`
  return markdownTable(
    [
      ...leftColumns('engine'),
      ...leftColumns('model'),
      ...leftColumns('call'),
      ...leftColumns('beside'),
      'times as fast',
      'same bits as riftline',
    ],
    losses.map(({ cells }) => cells),
  )
}

function lossesOf(problem: ProblemResult, name: string, mode: Mode): readonly Loss[] {
  const our = timingOf(problem, name, mode)
  if (our === undefined) return []
  return problem.contestants
    .filter(({ contestant }) => !ours.includes(contestant))
    .flatMap(({ contestant, [mode]: their }) => {
      const times = pairedRatio(their.rounds, our.rounds)
      if (times >= clearly) return []
      return [{ times, cells: [name, problem.name, modeTitles[mode], contestant, digits(times), bits(their)] }]
    })
}

function bits({ agreement }: Timing): string {
  return percentText(agreement.equalShare)
}
