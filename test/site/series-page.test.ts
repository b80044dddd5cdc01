import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstForm, fragmentOf, fullForm, type SeriesForm } from '../../site/playground/series/series-form.ts'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { committedPredictor } from '../support/committed-artifacts.ts'
import { builtSite, type SiteServer, serveSite } from './built-site.ts'
import { expectedTables } from './series-answers.ts'
import { newSiteVisitor, type SiteVisitor } from './visitor.ts'

const { skip, why } = browserTests
const path = 'playground/series.html'

/** Numbers of all tables on the page; columns with rounded numbers, and words after the numbers, are left out. */
async function shownTables(page: Page): Promise<Record<string, string[][]>> {
  return page.evaluate<Record<string, string[][]>>(`Object.fromEntries(
    [...document.querySelectorAll('.series-playground .table-frame')].map((frame) => {
      const heads = [...frame.querySelectorAll('th')].map((head) => head.textContent)
      const isLeftOut = (head) => ['Its step', 'Chance', 'Fair odds', 'Is played'].includes(head)
      const rows = [...frame.querySelectorAll('tbody tr')].map((row) =>
        [...row.cells].map((cell) => cell.textContent).filter((_, i) => !isLeftOut(heads[i])))
      return [frame.ariaLabel, rows]
    }))`)
}

