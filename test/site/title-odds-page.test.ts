import { createPredictor, type TournamentForecast, type TournamentFormat } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTournament } from '../../site/gather/tournaments.ts'
import { formatAfter, type TournamentEvent } from '../../site/title-odds/tournament-event.ts'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { type SiteServer, serveSite } from './built-site.ts'
import { newSiteVisitor, type SiteVisitor } from './visitor.ts'

const { skip, why } = browserTests

/** A simulation takes seconds on a busy machine. */
const patience = { timeout: 60_000 }

/** Waits for the odds of 100,000 runs. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('.winners[aria-busy=false] .winner-list')
}

/** Rows of the table: team, and its chances in all digits, the winner's first. */
async function rowsOf(page: Page): Promise<readonly (readonly (string | number)[])[]> {
  await settled(page)
  return page.$$eval('.reach tbody tr', (rows) =>
    rows.map((row) => [
      row.querySelector('th')?.textContent ?? '',
      ...Array.from(row.querySelectorAll('[data-chance]'), (cell) =>
        Number((cell as { getAttribute(name: string): string }).getAttribute('data-chance')),
      ),
    ]),
  )
}

function chancesOf({ teams }: TournamentForecast): readonly (readonly number[])[] {
  return teams.map(({ reach: { winner = 0, ...others } }) => [winner, ...Object.values(others)])
}

const press = (page: Page, team: string) => page.locator(`.bracket button.side:has-text("${team}")`).first()

