import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { anchor, fitAnchorHierarchy } from '#core/market/anchor.ts'
import { bettingYield } from '#core/market/betting-table.ts'
import { type DevigMethod, devig } from '#core/market/devig.ts'
import { americanToDecimal, fractionalToDecimal } from '#core/market/odds.ts'
import { closingLineValue, edge, expectedValue, kellyFraction, kellyGrowth } from '#core/market/stakes.ts'
import { sigmoid } from '#core/math/log-odds.ts'
import { same } from '../../support/plain-expect.ts'
import { type Case, expectWithin, loadVectors } from '../../vectors/load-vectors.ts'
import { fitAnchorWeight } from './fit-anchor-weight.ts'

const devigs = loadVectors('devig')
const anchors = loadVectors('anchor')
const values = loadVectors('ev')

const room = (key: string) => devigs.tolerance[key] ?? devigs.tolerance.default ?? {}
const sameMethods: Record<string, DevigMethod[]> = {
  additive: ['additive', 'wpo'],
  oddsRatio: ['oddsRatio', 'logarithmic'],
}

const paramsOf: Partial<Record<DevigMethod, string[]>> = {
  shin: ['shinZ'],
  oddsRatio: ['oddsRatioC', 'logC'],
  logarithmic: ['oddsRatioC', 'logC'],
  power: ['powerK'],
  bb: ['bbZ'],
  jsd: ['jsDistance'],
}

function checkMarket({ id, input, expect: e }: Case, odds: number[]): void {
  for (const [name, p] of Object.entries<number[]>(e.p)) {
    for (const method of sameMethods[name] ?? [name as DevigMethod]) {
      const label = `${id} ${method}`
      const result = devig(odds, { method })
      expectWithin(result.probabilities, p, room(`p.${name}`).abs ? room(`p.${name}`) : room('p'), label)
      if (odds.length === 2 && name !== 'probit' && name !== 'jsd') {
        const smaller = (p[0] ?? 0) <= (p[1] ?? 0) ? 0 : 1
        expectWithin(result.probabilities[smaller], p[smaller], { rel: 1e-11 }, `${label} smaller side`)
      }
      expectWithin(result.margin, e.margin, room('margin'), `${label} margin`)
      expectWithin(result.hold, e.hold, room('hold'), `${label} hold`)
      if (e.underround !== undefined) same(result.underround, e.underround, label)
      const params = Object.entries(result.params)
      if (e.params !== undefined) same(`${params.map(([param]) => param)}`, `${paramsOf[method] ?? []}`, label)
      for (const [param, value] of params) {
        if (e.params?.[param] !== undefined)
          expectWithin(value, e.params[param], room(`params.${param}`), `${label} ${param}`)
      }
      const problematic = e.problematic?.[name]
      if (e.problematic !== undefined && problematic !== null)
        same(`${result.problematic}`, `${problematic ?? []}`, label)
    }
  }
  expect(Object.isFrozen(input.odds ?? input.american)).toBe(true)
}

const rejects = (call: () => unknown): void => {
  expect(call).toThrow(RiftlineError)
}

const devigChecks: Record<string, (c: Case) => void> = {
  'two-way': (c) => checkMarket(c, c.input.odds),
  'n-way': (c) => checkMarket(c, c.input.odds),
  'two-way-share'({ id, input: { odds, family, exponent }, expect: e }) {
    const { probabilities, params } = devig(odds, { method: 'share', family, exponent })
    expectWithin(probabilities, [e.p1, e.p2], room('default'), id)
    expectWithin(params.share1, e.share1, room('default'), `${id} share`)
  },
  american({ id, input, expect: e }) {
    expectWithin(americanToDecimal(input.american), e.decimal, room('decimal'), id)
    expectWithin(1 / americanToDecimal(input.american), e.implied, room('default'), id)
  },
  fractional({ id, input, expect: e }) {
    expectWithin(fractionalToDecimal(input.fractional), e.decimal, room('decimal'), id)
  },
  'american-market'(c) {
    const odds = c.input.american.map(americanToDecimal)
    expectWithin(odds, c.expect.decimal, room('decimal'), c.id)
    checkMarket(c, odds)
  },
  reject: ({ input }) => rejects(() => devig(input.odds)),
  'reject-american': ({ input }) => rejects(() => americanToDecimal(input.american)),
  'reject-fractional': ({ input }) => rejects(() => fractionalToDecimal(input.fractional)),
}

describe('de-vig equals 60-digit arithmetic', () => {
  it.each(devigs.cases.map((c) => [c.kind, c.id, c] as const))(
    'devig equals 60-digit arithmetic: %s %s',
    (kind, _id, c) => {
      expect(Object.keys(devigChecks)).toContain(kind)
      devigChecks[kind]?.(c)
    },
  )
})

const anchorRoom = anchors.tolerance.default ?? {}

function checkWeight(fit: ReturnType<typeof fitAnchorWeight>, e: Case['expect'], label: string): void {
  expectWithin([fit.w, fit.wRaw, fit.sd, fit.nEff], [e.w, e.wRaw, e.sd, e.nEff], anchorRoom, label)
}

