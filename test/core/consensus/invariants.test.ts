import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseWeights } from '../../../packages/core/src/consensus/base-weights.ts'
import type { ConsensusOptions } from '../../../packages/core/src/consensus/consensus-options.ts'
import { consensusWeights, prepareConsensus } from '../../../packages/core/src/consensus/consensus-weights.ts'
import { finalWeights } from '../../../packages/core/src/consensus/final-weights.ts'
import type { ConsensusRecord } from '../../../packages/core/src/consensus/graded-matches.ts'
import { pool } from '../../../packages/core/src/consensus/pool.ts'
import { roiTilt } from '../../../packages/core/src/consensus/roi-tilt.ts'
import { shrinkToParent } from '../../../packages/core/src/consensus/shrink-to-parent.ts'
import { RiftlineError } from '../../../packages/core/src/errors.ts'
import { logit } from '../../../packages/core/src/math/logit.ts'
import { seededRandom } from '../../../packages/core/src/math/seeded-random.ts'
import { sigmoid } from '../../../packages/core/src/math/sigmoid.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const any01 = fc.double({ min: 0, max: 1, noNaN: true })
const inside = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000)
const kind = fc.constantFrom('log' as const, 'linear' as const)
const near = (a: number, b: number, room = 1e-12): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(room)
}
const members3 = fc.tuple(inside, inside, inside)

describe('the pool', () => {
  const weighted = fc.array(fc.tuple(any01, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 })

  it('lies between the members and does not depend on their order', () => {
    fc.assert(
      fc.property(weighted, kind, (rows, chosen) => {
        const p = rows.map(([value]) => value)
        const w = rows.map(([, value]) => value)
        const joined = pool(p, w, { pool: chosen })
        expect(joined).toBeGreaterThanOrEqual(Math.min(...p))
        expect(joined).toBeLessThanOrEqual(Math.max(...p))
        near(pool([...p].reverse(), [...w].reverse(), { pool: chosen }), joined)
        near(
          pool(
            p,
            w.map((value) => value / 10),
            { pool: chosen },
          ),
          joined,
        )
      }),
    )
  })

  it('of equal members is exactly that member', () => {
    fc.assert(
      fc.property(any01, fc.integer({ min: 1, max: 5 }), kind, (p, n, chosen) => {
        expect(pool(new Array(n).fill(p), new Array(n).fill(1 / n), { pool: chosen })).toBe(p)
      }),
    )
  })

  it('is the complement when the sides are swapped', () => {
    fc.assert(
      fc.property(fc.array(inside, { minLength: 1, maxLength: 4 }), kind, (p, chosen) => {
        const w = p.map((_, i) => i + 1)
        near(
          pool(
            p.map((value) => 1 - value),
            w,
            { pool: chosen },
          ),
          1 - pool(p, w, { pool: chosen }),
        )
      }),
    )
  })
})

const ids = ['fasttree', 'lightgbm', 'pcasweep']
const leagues = ['LCK', 'LPL', 'LEC']

/** n matches; members add noise of a given size to the true log odds. */
function history(n: number, seed: number, noise = [0.3, 0.6, 0.9]): ConsensusRecord[] {
  const random = seededRandom(seed)
  const uniform = (): number => (random.below(2 ** 32) + 0.5) / 2 ** 32
  const bell = (): number => uniform() + uniform() + uniform() - 1.5
  return Array.from({ length: n }, (_, i) => {
    const z = 2 * bell()
    const p = Object.fromEntries(ids.map((id, j) => [id, sigmoid(z + 2 * (noise[j] as number) * bell())]))
    return { ageDays: (n - i) / 4, league: leagues[random.below(3)] as string, p, y: uniform() < sigmoid(z) ? 1 : 0 }
  })
}
const target = (p: readonly number[], league = 'LCK') => ({
  members: ids.map((id, i) => ({ id, p: p[i] as number })),
  league,
})
const swapRecord = (r: ConsensusRecord): ConsensusRecord => ({
  ...r,
  p: Object.fromEntries(Object.entries(r.p).map(([id, p]) => [id, 1 - p])),
  y: 1 - r.y,
})
const joined = (past: ConsensusRecord[], p: readonly number[], options: ConsensusOptions = {}): number => {
  const { weights } = consensusWeights(past, target(p), options)
  return pool(
    p,
    ids.map((id) => weights[id] as number),
  )
}

