import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { afterData, dayAfterData } from '../support/committed-artifacts.ts'
import { writeContinuation } from '../support/continuation.ts'

const series = [
  { id: 90001, start: dayAfterData(10, '08:00:00'), teams: [3, 9], league: 'LCK', bestOf: 3, winners: [0, 1, 0] },
  { id: 90002, start: dayAfterData(11, '08:00:00'), teams: [4, 6], league: 'LCK', bestOf: 5, winners: [0, 0, 0] },
] as const

describe('riftline evaluate and update', () => {
  it.runIf(runsAll)(
    'evaluate prints one JSON document, shows progress on stderr, and writes the predictions and an HTML report',
    async () => {
      const history = await writeContinuation(series)
      const file = join(history, 'predictions.jsonl')
      const page = join(history, 'report.html')
      const { code, stdout, stderr } = await runCli(
        ...['evaluate', '--history', history, '--json', '--predictions', file, '--html', page],
      )
      expect(code).toBe(0)
      expect(stderr).toContain('rows of games.csv')
      expect(stderr).toMatch(/\nread \d+ games; forecasts .+\nforecast 2 series; computes .+\n$/)
      const document = JSON.parse(stdout)
      expect(document).toMatchObject({
        from: dayAfterData(10, '08:00:00'),
        to: dayAfterData(11, '08:00:00'),
        series: 2,
        market: null,
        books: null,
      })
      expect(Object.keys(document.models.consensus.raw)).toEqual(['n', 'logLoss', 'brier', 'accuracy', 'ece'])
      expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2)
      const html = await readFile(page, 'utf8')
      const [first, last] = series.map(({ start }) => start)
      expect(html).toContain(`<h1>Evaluation</h1><p>2 series from ${first} to ${last} UTC</p>`)
      expect(html.match(/<svg /g)).toHaveLength(4)
    },
  )

  it.runIf(runsAll)('evaluate prints a table by default', async () => {
    const { stdout } = await runCli('evaluate', '--history', await writeContinuation(series))
    expect(stdout).toMatch(/^glicko2 +2 +\d\.\d{4}/m)
  })

  it.runIf(runsAll)(
    'evaluate prints the ladder of models up to the market where there are odds, and draws the diagrams',
    async () => {
      const history = await writeContinuation([
        { ...series[0], odds: [1.6, 2.3] },
        { ...series[1], odds: [2.9, 1.42] },
      ])
      const diagrams = join(history, 'diagrams')
      const { code, stdout } = await runCli('evaluate', '--history', history, '--json', '--diagrams', diagrams)
      expect(code).toBe(0)
      const { ladder, market } = JSON.parse(stdout)
      expect(market.series).toBe(2)
      const names = ladder.priced.map(({ step, over }: { step: string; over: string | null }) => [step, over])
      expect(names.slice(0, 2)).toEqual([
        ['fasttree raw', null],
        ['fasttree calibrated', 'fasttree raw'],
      ])
      expect(names.slice(-4)).toEqual([
        ['consensus', 'plain mean'],
        ['anchored', 'consensus'],
        ['market', null],
        ['anchored', 'market'],
      ])
      expect(ladder.priced.at(-3).scores).toEqual(market.anchored)
      expect(ladder.priced.at(-2).scores).toEqual(market.market)
      const drawn = ['anchored', 'consensus', 'fasttree', 'lightgbm', 'pcasweep']
      expect((await readdir(diagrams)).sort()).toEqual(drawn.map((name) => `reliability-${name}.svg`))
      expect(await readFile(join(diagrams, 'reliability-consensus.svg'), 'utf8')).toContain(
        `Consensus on ${afterData(10).slice(0, 10)}`,
      )
      const { all, books } = JSON.parse(stdout).valuePicks
      expect(all).toMatchObject({ series: 2, closed: 0, clv: null })
      expect(books).toEqual({ 'Invented Book': all })
      const table = await runCli('evaluate', '--history', history)
      expect(table.stdout).toMatch(/^value picks +series +picks +ROI +95 % interval +closed +CLV +95 % interval$/m)
      expect(table.stdout).toMatch(/^Invented Book +2 +\d/m)
      expect(table.stdout).toMatch(/^ladder, odds known +log-loss +saves +95 % interval +over$/m)
      expect(table.stdout).toMatch(/^anchored +\d\.\d{4} +-?\d\.\d{4} +too few days +market$/m)
    },
  )

  it.runIf(runsAll)("evaluate compares maps and handicaps with the books' prices on them", async () => {
    const history = await writeContinuation([
      { ...series[0], odds: [1.6, 2.3], firstMapOdds: [1.7, 2.1], handicap: [-1.5, 2.9, 1.4] },
      { ...series[1], firstMapOdds: [2.9, 1.42] },
    ])
    const { code, stdout } = await runCli('evaluate', '--history', history, '--json')
    expect(code).toBe(0)
    const { books } = JSON.parse(stdout)
    expect(Object.keys(books)).toEqual(['Invented Book'])
    const { map1, handicap } = books['Invented Book']
    const one = { n: 1, series: 1, logLoss: expect.any(Number), bookLogLoss: expect.any(Number) }
    const gain = { n: 1, mean: expect.any(Number), interval: null }
    expect(map1.forecast).toEqual({ ...one, n: 2, series: 2, overBook: { ...gain, n: 2 } })
    expect(map1.shape).toEqual({ ...one, overBook: gain })
    expect(handicap).toEqual({
      forecast: { ...one, overBook: gain },
      shape: { ...one, overBook: gain },
      independent: { ...one, overBook: gain },
    })
    // Team 2 won the second map, so the first team did not win by two: 1 / 1.4 minus half of the margin.
    const fair = 1 / 1.4 - (1 / 2.9 + 1 / 1.4 - 1) / 2
    expect(handicap.forecast.bookLogLoss).toBeCloseTo(-Math.log(fair), 9)
    const table = await runCli('evaluate', '--history', history)
    expect(table.stdout).toMatch(/^book prices +n +book +log-loss +saves +95 % interval$/m)
    expect(table.stdout).toMatch(
      /^Invented Book handicap, our shape at its series price +1( +-?\d\.\d{4}){3} +too few days$/m,
    )
  })

  it.runIf(runsAll)('update writes a folder that a predictor can load', async () => {
    const history = await writeContinuation(series)
    const out = join(await mkdtemp(join(tmpdir(), 'riftline-cli-')), 'artifacts')
    const { code, stdout } = await runCli('update', '--history', history, '--out', out)
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^moved from .* to ${dayAfterData(11, '10:00:00')} UTC$`, 'm'))
    const answer = await runCli('predict', 'T1', 'Gen.G', '--artifacts', out)
    expect(answer.stdout).toContain(`data through ${dayAfterData(11, '10:00:00')} UTC`)
  })

  it.runIf(runsAll)('evaluate lists the first twenty skipped rows with file, line and reason', async () => {
    const history = await writeContinuation(series)
    const games = join(history, 'games.csv')
    const [header, first, ...rest] = (await readFile(games, 'utf8')).trim().split('\n')
    const broken = Array.from({ length: 25 }, (_, i) =>
      first!.replace(/^INV_90001_1/, `BAD_${i}`).replace(',3,9,', ',3,3,'),
    )
    await writeFile(games, `${[header, first, ...rest, ...broken].join('\n')}\n`)
    const { code, stderr } = await runCli('evaluate', '--history', history)
    expect(code).toBe(0)
    const skipped = stderr.split('\n').filter((line) => line.startsWith('skipped '))
    expect(skipped).toHaveLength(21)
    expect(skipped[0]).toBe('skipped games.csv:8: team: expected two different teams, got 3 twice')
    expect(skipped[20]).toBe('skipped 5 more rows')
  })

  it.runIf(runsAll)('evaluate refuses a folder without a history and names the files that it expected', async () => {
    const { code, stderr } = await runCli('evaluate', '--history', 'packages')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^riftline evaluate: packages: expected games\.csv and series\.csv/)
  })
})
