import { type BaseModel, baseModels, expectedValue, type MemberYield } from '@riftline/core'
import type { MemberChances } from './graded-series.ts'

/** Profit of one unit on each member's value pick; null where the member saw no value on either side. */
export type PickReturns = Readonly<Record<BaseModel, number | null>>

/** Each member backs the side of larger expected value by its raw chance, if that value is above 0. */
export function pickReturns(chances: MemberChances, odds: readonly [number, number], outcome: 0 | 1): PickReturns {
  const returned = (chance: number): number | null => {
    const first = expectedValue(chance, odds[0])
    const second = expectedValue(1 - chance, odds[1])
    if (Math.max(first, second) <= 0) return null
    const [price, won] = first >= second ? [odds[0], outcome === 1] : [odds[1], outcome === 0]
    return won ? price - 1 : -1
  }
  return Object.fromEntries(baseModels.map((model) => [model, returned(chances[model])])) as Record<
    BaseModel,
    number | null
  >
}

/** The yield of each member's value picks over all series with odds; a member with fewer than two picks is absent. */
export function memberYields(returns: readonly PickReturns[]): Partial<Record<BaseModel, MemberYield>> {
  const entries = baseModels.flatMap((model) => {
    const own = returns.flatMap((picks) => picks[model] ?? [])
    const n = own.length
    if (n < 2) return []
    const mean = own.reduce((sum, value) => sum + value, 0) / n
    const squares = own.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
    return [[model, { n, yield: mean, sd: Math.sqrt(squares / (n - 1)) }] as const]
  })
  return Object.fromEntries(entries)
}
