import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toUtc } from '@riftline/base'
import { silentLog } from '@riftline/base/node'
import { type GradedSeries, parsePerformance } from '@riftline/record'
import { openKeptFiles } from '@riftline/record/file'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../../support/axe.ts'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { gradedOf, recordTexts } from '../../support/recorded.ts'
import { tinyArtifacts, withManifest } from '../../support/tiny-artifacts.ts'
import { writeArtifacts } from '../../support/tiny-artifacts-folder.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newVisitor } from './visitor.ts'

const { skip, why } = browserTests
const asOfMs = Date.UTC(2030, 11, 22)
const invented = { count: 240, days: 120, untilMs: asOfMs, leagues: ['LCK', 'LEC'], marketNoise: 0.01, priced: 0.5 }
const graded = gradedOf([1, 2, 3, 4, 5], invented)
const texts = recordTexts(graded, asOfMs)
const performance = parsePerformance('performance.json', texts.performance)

describe.skipIf(skip)(`the page of the record in Chromium${why}`, () => {
  let browser: Browser
  let server: AccountServer
  let artifacts: string
  beforeAll(async () => {
    artifacts = await mkdtemp(join(tmpdir(), 'riftline-artifacts-'))
    const files = { 'graded.json': texts.graded, 'performance.json': texts.performance }
    await writeArtifacts(artifacts, withManifest({ ...tinyArtifacts(), ...files }))
    const before = (folder: string) => keepAll(folder, graded.slice(-30))
    server = await startAccountServer({ before, env: { ARTIFACTS_DIR: artifacts } })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await rm(artifacts, { recursive: true, force: true })
  })

  it('every window shows the numbers of performance.json, without script, and the market first where it was better', async () => {
    const { page, go, close, complaints } = await newVisitor(browser, server, { javaScriptEnabled: false })
    await go('/record')
    for (const { window, rows } of performance.windows) {
      const all = rows.filter(({ league, bestOf }) => league === null && bestOf === null)
      const shown = await page.locator(`#window-${window} tbody tr`).allInnerTexts()
      expect(shown.length).toBe(all.length)
      for (const [index, { n, logLoss, accuracy, calibrationError }] of all.entries()) {
        const [, series, loss = '', hits = '', error] = shown[index]!.split('\t')
        expect(series).toBe(String(n))
        expect(loss.split(' ')[0]).toBe(logLoss?.toFixed(4))
        expect(hits.split(' ')[0]).toBe((100 * accuracy!).toFixed(1))
        expect(error).toBe(calibrationError?.toFixed(4))
      }
    }
    expect(performance.windows.at(-1)!.rows[0]!.model).toBe('market')
    expect(await page.locator('#window-all tbody tr').first().getAttribute('data-model')).toBe('market')
    expect(complaints).toEqual([])
    await close()
  })

  it('forecasts that the server kept have a window, their number, and the hash of the last', async () => {
    const { page, go, close } = await newVisitor(browser, server)
    await go('/record')
    const { headSha256, lines } = (await server.run('forecasts', 'verify')) as { headSha256: string; lines: number }
    expect(await page.locator('#kept-lines').getAttribute('value')).toBe(String(lines))
    expect(await page.locator('#kept-head').innerText()).toBe(headSha256)
    expect(await page.locator('#window-kept [data-model=consensus]').innerText()).toMatch(/^Consensus\t30\t/)
    await close()
  })

  it('axe finds no fault, nothing scrolls sideways but tables in their boxes, and both diagrams load with a text alternative', async () => {
    const { page, go, close, complaints } = await newVisitor(browser, server)
    await go('/record')
    expect(await faultsOf(page)).toEqual([])
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded()
      expect((await image.getAttribute('alt'))!.length).toBeGreaterThan(40)
    }
    const loaded = '[...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length'
    await expect.poll(() => page.evaluate(loaded)).toBe(2)
    expect(await page.locator('main img').count()).toBe(2)
    await page.setViewportSize({ width: 360, height: 740 })
    const box = page.getByRole('region', { name: 'All: scores of all leagues and formats' })
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})

/** Keeps a forecast of each series a minute before its start, as a server does. */
async function keepAll(dataFolder: string, series: readonly GradedSeries[]): Promise<void> {
  const store = await openKeptFiles({ dataFolder, log: silentLog })
  const chances = { probability1: 0.6, calibratedProbability1: 0.55 }
  for (const { seriesId, league, bestOf, team1Id, team2Id, startMs } of series) {
    await store.append({
      ...{ keptAtUtc: toUtc(startMs - 60_000), seriesId: `s${seriesId}`, league, bestOf, team1Id, team2Id },
      ...{ startUtc: toUtc(startMs), artifacts: '3f1c9a0b77de', market: null },
      forecasts: { fasttree: chances, lightgbm: chances, pcasweep: chances, consensus: chances },
    })
  }
  await store.close()
}
