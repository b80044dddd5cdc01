import type { Browser } from 'playwright-core'
import { runsAll } from './amount.ts'
import { chromiumMissing, findChromium } from './chromium.ts'

/** For `describe.skipIf(skip)(`...${why}`)`: tests of pages run in `npm run test:all`, if a browser is installed. */
export const browserTests: { readonly skip: boolean; readonly why: string } = {
  skip: !runsAll || chromiumMissing !== '',
  why: runsAll ? chromiumMissing : '',
}

/** Starts a browser without a window, which the caller closes. Root has no sandbox, which would not start. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium(process.env)
  if (executablePath === null) throw new Error('no Chromium')
  // Playwright is loaded only when a browser is opened, since a quick run skips the tests that need it.
  const { chromium } = await import('playwright-core')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: ['--disable-gpu', ...sandbox, ...args] })
}
