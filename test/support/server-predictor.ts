import { devig } from '@riftline/core'
import {
  type Catalogue,
  createCatalogueIndex,
  type MarketsMatchup,
  type Matchup,
  type ModelName,
  type PredictedStrengths,
  type Prediction,
  type Predictor,
  parseMarketsRequest,
  parsePredictRequest,
  parseTournament,
  planTournament,
  resolveMarkets,
  resolveMatchup,
  resolveTeam,
  simulateTournament,
  type TournamentPlan,
  toTournamentForecast,
} from '@riftline/predictor'
import { toMarketsAnswer } from '#predictor/predict/markets/to-markets.ts'

/** Creates a predictor with real parsing and names but invented numbers; `forecast` can be replaced. */
export function createFakePredictor(catalogue: Catalogue, forecast: Predictor['forecast'] = fakeForecast): Predictor {
  const resolve: Predictor['resolve'] = (request, kind) => resolveMatchup(catalogue, parsePredictRequest(request, kind))
  const forecastMarkets: Predictor['forecastMarkets'] = (matchup: MarketsMatchup, book = null) => {
    const prediction = forecast(matchup)
    const { calibratedBlueWinProbability: blue, calibratedRedWinProbability: red } = prediction
    const strength = { probability: matchup.blue.id < matchup.red.id ? blue : red, sd: 0.55 }
    return toMarketsAnswer(matchup, prediction, strength, book, (id) => id)
  }
  return {
    resolve,
    forecast,
    forecastMany: (matchups, options) => matchups.map((matchup) => forecast(matchup, options)),
    predict: (request, options) => forecast(resolve(request), options),
    predictMany: (requests, options) => requests.map((request) => forecast(resolve(request), options)),
    explain: (request, options) => forecast({ ...resolve(request), explain: true }, options).explanation!,
    forecastMarkets,
    markets: (request, book) => forecastMarkets(resolveMarkets(catalogue, parseMarketsRequest(request)), book),
    tournament: (format, options) => {
      const plan = planTournament(parseTournament(format))
      const strengths = evenStrengths(catalogue, plan, options?.model)
      const [runs, seed] = [options?.runs ?? 100_000, options?.seed ?? 1]
      return toTournamentForecast(plan, strengths, simulateTournament(plan, strengths, { runs, seed }), seed)
    },
    tournamentSteps: (plan, options) => oneStep(evenStrengths(catalogue, plan, options?.model)),
  }
}

function* oneStep<T>(result: T): Generator<undefined, T> {
  yield
  return result
}

/** Strengths of teams that are all even, with real names. */
function evenStrengths(catalogue: Catalogue, plan: TournamentPlan, model: ModelName = 'consensus'): PredictedStrengths {
  const { teams: index } = createCatalogueIndex(catalogue)
  const refs = plan.teams.map(({ name, id }, at) => resolveTeam(index, `teams[${at}]`, id ?? undefined, name))
  const pairs = refs.length * refs.length
  return {
    teams: refs.length,
    means: Object.fromEntries(plan.lengths.map((length) => [length, new Float64Array(pairs)])),
    sds: new Float64Array(pairs).fill(0.5),
    variances: new Float64Array(refs.length).fill(0.1),
    leagues: new Int32Array(refs.length),
    leagueVariances: new Float64Array(1),
    refs,
    nextChances: plan.next.map(() => 0.5),
    identity: { model, asOfUtc: '2026-11-28', dataThroughUtc: '2026-11-20T00:00:00', artifacts: '3f1c9a0b77de' },
  }
}

export function fakeForecast({ blue, red, model, bestOf, odds }: Matchup): Prediction {
  const numbers = {
    blueWinProbability: 0.625,
    redWinProbability: 0.375,
    calibratedBlueWinProbability: 0.6,
    calibratedRedWinProbability: 0.4,
    winner: 'blue',
  } as const
  const { blue: first, red: second } = odds
  const market = first === null || second === null ? null : devig([first, second])
  const ev = (price: number | null, probability: number) => (price === null ? null : probability * price - 1)
  return {
    blueTeam: blue,
    redTeam: red,
    model,
    bestOf,
    league: null,
    asOfUtc: '2026-11-28',
    dataThroughUtc: '2026-11-20T00:00:00',
    artifacts: '3f1c9a0b77de',
    ...numbers,
    ...(odds.blue === null && odds.red === null
      ? {}
      : {
          odds: {
            blue: odds.blue,
            red: odds.red,
            margin: market?.margin ?? null,
            marketBlueProbability: market?.probabilities[0] ?? null,
            marketRedProbability: market?.probabilities[1] ?? null,
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
