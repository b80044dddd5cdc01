import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConsensusRecord, consensusTable, gradeMatches } from '#core/consensus/consensus-table.ts'
import { consensusWeights, prepareConsensus } from '#core/consensus/consensus-weights.ts'
import { type ConsensusOptions, pool } from '#core/consensus/member-weights.ts'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { amount } from '../../support/amount.ts'
import { near } from '../../support/plain-expect.ts'
import { any01, history, ids, leagues, members3, swapRecord, targetOf } from './worlds.ts'

const options: fc.Arbitrary<ConsensusOptions> = fc.record(
  {
    eta: fc.constantFrom(0, 1, 20),
    nCap: fc.constantFrom(0, 25, 1e6),
    nMin: fc.constantFrom(0, 30),
    halfLifeDays: fc.constantFrom(5, 120, Infinity),
    h: fc.constantFrom(1e-9, 0.05, 0.35, 1e9),
    rho: fc.constantFrom(0, 0.3, 1),
    kappaLeague: fc.constantFrom(0, 100),
    kappaSpread: fc.constantFrom(0, 1000),
    tau: fc.constantFrom(0, 0.1, 2),
    wMin: fc.constantFrom(0, 0.05, 1 / 3),
    conditionOnSpread: fc.boolean(),
  },
  { requiredKeys: [] },
)
const place = fc.constantFrom(...leagues, 'unseen', null)
const pasts = [0, 20, 40, 300].map((n) => history(n, n + 1))
const past = fc.constantFrom(...pasts)
const weightsOf = (...args: Parameters<typeof consensusWeights>): number[] => {
  const { weights } = consensusWeights(...args)
  return ids.map((id) => weights[id] as number)
}
const joined = (records: readonly ConsensusRecord[], p: readonly number[], chosen: ConsensusOptions = {}): number =>
  pool(p, weightsOf(records, targetOf(p), chosen))