describe.skipIf(skip)(`the page of a series in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  let visitor: SiteVisitor
  let page: Page
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
    visitor = await newSiteVisitor(browser, site)
    page = visitor.page
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })

  const heading = () => page.locator('.series-headline').innerText()
  const options = () => page.locator('.name-field [role=option]')
  const answered = (team: string) => page.locator('.series-headline', { hasText: team }).waitFor()
  async function open(form: SeriesForm): Promise<void> {
    // A fragment alone would not load the page anew.
    await visitor.go('')
    await visitor.go(path + fragmentOf(form))
    await page.locator('.series-headline, [role=alert]').first().waitFor()
  }

  /** Follows a link to another series on the page itself. */
  async function change(form: SeriesForm): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(fragmentOf(form))}`)
  }

  it('shows the numbers of the predictor to the last digit: all models, the explanation, every market', async () => {
    const predictor = await committedPredictor()
    const forms: readonly SeriesForm[] = [
      { ...firstForm, moment: 'data' },
      fullForm,
      { ...firstForm, bestOf: 1, oddsBlue: '2,4', tournament: 'Worlds 2025' },
      { ...fullForm, blue: { text: 'g2', id: null }, red: { text: 'fnatic', id: null }, bestOf: 3, oddsRed: '' },
    ]
    for (const form of forms) {
      await open(form)
      const [, date = ''] = /forecast for ([\d-]+)/.exec(await page.locator('.series-playground').innerText()) ?? []
      const { 'Value of a bet at these prices': _, ...shown } = await shownTables(page)
      expect(shown).toEqual(expectedTables(predictor, form, Date.parse(date)))
    }
  })

  it('is used by keyboard alone: teams by the beginning of a name, length, price, standing', async () => {
    await open(firstForm)
    const { keyboard } = page
    await page.getByRole('combobox', { name: 'Blue team' }).focus()
    await keyboard.type('hle')
    await options().first().waitFor()
    await keyboard.press('Enter')
    await answered('Hanwha Life Esports')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('t')
    await options().filter({ hasText: 'Top Esports' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowUp')
    await keyboard.press('Tab')
    await answered('T1')
    await page.getByRole('radio', { name: '5', exact: true }).focus()
    await keyboard.press('ArrowLeft')
    await page.getByText('Best of 3;').waitFor()
    await page.getByText('Prices of a bookmaker').focus()
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('1.9')
    await keyboard.press('Tab')
    await page.getByRole('heading', { name: 'At these prices' }).waitFor()
    await page.getByLabel('Maps won so far').focus()
    await keyboard.press('ArrowDown')
    await page.getByText('At 0-1:').waitFor()
    expect(await page.getByRole('status').first().innerText()).toMatch(/^Hanwha Life Esports [\d.]+ %, T1 [\d.]+ %/)
    expect(new URL(page.url()).hash).toContain('bestOf=3&oddsBlue=1.9&standing=0-1')
  })

  it('closes a list with Escape, keeps an unfinished text while an answer arrives, and leaves it to the predictor to read', async () => {
    await open(firstForm)
    const field = page.getByRole('combobox', { name: 'Red team' })
    await field.fill('gen')
    await options().first().waitFor()
    await page.keyboard.press('Escape')
    expect(await options().count()).toBe(0)
    expect(await field.inputValue()).toBe('gen')
    await field.fill('skt t')
    await page.evaluate(`location.hash = location.hash.replace('bestOf=5', 'bestOf=3')`)
    await page.getByText('Best of 3;').waitFor()
    expect(await field.inputValue()).toBe('skt t')
    await field.fill('kt')
    await page.getByRole('combobox', { name: 'Blue team' }).focus()
    await answered('KT Rolster')
  })

  it('says what the predictor refuses, and offers what may be meant', async () => {
    const predictor = await committedPredictor()
    const messageOf = (body: Parameters<typeof predictor.predict>[0]): string => {
      try {
        predictor.predict(body)
      } catch (error) {
        return `${(error as { code: string }).code} ${(error as Error).message}`
      }
      throw new Error('not refused')
    }
    await open({ ...firstForm, red: { text: 'Fnattic', id: null } })
    const alert = page.getByRole('alert')
    expect(await alert.locator('p').innerText()).toBe(messageOf({ blueTeam: 'T1', redTeam: 'Fnattic' }))
    await alert.getByRole('button', { name: 'Fnatic' }).click()
    await answered('Fnatic')
    expect(await alert.count()).toBe(0)

    await change({ ...fullForm, bluePicks: fullForm.bluePicks.with(1, 'Vee') })
    await alert.getByText('bluePicks[1].champion: unknown champion').waitFor()
    await change({ ...firstForm, tournament: 'a cup of friends' })
    await page.getByText('No league fits "a cup of friends", so it is ignored.').waitFor()
    await change({ ...firstForm, oddsBlue: 'evens' })
    await alert.getByText('oddsBlue: must be a number above 1').waitFor()
    await change({ ...firstForm, oddsBlue: '110', oddsRed: '-120' })
    await alert.getByText('oddsRed: must be a number above 1').waitFor()
    await change({ ...firstForm, red: firstForm.blue })
    await alert.getByText('redTeam: must differ from blueTeam').waitFor()
    await change({ ...firstForm, red: { text: 'a'.repeat(81), id: null } })
    await alert.getByText('redTeam: must be 1-80 characters').waitFor()
  })

  it('has nothing for axe to find, empty, filled, with an open list and with an error, in both schemes and widths', async () => {
    await open(fullForm)
    await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Blue team' }).fill('academy')
    await options().first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await open({ ...firstForm, red: { text: 'Fnattic', id: null } })
    expect(await faultsOf(page)).toEqual([])
  })

  it('keeps the series in the address, so that a copied one shows the same', async () => {
    await open(fullForm)
    const before = await heading()
    const address = page.url()
    await page.getByRole('button', { name: 'Swap sides' }).click()
    await expect.poll(() => new URL(page.url()).hash).toContain('blue=Top+Esports')
    expect(await page.getByLabel('Price of Top Esports').inputValue()).toBe('2.45')
    await page.goto('about:blank')
    await page.goto(address)
    await answered('Bilibili Gaming')
    expect(await heading()).toBe(before)
  })

  it('fetches the artifacts once in a visit, sends nothing after that, and stops its worker when it is left', async () => {
    const own = await newSiteVisitor(browser, site)
    const packs = () => site.requested.filter((asked) => asked.endsWith('/artifacts.bin')).length
    const before = packs()
    await own.go(path)
    await own.page.locator('.series-headline').waitFor()
    const requested = site.requested.length
    await own.page.getByRole('button', { name: 'Show one with picks' }).click()
    await own.page.locator('.series-headline', { hasText: 'Top Esports' }).waitFor()
    // The browser asks for the icon when it pleases.
    expect(site.requested.slice(requested).filter((asked) => !asked.endsWith('/icon.svg'))).toEqual([])
    expect(own.page.workers()).toHaveLength(1)
    await own.page.getByRole('link', { name: 'Your model' }).first().click()
    await own.page.getByRole('heading', { name: 'Your model' }).first().waitFor()
    await expect.poll(() => own.page.workers().length).toBe(0)
    await own.page.goBack()
    await own.page.locator('.series-headline', { hasText: 'Top Esports' }).waitFor()
    expect(packs() - before).toBe(1)
    expect(own.complaints).toEqual([])
    await own.close()
  })

  it('says why the artifacts cannot be loaded, and tries again', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    let answers = 0
    const pack = readFileSync(join(builtSite(), 'artifacts.bin'))
    await other.route('**/artifacts.bin', (route) => {
      answers++
      if (answers === 1) return route.fulfill({ status: 503, body: 'busy' })
      if (answers === 2) return route.fulfill({ body: 'not a pack' })
      // A host may let the browser decompress the file.
      return route.fulfill({ body: gunzipSync(pack) })
    })
    await other.goto(site.home + path)
    await other.getByRole('alert').getByText('artifacts.bin: the server answered with status 503').waitFor()
    await other.getByRole('button', { name: 'Try again' }).click()
    await other.getByRole('alert').getByText('artifact_invalid').waitFor()
    await other.getByRole('button', { name: 'Try again' }).click()
    await other.locator('.series-headline').waitFor()
    await context.close()
  })

  it('did all this without a complaint of the browser and without a request to another host', () => {
    expect(visitor.complaints).toEqual([])
  })
})
