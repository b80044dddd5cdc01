import { dayMs } from '@riftline/base'
import {
  accuracy,
  brierScore,
  clusteredDifference,
  expectedCalibrationError,
  fitLogitSlope,
  foldToFavourite,
  logLoss,
} from '@riftline/core'
import { baseModels } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { scoreBooks } from '#pipeline/evaluate/book-scores.ts'
import type { GradedForecast } from '#pipeline/evaluate/graded-forecast.ts'
import type { ReportedWindow, ReportInput } from '#pipeline/report/measure.ts'
import { writeReport } from '#pipeline/report/write-report.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { inventedInput, inventedWindow, inventedWindows } from './invented-forecasts.ts'
import { rowsOf, sectionOf, sentencesOf } from './report-text.ts'

const windows = (): readonly ReportedWindow[] => inventedWindows(amount(80, 300), amount(25, 180))
const invented = (): ReportInput =>
  inventedInput({ windows: windows().map(withQuotes), leagues: [{ code: 'L0', name: 'Worlds' }] })
const input = invented()
const files = writeReport(input)
const report = files['REPORT.md']!
const { graded } = input.windows[1]!
const outcomes = graded.map(({ outcome }) => outcome)
const four = (value: number): string => value.toFixed(4).replace('-', '−')
const signed = (value: number): string => (value > 0 ? `+${four(value)}` : four(value))

/** Cells that the report must print for a gain, computed by the metric itself. */
function gainCells(
  series: readonly GradedForecast[],
  better: (forecast: GradedForecast) => number,
  worse: (forecast: GradedForecast) => number,
): [string, string] {
  const { mean, low, high } = clusteredDifference(
    series.map(worse),
    series.map(better),
    series.map(({ outcome }) => outcome),
    series.map(({ startMs }) => Math.floor(startMs / dayMs)),
    { resamples: 2000, seed: 7 },
  )
  return [signed(mean), `[${signed(low)}, ${signed(high)}]`]
}

/** Series replaced by two-map best-of-3s with a price on map 1; every second one also has a handicap and series price. */
function withQuotes(window: ReportedWindow): ReportedWindow {
  const quote = { book: 'Book | Co', chance: 0.5 }
  const map = { ...quote, market: 'mapWinner', line: 1, seriesChance: null } as const
  const handicap = { ...quote, market: 'handicap', line: -1.5, seriesChance: 0.6 } as const
  const graded = window.graded.map((series, index): GradedForecast => {
    if (series.bestOf !== 3) return series
    const { outcome } = series
    return { ...series, maps: [outcome, outcome], quotes: index % 2 === 0 ? [map, handicap] : [map] }
  })
  return { ...window, graded }
}

const consensus = ({ match }: GradedForecast): number => match.consensus!.calibrated

