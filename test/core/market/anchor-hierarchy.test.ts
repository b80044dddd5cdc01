import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnchorCellRecord, fitAnchorHierarchy, selectAnchor } from '#core/market/anchor.ts'
import { uniform } from './arbitraries.ts'
import { fitAnchorWeight } from './fit-anchor-weight.ts'

const chance = uniform(0.02, 0.98)
const record: fc.Arbitrary<AnchorCellRecord> = fc.record({
  calibrated: chance,
  market: chance,
  y: fc.constantFrom(0, 1),
  weight: fc.constantFrom(0, 1, 2.5),
  bestOf: fc.constantFrom(1, 3, 5, null),
  league: fc.constantFrom('LCK', 'LPL', '__proto__', null),
})
const history = fc.array(record, { maxLength: 60 })

describe('anchor weights by format and league', () => {
  it('the prior mean of a cell is the clipped weight of the level above', () => {
    fc.assert(
      fc.property(history, chance, (records, w0) => {
        const { model, weights } = fitAnchorHierarchy(records, { w0, s: 0.5, childS: 0.3 })
        expect(model).toEqual(fitAnchorWeight(records, { w0, s: 0.5 }))
        const keys: string[] = []
        for (const bestOf of [1, 3, 5]) {
          const format = records.filter((r) => r.bestOf === bestOf)
          const fitted = fitAnchorWeight(format, { w0: model.w, s: 0.3 })
          if (fitted.prior) continue
          keys.push(`bo${bestOf}`)
          expect(weights[`bo${bestOf}`]).toEqual(fitted)
          for (const league of ['LCK', 'LPL', '__proto__']) {
            const cell = fitAnchorWeight(
              format.filter((r) => r.league === league),
              { w0: fitted.w, s: 0.3 },
            )
            if (cell.prior) continue
            keys.push(`bo${bestOf}/${league}`)
            expect(weights[`bo${bestOf}/${league}`]).toEqual(cell)
          }
        }
        expect(Object.keys(weights).sort()).toEqual(keys.sort())
      }),
    )
  })

  it('a level passes its clipped weight down, not the raw one', () => {
    const against = Array.from({ length: 200 }, () => ({ calibrated: 0.8, market: 0.5, y: 0, bestOf: 3 }))
    const { model, weights } = fitAnchorHierarchy(against)
    expect(model.wRaw).toBeLessThan(0)
    expect(model.w).toBe(0)
    expect(weights.bo3).toEqual(fitAnchorWeight(against, { w0: 0, s: 0.15 }))
  })

  it('below the model level the prior spread is 0.15, or the spread given', () => {
    const one = [{ calibrated: 0.7, market: 0.6, y: 1, bestOf: 3 }]
    const model = fitAnchorWeight(one)
    expect(fitAnchorHierarchy(one).weights.bo3).toEqual(fitAnchorWeight(one, { w0: model.w, s: 0.15 }))
    expect(fitAnchorHierarchy(one, { childS: 2 }).weights.bo3).toEqual(fitAnchorWeight(one, { w0: model.w, s: 2 }))
  })

  it('an anchor hierarchy survives JSON and selects the finest fitted cell', () => {
    fc.assert(
      fc.property(
        history,
        fc.constantFrom(1, 3, 5, 7, null),
        fc.constantFrom('LCK', 'LEC', '__proto__', null),
        (records, bestOf, league) => {
          const hierarchy = fitAnchorHierarchy(records)
          const reloaded = JSON.parse(JSON.stringify(hierarchy))
          expect(reloaded).toEqual(hierarchy)
          const format = bestOf === null ? undefined : hierarchy.weights[`bo${bestOf}`]
          const finest = bestOf === null || league === null ? undefined : hierarchy.weights[`bo${bestOf}/${league}`]
          expect(selectAnchor(reloaded, { bestOf, league })).toEqual(finest ?? format ?? hierarchy.model)
        },
      ),
    )
    expect(selectAnchor(fitAnchorHierarchy([]))).toEqual({ w: 0.25, wRaw: 0.25, sd: 0.2, nEff: 0, prior: true })
  })

  it('an anchor hierarchy selects the model for a league without a format and for inherited keys', () => {
    const hierarchy = fitAnchorHierarchy([{ calibrated: 0.7, market: 0.6, y: 1, league: 'LCK' }])
    expect(hierarchy.weights).toEqual({})
    expect(selectAnchor(hierarchy, { league: 'LCK' })).toBe(hierarchy.model)
    expect(selectAnchor({ ...hierarchy, weights: Object.create({ bo3: { w: 0.9 } }) }, { bestOf: 3 })).toBe(
      hierarchy.model,
    )
  })

  it('in an anchor hierarchy a format below the minimum and its leagues take the model’s weight', () => {
    const match = (league: string) => ({ calibrated: 0.7, market: 0.6, y: 1, bestOf: 3, league })
    const records = [match('LCK'), match('LCK'), match('LPL')]
    expect(Object.keys(fitAnchorHierarchy(records, { minimum: 2 }).weights)).toEqual(['bo3', 'bo3/LCK'])
    expect(fitAnchorHierarchy(records, { minimum: 3.5 }).weights).toEqual({})
    const uneven = [{ ...match('LCK'), weight: 100 }, ...Array.from({ length: 9 }, () => match('LPL'))]
    expect(fitAnchorHierarchy(uneven, { minimum: 5 }).weights).toEqual({}) // nine matches in LPL, but an effective size of 1.2 in its format
  })

  it('reordering the records does not change an anchor hierarchy', () => {
    fc.assert(
      fc.property(history, (records) => {
        const [there, back] = [records, [...records].reverse()].map((list) => fitAnchorHierarchy(list))
        for (const [key, { w }] of Object.entries(there?.weights ?? {})) {
          expect(Math.abs((back?.weights[key]?.w ?? 9) - w)).toBeLessThanOrEqual(1e-12)
        }
      }),
    )
  })

  it('an anchor hierarchy weighs matches by the half-life at every level', () => {
    const match = { calibrated: 0.7, market: 0.6, y: 1, bestOf: 3, league: 'LCK' }
    const aged = fitAnchorHierarchy([match, { ...match, y: 0, ageDays: 60 }], { halfLifeDays: 30 })
    expect(aged).toEqual(fitAnchorHierarchy([match, { ...match, y: 0, weight: 0.25 }]))
  })
})
