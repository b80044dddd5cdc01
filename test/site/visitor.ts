import type { Browser, Page } from 'playwright-core'
import type { SiteServer } from './built-site.ts'

export interface SiteVisitor {
  readonly page: Page
  /** Errors and refusals that the browser reported, and requests to other hosts. */
  readonly complaints: readonly string[]
  /** Opens a page of the site, such as `playground/model.html`. */
  go(path: string): Promise<void>
  close(): Promise<void>
}

export async function newSiteVisitor(browser: Browser, site: SiteServer): Promise<SiteVisitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  const { origin } = new URL(site.home)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) complaints.push(`request to ${url}`)
  })
  return {
    page,
    complaints,
    go: async (path) => {
      await page.goto(site.home + path, { waitUntil: 'networkidle' })
    },
    close: () => context.close(),
  }
}