const anchorChecks: Record<string, (c: Case) => void> = {
  apply({ id, input, expect: e }) {
    expectWithin(anchor(input.calibrated, input.market, input.w), e.anchored, anchorRoom, id)
    expectWithin(anchor(1 - input.calibrated, 1 - input.market, input.w), e.swapped, anchorRoom, `${id} swapped`)
  },
  applyFromOdds({ id, input, expect: e }) {
    const market = devig(input.odds, { method: input.method }).probabilities[0] ?? 0
    const anchored = anchor(input.calibrated, market, input.w)
    expectWithin([market, anchored], [e.market, e.anchored], anchorRoom, id)
    expectWithin(expectedValue(input.calibrated, input.odds[0]), e.ev.raw, anchorRoom, `${id} raw EV`)
    expectWithin(expectedValue(anchored, input.odds[0]), e.ev.anchored, anchorRoom, `${id} anchored EV`)
  },
  fit({ id, input: { logitMarket, gap, y, omega, w0, s }, expect: e }) {
    const records = y.map((outcome: number, i: number) => ({
      calibrated: sigmoid(logitMarket[i] + gap[i]),
      market: sigmoid(logitMarket[i]),
      y: outcome,
      weight: omega[i],
    }))
    checkWeight(fitAnchorWeight(records, { w0, s }), e, id)
  },
  fitTriples({ id, input: { calibrated, market, y, omega, w0, s }, expect: e }) {
    const records = y.map((outcome: number, i: number) => ({
      calibrated: calibrated[i],
      market: market[i],
      y: outcome,
      weight: omega[i],
    }))
    checkWeight(fitAnchorWeight(records, { w0, s }), e, id)
    const swapped = records.map((r: Record<'calibrated' | 'market' | 'y' | 'weight', number>) => ({
      calibrated: 1 - r.calibrated,
      market: 1 - r.market,
      y: 1 - r.y,
      weight: r.weight,
    }))
    expectWithin(fitAnchorWeight(swapped, { w0, s }).w, e.swapped.w, anchorRoom, `${id} swapped`)
  },
  hierarchy({ id, input: { logitMarket, gap, y, bestOf, w0, s, childS }, expect: e }) {
    const records = y.map((outcome: number, i: number) => ({
      calibrated: sigmoid(logitMarket[i] + gap[i]),
      market: sigmoid(logitMarket[i]),
      y: outcome,
      bestOf: bestOf[i],
    }))
    const { model, weights } = fitAnchorHierarchy(records, { w0, s, childS })
    checkWeight(model, e.model, `${id} model`)
    expect(Object.keys(weights).sort()).toEqual(['bo1', 'bo3', 'bo5'])
    for (const [key, weight] of Object.entries(weights)) checkWeight(weight, e[key], `${id} ${key}`)
  },
}

describe('anchoring equals 60-digit arithmetic', () => {
  it.each(anchors.cases.map((c) => [c.kind, c.id, c] as const))(
    'anchoring equals 60-digit arithmetic: %s %s',
    (kind, _id, c) => {
      expect(Object.keys(anchorChecks)).toContain(kind)
      anchorChecks[kind]?.(c)
    },
  )
})

const evRoom = values.tolerance.default ?? {}

const evChecks: Record<string, (c: Case) => void> = {
  ev({ id, input: { odds, p }, expect: e }) {
    const actual = [expectedValue(p, odds), edge(p, odds), kellyFraction(p, odds), kellyGrowth(p, odds), 1 / odds]
    expectWithin(actual, [e.ev, e.edge, e.kelly, e.growth, e.breakEven], evRoom, id)
  },
  kellyShrink({ id, input: { odds, p, w }, expect: e }) {
    const shrunk = w * p + (1 - w) / odds
    expectWithin(shrunk, e.shrunkP, evRoom, id)
    expectWithin([kellyFraction(p, odds), kellyFraction(shrunk, odds)], [e.kelly, e.fractional], evRoom, id)
    expectWithin(kellyFraction(p, odds, { fraction: w }), e.fractional, evRoom, id)
  },
  twoSides({ id, input: { odds, p1 }, expect: e }) {
    const p = [p1, 1 - p1]
    const ev = odds.map((price: number, i: number) => expectedValue(p[i] ?? 0, price))
    expectWithin(ev, e.ev, evRoom, id)
    expectWithin(
      odds.map((price: number, i: number) => kellyFraction(p[i] ?? 0, price)),
      e.kelly,
      evRoom,
      id,
    )
    expect(ev.map((value: number) => value > 0)).toEqual(e.positive)
    expect(devig(odds).underround).toBe(e.arbitrage)
  },
  clv({ id, input, expect: e }) {
    const value = closingLineValue(input.oddsTaken, input.closing, { method: input.method })
    expectWithin([value.closingProbability, value.price, value.fair], [e.pClose, e.price, e.fair], evRoom, id)
  },
  yield({ id, input, expect: e }) {
    const result = bettingYield(input.bets)
    for (const [key, value] of Object.entries(e)) expectWithin(Reflect.get(result, key), value, evRoom, `${id} ${key}`)
  },
  reject({ input: { p, odds } }) {
    for (const call of [expectedValue, edge, kellyFraction, kellyGrowth]) rejects(() => call(p, odds))
  },
}

describe('expected value and stakes equal 60-digit arithmetic', () => {
  it.each(values.cases.map((c) => [c.kind, c.id, c] as const))(
    'expected value and stakes equal 60-digit arithmetic: %s %s',
    (kind, _id, c) => {
      expect(Object.keys(evChecks)).toContain(kind)
      evChecks[kind]?.(c)
    },
  )
})