describe('writeReport', () => {
  it.runIf(runsAll)('the report is the same text for the same input', () => {
    expect(writeReport(invented())).toEqual(files)
  })

  it('the report has one Markdown file and a picture for every path that it links', () => {
    const shown = [...report.matchAll(/\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path)
    expect(Object.keys(files).sort()).toEqual(['REPORT.md', ...shown].sort())
    expect(shown).toHaveLength(1 + 2 * 5)
    expect(shown).toContain('report/gains.svg')
    expect(shown).toContain('report/reliability-2025-01-to-06-consensus.svg')
    expect(shown).toContain('report/reliability-2025-07-to-2026-02-anchored.svg')
  })

  it('the report first states the graded series and the method', () => {
    const first = report.split('\n\n')[1]!.replaceAll('\n', ' ')
    expect(first).toContain('walk-forward')
    expect(first).toContain('trained only on series before that window')
    expect(first).toContain('predicted before anything of it was learned')
    expect(first).toContain('all complete best-of-1, 3 or 5 series')
    expect(first).toContain('at the start of each calendar month')
    expect(first).toContain('64,210 games in 31,002 series, 29,870 of them graded')
  })

  it('the report prints scores that equal the metric functions', () => {
    const chances = graded.map(({ match }) => match.lightgbm!.raw)
    const { x, t } = foldToFavourite(chances, outcomes)
    const { slope, sd } = fitLogitSlope(
      chances.map((p, i) => ({ p, y: outcomes[i]! })),
      { priorSd: 10 },
    )
    const [row] = rowsOf(report, 'Test window 2025-01..06', 'LightGBM', 'raw')
    expect(row!.slice(2, 7)).toEqual([
      `${graded.length}`,
      four(logLoss(chances, outcomes)),
      four(brierScore(chances, outcomes)),
      four(accuracy(chances, outcomes)),
      four(expectedCalibrationError(x, t, { bins: 10, strategy: 'quantile' })),
    ])
    const half = 1.959963984540054 * sd
    expect(row![8]).toBe(`${slope.toFixed(2)} [${(slope - half).toFixed(2)}, ${(slope + half).toFixed(2)}]`)
  })

  it('the report shows every model raw and calibrated, and three baselines without a calibrated constant', () => {
    const rows = rowsOf(report, 'Test window 2025-07..2026-02').map((cells) => cells.slice(0, 3))
    const models = ['FastTree', 'LightGBM', 'PCA sweep', 'Consensus']
    const n = `${input.windows[2]!.graded.length}`
    expect(rows.slice(2, 13)).toEqual([
      ...models.flatMap((name) => [
        [name, 'raw', n],
        [name, 'calibrated', n],
      ]),
      ['Constant ½', '', n],
      ['Elo (K = 32)', '', n],
      ['Glicko-2', '', n],
    ])
    const [constant] = rowsOf(report, 'Test window 2025-07..2026-02', 'Constant ½')
    expect(constant!.slice(3)).toEqual(['0.6931', '0.2500', '0.5000', '–', '–', '–'])
  })

  it('the report prints gains that equal the clustered difference by UTC day', () => {
    const heading = 'Test window 2025-01..06'
    const gains = (better: string, worse: string): string[] => rowsOf(report, heading, better, worse)[0]!.slice(2)
    expect(gains('consensus', 'Elo (K = 32)')).toEqual(gainCells(graded, consensus, ({ baselines }) => baselines.elo))
    expect(gains('consensus', 'Glicko-2')).toEqual(gainCells(graded, consensus, ({ baselines }) => baselines.glicko2))
    expect(gains('consensus', 'FastTree')).toEqual(
      gainCells(graded, consensus, ({ match }) => match.fasttree!.calibrated),
    )
    const loss = (chance: (forecast: GradedForecast) => number): number => logLoss(graded.map(chance), outcomes)
    const members = baseModels.map((model) => loss(({ match }) => match[model]!.calibrated))
    const mean = members.reduce((sum, member) => sum + member, 0) / members.length
    expect(gains('consensus', 'mean log-loss of the members')).toEqual([
      signed(mean - loss(consensus)),
      'plain difference',
    ])
  })

  it("the report's ladder goes from raw to calibrated to consensus, each step compared with the one before", () => {
    const heading = 'Test window 2025-01..06'
    const gains = gainCells(
      graded,
      ({ match }) => match.pcasweep!.calibrated,
      ({ match }) => match.pcasweep!.raw,
    )
    expect(rowsOf(report, heading, 'pcasweep calibrated')[0]!.slice(4)).toEqual([...gains, 'pcasweep raw'])
    const chances = graded.map(consensus)
    const [served] = rowsOf(report, heading, 'consensus', four(logLoss(chances, outcomes)))
    expect(served!.slice(2, 4)).toEqual([four(brierScore(chances, outcomes)), four(accuracy(chances, outcomes))])
    expect(served![6]).toBe('plain mean')
    const losses = baseModels.map((model) =>
      logLoss(
        graded.map(({ match }) => match[model]!.calibrated),
        outcomes,
      ),
    )
    const best = baseModels[losses.indexOf(Math.min(...losses))]
    expect(rowsOf(report, heading, 'plain mean')[0]![6]).toBe(`${best} calibrated`)
  })

  it('the report compares the draft consensus with the match consensus on all drafted series of the test windows', () => {
    const drafted = input.windows.slice(1).flatMap((window) => window.graded.filter(({ draft }) => draft !== null))
    const [together] = rowsOf(report, 'With the draft of game 1', 'together')
    expect(together).toEqual([
      'together',
      drafted.length.toLocaleString('en-US'),
      ...gainCells(drafted, ({ draft }) => draft!.consensus!.calibrated, consensus),
    ])
  })

  it('the report shows the ten leagues with the most series, and the others as one row', () => {
    const test = input.windows.slice(1).flatMap((window) => window.graded)
    const rows = rowsOf(report, 'By league').slice(2)
    const counts = rows.map(([, n]) => Number(n!.replaceAll(',', '')))
    expect(rows).toHaveLength(11)
    expect(rows[10]![0]).toBe('4 other leagues')
    expect(counts.slice(0, 10)).toEqual([...counts.slice(0, 10)].sort((a, b) => b - a))
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(test.length)
  })

  it('the report calls leagues by their common names', () => {
    const called = rowsOf(report, 'By league')
      .slice(2)
      .map(([league]) => league)
    expect(called).toContain('Worlds')
    expect(called).not.toContain('L0')
    // A league without a name is called by its code.
    expect(called.filter((league) => /^L\d+$/.test(league!))).toHaveLength(9)
  })

  it('the report splits the test windows by best-of', () => {
    const rows = rowsOf(report, 'By best-of', '2025-01..06')
    const own = graded.filter(({ bestOf }) => bestOf === 3)
    expect(rows.map(([, bestOf]) => bestOf)).toEqual(['1', '3', '5'])
    expect(rows[1]!.slice(8)).toEqual(gainCells(own, consensus, ({ baselines }) => baselines.elo))
  })

  it('the report compares with the market where odds exist and states how few series that is', () => {
    const priced = input.windows.slice(1).flatMap((window) => window.graded.filter(({ market }) => market !== null))
    const row = rowsOf(report, 'Against the market', 'anchored').find((cells) => cells[6] === 'market')
    const gains = gainCells(
      priced,
      ({ market }) => market!.anchored,
      ({ market }) => market!.chance,
    )
    expect(row!.slice(4, 6)).toEqual(gains)
    const bets = rowsOf(report, 'Against the market', 'raw').map(([, threshold]) => threshold)
    expect(bets).toEqual(['0.00', '0.02', '0.05'])
    expect(sentencesOf(report, 'Against the market')).toMatch(/four times in five would take about [\d,]+ series/)
  })

  it("the report compares maps, handicaps and totals with the books' prices, separately by purpose of the windows", () => {
    const heading = 'Prices of maps, handicaps and totals'
    const rows = rowsOf(report, heading).slice(2)
    const rivals = ['consensus', "our shape, at the book's price on the series", 'independent maps, at that price']
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ...rivals.map((name) => ['validation', 'Book \\| Co', 'handicap', name]),
      ['validation', 'Book \\| Co', 'map 1', 'consensus'],
      ...rivals.map((name) => ['test', 'Book \\| Co', 'handicap', name]),
      ['test', 'Book \\| Co', 'map 1', 'consensus'],
    ])
    const own = input.windows.slice(1).flatMap((window) => window.graded)
    const { n, series, logLoss, bookLogLoss, overBook } = scoreBooks(own)!['Book | Co']!.map1!.forecast!
    const { low, high } = overBook.interval!
    expect(rowsOf(report, heading, 'test', 'Book \\| Co', 'map 1')[0]!.slice(4)).toEqual([
      ...[n.toLocaleString('en-US'), series.toLocaleString('en-US'), four(bookLogLoss), four(logLoss)],
      ...[signed(overBook.mean), `[${signed(low)}, ${signed(high)}]`],
    ])
    expect(sentencesOf(report, heading)).toMatch(/such samples prove/)
  })

  it.runIf(runsAll)('the report lists missed acceptance checks at its top and all checks in their table', () => {
    const timid = input.windows.map((window) => ({
      ...window,
      graded: window.graded.map((forecast) => {
        const shy = (p: number): number => 0.5 + (p - 0.5) / 3
        const { raw, calibrated } = forecast.match.consensus!
        return { ...forecast, match: { ...forecast.match, consensus: { raw, calibrated: shy(calibrated) } } }
      }),
    }))
    const text = writeReport(inventedInput({ windows: timid }))['REPORT.md']!
    const missed = rowsOf(text, 'Acceptance checks').filter((cells) => cells[3] === '**missed**')
    expect(missed.map(([check, where]) => [check, where])).toContainEqual([
      'interval of the slope holds 1',
      '2025-01..06',
    ])
    expect(sectionOf(text, 'In short')).toContain(`${missed.length} of 29 acceptance checks are missed:`)
    for (const [check, where, value] of missed) {
      expect(sectionOf(text, 'In short')).toContain(`${where}: ${check}; it is ${value}.`)
    }
    expect(rowsOf(text, 'Acceptance checks')).toHaveLength(2 + 29)
  })

  it.runIf(runsAll)(
    'an unseen window is reported like a test window, is called stricter, and must have a gain above 0',
    () => {
      const fromMs = Date.UTC(2026, 2, 1)
      const unseen = inventedWindow('2026-03..08', 'unseen', { count: 300, days: 150, seed: 9, fromMs })
      const text = writeReport(inventedInput({ windows: [...input.windows, unseen] }))['REPORT.md']!
      expect(text.replaceAll('\n', ' ')).toContain('The series of 2026-03..08 were not there yet')
      expect(report).not.toContain('were not there yet')
      expect(rowsOf(text, 'Test window 2026-03..08', 'Consensus', 'calibrated')).not.toHaveLength(0)
      const asked = rowsOf(text, 'Acceptance checks').filter((cells) => cells[1] === '2026-03..08')
      expect(asked.slice(0, 2).map(([check]) => check)).toEqual([
        'gain over Elo, interval above 0',
        'gain over Glicko-2, interval above 0',
      ])
    },
  )

  it('the report prints the settings, the training, and the attempts that did not help', () => {
    const settings = sentencesOf(report, 'Settings')
    expect(settings).toContain(
      'start deviation 0.7 on the internal scale (122 points), start volatility 0.035, tau 0.3',
    )
    expect(settings).toContain(
      'weights save +0.0001 [−0.0002, +0.0005] against the plain mean (log-loss 0.5901 and 0.5902)',
    )
    expect(settings).toContain('weight 0.40 ± 0.15 in log-odds over all series, fitted on 60 with odds')
    expect(settings).toContain('FastTree none yet, 0 of 0 formats and leagues; LightGBM none yet')
    expect(rowsOf(report, 'Training').slice(2)).toEqual([
      [
        'LightGBM',
        'calibrated_logit, best_of',
        '18,400',
        '212',
        '0.5871',
        'lightgbm 4.6.0',
        'learningRate 0.03, linearTree true, kind a\\|b',
      ],
      ['PCA sweep', 'calibrated_logit, streak', '20,100', '–', '–', 'riftline 0.1.0', 'ks 1/2/3, C 1'],
    ])
    expect(sectionOf(report, 'What was tried and did not help')).toContain('- Head-to-head gave nothing.')
  })

  it('the report states how far each step moves an answer, and how much fading gains on old data', () => {
    const steps = rowsOf(report, 'What each step changes').slice(2)
    expect(steps.map(([name]) => name)).toEqual([
      'calibration, FastTree',
      'calibration, LightGBM',
      'calibration, PCA sweep',
      'consensus instead of the plain mean',
      'draft of game 1',
      'anchor to the market',
    ])
    const ages = rowsOf(report, 'On old data').slice(2)
    expect(ages.map(([days, n]) => [days, n])).toEqual([
      ['30', '300'],
      ['270', '300'],
    ])
    for (const [, , frozen, faded, gain] of ages) {
      expect(Number(gain)).toBeCloseTo(Number(frozen) - Number(faded), 3)
      expect(Number(gain)).toBeGreaterThan(0)
    }
  })
})