describe('consensus weights', () => {
  it('sum to 1, none below the floor, whatever the members say', () => {
    const weigh = prepareConsensus(history(300, 1), ids)
    fc.assert(
      fc.property(members3, fc.constantFrom(...leagues, 'unseen'), (p, league) => {
        const weights = Object.values(weigh(target(p, league)).weights)
        near(
          weights.reduce((sum, w) => sum + w, 0),
          1,
        )
        for (const w of weights) expect(w).toBeGreaterThanOrEqual(0.05 - 1e-15)
      }),
    )
  })

  it('do not change when the sides of the match or of past matches are swapped', () => {
    const past = history(200, 2)
    const swapped = past.map((r, i) => (i % 3 === 0 ? swapRecord(r) : r))
    fc.assert(
      fc.property(members3, (p) => {
        const here = consensusWeights(past, target(p)).weights
        const there = consensusWeights(swapped, target(p.map((value) => 1 - value))).weights
        for (const id of ids) near(here[id] as number, there[id] as number, 1e-9)
      }),
    )
  })

  it('do not depend on the order of the members or of the history', () => {
    const past = history(200, 3)
    const { weights } = consensusWeights(past, target([0.6, 0.7, 0.4]))
    const again = consensusWeights([...past].reverse(), {
      members: [...target([0.6, 0.7, 0.4]).members].reverse(),
      league: 'LCK',
    }).weights
    for (const id of ids) near(weights[id] as number, again[id] as number)
  })

  it('favour the member with the smaller losses', () => {
    const { weights } = consensusWeights(history(400, 4), target([0.5, 0.6, 0.7]))
    expect(weights.fasttree).toBeGreaterThan(weights.lightgbm as number)
    expect(weights.lightgbm).toBeGreaterThan(weights.pcasweep as number)
  })

  it('use only matches that every member forecast', () => {
    const past = history(200, 5)
    const alone = history(50, 6).map((r) => ({ ...r, p: { fasttree: 0.999 }, y: 0 }))
    expect(consensusWeights([...past, ...alone], target([0.5, 0.6, 0.7]))).toEqual(
      consensusWeights(past, target([0.5, 0.6, 0.7])),
    )
  })

  it('are exactly equal, without tilt, on a short history', () => {
    const roi = { fasttree: { n: 500, yield: 0.2, sd: 1 } }
    const result = consensusWeights(history(20, 7), { ...target([0.5, 0.6, 0.7]), roi })
    expect(result.reason).toBe('insufficient-history')
    expect(Object.values(result.weights)).toEqual([1 / 3, 1 / 3, 1 / 3])
    expect(result.base).toBeUndefined()
  })

  it('of a single member are 1', () => {
    expect(consensusWeights([], { members: [{ id: 'a', p: 0.3 }], league: null })).toEqual({
      weights: { a: 1 },
      spread: 0,
      reason: 'single-member',
    })
  })

  it('cancel equal tilts', () => {
    const past = history(200, 8)
    const record = { n: 400, yield: 0.06, sd: 1.05 }
    const plain = consensusWeights(past, target([0.5, 0.6, 0.7])).weights
    const tilted = consensusWeights(past, {
      ...target([0.5, 0.6, 0.7]),
      roi: Object.fromEntries(ids.map((id) => [id, record])),
    }).weights
    for (const id of ids) near(plain[id] as number, tilted[id] as number)
  })

  it('ignore a floor of 0 and obey one of 1/3', () => {
    const past = history(300, 9)
    expect(
      Object.values(consensusWeights(past, target([0.5, 0.6, 0.7]), { wMin: 1 / 3 }).weights).map((w) => w.toFixed(12)),
    ).toEqual(ids.map(() => (1 / 3).toFixed(12)))
    const free = consensusWeights(past, target([0.5, 0.6, 0.7]), { wMin: 0 })
    for (const id of ids) near(free.weights[id] as number, free.base?.[id] as number)
  })
})

