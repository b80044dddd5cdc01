import type { TreeEnsemble } from '@riftline/core'
import * as core from '@riftline/core'
import { createPredictor, parseArtifacts } from '@riftline/predictor'

/** A model of a fixture in the form that is sent to a page. */
export interface Model {
  readonly name: string
  readonly format: 'lightgbm' | 'fasttree' | 'model.txt' | 'model.zip'
  /** Parsed JSON, or the file in base64. */
  readonly document: unknown
  /** Row-major doubles in base64. */
  readonly rows: string
}

export type EngineName = 'js' | 'wasm' | 'auto'

/** Scores as base64 of their bits, which keeps them exact; or the code of the error. */
export interface Answer {
  readonly model: string
  readonly asked: EngineName
  readonly engine?: string
  readonly raw?: string
  /** Whether the first row alone has the same raw score and prediction as among the others. */
  readonly singleAlike?: boolean
  readonly prediction?: string
  readonly leaf?: string
  readonly error?: string
}

/** Answers of every engine for every model. Page, worker and Node run the same bundle, so the answers must be equal. */
export async function answers(
  models: readonly Model[],
  engines: readonly EngineName[],
  kernels?: object,
): Promise<Answer[]> {
  const all: Answer[] = []
  for (const model of models) {
    const ensemble = await parse(model)
    for (const asked of engines) all.push(answer(model, ensemble, asked, kernels))
  }
  return all
}

async function parse({ format, document }: Model): Promise<TreeEnsemble> {
  switch (format) {
    case 'lightgbm':
      return core.parseLightgbm(document)
    case 'fasttree':
      return core.parseFasttree(document)
    case 'model.txt':
      return core.parseLightgbmText(document as string)
    case 'model.zip':
      return await core.parseMlnetZip(fromBase64(document as string))
  }
}

function answer(model: Model, ensemble: TreeEnsemble, asked: EngineName, kernels: object | undefined): Answer {
  try {
    const evaluator = core.compileEnsemble(ensemble, { engine: asked, ...(kernels === undefined ? {} : { kernels }) })
    const rows = new Float64Array(fromBase64(model.rows).buffer)
    const first = rows.subarray(0, evaluator.numberOfFeatures)
    const raw = evaluator.rawScores(rows)
    const prediction = evaluator.predictions(rows)
    return {
      model: model.name,
      asked,
      engine: evaluator.engine,
      raw: toBase64(raw),
      singleAlike: Object.is(evaluator.rawScore(first), raw[0]) && Object.is(evaluator.predict(first), prediction[0]),
      prediction: toBase64(prediction),
      leaf: toBase64(evaluator.leafIndices(rows)),
    }
  } catch (error) {
    if (!(error instanceof core.RiftlineError)) throw error
    return { model: model.name, asked, error: error.code }
  }
}

/** One prediction through the whole flow, as JSON. */
export function prediction(files: Record<string, string>, request: unknown): string {
  const predictor = createPredictor(parseArtifacts(files))
  return JSON.stringify(predictor.predict(request as never))
}

export function toBase64(values: Float64Array | Int32Array): string {
  // NaNs are made equal, because their payload does not matter.
  const plain =
    values instanceof Float64Array ? values.map((value) => (Number.isNaN(value) ? Number.NaN : value)) : values
  const bytes = new Uint8Array(plain.buffer, plain.byteOffset, plain.byteLength)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