describe('writeReport with little to report', () => {
  const bare = { count: 200, seed: 5, drafted: 0, priced: 0 }

  it.runIf(runsAll)('a report without drafts and odds says so and leaves out their tables', () => {
    const windows = [inventedWindow('only', 'test', bare)]
    const text = writeReport(inventedInput({ windows, ages: [], training: [], notes: '' }))['REPORT.md']!
    expect(sentencesOf(text, 'With the draft of game 1')).toContain('No series of the test windows has a known draft')
    expect(sentencesOf(text, 'Against the market')).toContain('No series of the test windows has odds')
    expect(rowsOf(text, 'With the draft of game 1')).toEqual([])
    expect(rowsOf(text, 'Against the market')).toEqual([])
    expect(rowsOf(text, 'Acceptance checks')).toHaveLength(2 + 16)
    for (const absent of ['Validation windows', 'Training', 'What was tried', 'Prices of maps'])
      expect(text).not.toContain(`## ${absent}`)
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  it.runIf(runsAll)('a report shows no interval for a handful of priced series', () => {
    const windows = [inventedWindow('only', 'test', { ...bare, priced: 0.02 })]
    const text = writeReport(inventedInput({ windows }))['REPORT.md']!
    const row = rowsOf(text, 'Against the market', 'anchored').find((cells) => cells[6] === 'market')
    expect(row![5]).toBe('too few days')
    expect(sentencesOf(text, 'Against the market')).toContain('too few series on too few days')
  })

  it.runIf(runsAll)('a report counts a window without graded series and leaves it out of the other tables', () => {
    const empty = inventedWindow('later', 'test', { ...bare, count: 0 })
    const text = writeReport(inventedInput({ windows: [...input.windows, empty] }))['REPORT.md']!
    expect(rowsOf(text, 'Sample sizes', 'later')[0]!.slice(4)).toEqual(['0', '0', '0', '0', '0', '0', '0', '0'])
    expect(text).not.toContain('## Test window later')
  })

  it('a report is refused when no test window has a graded series', () => {
    expect(() => writeReport(inventedInput({ windows: input.windows.slice(0, 1) }))).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    )
  })

  it.runIf(runsAll)('a report can be written of 15,000 series', { timeout: 300_000 }, () => {
    const windows = [1, 2, 3, 4, 5].map((seed) =>
      inventedWindow(`window ${seed}`, seed > 3 ? 'test' : 'validation', { count: 3000, seed }),
    )
    expect(writeReport(inventedInput({ windows }))['REPORT.md']).toContain('3,000')
  })
})
