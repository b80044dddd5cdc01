// Market: odds, margins, anchor, expected value, stakes

export { RiftlineError } from '@riftline/base'
export {
  type AnchorCellRecord,
  type AnchorHierarchy,
  type AnchorHierarchyOptions,
  type AnchorOptions,
  type AnchorRecord,
  type AnchorWeight,
  anchor,
  fitAnchorHierarchy,
  selectAnchor,
} from './market/anchor.ts'
export {
  type Bet,
  type BettableSeries,
  type BettingRow,
  type BettingTableOptions,
  type BettingYield,
  bettingTable,
  bettingYield,
} from './market/betting-table.ts'
export { type Devigged, type DevigMethod, type DevigOptions, type DevigParams, devig } from './market/devig.ts'
export {
  americanToDecimal,
  arePlausible,
  fractionalToDecimal,
  highestOdds,
  implausible,
  requirePlausible,
  type TakerFee,
  takeOdds,
  takerFee,
} from './market/odds.ts'
export type { Standing } from './market/series/latent-mean.ts'
export {
  type SeriesMarkets,
  type SeriesMarketsOptions,
  type SideChances,
  seriesMarkets,
} from './market/series/series-markets.ts'
export {
  type ClosingLineValue,
  closingLineValue,
  edge,
  expectedValue,
  kellyFraction,
  kellyGrowth,
} from './market/stakes.ts'
