import { readFileSync } from 'node:fs'
import { readFloats } from '../float-file.ts'
import { isLinear, readDump } from '../models/dump.ts'
import { dumpNodes } from '../models/onnx/dump-nodes.ts'
import { type Precision, writeOnnx } from '../models/onnx/write-onnx.ts'
import { installHint } from '../peers/cache.ts'
import { isInstalled, type PackageName, requirePackage } from '../peers/npm-packages.ts'
import type { Problem } from '../problem.ts'
import { Absent, type AsyncScorer, type JavaScriptContestant } from './contestant.ts'

/** ONNX Runtime on one thread; tensors are created and awaited as users do. Its scores are float32 for both precisions. */
export const onnxFloat32: JavaScriptContestant = onnxruntime('ONNX Runtime float32', 'onnxruntime-node', 'float32')
export const onnxFloat64: JavaScriptContestant = onnxruntime('ONNX Runtime float64', 'onnxruntime-node', 'float64')
export const onnxWeb: JavaScriptContestant = onnxruntime('ONNX Runtime Web', 'onnxruntime-web', 'float32')

function onnxruntime(name: string, runtime: PackageName, precision: Precision): JavaScriptContestant {
  return {
    name,
    language: 'javascript',
    warmsUp: runtime === 'onnxruntime-web',
    isExact: ({ format }) => format === 'onnx' && runtime === 'onnxruntime-node',
    reasonToSkip({ format, name }) {
      if (format === 'onnx' && precision === 'float64') return 'the ONNX files are of float32'
      if (format !== 'onnx' && format !== 'lightgbm') return 'the same models are cases of their own as ONNX'
      if (name === 'categorical') return 'categories would be chains of comparisons'
      return isInstalled(runtime) ? null : installHint
    },
    async prepare(problem) {
      if (problem.format === 'onnx') return createScorer(readFileSync(problem.model), runtime, precision, problem)
      const dump = readDump(problem.model)
      if (isLinear(dump)) throw new Absent('does not know linear leaves')
      return createScorer(writeOnnx(dumpNodes(dump), precision), runtime, precision, problem)
    },
  }
}

/** Part of the API of ONNX Runtime that the bench uses. */
interface Onnxruntime {
  readonly env: { readonly wasm: { numThreads?: number } }
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<Session>
  }
  readonly Tensor: new (type: Precision, data: Float32Array | Float64Array, shape: readonly number[]) => unknown
}

interface Session {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<'y', { readonly data: Float32Array }>>>
}

async function createScorer(
  model: Uint8Array,
  runtime: PackageName,
  precision: Precision,
  { rows, count, features }: Problem,
): Promise<AsyncScorer> {
  const { env, InferenceSession, Tensor } = requirePackage<Onnxruntime>(runtime)
  env.wasm.numThreads = 1
  const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' }
  const session = await InferenceSession.create(model, oneThread)
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
