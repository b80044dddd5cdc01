import { describe, expect, it } from 'vitest'
import * as core from '#core/index.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { createScoringPool } from '#core/trees/threads/scoring-pool.ts'
import { callRefusal } from './trees/refusal.ts'
import { lightgbmDump, lightgbmStump } from './trees/tiny.ts'

const ensemble = parseLightgbm(lightgbmDump([lightgbmStump()]))
const evaluator = core.compileEnsemble(ensemble)
const p = [0.6, 0.7, 0.2]
const y = [1, 0, 0]
const graded = [{ p: 0.6, y: 1, bestOf: 3, league: 'LCK' }] as const
const rows = new Float64Array(2)

/** Each exported function that takes options: the name of one option, and a call with given options. */
const calls: Record<string, readonly [name: string, call: (options: never) => unknown]> = {
  compileEnsemble: ['engine', (options) => core.compileEnsemble(ensemble, options)],
  compileLogits: ['engine', (options) => core.compileLogits(ensemble, { slope: 1, offset: 0 }, options)],
  consensusWeights: [
    'halfLifeDays',
    (options) => core.consensusWeights([], { members: [{ id: 'a', p: 0.5 }], league: null }, options),
  ],
  prepareConsensus: ['conditionOnSpread', (options) => core.prepareConsensus([], ['a'], options)],
  prepareWeights: ['nCap', (options) => core.prepareWeights([], ['a'], options)],
  baseWeights: ['nCap', (options) => core.baseWeights([1], 1, options)],
  finalWeights: ['wMin', (options) => core.finalWeights([1], [1], options)],
  pool: ['pool', (options) => core.pool([0.5], [1], options)],
  roiTilt: ['minPicks', (options) => core.roiTilt({ n: 0, yield: 0, sd: 1 }, options)],
  fitCalibration: ['halfLifeDays', (options) => core.fitCalibration(graded, options)],
  fitCalibrationHierarchy: ['evidenceGate', (options) => core.fitCalibrationHierarchy(graded, options)],
  fitShrunkCalibration: ['mostGroups', (options) => core.fitShrunkCalibration(graded, options)],
  fitLogitSlope: ['priorSd', (options) => core.fitLogitSlope(graded, options)],
  isotonicRegression: ['centre', (options) => core.isotonicRegression(p, y, undefined, options)],
  recencyWeights: ['halfLifeDays', (options) => core.recencyWeights([1], options)],
  devig: ['method', (options) => core.devig([1.9, 1.9], options)],
  closingLineValue: ['method', (options) => core.closingLineValue(2, [1.9, 1.9], options)],
  bettingTable: ['thresholds', (options) => core.bettingTable([], options)],
  fitAnchorHierarchy: ['minimum', (options) => core.fitAnchorHierarchy([], options)],
  kellyFraction: ['fraction', (options) => core.kellyFraction(0.6, 2, options)],
  kellyGrowth: ['fraction', (options) => core.kellyGrowth(0.6, 2, options)],
  seriesMarkets: ['probability', (options) => core.seriesMarkets(options)],
  accuracy: ['weights', (options) => core.accuracy(p, y, options)],
  brierScore: ['weights', (options) => core.brierScore(p, y, options)],
  logLoss: ['epsilon', (options) => core.logLoss(p, y, options)],
  expectedCalibrationError: ['strategy', (options) => core.expectedCalibrationError(p, y, options)],
  reliabilityCurve: ['strategy', (options) => core.reliabilityCurve(p, y, options)],
  calibrationErrorBand: ['resamples', (options) => core.calibrationErrorBand(p, options)],
  calibrationSlope: ['level', (options) => core.calibrationSlope(p, y, options)],
  clusteredDifference: ['resamples', (options) => core.clusteredDifference(p, p, y, ['a', 'a', 'b'], options)],
  clusteredMeans: ['level', (options) => core.clusteredMeans([p, p], ['a', 'a', 'b'], options)],
  clusteredMean: ['level', (options) => core.clusteredMean(p, ['a', 'a', 'b'], options)],
  corpDecomposition: ['score', (options) => core.corpDecomposition(p, y, options)],
  dieboldMariano: ['lag', (options) => core.dieboldMariano(p, p, y, options)],
}

/** Parameter list in the source of a function. */
function parametersOf(value: unknown): string {
  const source = typeof value === 'function' ? Function.prototype.toString.call(value) : ''
  return source.startsWith('class') ? '' : source.slice(0, source.search(/\)\s*(\{|=>)/))
}

