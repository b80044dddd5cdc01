import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeKernels } from '#core/trees/engines/wasm/workspace.ts'
import { browserTests } from '../support/browser-tests.ts'
import { findChromium } from '../support/chromium.ts'
import { type Browser, openChromium } from './chromium.ts'
import { differing, differingFromTrainer, refusals } from './compare.ts'
import { reportOfNode } from './node-run.ts'
import type { Report } from './pages/report.ts'
import { type PageServer, type PolicyCase, servePages } from './server.ts'
import { browserWork } from './work.ts'

const strict = "script-src 'self'"
const places = [
  { name: 'free', policy: null, worker: false, module: false, wasm: true },
  { name: 'strict', policy: strict, worker: false, module: false, wasm: false },
  { name: 'wasm-allowed', policy: `${strict} 'wasm-unsafe-eval'`, worker: false, module: false, wasm: true },
  { name: 'strict-worker', policy: strict, worker: true, module: false, wasm: false },
  { name: 'strict-with-module', policy: strict, worker: false, module: true, wasm: true },
  { name: 'strict-worker-with-module', policy: strict, worker: true, module: true, wasm: true },
] as const satisfies readonly (PolicyCase & { readonly wasm: boolean })[]

describe.skipIf(browserTests.skip)(`in Chromium${browserTests.why}`, () => {
  const { cases, work } = browserWork()
  const chromium = findChromium(process.env)
  let server: PageServer
  let browser: Browser
  let node: Report

  beforeAll(async () => {
    server = await servePages(places, work, decodeKernels())
    browser = openChromium(chromium as string, server.url)
    node = await reportOfNode(work, [], [])
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  describe.each(places)('$name', ({ name, policy, wasm }) => {
    let report: Report

    beforeAll(async () => {
      report = await Promise.race([server.report(name), browser.failure])
    })

    it('a page in Chromium has the policy of its case', () => {
      expect(report.allowed.eval).toBe(policy === null)
      expect(report.allowed.wasmFromBytes).toBe(policy === null || policy.includes('wasm-unsafe-eval'))
    })

    it('a page in Chromium scores on js with the bits of the trainers', () => {
      expect(differingFromTrainer(cases, report)).toEqual([])
    })

    it(
      wasm
        ? 'a page in Chromium scores on wasm with the same bits'
        : 'a page in Chromium says that wasm is not available',
      () => {
        if (wasm) expect(differing(cases, report, 'wasm', { engine: 'wasm' })).toEqual([])
        else expect(refusals(cases, report, 'wasm')).toEqual(cases.map(() => 'engine_unavailable'))
      },
    )

    it('a page in Chromium scores with the same bits on the engine that core chooses', () => {
      expect(differing(cases, report, 'auto', wasm ? {} : { engine: 'js' })).toEqual([])
    })

    it('a page in Chromium scores trees without making code from strings', () => {
      expect(report.evalAttempts).toBe(0)
    })

    it('a page in Chromium gives the same forecast as Node, bit for bit', () => {
      expect(report.prediction).toBe(node.prediction)
    })
  })
})
