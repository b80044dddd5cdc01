import { readArtifactFiles } from '@riftline/core/node'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from './bundle.ts'
import { findChromium, openChromium } from './chromium.ts'
import { forecasts } from './pages/forecasts.ts'
import { type Content, html, serve } from './server.ts'

const chromium = findChromium(process.env)
const title = 'forecasts from the artifacts folder have the same bits in Chromium as in Node'

it.skipIf(chromium === null)(`${title}${chromium === null ? ' (skipped: no Chromium)' : ''}`, async () => {
  const files = await readArtifactFiles(new URL('../../artifacts/', import.meta.url))
  const contents: Record<string, Content> = {
    '/': { type: 'text/html', body: html('', 'page.js') },
    '/page.js': { type: 'text/javascript', body: await bundle('forecast-page') },
    '/paths.json': { type: 'application/json', body: JSON.stringify(Object.keys(files)) },
  }
  for (const [path, body] of Object.entries(files)) {
    contents[`/artifacts/${path}`] = { type: 'application/octet-stream', body }
  }
  let receive: (answer: string) => void
  const inChromium = new Promise<string>((resolve) => {
    receive = resolve
  })
  const server = await serve(contents, (_, posted) => {
    receive(posted)
    return ''
  })
  onTestFinished(() => server.close())
  const browser = openChromium(chromium as string, server.origin)
  onTestFinished(() => browser.close())

  const inNode = forecasts(files)
  expect(new Set(inNode).size).toBe(inNode.length)
  expect(JSON.parse(await Promise.race([inChromium, browser.failure]))).toEqual(inNode)
})
