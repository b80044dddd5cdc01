import { devig } from '@riftline/core'
import { createMemoryOddsStore, marketChance } from '@riftline/odds'
import { createCatalogueIndex } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { catalogue } from '../support/server-catalogue.ts'
import { addAll, at } from './captured.ts'

const index = createCatalogueIndex(catalogue)
const start = '2026-11-22T15:00:00'
const series = (id: string, scheduledUtc: string, teams: readonly [number, number] = [101, 102]) => {
  const [team1, team2] = teams.map((team) => ({ id: team, name: '' })) as [
    { id: number; name: string },
    { id: number; name: string },
  ]
  return { id, league: 'NL', bestOf: 3, scheduledUtc, startedUtc: null, team1, team2, stated: [] }
}
const chance = (odds: readonly [number, number]) => devig([...odds]).probabilities[0]

it("the market's chance is that of the newest prices before the moment, without the margin", async () => {
  const store = createMemoryOddsStore()
  const one = series('nl-1', start)
  const ask = (before: string, asked = one) => marketChance(store, index, [one], asked, at(before))
  expect(await ask(start)).toBeNull()
  await addAll(store, [
    { at: '2026-11-22T13:00:00', prices: [1.5, 2.5] },
    { at: '2026-11-22T14:59:59', prices: [1.62, 2.35], source: 'book' },
    { at: '2026-11-22T14:59:59', prices: null, source: 'maps-only' },
    { at: start, prices: [1.9, 1.9] },
  ])
  expect(await ask(start)).toEqual({ probability1: chance([1.62, 2.35]), capturedAtUtc: '2026-11-22T14:59:59' })
  expect(await ask('2026-11-22T14:00:00')).toEqual({
    probability1: chance([1.5, 2.5]),
    capturedAtUtc: '2026-11-22T13:00:00',
  })
  expect(await ask('2026-11-22T13:00:00')).toBeNull()
  const turned = series('nl-1', start, [102, 101])
  expect((await marketChance(store, index, [turned], turned, at(start)))?.probability1).toBe(chance([2.35, 1.62]))
})

it('of two series of the same teams on one day each has its own prices', async () => {
  const store = createMemoryOddsStore()
  const [noon, evening] = [series('noon', '2026-11-22T12:00:00'), series('evening', '2026-11-22T18:00:00')]
  await addAll(store, [
    { match: 'of-noon', start: '2026-11-22T12:10:00', at: '2026-11-22T11:00:00', prices: [1.5, 2.5] },
    { match: 'evening', start: '2026-11-22T18:00:00', at: '2026-11-22T10:00:00', prices: [2, 1.8] },
  ])
  const ask = (asked: typeof noon) => marketChance(store, index, [noon, evening], asked, at(asked.scheduledUtc))
  expect((await ask(noon))?.probability1).toBe(chance([1.5, 2.5]))
  expect((await ask(evening))?.probability1).toBe(chance([2, 1.8]))
  expect(await marketChance(store, index, [], series('x', start, [101, 999]), at(start))).toBeNull()
})
