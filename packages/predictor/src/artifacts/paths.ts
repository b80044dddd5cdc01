import { type BaseModel, baseModels } from '../types.ts'

/**
 * Path of a model in an artifacts folder: it forecasts a match from what is known before the draft.
 *
 * @example modelPath('lightgbm') // => 'models/lightgbm-match.json'
 */
export function modelPath(model: BaseModel): string {
  return `models/${model}-match.json`
}

/** Paths of the files that a predictor is made of, beside `manifest.json`. */
export const predictorFiles: readonly string[] = [
  ...baseModels.map(modelPath),
  'state.json',
  'blend.json',
  'catalogue.json',
]
