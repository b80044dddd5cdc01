import { type SeriesMarketsOptions, seriesMarkets } from '@riftline/core'
import type { MarketsRequest } from '@riftline/predictor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { requests, tinyPredictor } from './answers.ts'

/** Keys of numbers that are chances or shares. */
const chanceKey = /robability$|^(blue|red|over|under|played|weight|breakEven)$/
/** Parents whose keys have such names but hold maps, players or prices. */
const otherParents = /^(standing|odds|at|value)$/

/** Places of chances outside [0, 1]. */
function outside(value: unknown, parent = '', place = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isChance = typeof inner === 'number' && chanceKey.test(key)
    if (!isChance) return outside(inner, key, `${place}.${key}`)
    const isOther = otherParents.test(parent) && !/robability$/.test(key)
    // A correct score has the maps of both sides beside its chance.
    const isMaps = Number.isInteger(inner) && 'probability' in value && /^(blue|red)$/.test(key)
    return isOther || isMaps || (inner >= 0 && inner <= 1) ? [] : [`${place}.${key}: ${inner}`]
  })
}

const standings = fc.constantFrom(3, 5, 1).chain((bestOf) => {
  const most = (bestOf + 1) / 2
  const won = fc.nat(most)
  return fc.tuple(won, won).map(([blue, red]) => ({
    bestOf: bestOf as 1 | 3 | 5,
    standing: blue === most && red === most ? { blue, red: red - 1 } : { blue, red },
  }))
})

const edges = fc.constantFrom(0, 1, 1e-9, 1 - 1e-9, 0.5, Number.MIN_VALUE)
const chance = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), edges)
const options: fc.Arbitrary<SeriesMarketsOptions> = fc
  .tuple(
    chance,
    fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.double({ min: 0, max: 1.7, noNaN: true })),
    fc.oneof(fc.constant(0), fc.double({ min: -10, max: 10, noNaN: true })),
    standings,
  )
  .map(([probability, sd, shift, rest]) => ({ probability, sd, shift, ...rest }))

it('no market of a series has a chance outside [0, 1]', () => {
  fc.assert(
    fc.property(options, (asked) => {
      const { latent: _, posterior: __, ...markets } = seriesMarkets(asked)
      expect(outside(markets)).toEqual([])
    }),
    { numRuns: amount(1000, 14_000) },
  )
})

it('no answer contains a probability outside [0, 1]', () => {
  const predictor = tinyPredictor()
  const at = fc.option(fc.integer({ min: Date.UTC(2030, 0), max: Date.UTC(2035, 0) }), { nil: undefined })
  fc.assert(
    fc.property(requests, at, standings, (request, moment, { standing, bestOf }) => {
      const when = moment === undefined ? {} : { at: moment }
      const { explanation, ...answer } = predictor.predict({ ...request, explain: true }, when)
      const { explain: ___, ...asked } = request
      const markets = predictor.markets({ ...asked, standing, bestOf } as MarketsRequest, null, when)
      // Only the chances of a stage are tested; logits and points may have any value.
      const stages = explanation!.stages.map(({ probability, marketProbability }) => ({
        probability,
        marketProbability,
      }))
      for (const one of [answer, markets, { stages, value: explanation!.value, weights: explanation!.weights }]) {
        expect(outside(one)).toEqual([])
      }
    }),
    { numRuns: amount(200, 6000) },
  )
})
