import { recordPicture } from '@riftline/record/svg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluationPage } from '#cli/pictures/evaluation-page.ts'
import { explanationPicture } from '#cli/pictures/explanation-picture.ts'
import { marketsPicture } from '#cli/pictures/markets-picture.ts'
import { tournamentPicture } from '#cli/pictures/tournament-picture.ts'
import { inventedRecord, untilMs } from '../../record/invented-record.ts'
import { faultsOf, schemes } from '../../support/axe.ts'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { inventedTournament } from '../invented-tournament.ts'
import { data, explained, marketsOf } from './invented-answers.ts'
import { diagrams, evaluation } from './invented-evaluation.ts'

const { skip, why } = browserTests
const long = 'Northern Lights Academy Challengers of the West'
const korean = '한화생명e스포츠한화생명e스포츠한화생명e스포츠'
const team = (id: number, name: string) => ({ id, name })
const pictures: Readonly<Record<string, string>> = {
  explanation: explanationPicture(explained([0.7, 0.62, 0.65]), 5, data),
  'explanation of long names': explanationPicture(explained([0.999999, 0.2, 0.001], long, long), 3, data),
  'explanation of Korean names': explanationPicture(explained([0.5, 0.5, 0.5], korean, korean), 3, data),
  markets: marketsPicture(
    marketsOf(team(1, 'Northern Lights'), team(2, 'Harbor Kings'), [0.35, 0.25, 0.22, 0.18]),
    data,
  ),
  'markets of long names': marketsPicture(marketsOf(team(1, long), team(2, long), [1, 0, 0, 0]), data),
  'markets of Korean names': marketsPicture(
    marketsOf(team(1, korean), team(2, korean), [0.01, 0.01, 0.01, 0.97]),
    data,
  ),
  tournament: tournamentPicture(inventedTournament(), data),
  'tournament of long names': tournamentPicture(
    inventedTournament({ chances: [0.4, 0.3, 0.3], teamNames: [long, korean, 'W'.repeat(40)], name: long }),
    data,
  ),
  record: recordPicture(inventedRecord({ count: 300, seed: 3, days: 700, priced: 0.4 }), { asOfMs: untilMs })!,
  'record of one league': recordPicture(inventedRecord({ count: 60, seed: 4, priced: 1 }), {
    asOfMs: untilMs,
    scope: 'LCK',
  })!,
  ...diagrams,
}

describe.skipIf(skip)(`pictures and the evaluation's page in Chromium${why}`, () => {
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('request', ({ url }) => complaints.push(`asked for ${url()}`))
  })
  afterAll(() => browser?.close())

  it('in both colour schemes the page has no axe violation, no sideways scroll and no request', async () => {
    await page.setContent(evaluationPage(evaluation, diagrams))
    expect(await faultsOf(page)).toEqual([])
    expect(complaints).toEqual([])
  }, 300_000)

  it.each(Object.entries(pictures))(
    'in both schemes the texts of the picture %s stay inside, do not overlap and have a contrast of 4.5',
    async (_name, svg) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.setContent(`<!doctype html><meta charset="utf-8"><body style="margin:0">${svg}`)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        expect(await page.evaluate<readonly string[]>(textFaults), colorScheme).toEqual([])
      }
      expect(complaints).toEqual([])
    },
  )
})

// axe checks no texts of pictures. Contrast is that of the text with the topmost opaque shape below its middle (WCAG 2.2, 1.4.3).
const textFaults = `(() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const svg = document.querySelector('svg')
  const frame = svg.getBoundingClientRect()
  const texts = [...svg.querySelectorAll('text')].map((text) => ({ text, box: text.getBoundingClientRect() }))
  const faults = []
  for (const [index, { text, box }] of texts.entries()) {
    const said = text.textContent
    if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) faults.push('outside: ' + said)
    for (const { text: other, box: its } of texts.slice(index + 1)) {
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left)
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
      if (across > 1 && down > 3) faults.push('over each other: ' + said + ', ' + other.textContent)
    }
    const surfaces = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const below = surfaces.find((element) => element.matches('rect') && getComputedStyle(element).fillOpacity === '1' && getComputedStyle(element).fill !== 'none')
    if (below === undefined) { faults.push('on nothing: ' + said); continue }
    const [dark, light] = [luminance(getComputedStyle(text).fill), luminance(getComputedStyle(below).fill)].sort((a, b) => a - b)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (contrast < 4.5) faults.push(contrast.toFixed(2) + ': ' + said)
  }
  return faults
})()`
