import { unsupported } from '@riftline/base'
import { type JsonObject, maximumFeatures } from '../../read/json-fields.ts'
import type { FeatureCount } from './feature-count.ts'
import { knownVersion, type ModelFile } from './model-file.ts'

/**
 * An additive model, as the `mlnet-fasttree` schema has it.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/GamModelParameters.cs#L116
 */
export function readGamBlock(file: ModelFile): { readonly gam: JsonObject; readonly features: FeatureCount } {
  const { block, path } = file
  if (knownVersion(file, 2) < 2) throw unsupported(path, 'an additive model of before ML.NET 0.10, whose bias is wrong')
  const shapes = block.integer(0, 2 ** 31 - 1)
  const count = block.integer(1, maximumFeatures)
  const Bias = block.float64()
  const effects: number[][] = []
  for (let i = 0; i < shapes; i++) effects.push(block.float64s(block.integer(1, 2 ** 31 - 1)))
  const bounds = effects.map((bins) => block.float64s(bins.length))

  const ShapeFunctions = new Array<JsonObject | null>(count).fill(null)
  const used = new Set<number>()
  for (let pairs = block.integer(0, shapes); pairs > 0; pairs--) {
    const at = block.position()
    const feature = block.integer(0, count - 1)
    const shape = block.integer(0, shapes - 1)
    if (ShapeFunctions[feature] !== null || used.has(shape)) {
      throw block.fault(at, 'a feature and a shape function that no other pair has', `${feature} and ${shape}`)
    }
    used.add(shape)
    ShapeFunctions[feature] = { BinUpperBounds: bounds[shape], BinEffects: effects[shape] }
  }
  block.end()
  return { gam: { Bias, ShapeFunctions }, features: { known: true, count } }
}
