// Texts of forecasts, for terminals and for agents. They need no artifacts.

export { type ExplainedPrediction, explanationTable, fixed, partText, stageLabels } from './texts/explanation-table.ts'
export {
  chanceText,
  dataAge,
  idleTeams,
  type MarketView,
  marketLine,
  type PredictionData,
  percentText,
  placeText,
  signed,
  withLine,
} from './texts/forecast-parts.ts'
