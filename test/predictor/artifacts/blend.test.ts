import { fitAnchorHierarchy, fitShrunkCalibration } from '@riftline/core'
import { type Blend, writeBlend } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { parseBlend } from '#predictor/artifacts/blend.ts'
import { bentCurve, gradedTable, tinyBlend } from '../../support/tiny-artifacts.ts'
import { refused } from './refused.ts'

/** A history in which favourites win slightly less often than forecast. */
const fitted = fitShrunkCalibration(
  Array.from({ length: 900 }, (_, n) => ({
    p: 0.5 + (n % 45) / 100,
    y: (n * 7919) % 100 < 48 + ((n % 45) * 8) / 10 ? 1 : 0,
    ageDays: n / 3,
    bestOf: n % 2 === 0 ? 3 : 1,
    league: n % 3 === 0 ? 'LCK' : 'LEC',
  })),
)

describe('the blend', () => {
  it('a blend reads back as it was written, including fitted curves', () => {
    const calibration = { fasttree: fitted, lightgbm: fitted, pcasweep: fitted }
    const graded = gradedTable([
      { league: 'constructor', chances: [0.1, 0.2, 0.3], y: 0 },
      { league: 'LCK', chances: [0.7, 0.6, 1], y: 1 },
    ])
    const roi = { lightgbm: { n: 40, yield: -0.1, sd: 1.1 } }
    const anchor = fitAnchorHierarchy([{ calibrated: 0.7, market: 0.6, y: 1, bestOf: 3, league: 'LCK' }])
    const blend: Blend = tinyBlend({ calibration, graded, roi, consensus: 'mean', anchor })
    expect(fitted.model.level).not.toBe('identity')
    expect(parseBlend('blend.json', writeBlend(blend))).toMatchObject(blend as object)
  })
})

it('a blend of version 2 is read without its knowledge of drafts', () => {
  const { consensus, anchor, ...match } = JSON.parse(writeBlend(tinyBlend())) as Record<string, unknown>
  const old = { format: 'riftline-blend', formatVersion: 2, consensus, anchor, schemas: { match, draft: match } }
  expect(parseBlend('blend.json', JSON.stringify(old))).toEqual(parseBlend('blend.json', writeBlend(tinyBlend())))
})

describe('a blend is refused', () => {
  type Json = Record<string, unknown>
  const curveAt = (json: Json): Json =>
    (json as { calibration: { fasttree: { model: Json } } }).calibration.fasttree.model
  const gradedAt = (json: Json): { members: string[]; league: number[]; p: (number | null)[][]; y: number[] } =>
    (json as unknown as { graded: ReturnType<typeof gradedAt> }).graded
  const graded = 'blend.json $.graded'
  const curve = 'blend.json $.calibration.fasttree.model'

  it.each<[string, (json: Json) => unknown, string]>([
    ['of another format', (json) => Object.assign(json, { format: 'blend' }), 'blend.json $.format'],
    ['with an unknown consensus', (json) => Object.assign(json, { consensus: 'median' }), 'blend.json $.consensus'],
    [
      'with an anchor above 1',
      (json) => Object.assign((json.anchor as { model: object }).model, { w: 1.1 }),
      'blend.json $.anchor.model.w',
    ],
    ['of a later version', (json) => Object.assign(json, { formatVersion: 4 }), 'blend.json $.formatVersion'],
    ['without calibration', (json) => delete json.calibration, 'blend.json $.calibration'],
    ['with two members', (json) => gradedAt(json).p.pop(), `${graded}.p`],
    ['with members in another order', (json) => gradedAt(json).members.reverse(), graded],
    ['with columns of several lengths', (json) => gradedAt(json).y.push(1), graded],
    ['with a league that has no name', (json) => gradedAt(json).league.fill(1), graded],
    ['with a chance above 1', (json) => gradedAt(json).p[2]!.fill(1.5), `${graded}.p[2][0]`],
    ['with the yield of an unknown model', (json) => Object.assign(json, { roi: { median: {} } }), 'blend.json $.roi'],
    ['with a curve of no level', (json) => Object.assign(curveAt(json), { level: 'team' }), `${curve}.level`],
    ['with a curve of no knots', (json) => Object.assign(curveAt(json), { knots: [] }), `${curve}.knots`],
    [
      'with a curve that does not end at 1',
      (json) =>
        Object.assign(curveAt(json), {
          knots: [
            [0.5, 0.5],
            [0.9, 0.9],
          ],
        }),
      `${curve}.knots`,
    ],
    [
      'with a curve that falls',
      (json) =>
        Object.assign(curveAt(json), {
          knots: [
            [0.5, 0.5],
            [0.7, 0.8],
            [0.8, 0.7],
            [1, 1],
          ],
        }),
      `${curve}.knots`,
    ],
    ['with a clip beyond one half', (json) => Object.assign(curveAt(json), { epsilon: 0.6 }), `${curve}.epsilon`],
  ])('a blend %s is refused', async (_, change, path) => {
    const graded = gradedTable([{ chances: [0.6, 0.7, 0.8], y: 1 }])
    const json = JSON.parse(writeBlend(tinyBlend({ graded }))) as Json
    change(json)
    const fault = await refused(() => parseBlend('blend.json', JSON.stringify(json)))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path })
  })

  it('a blend with a flat stretch in a curve is accepted', () => {
    const { fasttree, ...others } = tinyBlend().calibration
    const calibration = { ...others, fasttree: { ...fasttree, model: bentCurve(0.8, 0.5) } }
    expect(() => parseBlend('blend.json', writeBlend(tinyBlend({ calibration })))).not.toThrow()
  })
})