describe('weights', () => {
  it('weights sum to 1 and respect the floor, for any history, options and forecasts', () => {
    fc.assert(
      fc.property(past, members3, place, options, (records, p, league, chosen) => {
        const weights = weightsOf(records, targetOf(p, league), chosen)
        near(
          weights.reduce((sum, w) => sum + w, 0),
          1,
        )
        for (const w of weights) expect(w).toBeGreaterThanOrEqual(chosen.wMin ?? 0.05)
      }),
    )
  })

  it('swapping the sides of the match or of past matches does not change the weights', () => {
    fc.assert(
      fc.property(past, members3, options, fc.integer(), (records, p, chosen, mask) => {
        fc.pre(chosen.h !== 1e-9) // at this width the rounding of 1 - p would count
        const swapped = records.map((r, i) => ((mask >> (i % 31)) & 1 ? swapRecord(r) : r))
        const here = weightsOf(records, targetOf(p), chosen)
        const there = weightsOf(swapped, targetOf(p.map((value) => 1 - value)), chosen)
        here.forEach((w, i) => {
          near(w, there[i] as number, 1e-8)
        })
      }),
    )
  })

  it('reordering the members or the history does not change the weights', () => {
    fc.assert(
      fc.property(
        past,
        members3,
        options,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (records, p, chosen, order) => {
          const { members } = targetOf(p)
          const roi = { lightgbm: { n: 100, yield: 0.1, sd: 1 } }
          const plain = weightsOf(records, { members, league: 'LCK', roi }, chosen)
          const shuffled = order.map((i) => members[i] as (typeof members)[number])
          const again = weightsOf([...records].reverse(), { members: shuffled, league: 'LCK', roi }, chosen)
          plain.forEach((w, i) => {
            near(w, again[i] as number, 1e-9)
          })
        },
      ),
    )
  })

  it('adding a constant to all losses changes no graded match, as only differences are kept', () => {
    const match = fc.record({ ageDays: fc.nat(300), league: fc.constantFrom(...leagues), p: members3, y: any01 })
    fc.assert(
      fc.property(fc.array(match, { maxLength: 20 }), (rows) => {
        const records = rows.map((row) => ({
          ...row,
          p: Object.fromEntries(ids.map((id, i) => [id, row.p[i] as number])),
        }))
        const { excess } = gradeMatches(consensusTable(records, ids), ids)
        records.forEach((record, i) => {
          const loss = (p: number) => {
            const inside = Math.min(1 - 1e-6, Math.max(1e-6, p))
            return -record.y * Math.log(inside) - (1 - record.y) * Math.log1p(-inside)
          }
          const losses = ids.map((id) => loss(record.p[id] as number))
          const mean = losses.reduce((sum, value) => sum + value, 0) / 3
          losses.forEach((value, j) => {
            near(excess[j]?.[i] as number, value - mean, 1e-9)
          })
        })
      }),
    )
  })

  it('weights favour the member with the smaller losses', () => {
    for (let seed = 0; seed < 5; seed++) {
      const [best, middle, worst] = weightsOf(history(400, seed), targetOf([0.5, 0.6, 0.7])) as [number, number, number]
      expect(best).toBeGreaterThan(middle)
      expect(middle).toBeGreaterThan(worst)
    }
  })

  it('weights use only matches that every present member forecast', () => {
    const records = history(200, 5)
    const alone = history(50, 6).map((r) => ({ ...r, p: { fasttree: 0.999 }, y: 0 }))
    const asked = targetOf([0.5, 0.6, 0.7])
    expect(consensusWeights([...records, ...alone], asked)).toEqual(consensusWeights(records, asked))
    const two = targetOf([0.5, 0.6], 'LCK', ['fasttree', 'lightgbm'])
    const without = records.map(({ p: { pcasweep, ...p }, ...r }) => ({ ...r, p }) as ConsensusRecord)
    expect(consensusWeights(records, two)).toEqual(consensusWeights(without, two))
    expect(Object.keys(consensusWeights(records, two).weights)).toEqual(['fasttree', 'lightgbm'])
  })

  it('weights are exactly equal, and not tilted, below the minimum history', () => {
    const roi = { fasttree: { n: 500, yield: 0.2, sd: 1 } }
    const flat = history(30, 7).map((r) => ({ ...r, ageDays: 1, league: 'LCK' }))
    const short = consensusWeights(flat.slice(1), { ...targetOf([0.5, 0.6, 0.7]), roi })
    expect(Object.values(short.weights)).toEqual([1 / 3, 1 / 3, 1 / 3])
    expect(short).toMatchObject({ reason: 'insufficient-history', nEff: 29 })
    expect([short.base, short.tilt, short.evidence]).toEqual([undefined, undefined, undefined])
    expect(consensusWeights(flat, targetOf([0.5, 0.6, 0.7])).reason).toBeUndefined()
  })

  it('the evidence is counted at the league level: other leagues count rho, and the spread does not reduce it', () => {
    const mixed = history(100, 3).map((r, i) => ({ ...r, ageDays: 0, league: i < 50 ? 'LCK' : 'LPL' }))
    const { nEff } = consensusWeights(mixed, targetOf([0.001, 0.5, 0.999]))
    near(nEff as number, 65 ** 2 / (50 + 50 * 0.09), 1e-9)
    near(consensusWeights(mixed, targetOf([0.5, 0.5, 0.5], 'unseen')).nEff as number, 100, 1e-9)
  })

  it('the weight of a single member is 1 for any history', () => {
    const alone = { members: [{ id: 'fasttree', p: 0.3 }], league: null }
    const expected = { weights: { fasttree: 1 }, spread: 0, reason: 'single-member' }
    expect(consensusWeights([], alone)).toEqual(expected)
    expect(consensusWeights(history(100, 1), alone)).toEqual(expected)
  })

  it('equal tilts cancel in the weights; unequal tilts change them', () => {
    const record = { n: 400, yield: 0.06, sd: 1.05 }
    const asked = targetOf([0.5, 0.6, 0.7])
    const plain = weightsOf(history(200, 8), asked)
    const equal = weightsOf(history(200, 8), { ...asked, roi: Object.fromEntries(ids.map((id) => [id, record])) })
    plain.forEach((w, i) => {
      near(w, equal[i] as number)
    })
    const one = weightsOf(history(200, 8), { ...asked, roi: { pcasweep: record } })
    expect(one[2]).toBeGreaterThan(plain[2] as number)
  })

  it('weights under a floor of 1/3 are all 1/3, and without a floor they are the base weights', () => {
    const records = history(300, 9)
    for (const w of weightsOf(records, targetOf([0.5, 0.6, 0.7]), { wMin: 1 / 3 })) near(w, 1 / 3)
    const free = consensusWeights(records, targetOf([0.5, 0.6, 0.7]), { wMin: 0 })
    for (const id of ids) near(free.weights[id] as number, free.base?.[id] as number)
  })

  it('the reported spread is the range of the log odds', () => {
    near(consensusWeights([], targetOf([0.2, 0.5, 0.8])).spread, logOdds(0.8) - logOdds(0.2))
    near(consensusWeights([], targetOf([0, 0.5, 0.8])).spread, logOdds(0.8) - logOdds(1e-6))
  })
})

