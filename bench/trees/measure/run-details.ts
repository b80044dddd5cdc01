import { median } from 'simple-statistics'
import type { Mode } from '../child/serve.ts'
import type { Child } from '../child/start-child.ts'
import type { DetailResult } from './results.ts'
import { type Lane, runRounds } from './run-rounds.ts'
import type { Field } from './start-field.ts'

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1000] as const

/** Measures call sizes, one repeated row, latency and allocations of all contestants. */
export async function runDetails({ problem, entrants }: Field, rounds: number): Promise<DetailResult> {
  const { count } = problem
  const children = entrants.map(({ child }) => child)
  const allSizes = [...sizes.filter((size) => size < count), count]
  const timed: readonly { readonly mode: Mode; readonly size: number }[] = [
    ...allSizes.map((size) => ({ mode: 'batch' as const, size })),
    { mode: 'repeated', size: 1 },
    { mode: 'latency', size: 1 },
  ]
  const lanes = children.flatMap((child): Lane[] => timed.map((lane) => ({ child, ...lane })))
  await runRounds(lanes, 1) // warms up calls of new sizes and calls with a clock around them
  const results = await runRounds(lanes, rounds)
  const contestants: DetailResult['contestants'][number][] = []
  for (const [c, child] of children.entries()) {
    const passes = results.slice(c * timed.length, (c + 1) * timed.length)
    const middle = (lane: number, number: number): number => median(passes[lane]!.map((numbers) => numbers[number]!))
    const [heapByRow = null, heapByBatch = null] = await heapGrowth(child)
    contestants.push({
      contestant: child.contestant.name,
      bySize: allSizes.map((_, i) => middle(i, 0) / count),
      repeated: middle(allSizes.length, 0) / count,
      median: middle(allSizes.length + 1, 0),
      percentile99: middle(allSizes.length + 1, 1),
      heapByRow,
      heapByBatch,
    })
  }
  return { problem: problem.name, sizes: allSizes, contestants }
}

/** Bytes per row of our engines: a million rows one by one, a million in batches of 1000. */
async function heapGrowth(child: Child): Promise<readonly number[]> {
  return child.contestant.name.startsWith('riftline') ? child.pass('allocation', 1000) : []
}
