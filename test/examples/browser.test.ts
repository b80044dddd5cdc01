import { readdirSync, readFileSync } from 'node:fs'
import { createPredictor } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { beforeAll, expect, it } from 'vitest'
import { firstPost } from '../browser/first-post.ts'
import type { Content } from '../browser/server.ts'
import { runsAll } from '../support/amount.ts'
import { chromiumMissing, findChromium } from '../support/chromium.ts'
import { examples, runScript } from '../support/run-example.ts'

const chromium = findChromium(process.env)
const site = `${examples}browser/site/`

beforeAll(async () => {
  await runScript('browser', 'build', ['--conditions=@riftline/source', '--log-level=error'])
})

it.runIf(runsAll)('the site of the browser example has a page, a script without imports, and the models', () => {
  expect(readdirSync(site).sort()).toEqual(['artifacts', 'index.html', 'page.js'])
  expect(readFileSync(`${site}artifacts/manifest.json`)).toEqual(
    readFileSync(new URL('../../artifacts/manifest.json', import.meta.url)),
  )
  expect(readFileSync(`${site}page.js`, 'utf8')).not.toMatch(/\bfrom\s*["']|\bimport\s*["'(]/)
})

const title = 'the page forecasts in Chromium what Node forecasts'

it.skipIf(chromium === null || !runsAll)(`${title}${chromiumMissing}`, async () => {
  const contents: Record<string, Content> = {
    '/': {
      type: 'text/html',
      body: readFileSync(`${site}index.html`, 'utf8').replace('</body>', `${reporter}</body>`),
    },
    '/page.js': { type: 'text/javascript', body: readFileSync(`${site}page.js`) },
    '/report.js': { type: 'text/javascript', body: reportChanges },
  }
  for (const path of readdirSync(`${site}artifacts`, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.json')) continue
    contents[`/artifacts/${path}`] = { type: 'application/json', body: readFileSync(`${site}artifacts/${path}`) }
  }
  const shown = await firstPost(chromium as string, contents)

  const predictor = createPredictor(await loadArtifacts(`${site}artifacts`))
  const answer = predictor.predict(
    { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 3, model: 'consensus' },
    { at: Date.now() },
  )
  const percent = (100 * answer.calibratedBlueWinProbability).toFixed(1)
  expect(shown).toBe(`T1 beats Gen.G with ${percent} %`)
})

// The page's own program is unchanged; this second script posts the text that the page shows.
const reporter = '<script type="module" src="report.js"></script>'
const reportChanges = `
  const output = document.querySelector('output')
  const post = () => fetch('report', { method: 'POST', body: output.textContent })
  if (output.textContent === 'Loading…') new MutationObserver(post).observe(output, { childList: true })
  else post()
`
