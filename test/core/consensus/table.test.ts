import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ConsensusRecord, consensusTable } from '#core/consensus/consensus-table.ts'
import { prepareConsensus } from '#core/consensus/consensus-weights.ts'
import { near } from '../../support/plain-expect.ts'
import { any01, history, ids, members3, targetOf } from './worlds.ts'

const record: fc.Arbitrary<ConsensusRecord> = fc.record({
  ageDays: fc.integer({ min: 0, max: 400 }),
  league: fc.constantFrom('LCK', 'LPL', '', '__proto__', null),
  p: fc.dictionary(fc.constantFrom(...ids, '__proto__', 'other'), any01, { maxKeys: 5 }),
  y: any01,
})

it('a table read back from JSON gives the same weights as its records, for all members or some', () => {
  const some = fc.subarray([...ids, '__proto__'], { minLength: 1 })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 80 }), some, members3, (records, names, p) => {
      const table = JSON.parse(
        JSON.stringify(consensusTable(records, ['__proto__', 'pcasweep', 'lightgbm', 'fasttree'])),
      )
      for (const league of ['LCK', '__proto__', 'unseen', null]) {
        const target = targetOf([...p, 0.6], league, names)
        const options = { nMin: 5 }
        expect(prepareConsensus(table, names, options)(target)).toEqual(
          prepareConsensus(records, names, options)(target),
        )
      }
    }),
  )
})

it('a table may hold typed arrays', () => {
  const table = consensusTable(history(100, 1), ids)
  const typed = {
    ...table,
    ageDays: Float64Array.from(table.ageDays),
    league: Int16Array.from(table.league),
    p: table.p.map((column) => Float64Array.from(column as number[])),
    y: Uint8Array.from(table.y),
  }
  const target = targetOf([0.4, 0.5, 0.6])
  expect(prepareConsensus(typed, ids)(target)).toEqual(prepareConsensus(table, ids)(target))
})

it('daysLater adds to the age of every match', () => {
  const records = history(300, 2)
  fc.assert(
    fc.property(
      members3,
      fc.constantFrom(0, 1, 30.5, 400, 6000),
      fc.constantFrom('LCK', 'unseen'),
      (p, daysLater, league) => {
        const aged = records.map((r) => ({ ...r, ageDays: r.ageDays + daysLater }))
        const options = { kappaLeague: 20, kappaSpread: 20 }
        const here = prepareConsensus(records, ids, options)({ ...targetOf(p, league), daysLater })
        const there = prepareConsensus(aged, ids, options)(targetOf(p, league))
        expect(here.reason).toBe(there.reason)
        for (const id of ids) near(here.weights[id] as number, there.weights[id] as number, 1e-11)
        if (daysLater === 6000) expect(here).toMatchObject({ reason: 'insufficient-history', nEff: 0 })
      },
    ),
  )
})

it('leagues without matches get equal weights', () => {
  const weigh = prepareConsensus(history(100, 3), ids)
  const first = weigh(targetOf([0.4, 0.5, 0.6], 'league 0'))
  for (let i = 1; i < 50; i++) expect(weigh(targetOf([0.4, 0.5, 0.6], `league ${i}`))).toEqual(first)
})
