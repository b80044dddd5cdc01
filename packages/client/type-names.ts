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
}

/** Names by the module that they are written to, `src/types/<module>.generated.ts`. */
export const typeNames: Readonly<Record<string, readonly TypeName[]>> = {
  lists: [
    { name: 'Named', at: 'NamedId', doc: 'An id and what it is called.' },
    { name: 'Role', at: 'Player.role' },
    { name: 'Team', at: 'Team' },
    { name: 'Player', at: 'Player' },
    { name: 'Champion', at: 'Champion' },
    { name: 'Tournament', at: 'Tournament' },
    { name: 'TeamList', at: 'TeamList', doc: 'Sorted by id, as every list.' },
    { name: 'PlayerList', at: 'PlayerList' },
    { name: 'ChampionList', at: 'ChampionList' },
    { name: 'TournamentList', at: 'TournamentList' },
    { name: 'ScheduledSeries', at: 'ScheduledSeries' },
    { name: 'Schedule', at: 'Schedule', doc: 'Series that have not begun, by start.' },
  ],
  details: [
    { name: 'ChampionResults', at: 'TeamDetail.championPool[]' },
    {
      name: 'SideWinRate',
      at: 'TeamDetail.sideWinRate',
      doc: 'Share of games won on each side; null without a game on it.',
    },
    { name: 'SideGames', at: 'TeamDetail.sideGames', doc: 'What the shares of both sides rest on.' },
    { name: 'Sample', at: 'Sample', doc: 'What a number rests on.' },
    { name: 'TeamDetail', at: 'TeamDetail' },
    { name: 'TeamStats', at: 'TeamDetail.stats', doc: 'Null where too few games tell it.' },
    { name: 'TeamSamples', at: 'TeamDetail.samples', doc: 'Null where the number is.' },
    { name: 'TeamSeason', at: 'TeamDetail.seasons[]' },
    { name: 'PlayerDetail', at: 'PlayerDetail' },
    { name: 'PlayerStats', at: 'PlayerDetail.stats', doc: 'Null where too few games tell it.' },
    { name: 'PlayerSamples', at: 'PlayerDetail.samples', doc: 'Null where the number is.' },
    { name: 'PlayerSeason', at: 'PlayerDetail.seasons[]' },
    { name: 'TournamentDetail', at: 'TournamentDetail', doc: 'Counts and shares are those of the maps played so far.' },
    { name: 'FirstObjectiveRate', at: 'TournamentDetail.firstObjectiveRates.blood' },
    { name: 'Leader', at: 'TournamentDetail.leaders.kda[]' },
  ],
  odds: [
    { name: 'Markets', at: 'markets', doc: 'Which prices a call of `odds` asks for.' },
    { name: 'WinnerOdds', at: 'WinnerOdds' },
    { name: 'AllOdds', at: 'AllOdds' },
    { name: 'OddsMatch', at: 'AllOdds.match' },
    { name: 'WinnerMarket', at: 'WinnerOdds.markets', doc: "What `markets: 'winner'` gives." },
    { name: 'AllMarkets', at: 'AllOdds.markets', doc: "What `markets: 'all'` gives; null where not published." },
    { name: 'TeamPrice', at: 'AllOdds.markets.seriesWinner[]' },
    { name: 'LinePrice', at: 'AllOdds.markets.handicap[].odds[]' },
    {
      name: 'Handicap',
      at: 'AllOdds.markets.handicap[]',
      doc: 'The line is the absolute value; the two prices have it with opposite signs.',
    },
    { name: 'OverUnder', at: 'AllOdds.markets.totalMaps[]' },
    { name: 'ScorePrice', at: 'AllOdds.markets.correctScore[]', doc: 'A score has the form `2-1`.' },
    {
      name: 'Stat',
      at: 'AllOdds.markets.mapTotals[].stat',
      type: "'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})",
      doc: 'An open list: expect words that are not in it.',
    },
    { name: 'MatchTotal', at: 'AllOdds.markets.matchTotals[]' },
    { name: 'MapTotal', at: 'AllOdds.markets.mapTotals[]' },
    { name: 'KillHandicap', at: 'AllOdds.markets.killHandicap[]' },
    { name: 'MapWinner', at: 'AllOdds.mapWinners[]' },
  ],
  prediction: [
    { name: 'BaseModel', at: 'Prediction.models[].model' },
    { name: 'Model', at: 'Prediction.model' },
    { name: 'BestOf', at: 'PredictRequest.bestOf', also: 'AllOdds.match.bestOf' },
    { name: 'Side', at: 'Prediction.winner' },
    { name: 'PredictBody', at: 'PredictRequest', doc: 'Each team by id or by name; everything else is optional.' },
    { name: 'PredictDraftBody', at: 'PredictDraftRequest', doc: 'A prediction with the ten picks known.' },
    {
      name: 'Pick',
      at: 'PredictDraftRequest.bluePicks[]',
      doc: 'A champion by a name of `champions()`; case, spaces and punctuation do not matter.',
    },
    { name: 'Picks', at: 'PredictDraftRequest.bluePicks', doc: 'Each role once, in any order.' },
    { name: 'AnyPrediction', at: 'Prediction' },
    { name: 'AnyMemberPrediction', at: 'Prediction.models[]' },
    { name: 'PredictionOdds', at: 'Prediction.odds' },
  ],
  explanation: [
    { name: 'Explanation', at: 'Prediction.explanation' },
    { name: 'ExplanationStage', at: 'Prediction.explanation.stages[]' },
    { name: 'ExplanationPart', at: 'Prediction.explanation.stages[].parts[]' },
    { name: 'SideValue', at: 'Prediction.explanation.value.blue' },
  ],
  'derived-markets': [
    {
      name: 'MarketsBody',
      at: 'MarketsRequest',
      doc: 'The body of a prediction, the picks of both teams or of neither, and a standing.',
    },
    { name: 'Standing', at: 'MarketsRequest.standing', also: 'MarketsAnswer.standing', doc: 'Maps won.' },
    { name: 'MarketsAnswer', at: 'MarketsAnswer' },
    { name: 'DerivedMarkets', at: 'MarketsAnswer.markets' },
    { name: 'Selection', at: 'MarketsAnswer.markets.totalMaps[].over' },
    { name: 'TeamSelection', at: 'MarketsAnswer.markets.seriesWinner[]' },
    { name: 'LineSelection', at: 'MarketsAnswer.markets.handicap[].odds[]' },
    { name: 'ScoreSelection', at: 'MarketsAnswer.markets.correctScore[]' },
    { name: 'BookPrice', at: 'MarketsAnswer.markets.seriesWinner[].book', doc: 'A captured price of a selection.' },
  ],
  usage: [
    { name: 'Usage', at: 'Usage', doc: 'Credits of the account and calls of this month.' },
    { name: 'Operation', at: 'Usage.calls[].operation' },
    { name: 'OperationCalls', at: 'Usage.calls[]' },
  ],
  errors: [{ name: 'KnownErrorCode', at: 'Error.error', doc: 'The codes of the closed list.' }],
}
