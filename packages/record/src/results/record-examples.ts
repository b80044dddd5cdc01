type Team = { readonly id: number; readonly name: string }

/** Example answers of `/v1/performance` and `/v1/results`, for documents. */
export function recordExamples(team1: Team, team2: Team, served: object): Readonly<Record<string, object>> {
  const row = {
    model: 'consensus',
    league: null,
    bestOf: null,
    n: 412,
    logLoss: 0.6012,
    logLossInterval: [0.574, 0.629],
    accuracy: 0.672,
    accuracyInterval: [0.626, 0.716],
    brier: 0.2071,
    calibrationError: 0.031,
    market: {
      n: 57,
      logLoss: 0.589,
      ourLogLoss: 0.594,
      difference: 0.005,
      differenceInterval: [-0.011, 0.021],
    },
  }
  const forecast = (model: string, probability1: number, calibratedProbability1: number): object => ({
    model,
    probability1,
    calibratedProbability1,
  })
  return {
    performance: {
      ...served,
      chain: { lines: 128, sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      windows: [{ window: 'last90days', fromUtc: '2026-04-24', toUtc: '2026-07-23', rows: [row] }],
    },
    resultPage: {
      count: 1,
      ...served,
      results: [
        {
          id: 31204,
          league: 'NL',
          bestOf: 3,
          startUtc: '2026-07-23T16:00:00',
          team1,
          team2,
          wins1: 2,
          wins2: 1,
          winnerTeam: team1,
          forecasts: [
            forecast('fasttree', 0.6418, 0.6209),
            forecast('lightgbm', 0.6553, 0.6307),
            forecast('pcasweep', 0.6287, 0.6112),
            forecast('consensus', 0.6419, 0.621),
          ],
          market: { probability1: 0.592, capturedAtUtc: '2026-07-23T15:52:10' },
          kept: true,
        },
      ],
      nextCursor: 'AAABmCg7SAAAAAAAAAB55JTBNSuDcVhu',
    },
  }
}
