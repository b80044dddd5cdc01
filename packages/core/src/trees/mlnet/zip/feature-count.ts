import { malformed } from '@riftline/base'

/** How many features a model has. */
export interface FeatureCount {
  /** False where an old model does not say: then `count` is the number of the last feature that it uses, plus 1. */
  readonly known: boolean
  readonly count: number
}

/** The count that models of one feature column have in common; there is one model at least. */
export function commonCount(counts: readonly FeatureCount[], path: string): FeatureCount {
  const known = counts.filter((features) => features.known)
  const other = known.find(({ count }) => count !== known[0]?.count)
  if (other !== undefined) throw malformed(path, `${known[0]?.count} features in every class`, other.count)
  return known[0] ?? { known: false, count: Math.max(...counts.map(({ count }) => count)) }
}
