/** A type of the client, and where in `openapi.json` its form stands. */
export interface TypeName {
  readonly name: string
  /**
   * A component of the document and the way down from it: `TeamDetail.championPool[]` is an item of the pool. Null beside
   * the form is passed over. Every other place with the same form takes the name too.
   */
  readonly at: string
  /** A place whose schema allows more than is ever sent there. */
  readonly also?: string
  /** Instead of what the schema says, where that is wider. */
  readonly type?: string
  readonly doc?: string
  /** Only these properties: a part that several forms share. The forms that have all of them extend it. */
  readonly only?: readonly string[]
}

const list = ['count', 'total', 'dataThroughUtc', 'artifacts', 'candidates']
const forecast = ['redTeam', 'model', 'bestOf', 'league', 'asOfUtc', 'dataThroughUtc', 'artifacts', 'moment']
const asked = ['model', 'oddsBlue', 'oddsRed', 'tournament', 'bestOf']

/** Forms without a public name, which would otherwise be written several times. */
export const innerNames: readonly TypeName[] = [
  { name: 'List', at: 'TeamList', only: list, doc: 'The fields of every list.' },
  { name: 'Coverage', at: 'TeamDetail.coverage', doc: 'Games behind a record.' },
  {
    name: 'Span',
    at: 'TeamDetail',
    only: ['dataThroughUtc', 'statsFromUtc', 'statsToUtc', 'record', 'winRate', 'coverage'],
    doc: 'The record of a span of time.',
  },
  {
    name: 'Season',
    at: 'TeamDetail.seasons[]',
    only: ['season', 'leagues', 'games', 'record', 'winRate', 'coverage'],
    doc: 'The record of one year.',
  },
  { name: 'PredictedTeam', at: 'Prediction.blueTeam', doc: 'A team of a forecast.' },
  { name: 'PredictionLeague', at: 'Prediction.league', doc: 'A league and the way in which it was found.' },
  {
    name: 'Forecast',
    at: 'Prediction',
    only: ['blueTeam', ...forecast],
    doc: 'Subject and data of a forecast.',
  },
  {
    name: 'Chances',
    at: 'Prediction.models[]',
    only: [
      ...['blueWinProbability', 'redWinProbability'],
      ...['calibratedBlueWinProbability', 'calibratedRedWinProbability', 'winner'],
    ],
    doc: 'Chances to win the series.',
  },
  {
    name: 'ChanceChange',
    at: 'Prediction.explanation',
    only: ['logit', 'points'],
    doc: 'A change of the chance of blue.',
  },
  {
    name: 'Captured',
    at: 'WinnerOdds',
    only: ['match', 'capturedAtUtc', 'isClosingLine', 'source', 'fee', 'price'],
    doc: 'A capture of prices.',
  },
  { name: 'ByBlueName', at: 'PredictRequestByNames', only: ['blueTeam', 'blueTeamId'], doc: 'Blue by name.' },
  { name: 'ByBlueId', at: 'PredictRequestByIds', only: ['blueTeam', 'blueTeamId'], doc: 'Blue by id.' },
  { name: 'ByRedName', at: 'PredictRequestByNames', only: ['redTeam', 'redTeamId'], doc: 'Red by name.' },
  { name: 'ByRedId', at: 'PredictRequestByIds', only: ['redTeam', 'redTeamId'], doc: 'Red by id.' },
  { name: 'Asked', at: 'PredictRequestByNames', only: asked, doc: 'Options of every request for a forecast.' },
  {
    name: 'AskedPrediction',
    at: 'PredictRequestByNames',
    only: [...asked, 'explain'],
    doc: 'Options of a prediction.',
  },
  {
    name: 'AskedDraft',
    at: 'PredictDraftRequestByNames',
    only: ['bluePicks', 'redPicks'],
    doc: 'The picks of a draft.',
  },
  {
    name: 'AskedMarkets',
    at: 'MarketsRequestByNames',
    only: ['bluePicks', 'redPicks', 'standing'],
    doc: 'Picks and standing of a series.',
  },
]

