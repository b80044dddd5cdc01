import { median } from 'simple-statistics'
import { ours } from '../contestants/riftline.ts'
import type { TailResult } from './results.ts'
import { runRounds } from './run-rounds.ts'
import type { Field } from './start-field.ts'

/** Measures the slowest single-row calls of riftline's engines, all with distinct rows. */
export async function runTails({ problem, entrants }: Field, rounds: number): Promise<readonly TailResult[]> {
  const children = entrants.map(({ child }) => child).filter(({ contestant }) => ours.includes(contestant.name))
  const lanes = children.map((child) => ({ child, mode: 'latency' as const, size: 1 }))
  await runRounds(lanes, 1) // warms up calls with a clock around them
  const results = await runRounds(lanes, rounds)
  return children.map(({ contestant }, i) => {
    const middle = (number: number): number => median(results[i]!.map((numbers) => numbers[number]!))
    const [percentile50, percentile99, percentile999] = [middle(0), middle(1), middle(2)]
    return { name: problem.name, engine: contestant.name, median: percentile50, percentile99, percentile999 }
  })
}
