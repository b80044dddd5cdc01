import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const schemes = ['light', 'dark'] as const
const widths = [1280, 360] as const

/** Lists the faults that axe finds in a page, one line each: place, rule, element and reason. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  // The script runs through `evaluate`, since the page's policy would not load it.
  if (!(await page.evaluate<boolean>(`typeof axe !== 'undefined'`))) await page.evaluate(source)
  const results = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  )
}

/** Number of pixels by which the page is wider than the screen. */
async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(`document.scrollingElement.scrollWidth - innerWidth`)
}

/** Lists the faults of a page in both colour schemes, on a screen and on a phone. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const place = `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`
      faults.push(...(await violationsOf(page)).map((violation) => `${place}: ${violation}`))
    }
    const overflow = await overflowOf(page)
    if (overflow > 0) faults.push(`${page.url()}: ${overflow} px too wide at ${width} px`)
  }
  return faults
}
