// Market: odds, margins, anchor, expected value, stakes

export { RiftlineError } from '@riftline/base'
export { anchor } from './market/anchor.ts'
export {
  type AnchorCellRecord,
  type AnchorHierarchy,
  type AnchorHierarchyOptions,
  fitAnchorHierarchy,
  selectAnchor,
} from './market/anchor-hierarchy.ts'
export {
  type BettableSeries,
  type BettingRow,
  type BettingTableOptions,
  bettingTable,
} from './market/betting-table.ts'
export { type Bet, type BettingYield, bettingYield } from './market/betting-yield.ts'
export { arePlausible, highestOdds, implausible, requirePlausible } from './market/check-odds.ts'
export { type ClosingLineValue, closingLineValue } from './market/closing-line-value.ts'
export { type Devigged, type DevigMethod, type DevigOptions, type DevigParams, devig } from './market/devig.ts'
export { edge, expectedValue } from './market/expected-value.ts'
export {
  type AnchorOptions,
  type AnchorRecord,
  type AnchorWeight,
  fitAnchorWeight,
} from './market/fit-anchor-weight.ts'
export { impliedOdds } from './market/implied-odds.ts'
export { kellyFraction, kellyGrowth } from './market/kelly.ts'
export { americanToDecimal, fractionalToDecimal } from './market/odds-formats.ts'
export {
  type SeriesMarkets,
  type SeriesMarketsOptions,
  type SideChances,
  seriesMarkets,
} from './market/series/series-markets.ts'
export type { Standing } from './market/series/standing.ts'
export { type TakerFee, takeOdds, takerFee } from './market/taker-fee.ts'