describe('consensus probability', () => {
  it('the consensus lies between the members and becomes its complement when all sides are swapped', () => {
    fc.assert(
      fc.property(past, members3, options, (records, p, chosen) => {
        fc.pre(chosen.h !== 1e-9)
        const value = joined(records, p, chosen)
        near(
          joined(
            records.map(swapRecord),
            p.map((v) => 1 - v),
            chosen,
          ),
          1 - value,
          1e-8,
        )
        expect(value).toBeGreaterThanOrEqual(Math.min(...p))
        expect(value).toBeLessThanOrEqual(Math.max(...p))
      }),
    )
  })

  it('the consensus of members that agree is exactly their forecast', () => {
    fc.assert(
      fc.property(past, any01, options, (records, p, chosen) => {
        expect(joined(records, [p, p, p], chosen)).toBe(p)
      }),
    )
  })

  it('the consensus rises with every member when it does not depend on the spread', () => {
    fc.assert(
      fc.property(past, members3, fc.nat({ max: 2 }), any01, options, (records, p, which, other, some) => {
        const chosen = { ...some, conditionOnSpread: false }
        const moved = p.map((value, i) => (i === which ? other : value))
        expect(weightsOf(records, targetOf(moved), chosen)).toEqual(weightsOf(records, targetOf(p), chosen))
        const rise = joined(records, moved, chosen) - joined(records, p, chosen)
        expect(rise * Math.sign(other - (p[which] as number))).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it.each([100, 1000, 300, 3000].slice(0, amount(1, 4)))(
    'with weights by spread over %i matches, the consensus falls by less than 0.02 as a member rises',
    (n) => {
      const steps = Array.from({ length: 61 }, (_, i) => sigmoid(-3 + i / 10))
      let worst = 0
      for (let seed = 0; seed < 9; seed++) {
        const weigh = prepareConsensus(
          history(
            n,
            100 * n + seed,
            [
              [0.3, 0.6, 0.9],
              [0.4, 0.4, 1],
              [0.5, 0.5, 0.5],
            ][seed % 3],
          ),
          ids,
        )
        for (const [a, b] of [
          [0.55, 0.65],
          [0.3, 0.5],
          [0.2, 0.85],
        ] as const) {
          for (const which of [0, 1, 2]) {
            let highest = 0
            for (const moving of steps) {
              const p = [a as number, b].toSpliced(which, 0, moving)
              const { weights } = weigh(targetOf(p))
              const value = pool(
                p,
                ids.map((id) => weights[id] as number),
              )
              worst = Math.max(worst, highest - value)
              highest = Math.max(highest, value)
            }
          }
        }
      }
      expect(worst).toBeLessThan(0.02)
    },
  )
})
