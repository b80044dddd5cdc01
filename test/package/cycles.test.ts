import { describe, expect, it } from 'vitest'
import { cyclesOf, type House, readHouses } from './arrows.ts'

const houseOf = (arrows: Readonly<Record<string, readonly string[]>>): House => ({
  path: 'packages/example/src',
  arrows: new Map(Object.entries(arrows).map(([room, targets]) => [room, new Set(targets)])),
})

describe('cyclesOf', () => {
  it('cyclesOf finds rooms that import each other, even in a long circle', () => {
    const house = houseOf({ app: ['routes'], routes: ['http'], http: ['limits'], limits: ['routes'], errors: [] })
    expect(cyclesOf(house)).toEqual([['http', 'limits', 'routes']])
  })

  it('cyclesOf finds the rooms of each of several cycles, and no others', () => {
    const house = houseOf({ a: ['b', 'c'], b: ['a'], c: ['d'], d: ['e'], e: ['c'], f: ['a'] })
    expect(cyclesOf(house)).toEqual([
      ['c', 'd', 'e'],
      ['a', 'b'],
    ])
  })
})

it.each(readHouses().map((house) => [house.path, house] as const))(
  'no two rooms of %s import each other',
  (_path, house) => {
    expect(cyclesOf(house).flat().sort()).toEqual([])
  },
)
