import fc from 'fast-check'
import type { ConsensusRecord } from '#core/consensus/consensus-table.ts'
import { sigmoid } from '#core/math/log-odds.ts'
import { seededRandom } from '#core/math/seeded-random.ts'

export const ids: readonly string[] = ['fasttree', 'lightgbm', 'pcasweep']
export const leagues: readonly string[] = ['LCK', 'LPL', 'LEC']

/** Evenly spread numbers, as the doubles of fast-check are mostly tiny. */
export const even = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => min + ((max - min) * millionths) / 1_000_000)

/** Forecasts in [0, 1], certainties included. */
export const any01: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 0.5, 1e-9, 1 - 1e-9, 1e-6, 1 - 1e-6) },
)
export const members3: fc.Arbitrary<[number, number, number]> = fc.tuple(any01, any01, any01)

/** History of n matches, in which each member adds noise of a given size to the true log odds. */
export function history(n: number, seed: number, noise: readonly number[] = [0.3, 0.6, 0.9]): ConsensusRecord[] {
  const random = seededRandom(seed)
  const uniform = (): number => (random.below(2 ** 32) + 0.5) / 2 ** 32
  const bell = (): number => uniform() + uniform() + uniform() - 1.5
  return Array.from({ length: n }, (_, i) => {
    const z = 2 * bell()
    const p = Object.fromEntries(ids.map((id, j) => [id, sigmoid(z + 2 * (noise[j] as number) * bell())]))
    return { ageDays: (n - i) / 4, league: leagues[random.below(3)] as string, p, y: uniform() < sigmoid(z) ? 1 : 0 }
  })
}

export function targetOf(
  p: readonly number[],
  league: string | null = 'LCK',
  names: readonly string[] = ids,
): { members: { id: string; p: number }[]; league: string | null } {
  return { members: names.map((id, i) => ({ id, p: p[i] as number })), league }
}

export function swapRecord(record: ConsensusRecord): ConsensusRecord {
  const p = Object.fromEntries(Object.entries(record.p).map(([id, value]) => [id, 1 - value]))
  return { ...record, p, y: 1 - record.y }
}
