import type { AnchorOptions, AnchorRecord, AnchorWeight } from '#core/market/anchor.ts'
import { fitAnchorHierarchy } from '#core/market/anchor-hierarchy.ts'

/** The weight over all matches. */
export function fitAnchorWeight(records: readonly AnchorRecord[], options: AnchorOptions = {}): AnchorWeight {
  return fitAnchorHierarchy(records, options).model
}