describe('an unknown option is refused', () => {
  it('the table of calls covers every exported function of core that takes options', () => {
    const takers = Object.entries({ ...core }).filter(([, value]) => /\boptions\b/.test(parametersOf(value)))
    const listed = [...Object.keys(calls)]
    expect(takers.map(([name]) => name).filter((name) => !listed.includes(name))).toEqual([])
    expect(takers.length).toBeGreaterThan(30)
  })

  it.each(Object.entries(calls))(
    '%s refuses an unknown option by name and suggests the likely one',
    (_, [name, call]) => {
      const misspelt = name.replace(/(.)(.)$/, '$2$1')
      const given = misspelt === name ? `${name}${name.at(-1)}` : misspelt
      expect(callRefusal(() => call({ [given]: undefined } as never))).toEqual({
        code: 'invalid_argument',
        message: expect.stringContaining(`unknown option ${given}; did you mean ${name}?`),
      })
    },
  )

  it.each([
    ['rawScores', { num_iteration: 2 }, 'numIteration'],
    ['predictions', { start_iteration: 2 }, 'startIteration'],
    ['predictions', { earlystop: {} }, 'earlyStop'],
    ['predictions', { 'num-iteration': 2 }, 'numIteration'],
    ['predictions', { earlyStop: { freq: 2 } }, 'frequency'],
    ['contributions', { earlyStop: {} }, 'out'],
    ['leafIndices', { numIteration: 2 }, 'out'],
  ] as const)('evaluator.%s refuses %j', (method, options, meant) => {
    const { code, message } = callRefusal(() => evaluator[method](rows, options as never))
    expect(code).toBe('invalid_argument')
    if (meant !== 'out') expect(message).toContain(`did you mean ${meant}?`)
  })

  it.each([
    ['parent', () => core.fitCalibration(graded, { parent: { slopeSD: 1 } as never }), 'slopeSd'],
    ['nMin', () => core.fitCalibration(graded, { nMin: { modle: 1 } as never }), 'model'],
    [
      'halfAt',
      () => core.fitShrunkCalibration(graded, { halfAt: { model: 1, format: 1, leage: 1 } as never }),
      'league',
    ],
    [
      'standing',
      () => core.seriesMarkets({ probability: 0.5, sd: 1, bestOf: 3, standing: { blu: 1 } as never }),
      'blue',
    ],
  ])('an unknown option nested in the option %s is refused, too', (argument, call, meant) => {
    const { message } = callRefusal(call)
    expect(message).toMatch(new RegExp(`^${argument}: expected .*, got unknown option .*did you mean ${meant}\\?$`))
  })

  it('an asynchronous call with an unknown option rejects', async () => {
    const options = { thread: 1 } as never
    await expect(createScoringPool(evaluator, options)).rejects.toThrow('did you mean threads?')
  })

  it('options that are not an object are refused, and inherited properties are ignored', () => {
    expect(callRefusal(() => core.devig([1.9, 1.9], 'shin' as never)).message).toBe(
      'options: expected an object, got "shin"',
    )
    expect(core.kellyFraction(0.6, 2, Object.create({ other: 1 }))).toBe(core.kellyFraction(0.6, 2))
  })
})

describe('kellyGrowth applies the fraction', () => {
  const direct = (q: number, odds: number, w: number): number => {
    const stake = w * ((q * odds - 1) / (odds - 1))
    return q * Math.log(1 + stake * (odds - 1)) + (1 - q) * Math.log(1 - stake)
  }

  it.each([
    [0.6, 2, 0.5],
    [0.55, 1.9, 0.25],
    [0.3, 8, 0.5],
    [0.9, 1.2, 0.999],
    [1, 3, 0.5],
  ])('kellyGrowth at chance %d, price %d and fraction %d equals its definition', (q, odds, w) => {
    expect(core.kellyGrowth(q, odds, { fraction: w })).toBeCloseTo(direct(q, odds, w), 14)
  })

  it('growth is 0 at fraction 0, that of full Kelly at fraction 1, and rises between', () => {
    expect(core.kellyGrowth(0.6, 2, { fraction: 0 })).toBe(0)
    expect(core.kellyGrowth(0.6, 2, { fraction: 1 })).toBe(core.kellyGrowth(0.6, 2))
    const growths = [0.1, 0.4, 0.7, 0.999, 1].map((fraction) => core.kellyGrowth(0.5 + 1e-9, 2, { fraction }))
    for (const [i, growth] of growths.entries()) expect(growth).toBeGreaterThan(i === 0 ? 0 : growths[i - 1]!)
  })
})
