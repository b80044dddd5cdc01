import { type BaseModel, baseModels, type FeatureSchema } from '../types.ts'

export function modelPath(model: BaseModel, schema: FeatureSchema): string {
  return `models/${model}-${schema}.json`
}

/** Paths of the files that a predictor is made of, beside `manifest.json`. */
export const predictorFiles: readonly string[] = [
  ...baseModels.flatMap((model) => [modelPath(model, 'match'), modelPath(model, 'draft')]),
  'state.json',
  'blend.json',
  'catalogue.json',
]
