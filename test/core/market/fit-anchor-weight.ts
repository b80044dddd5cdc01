import { type AnchorOptions, type AnchorRecord, type AnchorWeight, fitAnchorHierarchy } from '#core/market/anchor.ts'

/** Anchor weight over all matches. */
export function fitAnchorWeight(records: readonly AnchorRecord[], options: AnchorOptions = {}): AnchorWeight {
  return fitAnchorHierarchy(records, options).model
}
