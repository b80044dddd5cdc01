import { readArtifactFiles } from '@riftline/predictor/node'
import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { chromiumMissing, findChromium } from '../support/chromium.ts'
import { bundle } from './bundle.ts'
import { firstPost } from './first-post.ts'
import { forecasts } from './pages/forecasts.ts'
import { type Content, html } from './server.ts'

const chromium = findChromium(process.env)
const title = 'forecasts from the artifacts folder have the same bits in Chromium as in Node'

it.skipIf(chromium === null || !runsAll)(`${title}${chromiumMissing}`, async () => {
  const files = await readArtifactFiles(new URL('../../artifacts/', import.meta.url))
  const contents: Record<string, Content> = {
    '/': { type: 'text/html', body: html('', 'page.js') },
    '/page.js': { type: 'text/javascript', body: await bundle('forecast-page') },
    '/paths.json': { type: 'application/json', body: JSON.stringify(Object.keys(files)) },
  }
  for (const [path, body] of Object.entries(files)) {
    contents[`/artifacts/${path}`] = { type: 'application/octet-stream', body }
  }
  const inChromium = await firstPost(chromium as string, contents)

  const inNode = forecasts(files)
  expect(new Set(inNode).size).toBe(inNode.length)
  expect(JSON.parse(inChromium)).toEqual(inNode)
})
