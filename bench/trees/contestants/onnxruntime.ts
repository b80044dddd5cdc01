import { createRequire } from 'node:module'
import { readFloats } from '../float-file.ts'
import { type Dump, isLinear, readDump } from '../models/dump.ts'
import { type Precision, writeOnnx } from '../models/onnx/write-onnx.ts'
import { cached, installHint, isCached } from '../peers/cache.ts'
import type { Problem } from '../problem.ts'
import { Absent, type AsyncScorer, type JavaScriptContestant } from './contestant.ts'

/** Folder of its npm installation in the cache, as the workspace does not depend on it. */
export const onnxruntimeFolder = 'onnxruntime'
export const onnxruntimeVersion = '1.30.0'

/** onnxruntime-node on one thread; tensors are created and awaited as users do. Its scores are float32 for both precisions. */
export const onnxFloat32: JavaScriptContestant = onnxruntime('float32')
export const onnxFloat64: JavaScriptContestant = onnxruntime('float64')

function onnxruntime(precision: Precision): JavaScriptContestant {
  return {
    name: `ONNX Runtime ${precision}`,
    language: 'javascript',
    warmsUp: false,
    isExact: () => false,
    reasonToSkip({ format, name }) {
      if (format !== 'lightgbm') return 'written for LightGBM models only'
      if (name === 'categorical') return 'categories would be chains of comparisons'
      return isCached(`${onnxruntimeFolder}/node_modules/onnxruntime-node/package.json`) ? null : installHint
    },
    async prepare(problem) {
      const dump = readDump(problem.json)
      if (isLinear(dump)) throw new Absent('does not know linear leaves')
      return createScorer(dump, precision, problem)
    },
  }
}

/** Part of onnxruntime-node's API that the bench uses. */
interface Onnxruntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<Session>
  }
  readonly Tensor: new (type: Precision, data: Float32Array | Float64Array, shape: readonly number[]) => unknown
}

interface Session {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<'y', { readonly data: Float32Array }>>>
}

async function createScorer(
  dump: Dump,
  precision: Precision,
  { rows, count, features }: Problem,
): Promise<AsyncScorer> {
  const require = createRequire(cached(`${onnxruntimeFolder}/package.json`))
  const { InferenceSession, Tensor }: Onnxruntime = require('onnxruntime-node')
  const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' }
  const session = await InferenceSession.create(writeOnnx(dump, precision), oneThread)
  const doubles = readFloats(rows, count * features)
  const cells = precision === 'float32' ? Float32Array.from(doubles) : doubles
  return {
    isAsync: true,
    async scoreBatch(from, to, scores) {
      const data = cells.subarray(from * features, to * features)
      const { y } = await session.run({ x: new Tensor(precision, data, [to - from, features]) })
      scores.set(y.data)
    },
  }
}
