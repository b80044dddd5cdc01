import type { LinearLeaf } from '../../ensemble/build-trees.ts'
import {
  arrayField,
  asFinite,
  asInteger,
  field,
  finiteField,
  integerField,
  type JsonObject,
  malformed,
  type Where,
} from '../json-fields.ts'

export interface LightgbmLeaf {
  readonly index: number
  readonly value: number
  readonly linear: LinearLeaf | null
}

/** A leaf: a node without `split_index`. The only leaf of a tree has no `leaf_index` either. */
export function readLeaf(node: JsonObject, where: Where, leaves: number, columns: number): LightgbmLeaf {
  const alone = leaves === 1 && field(node, 'leaf_index') === undefined
  return {
    index: alone ? 0 : integerField(node, 'leaf_index', where, 0, leaves - 1),
    value: finiteField(node, 'leaf_value', where),
    linear: readLinear(node, where, columns),
  }
}

/** `leaf_const`, `leaf_features` and `leaf_coeff` come together, on the leaves of linear trees. */
function readLinear(node: JsonObject, where: Where, columns: number): LinearLeaf | null {
  const keys = ['leaf_const', 'leaf_features', 'leaf_coeff']
  const absent = keys.filter((key) => field(node, key) === undefined)
  if (absent.length === keys.length) return null
  if (absent.length > 0) throw malformed(`${where()}.${absent[0]}`, 'a value, as the leaf is linear', undefined)

  const constant = finiteField(node, 'leaf_const', where)
  const features = Array.from(arrayField(node, 'leaf_features', where), (feature, i) =>
    asInteger(feature, () => `${where()}.leaf_features[${i}]`, 0, columns - 1),
  )
  const coefficients = Array.from(arrayField(node, 'leaf_coeff', where, features.length), (coefficient, i) =>
    asFinite(coefficient, () => `${where()}.leaf_coeff[${i}]`),
  )
  return { constant, features, coefficients }
}
