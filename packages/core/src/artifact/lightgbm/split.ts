import type { TreesBuilder } from '../../ensemble/build-trees.ts'
import { maximumCategory } from '../../ensemble/category-set.ts'
import { type SplitDecision, splitDecision } from '../../ensemble/split.ts'
import {
  booleanField,
  choiceField,
  field,
  integerField,
  type JsonObject,
  malformed,
  unsupported,
  type Where,
} from '../json-fields.ts'

export interface LightgbmSplit {
  readonly feature: number
  readonly decision: SplitDecision
  readonly threshold: number
}

/** One internal node: which cell it looks at and what it asks. */
export function readSplit(node: JsonObject, where: Where, columns: number, sets: TreesBuilder): LightgbmSplit {
  const feature = integerField(node, 'split_feature', where, 0, columns - 1)
  const type = field(node, 'decision_type')
  switch (type) {
    case '<=':
      return { feature, decision: numericalDecision(node, where), threshold: readThreshold(node, where) }
    case '==': {
      const { decision, set } = sets.addCategories(readCategories(node, where))
      return { feature, decision, threshold: set }
    }
    case 'no_greater':
    case 'is':
      throw unsupported(`${where()}.decision_type`, `"${type}" is the language of LightGBM before 2.0.6`)
    default:
      throw malformed(`${where()}.decision_type`, '"<=" or "=="', type)
  }
}

/** Under missing type None the dump prints `default_left: true`, which means nothing: NaN is compared as 0. */
function numericalDecision(node: JsonObject, where: Where): SplitDecision {
  const defaultLeft = booleanField(node, 'default_left', where)
  switch (choiceField(node, 'missing_type', where, ['None', 'Zero', 'NaN'])) {
    case 'None':
      return splitDecision.compare
    case 'Zero':
      return defaultLeft ? splitDecision.zeroGoesLeft : splitDecision.zeroGoesRight
    case 'NaN':
      return defaultLeft ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
  }
}

/**
 * The dump clamps thresholds to ±1e300 (`AvoidInf` in LightGBM's common.h); the model itself has ±Infinity there, which
 * tells +Infinity and 1e301 from each other.
 */
function readThreshold(node: JsonObject, where: Where): number {
  const threshold = field(node, 'threshold')
  if (typeof threshold !== 'number' || Number.isNaN(threshold)) {
    throw malformed(`${where()}.threshold`, 'a number', threshold)
  }
  if (threshold >= 1e300) return Infinity
  return threshold <= -1e300 ? -Infinity : threshold
}

/** Categories joined by `||`, a string even when there is one; the empty string is the empty set. */
function readCategories(node: JsonObject, where: Where): number[] {
  const text = field(node, 'threshold')
  if (typeof text !== 'string') throw malformed(`${where()}.threshold`, 'categories joined by ||', text)
  if (text === '') return []
  return text.split('||').map((token) => {
    const category = /^[0-9]{1,10}$/.test(token) ? Number(token) : Number.NaN
    if (!(category <= maximumCategory)) {
      throw malformed(`${where()}.threshold`, `categories from 0 to ${maximumCategory}`, token)
    }
    return category
  })
}
