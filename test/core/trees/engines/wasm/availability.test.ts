import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type WasmMemory, type WebAssemblyApi, webAssembly } from '#core/trees/engines/wasm/heap.ts'
import { decodeKernels } from '#core/trees/engines/wasm/workspace.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { importedAnew } from '../../../../support/import-anew.ts'
import { lightgbmFixture, numbers } from '../../fixtures.ts'
import { lightgbmConstant, lightgbmDump, lightgbmStump } from '../../tiny.ts'

const fixture = lightgbmFixture('binary')
const rows = numbers(fixture.rows)
const raw = numbers(fixture.raw)
const ensemble = parseLightgbm(fixture.model)

type Compile = typeof import('#core/trees/compile.ts')

// Imports core anew for each test, as core keeps the compiled module.
const anew = await importedAnew<Compile>('packages/core/src/trees/compile.ts')
let compileEnsemble: Compile['compileEnsemble']

beforeEach(async () => {
  compileEnsemble = (await anew()).compileEnsemble
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const native = webAssembly() as WebAssemblyApi

/** Replaces `WebAssembly` by one with another Module or Memory. */
function stub(parts: Partial<Record<'Module' | 'Memory', unknown>>): void {
  vi.stubGlobal('WebAssembly', { Module: native.Module, Memory: native.Memory, Instance: native.Instance, ...parts })
}

function forbidCompiling(): void {
  stub({
    Module: class {
      constructor() {
        throw new Error('Wasm code generation disallowed by embedder')
      }
    },
  })
}

const unavailable = (message: string) =>
  expect.objectContaining({ code: 'engine_unavailable', message: expect.stringContaining(message) })

describe('a runtime with WebAssembly', () => {
  it('auto chooses WebAssembly if it runs, and the plan lists kernels by number of rows', () => {
    const evaluator = compileEnsemble(ensemble)
    expect(evaluator.engine).toBe('wasm')
    const { engine, reason, kernels } = evaluator.plan
    expect({ engine, reason }).toEqual({ engine: 'wasm', reason: 'WebAssembly with SIMD runs here' })
    expect(kernels.map(({ kernel }) => kernel)).toEqual(['table', 'bitvector'])
    expect(kernels[0]).toMatchObject({
      fromRows: 1,
      reason: expect.stringMatching(/^about \d+ ns a row; \d+ ns by treelets; \d+ ns by walk/),
    })
    expect(kernels[1]!.fromRows).toBeGreaterThan(4)
    expect(kernels[1]!.fromRows).toBeLessThan(64)
    expect(kernels[1]!.reason).toMatch(/^about \d+ ns a row of many/)
    for (const { sizeBytes } of kernels) expect(sizeBytes).toBeGreaterThan(1000)
  })

  it('every number of rows is scored correctly by its kernel while memory grows', () => {
    const evaluator = compileEnsemble(ensemble)
    const features = evaluator.numberOfFeatures
    for (const count of [1, 100, 1, 3, 170, 1]) {
      expect(evaluator.rawScores(rows.subarray(0, count * features))).toEqual(raw.slice(0, count))
      expect(evaluator.rawScore(rows.subarray(0, features))).toBe(raw[0])
    }
  })

  it('a model without trees is scored by js, or by wasm if wasm is named', () => {
    const empty = parseLightgbm(lightgbmDump([]))
    expect(compileEnsemble(empty)).toMatchObject({
      engine: 'js',
      plan: { reason: 'the model has no trees' },
    })
    const evaluator = compileEnsemble(empty, { engine: 'wasm' })
    expect(evaluator.engine).toBe('wasm')
    expect(evaluator.rawScores(Float64Array.of(1, 2, 3, 4))).toEqual(Float64Array.of(0, 0))
    expect(evaluator.rawScore([1, 2])).toBe(0)
    expect(evaluator.leafIndices(Float64Array.of(1, 2))).toHaveLength(0)
  })

  it('every kernel in the plan scores trees of one leaf and trees of one split', () => {
    for (const tree of [lightgbmConstant(0.5), lightgbmStump()]) {
      const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([tree, tree])), { engine: 'wasm' })
      const many = Float64Array.from({ length: 2000 }, (_, i) => i % 3)
      const single = Array.from({ length: 1000 }, (_, r) => evaluator.rawScore([...many.subarray(2 * r, 2 * r + 2)]))
      expect(evaluator.rawScores(many)).toEqual(Float64Array.from(single))
    }
  })
})

describe('a runtime without WebAssembly', () => {
  it('without WebAssembly auto chooses js, and the plan gives the reason', () => {
    vi.stubGlobal('WebAssembly', undefined)
    const evaluator = compileEnsemble(ensemble)
    expect(evaluator.plan).toMatchObject({ engine: 'js', reason: 'no WebAssembly: there is no WebAssembly here' })
    expect(evaluator.rawScores(rows)).toEqual(raw)
    expect(() => compileEnsemble(ensemble, { engine: 'wasm' })).toThrow(
      unavailable('engine: wasm cannot run here: there is no WebAssembly here'),
    )
  })

  it('auto chooses js if bytes may not be compiled, but runs a module that the caller imported', () => {
    const kernels = new native.Module(decodeKernels())
    forbidCompiling()
    expect(compileEnsemble(ensemble).plan.reason).toBe('no WebAssembly: Wasm code generation disallowed by embedder')
    expect(() => compileEnsemble(ensemble, { engine: 'wasm' })).toThrow(unavailable('disallowed by embedder'))
    for (const engine of ['auto', 'wasm'] as const) {
      const evaluator = compileEnsemble(ensemble, { engine, kernels })
      expect(evaluator.engine).toBe('wasm')
      expect(evaluator.rawScores(rows)).toEqual(raw)
    }
  })

  it('auto chooses js if the given module is not one or not that of the kernels', () => {
    const empty = new native.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))
    expect(() => compileEnsemble(ensemble, { engine: 'wasm', kernels: empty })).toThrow(
      unavailable('the module given is not that of these kernels'),
    )
    expect(() => compileEnsemble(ensemble, { engine: 'wasm', kernels: {} })).toThrow(
      unavailable('engine: wasm cannot run'),
    )
    expect(compileEnsemble(ensemble, { kernels: {} }).engine).toBe('js')
  })

  it('a call that needs more memory than can grow is refused', () => {
    const { model, rows: classRows } = lightgbmFixture('multiclass')
    const evaluator = compileEnsemble(parseLightgbm(model), { engine: 'wasm' })
    const grow = vi.spyOn(native.Memory.prototype as WasmMemory, 'grow').mockImplementation(() => {
      throw new RangeError('Maximum memory size exceeded')
    })
    onTestFinished(() => grow.mockRestore())
    expect(() => evaluator.rawScores(numbers(classRows))).toThrow(unavailable('wasm: no memory for 1 MiB more'))
  })
})

it('an unknown engine is refused', () => {
  expect(() => compileEnsemble(ensemble, { engine: 'gpu' as 'js' })).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message: 'engine: expected auto, js or wasm, got "gpu"' }),
  )
})
