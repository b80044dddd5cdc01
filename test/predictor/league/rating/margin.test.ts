import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GameMargin } from '#predictor/league/played-series.ts'
import { marginTerm } from '#predictor/league/rating/learn.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'

const unknown: GameMargin = {
  lengthSeconds: null,
  kills: null,
  towers: null,
  gold: null,
  dragons: null,
  cs: null,
}

function term(margin: Partial<GameMargin>): number {
  return marginTerm(Object.freeze({ ...unknown, ...margin }))
}

describe('margin of a win', () => {
  it('a game without statistics has margin 0', () => {
    expect(term({})).toBe(0)
  })

  it('a short game has a larger margin than a long one', () => {
    expect(term({ lengthSeconds: 20 * 60 })).toBeGreaterThan(term({ lengthSeconds: 30 * 60 }))
    expect(term({ lengthSeconds: 30 * 60 })).toBeGreaterThan(term({ lengthSeconds: 45 * 60 }))
  })

  it('the length adds 0 at the usual 31.8 minutes, and .2 for each deviation from it', () => {
    expectNear(term({ lengthSeconds: 60 * Math.exp(3.46064) }), 0)
    expectNear(term({ lengthSeconds: 60 * Math.exp(3.46064 - 0.170893) }), 0.2)
  })

  it('each statistic is capped at two and a half deviations', () => {
    expectNear(term({ lengthSeconds: 60 }), 0.5)
    expectNear(term({ lengthSeconds: 60_000 }), -0.5)
    expectNear(term({ towers: 11 }), (0.05 * (11 - 6.20817)) / 2.62005)
    expectNear(term({ dragons: -100 }), 0.03 * 2.5)
  })

  it('kills, gold and creep score count per minute, so a game of unknown length ignores them', () => {
    expect(term({ kills: 20, gold: 15_000, cs: 200 })).toBe(0)
    const length = term({ lengthSeconds: 1800 })
    expectNear(term({ lengthSeconds: 1800, kills: 12 }) - length, (-0.07 * (12 / 30 - 0.329894)) / 0.206799)
    expectNear(term({ lengthSeconds: 1800, gold: 12_000 }) - length, (0.03 * (12_000 / 30 - 323.449)) / 163.828)
    expectNear(term({ lengthSeconds: 1800, cs: 90 }) - length, (0.08 * (90 / 30 - 2.35163)) / 3.19009)
  })

  it('the margin is the sum over the known statistics', () => {
    const known: GameMargin = { lengthSeconds: 1500, kills: 9, towers: 7, gold: 9000, dragons: 2, cs: 60 }
    const extra = ['kills', 'towers', 'gold', 'dragons', 'cs'] as const
    const length = term({ lengthSeconds: 1500 })
    fc.assert(
      fc.property(fc.subarray([...extra]), (names) => {
        const alone = (name: (typeof extra)[number]) => term({ lengthSeconds: 1500, [name]: known[name] }) - length
        const together = term({
          lengthSeconds: 1500,
          ...Object.fromEntries(names.map((name) => [name, known[name]])),
        })
        expectNear(
          together,
          names.reduce((sum, name) => sum + alone(name), length),
        )
      }),
    )
  })
})
