// Predict: from a request to an answer; start here

export {
  type Blender,
  type Chance,
  type ConsensusForecast,
  createBlender,
  type SeriesContext,
  type SeriesForecast,
  type WeightedChance,
} from './predict/blender.ts'
export type * from './predict/markets/markets-answer.ts'
export {
  createMember,
  createMembers,
  type Member,
  type Members,
  manyMemberChances,
  memberChances,
} from './predict/member.ts'
export { dataAgeDays, fading } from './predict/moments.ts'
export { createPredictor, type PredictorOptions } from './predict/predictor.ts'
export type { PredictOptions, Predictor, TournamentModel, TournamentOptions } from './predict/predictor-interface.ts'
export type * from './types.ts'
export { baseModels, featureSources, modelNames, pickRoles, stageNames } from './types.ts'

// Artifacts: the folder with models and tables

export { type Blend, writeBlend } from './artifacts/blend.ts'
export { type DetailsOptions, detailsSteps, parseDetails, writeDetails } from './artifacts/details.ts'
export { type Manifest, type ManifestFile, type ManifestScores, parseManifest } from './artifacts/manifest.ts'
export type * from './artifacts/parse-artifacts.ts'
export {
  artifactSteps,
  artifactsId,
  modelPath,
  parseArtifacts,
  parsePredictorArtifacts,
  predictorFiles,
} from './artifacts/parse-artifacts.ts'
export { writeSnapshot } from './artifacts/snapshot.ts'
export { writeCatalogue } from './league/catalogue/catalogue.ts'

// League: teams, people, picks, played series, and the state of knowledge at a moment

export type * from './artifacts/schedule.ts'
export { hasForecast, nearestSeries, parseSchedule, seriesToCome, shownSeries } from './artifacts/schedule.ts'
export type * from './league/catalogue/catalogue.ts'
export { activeMs, byAnyId, isActive } from './league/catalogue/catalogue.ts'
export type * from './league/catalogue/details.ts'
export type * from './league/catalogue/statistics.ts'
export {
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
  firstDayOfWindow,
  toStatistics,
} from './league/catalogue/statistics.ts'
export {
  type Feature,
  type FeatureKind,
  featureNames,
  features,
  mirrored,
} from './league/features/feature-schema.ts'
export { type FeatureRequest, type SeriesFeatures, seriesFeatures } from './league/features/feature-vector.ts'
export { createForecastState, type ForecastState } from './league/forecast-state.ts'
export { addPlayed, settle } from './league/learn-series.ts'
export { findChampion, nearestChampions } from './league/names/find-champion.ts'
export { findLeague, findStatedLeague, nearestLeagues } from './league/names/find-league.ts'
export { findPlayers, nearestPlayers, type PlayerHints } from './league/names/find-players.ts'
export { describeTeams, findStatedTeams, findTeams, nearestTeams } from './league/names/find-teams.ts'
export { findTournaments, nearestTournaments } from './league/names/find-tournaments.ts'
export { fold, isSameName } from './league/names/fold.ts'
export { leagueName } from './league/names/league-index.ts'
export { secondTeamWords, withoutBrackets } from './league/names/named-team.ts'
export { didYouMean, type KnownName, knownName, nearestNames, nearestWords } from './league/names/nearest-names.ts'
export { type Draft, draftOffset } from './league/picks/draft-offset.ts'
export type * from './league/played-series.ts'
export { byStartAndTeams, decidedWinner, settledMs } from './league/played-series.ts'
export { teamVariances } from './league/rating/team-variances.ts'
export { joinWins, setPublishedKills } from './league/records/season-wins.ts'
export { joinMeetings } from './league/records/team-record.ts'
export type { MarketBook } from './league/request/parse-market-book.ts'
export {
  countRequests,
  parseBatchRequest,
  parseMarketsRequest,
  parsePredictRequest,
  type RequestKind,
} from './league/request/parse-predict-request.ts'
export {
  batchRequestJsonSchema,
  marketsRequestJsonSchema,
  predictRequestJsonSchema,
  teamNameFault,
} from './league/request/request-schema.ts'
export type { CatalogueIndex } from './league/request/resolve-matchup.ts'
export {
  createCatalogueIndex,
  resolveBatch,
  resolveMarkets,
  resolveMatchup,
  resolveTeam,
  sampleMatchups,
} from './league/request/resolve-matchup.ts'
export type * from './league/stated.ts'

// Tournament: a format to a plan, and a plan to the chances of its teams

export type * from './tournament/answer.ts'
export { describeTournament } from './tournament/format/describe-tournament.ts'
export { type TournamentFormat, tournamentFormatJsonSchema } from './tournament/format/format-schema.ts'
export { parseTournament } from './tournament/format/parse-tournament.ts'
export { planTournament } from './tournament/format/plan-tournament.ts'
export {
  type GroupProgress,
  type StageProgress,
  tournamentProgress,
} from './tournament/format/tournament-progress.ts'
export type * from './tournament/plan.ts'
export { toTournamentForecast } from './tournament/simulate/forecast.ts'
export { completeTally } from './tournament/simulate/rare-runs.ts'
export { type SimulationOptions, simulateTournament } from './tournament/simulate/simulate.ts'
export { addTallies, type TournamentTally } from './tournament/simulate/tally.ts'
export type * from './tournament/strengths.ts'
export {
  type PreparedTournament,
  parseTournamentRequest,
  prepareTournament,
  type TournamentRequest,
  tournamentExamples,
  tournamentRequestJsonSchema,
  unlessAbandoned,
} from './tournament/tournament-request.ts'

// `@riftline/predictor/node` loads artifacts; models, calibration and market maths are in @riftline/core

export { ArtifactError, RiftlineError } from '@riftline/base'