/** Public types in the order in which they are written. */
export const typeNames: readonly TypeName[] = [
  { name: 'Named', at: 'NamedId', doc: 'Id and current name.' },
  { name: 'Role', at: 'Player.role', doc: 'Role of a player in a team.' },
  { name: 'Team', at: 'Team', doc: 'A team that has played.' },
  { name: 'Player', at: 'Player', doc: 'A person who has played.' },
  { name: 'Champion', at: 'Champion', doc: 'A champion of the game.' },
  { name: 'Tournament', at: 'Tournament', doc: 'One edition of a league or event.' },
  { name: 'TeamList', at: 'TeamList', doc: 'Teams, sorted by id.' },
  { name: 'PlayerList', at: 'PlayerList', doc: 'Players, sorted by id.' },
  { name: 'ChampionList', at: 'ChampionList', doc: 'Champions, sorted by id.' },
  { name: 'TournamentList', at: 'TournamentList', doc: 'Tournaments, sorted by id.' },
  { name: 'ScheduledSeries', at: 'ScheduledSeries', doc: 'A series to come.' },
  { name: 'Schedule', at: 'Schedule', doc: 'Series that have not begun, by start.' },
  { name: 'BesideMarket', at: 'BesideMarket', doc: 'A forecaster beside the market, on series with a price.' },
  { name: 'PerformanceRow', at: 'PerformanceRow', doc: 'Scores of one forecaster on one group of series.' },
  { name: 'PerformanceWindow', at: 'PerformanceWindow', doc: 'Scores on the series of some days.' },
  { name: 'KeptChain', at: 'Performance.chain', doc: 'Head of the chain of kept forecasts.' },
  { name: 'Performance', at: 'Performance', doc: 'How good the forecasts were.' },
  { name: 'ResultForecast', at: 'ResultForecast', doc: 'Forecast of one model in a result.' },
  { name: 'Result', at: 'Result', doc: 'A finished series with its forecasts.' },
  { name: 'ResultPage', at: 'ResultPage', doc: 'Finished series, the latest first.' },
  { name: 'ChampionResults', at: 'TeamDetail.championPool[]', doc: 'Results of a team or player with a champion.' },
  {
    name: 'SideWinRate',
    at: 'TeamDetail.sideWinRate',
    doc: 'Share of games won on each side. Null without a game on that side.',
  },
  { name: 'SideGames', at: 'TeamDetail.sideGames', doc: 'Games behind the share of each side.' },
  { name: 'Sample', at: 'Sample', doc: 'Games behind a statistic.' },
  {
    name: 'TeamDetail',
    at: 'TeamDetail',
    doc: 'A team over the span from `statsFromUtc` to `statsToUtc`, and over each season.',
  },
  {
    name: 'TeamStats',
    at: 'TeamDetail.stats',
    doc: 'Averages over the games. A value is null if too few games have it.',
  },
  {
    name: 'TeamSamples',
    at: 'TeamDetail.samples',
    type: "Readonly<Record<'record' | Exclude<keyof TeamStats, 'games'>, Sample | null>>",
    doc: 'Samples behind the record and each statistic. Null if the statistic is null.',
  },
  { name: 'TeamSeason', at: 'TeamDetail.seasons[]', doc: 'A team in one year.' },
  {
    name: 'PlayerDetail',
    at: 'PlayerDetail',
    doc: 'A player over the span from `statsFromUtc` to `statsToUtc`, and over each season.',
  },
  {
    name: 'PlayerStats',
    at: 'PlayerDetail.stats',
    doc: 'Averages over the games. A value is null if too few games have it.',
  },
  {
    name: 'PlayerSamples',
    at: 'PlayerDetail.samples',
    type: "Readonly<Record<'record' | Exclude<keyof PlayerStats, 'games'>, Sample | null>>",
    doc: 'Samples behind the record and each statistic. Null if the statistic is null.',
  },
  { name: 'PlayerSeason', at: 'PlayerDetail.seasons[]', doc: 'A player in one year.' },
  { name: 'TournamentDetail', at: 'TournamentDetail', doc: 'Counts and shares are those of the maps played so far.' },
  {
    name: 'FirstObjectiveRate',
    at: 'TournamentDetail.firstObjectiveRates.blood',
    doc: 'Shares of games in which blue takes an objective first, and in which the taker wins.',
  },
  {
    name: 'Leader',
    at: 'TournamentDetail.leaders.kda[]',
    doc: 'A player among the best of a tournament in one statistic.',
  },
  { name: 'Markets', at: 'markets', doc: 'Markets that a call of `odds` requests.' },
  { name: 'WinnerOdds', at: 'WinnerOdds' },
  { name: 'AllOdds', at: 'AllOdds' },
  { name: 'HistoryMarket', at: 'market', doc: 'Market of a history of prices.' },
  { name: 'OddsHistory', at: 'OddsHistory', doc: 'Prices of the series between two teams over time.' },
  { name: 'SeriesPrices', at: 'OddsHistory.series[]', doc: 'Prices of one series over time.' },
  { name: 'PriceSnapshot', at: 'OddsHistory.series[].snapshots[]', doc: 'Prices of one source at one moment.' },
  { name: 'OddsMatch', at: 'AllOdds.match', doc: 'Series that the odds are for.' },
  { name: 'WinnerMarket', at: 'WinnerOdds.markets', doc: "Prices of an answer to `markets: 'winner'`." },
  {
    name: 'AllMarkets',
    at: 'AllOdds.markets',
    doc: "Prices of an answer to `markets: 'all'`. A market is null if no prices are published.",
  },
  { name: 'TeamPrice', at: 'AllOdds.markets.seriesWinner[]', doc: 'Decimal odds on one team.' },
  { name: 'LinePrice', at: 'AllOdds.markets.handicap[].odds[]', doc: 'Decimal odds on one team with a handicap.' },
  {
    name: 'Handicap',
    at: 'AllOdds.markets.handicap[]',
    doc: 'The line is the absolute value; the two prices have it with opposite signs.',
  },
  { name: 'OverUnder', at: 'AllOdds.markets.totalMaps[]', doc: 'Decimal odds on the number of maps.' },
  { name: 'ScorePrice', at: 'AllOdds.markets.correctScore[]', doc: 'A score has the form `2-1`.' },
  {
    name: 'Stat',
    at: 'AllOdds.markets.mapTotals[].stat',
    type: "'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})",
    doc: 'An open list: expect words that are not in it.',
  },
  { name: 'MatchTotal', at: 'AllOdds.markets.matchTotals[]', doc: 'Decimal odds on a count over the whole series.' },
  { name: 'MapTotal', at: 'AllOdds.markets.mapTotals[]', doc: 'Decimal odds on a count in one map.' },
  {
    name: 'KillHandicap',
    at: 'AllOdds.markets.killHandicap[]',
    doc: 'Decimal odds on kills in one map, with a handicap.',
  },
  { name: 'MapWinner', at: 'AllOdds.mapWinners[]', doc: 'Decimal odds on one map.' },
  { name: 'BaseModel', at: 'Prediction.models[].model', doc: 'A member of the consensus.' },
  { name: 'Model', at: 'Prediction.model', doc: 'A member, or the consensus of all.' },
  { name: 'BestOf', at: 'RequestedBestOf', also: 'AllOdds.match.bestOf', doc: 'Maximum number of maps of a series.' },
  { name: 'Side', at: 'Prediction.winner' },
  { name: 'PredictBody', at: 'PredictRequest', doc: 'Each team by id or by name; everything else is optional.' },
  { name: 'PredictDraftBody', at: 'PredictDraftRequest', doc: 'A prediction with the ten picks known.' },
  {
    name: 'Pick',
    at: 'Pick',
    doc: 'A champion by a name of `champions()`; case, spaces and punctuation do not matter.',
  },
  { name: 'Picks', at: 'Picks', doc: 'One pick for each role, in any order.' },
  { name: 'AnyPrediction', at: 'Prediction', doc: 'The answer of any model; `Prediction` is the answer of one model.' },
  {
    name: 'AnyPredictionBatch',
    at: 'PredictionBatch',
    doc: 'Predictions of any models, in the order of their requests.',
  },
  { name: 'AnyMemberPrediction', at: 'Prediction.models[]', doc: 'The chances of any member.' },
  { name: 'PredictionOdds', at: 'Prediction.odds' },
  { name: 'Explanation', at: 'Prediction.explanation' },
  {
    name: 'ExplanationStage',
    at: 'Prediction.explanation.stages[]',
    doc: 'One step, the chance of blue after it, and the parts that add up to it.',
  },
  {
    name: 'ExplanationPart',
    at: 'Prediction.explanation.stages[].parts[]',
    doc: 'Contribution of one subject to a stage.',
  },
  {
    name: 'SideValue',
    at: 'Prediction.explanation.value.blue',
    doc: 'Expected value per unit of stake: at even teams, and at the answer.',
  },
  {
    name: 'MarketsBody',
    at: 'MarketsRequest',
    doc: 'The body of a prediction, the picks of both teams or of neither, and a standing.',
  },
  { name: 'Standing', at: 'Standing', also: 'MarketsAnswer.standing', doc: 'Maps won.' },
  { name: 'MarketsAnswer', at: 'MarketsAnswer', doc: 'Chances of every market of a series, from a standing on.' },
  { name: 'DerivedMarkets', at: 'MarketsAnswer.markets' },
  { name: 'Selection', at: 'MarketsAnswer.markets.totalMaps[].over', doc: 'An outcome to bet on.' },
  { name: 'TeamSelection', at: 'MarketsAnswer.markets.seriesWinner[]', doc: 'An outcome for one team.' },
  { name: 'LineSelection', at: 'MarketsAnswer.markets.handicap[].odds[]', doc: 'A team with its handicap in maps.' },
  { name: 'ScoreSelection', at: 'MarketsAnswer.markets.correctScore[]', doc: 'A final score.' },
  { name: 'BookPrice', at: 'MarketsAnswer.markets.seriesWinner[].book', doc: 'A captured price of a selection.' },
  { name: 'TournamentBody', at: 'TournamentRequest', doc: 'A tournament to simulate.' },
  { name: 'TournamentFormat', at: 'TournamentRequest.format', doc: 'Teams, stages and known results of a tournament.' },
  { name: 'TournamentForecast', at: 'TournamentForecast', doc: 'Chances of the teams of a tournament.' },
  { name: 'TournamentChances', at: 'TournamentForecast.teams[]', doc: 'Chances of one team.' },
  {
    name: 'TournamentNext',
    at: 'TournamentForecast.nextSeries[]',
    doc: 'A series that can be played now, and what it changes.',
  },
  { name: 'ArtifactsReplaced', at: 'ArtifactsReplaced' },
  { name: 'ScheduleAdded', at: 'ScheduleAdded' },
  { name: 'ScheduleChanged', at: 'ScheduleChanged' },
  { name: 'ScheduleRemoved', at: 'ScheduleRemoved' },
  { name: 'OddsCaptured', at: 'OddsCaptured' },
  { name: 'OddsClosed', at: 'OddsClosed' },
  { name: 'SeriesFinished', at: 'SeriesFinished' },
  { name: 'ForecastKept', at: 'ForecastKept' },
  {
    name: 'Change',
    at: 'Change',
    doc: 'Record that something is new, without its content. `type` tells the fields; later servers may add types.',
  },
  { name: 'ChangePage', at: 'ChangePage', doc: 'Changes after a place, the oldest first.' },
  { name: 'Usage', at: 'Usage', doc: 'Credits of the account and calls of this month.' },
  { name: 'Operation', at: 'Usage.calls[].operation', doc: 'A charged operation.' },
  { name: 'OperationCalls', at: 'Usage.calls[]', doc: 'Calls of one operation this month.' },
  { name: 'KnownErrorCode', at: 'Error.error', doc: 'The codes of the closed list.' },
]
