import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  computePerformance,
  type GradedSeries,
  parsePerformance,
  writeGraded,
  writePerformance,
} from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { elementsOf } from '../pipeline/report/well-formed.ts'
import { inventedRecord, untilMs } from '../record/invented-record.ts'
import { runCli } from '../support/cli.ts'
import { tinyArtifacts, withManifest } from '../support/tiny-artifacts.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'
import { expectNothingForeign } from './pictures/expect-nothing-foreign.ts'

const graded = inventedRecord({ count: 300, seed: 11, leagues: ['AAA', 'BBB'], priced: 0.4, marketNoise: 0 })

const scored = computePerformance(graded, untilMs)

function folderOf(series: readonly GradedSeries[] = graded): Promise<string> {
  const files = {
    ...tinyArtifacts(),
    'graded.json': writeGraded(series),
    'performance.json': writePerformance(scored),
  }
  return artifactsFolder(withManifest(files))
}

const linesOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) => line.trim().split(/ {2,}/))

describe('riftline performance', () => {
  it('the table has every window with the numbers of performance.json, rounded to four digits', async () => {
    const folder = await folderOf()
    const { code, stdout } = await runCli('performance', '--artifacts', folder)
    expect(code).toBe(0)
    const { windows } = parsePerformance('p', await readFile(join(folder, 'performance.json'), 'utf8'))
    for (const { window, fromUtc, toUtc } of windows) expect(stdout).toContain(`${window}, ${fromUtc} to ${toUtc}\n`)
    const all = stdout.slice(stdout.indexOf('\nall, '))
    const rows = windows.at(-1)!.rows.filter(({ league, bestOf }) => league === null && bestOf === null)
    const shown = linesOf(all).slice(2, -1)
    expect(shown.map(([model]) => model)).toEqual(rows.map(({ model }) => model))
    rows.forEach(({ n, logLoss, logLossInterval, market }, index) => {
      const [, count, loss, interval, , , , , priced, difference] = shown[index]!
      expect([count, loss]).toEqual([String(n), logLoss!.toFixed(4)])
      expect(interval).toBe(`[${logLossInterval![0].toFixed(4)}, ${logLossInterval![1].toFixed(4)}]`)
      if (market === null) return
      expect(priced).toBe(String(market.n))
      expect(Number(difference)).toBeCloseTo(market.difference, 4)
    })
  })

  it("the market's row stands first in a window in which it beat the consensus", async () => {
    const { stdout } = await runCli('performance', '--window', 'all', '--artifacts', await folderOf())
    const rows = linesOf(stdout.slice(stdout.indexOf('\nall, '))).slice(2, -1)
    const consensus = rows.find(([model]) => model === 'consensus')!
    expect(rows[0]![0]).toBe(Number(consensus[9]) > 0 ? 'market' : 'consensus')
  })

  it('--json prints data date, artifacts and the selected rows as performance.json has them', async () => {
    const folder = await folderOf()
    const { stdout } = await runCli('performance', '--best-of', '3', '--model', 'elo', '--json', '--artifacts', folder)
    const { dataThroughUtc, artifacts, windows } = JSON.parse(stdout)
    const file = parsePerformance('p', await readFile(join(folder, 'performance.json'), 'utf8'))
    expect(dataThroughUtc).toBe(file.dataThroughUtc)
    expect(artifacts).toMatch(/^[0-9a-f]{12}$/)
    expect(windows.at(-1).rows).toEqual(
      file.windows.at(-1)!.rows.filter(({ league, bestOf, model }) => {
        return league === null && bestOf === 3 && model === 'elo'
      }),
    )
  })

  it('an unknown league is refused with the nearest ones; a wrong model, format or window with the possible ones', async () => {
    const folder = await folderOf()
    const refused = async (...args: readonly string[]) =>
      (await runCli('performance', '--artifacts', folder, ...args)).stderr
    expect(await refused('--league', 'NOPE')).toMatch(/--league: expected a league of the artifacts, got "NOPE"/)
    const { stderr } = await runCli('performance', '--artifacts', 'artifacts', '--league', 'LKC')
    expect(stderr).toMatch(/got "LKC".*LCK/)
    expect(await refused('--model', 'glicko')).toMatch(/--model: expected one of consensus, .*market, got "glicko"/)
    expect(await refused('--best-of', '2')).toMatch(/--best-of: expected 1, 3 or 5, got "2"/)
    expect(await refused('--window', '2019')).toMatch(/--window: expected one of last30days, .*all, got "2019"/)
  })

  it('--svg writes both diagrams with title and description, and refuses a record of fewer than 20 series', async () => {
    const folder = await folderOf()
    const file = join(folder, 'record.svg')
    expect((await runCli('performance', '--svg', file, '--artifacts', folder)).code).toBe(0)
    const svg = await readFile(file, 'utf8')
    expect(elementsOf(svg).slice(0, 3)).toEqual(['svg', 'title', 'desc'])
    expect(svg).toContain('<title id="title">Record of the consensus</title>')
    expectNothingForeign(svg)
    const few = await folderOf(graded.slice(0, 19))
    const { code, stderr } = await runCli('performance', '--svg', join(few, 'record.svg'), '--artifacts', few)
    expect(code).toBe(1)
    expect(stderr).toContain('--svg: expected at least 20 graded series, got 19')
  })

  it('artifacts without the record are refused by the name of the missing file', async () => {
    const { code, stderr } = await runCli('performance', '--artifacts', await artifactsFolder())
    expect(code).toBe(1)
    expect(stderr).toContain('performance.json')
  })
})
