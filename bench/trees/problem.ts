/** Task of the contestants: score these rows with this model. Both are files, so that programs in any language can take part. */
export interface Problem {
  readonly name: string
  readonly format: 'lightgbm' | 'xgboost' | 'onnx' | 'catboost' | 'mlnet-fasttree' | 'riftline-pcasweep'
  /** Path of the model: JSON, for the format `onnx` the bytes of an ONNX file. */
  readonly model: string
  /** Path of the model as LightGBM's model.txt; null if there is none. */
  readonly text: string | null
  /** Path of the rows: row-major little-endian float64, or sparse rows (float-file.ts). It may hold more than `count` rows. */
  readonly rows: string
  readonly count: number
  readonly features: number
  /** Number of raw scores per row. */
  readonly outputs: number
}

/** Problem with its answer, which contestants do not see. */
export interface SolvedProblem extends Problem {
  /** Raw scores, count × outputs. */
  readonly expected: Float64Array
  /** Name of the scorer that gave the answer, for the report. */
  readonly answeredBy: string
}

/** Whether a model is trees in JSON, so that the time to read it can be compared with that of `JSON.parse`. */
export function isTreeJson({ format }: Problem): boolean {
  return format !== 'onnx' && format !== 'riftline-pcasweep'
}