describe('the consensus probability', () => {
  const past = history(400, 11)

  it('rises with every member where the spread is not conditioned on', () => {
    fc.assert(
      fc.property(members3, fc.nat({ max: 2 }), inside, (p, which, other) => {
        const moved = p.map((value, i) => (i === which ? other : value))
        const rise = joined(past, moved, { conditionOnSpread: false }) - joined(past, p, { conditionOnSpread: false })
        expect(rise * Math.sign(other - (p[which] as number))).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it.each([100, 1000, 3000])(
    'falls by less than 0.02 as a member rises, with the spread conditioned on and %i matches',
    (n) => {
      const weigh = prepareConsensus(history(n, n), ids)
      let worst = 0
      for (const [others, which] of [
        [[0.55, 0.65], 0],
        [[0.4, 0.6], 1],
        [[0.3, 0.5], 2],
      ] as const) {
        let highest = 0
        for (let z = -3; z <= 3; z += 0.1) {
          const p = [...others.slice(0, which), sigmoid(z), ...others.slice(which)]
          const { weights } = weigh(target(p))
          const value = pool(
            p,
            ids.map((id) => weights[id] as number),
          )
          worst = Math.max(worst, highest - value)
          highest = Math.max(highest, value)
        }
      }
      expect(worst).toBeLessThan(0.02)
    },
  )

  it('is the complement when everything is swapped', () => {
    fc.assert(
      fc.property(members3, (p) =>
        near(
          joined(
            past,
            p.map((v) => 1 - v),
          ),
          1 - joined(past, p),
          1e-9,
        ),
      ),
    )
  })
})

describe('the parts', () => {
  it('a constant added to all losses changes no base weight', () => {
    fc.assert(
      fc.property(
        fc.array(any01, { minLength: 1, maxLength: 4 }),
        any01,
        fc.nat({ max: 500 }),
        (losses, constant, n) => {
          const plain = baseWeights(losses, n)
          baseWeights(
            losses.map((loss) => loss + constant),
            n,
          ).forEach((w, i) => {
            near(w, plain[i] as number, 1e-9)
          })
          near(
            plain.reduce((sum, w) => sum + w, 0),
            1,
          )
        },
      ),
    )
  })

  it('evidence beyond the cap adds nothing', () => {
    expect(baseWeights([0.6, 0.65], 100)).toEqual(baseWeights([0.6, 0.65], 1e6))
    expect(baseWeights([0.6, 0.65], 1e6, { nCap: Number.MAX_VALUE })[0]).toBe(1)
  })

  it('the tilt is bounded, rises with the yield, and is 1 on few picks', () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 5, noNaN: true }), fc.nat({ max: 5000 }), (rate, n) => {
        const tilt = roiTilt({ n, yield: rate, sd: 1.1 })
        expect(Math.abs(Math.log(tilt))).toBeLessThanOrEqual(0.1 + 1e-15)
        if (n < 30) expect(tilt).toBe(1)
        else if (rate !== 0) expect(Math.sign(Math.log(tilt)) * Math.sign(rate)).toBeGreaterThanOrEqual(0)
      }),
    )
    near(roiTilt({ n: 50, yield: 0.1, sd: 0 }), Math.exp(0.1))
  })

  it('shrinkage ends at the parent without weight and at the cell without a parent', () => {
    expect([shrinkToParent(3, 1, 0, 10), shrinkToParent(3, 1, 10, 0), shrinkToParent(3, 1, 0, 0)]).toEqual([1, 3, 1])
  })

  it('the spread is the range of the log odds', () => {
    near(consensusWeights([], target([0.2, 0.5, 0.8])).spread, logit(0.8) - logit(0.2))
  })
})

describe('refuses', () => {
  const good = target([0.5, 0.6, 0.7])
  it.each<[string, () => unknown]>([
    ['no members to pool', () => pool([], [])],
    ['a member above 1', () => pool([1.1], [1])],
    ['weights that are all 0', () => pool([0.5, 0.6], [0, 0])],
    ['too few weights', () => pool([0.5, 0.6], [1])],
    ['an unknown pool', () => pool([0.5], [1], { pool: 'median' as Any })],
    [
      'a member twice',
      () => consensusWeights([], { members: [good.members[0], good.members[0]] as Any, league: null }),
    ],
    ['a member without a name', () => consensusWeights([], { members: [{ p: 0.5 }] as Any, league: null })],
    ['a league that is a number', () => consensusWeights([], { ...good, league: 3 as Any })],
    ['a history that is no list', () => consensusWeights({} as Any, good)],
    ['a match of a negative age', () => consensusWeights([{ ageDays: -1, league: 'LCK', p: {}, y: 1 }], good)],
    [
      'a past probability above 1',
      () => consensusWeights([{ ageDays: 1, league: 'LCK', p: { fasttree: 2 }, y: 1 }], good),
    ],
    ['a past match without a result', () => consensusWeights([{ ageDays: 1, league: 'LCK', p: {} } as Any], good)],
    ['a floor above 1/3 for three', () => consensusWeights([], good, { wMin: 0.4 })],
    ['a negative eta', () => consensusWeights([], good, { eta: -1 })],
    ['a kernel of width 0', () => consensusWeights([], good, { h: 0 })],
    ['a switch that is no switch', () => consensusWeights([], good, { conditionOnSpread: 'no' as Any })],
    ['other members than prepared', () => prepareConsensus([], ['a', 'b', 'c'])(good)],
    ['a yield that is NaN', () => roiTilt({ n: 100, yield: Number.NaN, sd: 1 })],
    ['losses that are NaN', () => baseWeights([Number.NaN], 1)],
    ['a negative history', () => baseWeights([0.5], -1)],
    ['a tilt for another number of members', () => finalWeights([0.5, 0.5], [1])],
    ['a base and tilt that cancel to nothing', () => finalWeights([1, 0], [0, 1])],
    ['a negative pseudo-weight', () => shrinkToParent(0, 0, 1, -1)],
  ])('%s', (_label, call) => expect(call).toThrow(RiftlineError))
})
