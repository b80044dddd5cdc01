import {
  type Catalogue,
  type Matchup,
  type Prediction,
  type Predictor,
  parsePredictRequest,
  resolveMatchup,
} from '@riftline/core'

/** A predictor with real parsing and names and invented numbers; `forecast` can be replaced. */
export function createFakePredictor(catalogue: Catalogue, forecast: Predictor['forecast'] = fakeForecast): Predictor {
  const resolve: Predictor['resolve'] = (request, kind) => resolveMatchup(catalogue, parsePredictRequest(request, kind))
  return {
    resolve,
    forecast,
    predict: (request, options) => forecast(resolve(request), options),
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
  }
}

export function fakeForecast({ blue, red, model, odds }: Matchup): Prediction {
  const numbers = {
    blueWinProbability: 0.625,
    redWinProbability: 0.375,
    calibratedBlueWinProbability: 0.6,
    calibratedRedWinProbability: 0.4,
    winner: 'blue',
  } as const
  const ev = (price: number | null, probability: number) => (price === null ? null : probability * price - 1)
  return {
    blueTeam: blue,
    redTeam: red,
    model,
    league: null,
    dataThroughUtc: '2026-11-20T00:00:00',
    ...numbers,
    ...(odds.blue === null && odds.red === null
      ? {}
      : {
          odds: {
            blue: odds.blue,
            red: odds.red,
            blueEv: ev(odds.blue, 0.625),
            redEv: ev(odds.red, 0.375),
            calibratedBlueEv: ev(odds.blue, 0.6),
            calibratedRedEv: ev(odds.red, 0.4),
          },
        }),
    ...(model === 'consensus'
      ? {
          models: (['fasttree', 'lightgbm', 'pcasweep'] as const).map((name) => ({
            model: name,
            weight: 1 / 3,
            ...numbers,
          })),
        }
      : {}),
  }
}