describe.skipIf(skip)(`the page of title odds in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  let visitor: SiteVisitor
  let worlds: { readonly format: TournamentFormat; readonly events: readonly TournamentEvent[] }
  let forecast: (format: TournamentFormat) => TournamentForecast
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
    worlds = await readTournament('.', 'worlds-2025.json')
    const predictor = createPredictor(await loadArtifacts('artifacts'))
    forecast = (format) => predictor.tournament(format, { runs: 100_000, seed: 1, model: 'consensus' })
    visitor = await newSiteVisitor(browser, site)
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })

  it('shows the chances of the predictor to the digit, and those that follow when a team is pressed', async () => {
    const { page } = visitor
    await visitor.go('title-odds.html')
    const begun = worlds.events.slice(0, 34)
    expect((await rowsOf(page)).map((row) => row.slice(1))).toEqual(
      chancesOf(forecast(formatAfter(worlds.format, begun))),
    )
    const asked = site.requested.length
    await press(page, 'T1').click()
    const result: TournamentEvent = { stage: 'bracket', teams: ["Anyone's Legend", 'T1'], score: [0, 3] }
    const after = forecast(formatAfter(worlds.format, [...begun, result]))
    await expect.poll(async () => (await rowsOf(page)).map((row) => row.slice(1)), patience).toEqual(chancesOf(after))
    expect(await page.locator('.winners .status').textContent()).toContain('T1')
    expect(await page.locator('.winner-list li:has-text("T1") .change').textContent()).toContain('+')
    // Nothing is sent for it; the site itself fetches the scripts of pages that links in view lead to.
    expect(site.requested.slice(asked).filter((path) => !/\/assets\/|icon\.svg$/.test(path))).toEqual([])
  })

  it('is opened again by its link with what was pressed', async () => {
    const { page } = visitor
    const [rows, address] = [await rowsOf(page), page.url()]
    expect(address).toMatch(/#worlds-2025\/34\/1\.10-9\.0-3$/)
    await page.goto('about:blank')
    await page.goto(address)
    expect(await rowsOf(page)).toEqual(rows)
    expect(await press(page, 'T1').getAttribute('aria-pressed')).toBe('true')
  })

  it('is played by keyboard alone: press, score, the other team, and undo', async () => {
    const { page } = visitor
    await visitor.go('title-odds.html#worlds-2025/34')
    await page.reload()
    await settled(page)
    const pressed = () =>
      page.$$eval('.bracket button.side[aria-pressed=true]', (sides) =>
        sides.map((side) => side.querySelector('.team')?.textContent),
      )
    await press(page, 'Top Esports').focus()
    await page.keyboard.press('Enter')
    expect(await pressed()).toEqual(['Top Esports'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    expect(page.url()).toMatch(/\/1\.12-13\.1-3$/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press(' ')
    expect(await pressed()).toEqual(['G2 Esports'])
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter')
    expect(await pressed()).toEqual([])
    expect(page.url()).toMatch(/#worlds-2025\/34$/)
  })

  it('plays a Swiss stage with the real pairs or drawn ones, then a drawn bracket, to its winner', async () => {
    const { page } = visitor
    await visitor.go('title-odds.html#worlds-2025/0')
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Take the real pairs of round 1' }).click()
    expect(await page.locator('.swiss .series').count()).toBe(8)
    await page.locator('.stage:has(.swiss)').getByRole('button', { name: 'Let the favourites win' }).click()
    await page.getByRole('button', { name: 'Use these' }).click()
    expect(await page.locator('.swiss .record.through').count()).toBe(8)
    await page.locator('.stage:has(.bracket)').getByRole('button', { name: 'Let the favourites win' }).click()
    await expect.poll(() => page.locator('.winners .status').textContent(), patience).toMatch(/^.+ wins\.$/)
  })

  it('follows the real results, one by one or a stage at once, to the real winner', async () => {
    const { page } = visitor
    await visitor.go('title-odds.html#msi-2024/0')
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Next real result' }).click()
    expect(page.url()).toMatch(/#msi-2024\/1$/)
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Take the real results' }).first().click()
    expect(page.url()).toMatch(/#msi-2024\/24$/)
    await expect.poll(() => page.locator('.winners .status').textContent(), patience).toBe('Gen.G wins.')
  })

  it('reads a format of the visitor, and says where it is at fault as the parser does', async () => {
    const { page } = visitor
    await page.getByText('A format of your own').click()
    const field = page.getByLabel('The format as JSON')
    const use = page.getByRole('button', { name: 'Use this format' })
    const final = { id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'Gen.G'] }
    const format = { name: 'Final', teams: ['T1', 'Gen.G'], stages: [final] } as unknown as TournamentFormat
    await field.fill(JSON.stringify({ ...format, stages: [{ ...final, bestOf: 4 }] }))
    await use.click()
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toBe(
      'validation_error stages[0].bestOf: must be 1, 3 or 5, or a list of these, got 4',
    )
    await field.fill('{')
    await use.click()
    expect(await alert.textContent()).toContain('JSON')
    await field.fill(
      JSON.stringify({
        ...format,
        teams: ['T1', 'Nobody at all'],
        stages: [{ ...final, slots: ['T1', 'Nobody at all'] }],
      }),
    )
    await use.click()
    await expect.poll(() => alert.textContent(), patience).toContain('team_not_found')
    const buffer = Buffer.from(JSON.stringify(format))
    await page.getByLabel('or a file').setInputFiles({ name: 'final.json', mimeType: 'application/json', buffer })
    await expect
      .poll(async () => (await rowsOf(page)).map((row) => row.slice(1)), patience)
      .toEqual(chancesOf(forecast(format)))
    expect(await alert.count()).toBe(0)
  })

  it.each([
    ['a Swiss stage', 'worlds-2025/8'],
    ['two lives', 'msi-2024/10'],
    ['round robins', 'lck-2025/148'],
    ['a draw', 'worlds-2022/51'],
  ])('has no fault for axe with %s', async (_, link) => {
    const { page } = visitor
    await visitor.go(`title-odds.html#${link}`)
    await page.reload()
    await settled(page)
    expect(await faultsOf(page)).toEqual([])
  })

  it('gives the browser nothing to complain of', () => {
    expect(visitor.complaints).toEqual([])
  })
})
