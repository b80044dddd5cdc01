import { beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { differing, differingFromTrainer, refusals } from './compare.ts'
import { reportOfNode } from './node-run.ts'
import type { Report } from './pages/report.ts'
import { browserWork } from './work.ts'

// Every third model still covers every format.
const { cases, work } = browserWork(amount(6, 1))
const reportOfAll = reportOfNode(work, [], [])
const noEval = '--disallow-code-generation-from-strings'

const places = [
  { name: 'where eval is forbidden', flags: [noEval], args: [], wasm: true },
  { name: 'where eval is forbidden and WebAssembly is absent', flags: [noEval], args: ['--no-wasm'], wasm: false },
]

describe.each(places.slice(0, amount(1, 2)))('in Node, $name', ({ flags, args, wasm }) => {
  let free: Report
  let report: Report

  beforeAll(async () => {
    ;[free, report] = await Promise.all([reportOfAll, reportOfNode(work, flags, args)])
  })

  it('code cannot be made from strings when eval is forbidden', () => {
    expect(free.allowed).toEqual({ eval: true, wasmFromBytes: true })
    expect(report.allowed).toEqual({ eval: false, wasmFromBytes: wasm })
  })

  it('every engine in Node scores with the bits of the trainers when eval is forbidden', () => {
    expect(differingFromTrainer(cases, report)).toEqual([])
    expect(differing(cases, report, 'auto', wasm ? {} : { engine: 'js' })).toEqual([])
    if (wasm) expect(differing(cases, report, 'wasm', { engine: 'wasm' })).toEqual([])
    else expect(refusals(cases, report, 'wasm')).toEqual(cases.map(() => 'engine_unavailable'))
  })

  it('the forecast in Node is the same when eval is forbidden', () => {
    expect(report.prediction).toBe(free.prediction)
  })
})
