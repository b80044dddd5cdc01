import type { Browser } from 'playwright-core'
import { runsAll } from './amount.ts'
import { chromiumMissing, findChromium } from './chromium.ts'

/** For `describe.skipIf(skip)(`...${why}`)`: pages are looked at in `npm run test:all`, where a browser is installed. */
export const browserTests: { readonly skip: boolean; readonly why: string } = {
  skip: !runsAll || chromiumMissing !== '',
  why: runsAll ? chromiumMissing : '',
}

/** A browser without a window; the caller closes it. Its sandbox does not run as root. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium(process.env)
  if (executablePath === null) throw new Error('no Chromium')
  // Loaded where a browser is opened: the quick run skips what needs it.
  const { chromium } = await import('playwright-core')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: ['--disable-gpu', ...sandbox, ...args] })
}
