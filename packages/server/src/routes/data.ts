import { toUtc } from '@riftline/base'
import {
  type AskedTeam,
  type ChosenOdds,
  chooseOdds,
  fromStored,
  idsOf,
  type OddsScope,
  type OddsSnapshot,
  type OddsStore,
  oddsAnswer,
} from '@riftline/odds'
import {
  type CatalogueIndex,
  isSameName,
  type MarketsMatchup,
  type ModelName,
  parseMarketsRequest,
  parsePredictRequest,
  type RequestKind,
  resolveMarkets,
  resolveMatchup,
  resolveTeam,
  type ScheduledSeries,
  type TeamRef,
  teamNameFault,
} from '@riftline/predictor'
import { type ChargedAnswer, type ChargingStore, chargeCall, free, oncePerKey } from '../charging/charge-call.ts'
import { type CallPrice, prices } from '../charging/prices.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { asHttpError, HttpError, invalidRequest } from '../http/http-error.ts'
import { parseId } from '../http/target.ts'
import type { Watchers } from '../observe/metrics.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import { type DetailBody, finiteAnswer, predictionAnswer } from '../serving/catalogue-items.ts'
import type { CurrentSchedule } from '../serving/reload.ts'
import type { Serving } from '../serving/serving.ts'
import { listRoutes, scheduleRoute } from './lists.ts'

/** Dependencies of the routes that answer from artifacts, schedule and captured odds. */
export interface DataDeps extends Watchers {
  readonly credits: ChargingStore
  readonly odds: OddsStore
  readonly schedule: CurrentSchedule
  readonly config: { readonly predictTimeoutMs: number }
}

/** `GET /v1/odds`: parse, resolve, look up, charge. */
function oddsRoute(deps: DataDeps): Route<CallHandler> {
  return routeOf('/v1/odds', async (call) => {
    const query = parseQuery(call.parameters)
    const teams = resolveTeams(call.serving, query)
    const odds = await findOdds(deps, teams, query.scope)
    if (odds === null) {
      const [lower, higher] = teams.map(({ id }) => id).sort((a, b) => a - b)
      throw new HttpError('odds_not_available', `no odds published for ${lower} and ${higher} yet`)
    }
    const answer = jsonAnswer(200, odds)
    const price = { operation: 'odds', model: null, credits: prices.odds[query.scope] } as const
    return chargeCall(deps.credits, call, price, null, () => answer)
  })
}

/** Both teams of a request, each given by id or by name. */
interface OddsQuery {
  readonly ids: Pair<number | undefined>
  readonly names: Pair<string | undefined>
  readonly scope: OddsScope
}

type Pair<T> = readonly [T, T]

function both<T>(make: (team: 'team1' | 'team2', index: 0 | 1) => T): Pair<T> {
  return [make('team1', 0), make('team2', 1)]
}

/** Parses the query in the order of the contract's table. @throws HttpError `validation_error` */
function parseQuery(parameters: Call['parameters']): OddsQuery {
  both((team) => {
    if (parameters.has(`${team}Id`) === parameters.has(team))
      throw invalidRequest(`${team}Id: give either ${team}Id or ${team}`)
  })
  const ids = both((team) => {
    const text = parameters.get(`${team}Id`)
    return text === undefined ? undefined : parseId(`${team}Id`, text)
  })
  const names = both((team) => {
    const fault = teamNameFault(parameters.get(team) ?? 'x')
    if (fault !== null) throw invalidRequest(`${team}: ${fault}`)
    return parameters.get(team)
  })
  const scope = parameters.get('markets') ?? 'winner'
  if (scope !== 'winner' && scope !== 'all') throw invalidRequest('markets: must be winner or all')
  // These checks need no catalogue; two names of one team are found when they are resolved.
  const sameId = ids[0] !== undefined && ids[0] === ids[1]
  if (sameId || isSameName(names[0] ?? '', names[1] ?? '')) throw sameTeam(ids)
  return { ids, names, scope }
}

/** Resolves both teams. @throws HttpError `team_not_found`, `ambiguous_team`, `validation_error` */
function resolveTeams({ index: { teams } }: Serving, { ids, names }: OddsQuery): Pair<AskedTeam> {
  const found = both((team, index) => {
    const named = asHttpError(() => resolveTeam(teams, team, ids[index], names[index]))
    return askedTeam(teams, named)
  })
  if (found[0].id === found[1].id) throw sameTeam(ids)
  return found
}

function askedTeam({ byId }: CatalogueIndex['teams'], { id, name }: TeamRef): AskedTeam {
  return { id, name, formerIds: byId.get(id)?.formerIds }
}

/** The odds to show for two teams now; null if there are none. */
async function findOdds(
  { odds, clock, schedule }: DataDeps,
  [first, second]: Pair<AskedTeam>,
  scope: OddsScope,
): Promise<ReturnType<typeof oddsAnswer>> {
  const now = clock.now()
  // A snapshot or schedule names a team by the id that it had at that time.
  const pairs = idsOf(first).flatMap((id) => idsOf(second).map((other) => [id, other] as const))
  const stored = await Promise.all(pairs.map(([id, other]) => odds.seriesBetween(id, other, now)))
  const announced = schedule.current?.series.filter(isBetween(first, second)) ?? []
  const chosen = chooseOdds(stored.flat(), announced, now)
  for (const snapshot of chosen?.snapshots ?? []) {
    const answer = oddsAnswer(shownAt(fromStored(snapshot), chosen!), scope, [first, second])
    if (answer !== null) return answer
  }
  return null
}

function isBetween(first: AskedTeam, second: AskedTeam): (series: ScheduledSeries) => boolean {
  const [one, other] = [new Set(idsOf(first)), new Set(idsOf(second))]
  return ({ team1, team2 }) => (one.has(team1.id) && other.has(team2.id)) || (one.has(team2.id) && other.has(team1.id))
}

/** Snapshot as it is shown: with the start in the current schedule, and whether it is the closing line. */
function shownAt(snapshot: OddsSnapshot, { scheduledMs, isClosingLine }: ChosenOdds): OddsSnapshot {
  const match = { ...snapshot.match, scheduledUtc: toUtc(scheduledMs) }
  return { ...snapshot, match, isClosingLine: isClosingLine || snapshot.isClosingLine }
}

function sameTeam([id1, id2]: OddsQuery['ids']): HttpError {
  return invalidRequest(`team2${id2 === undefined ? '' : 'Id'}: must differ from team1${id1 === undefined ? '' : 'Id'}`)
}

/** Every route that answers from artifacts, schedule and captured odds: all of `/v1` but the account's. */
export function dataRoutes(deps: DataDeps): readonly Route<CallHandler>[] {
  return [
    ...listRoutes(),
    scheduleRoute(deps),
    ...(['team', 'player', 'tournament'] as const).map((operation) => detailRoute(operation, deps.credits)),
    oddsRoute(deps),
    predictRoute(deps, 'match'),
    predictRoute(deps, 'draft'),
    marketsRoute(deps),
  ]
}

/** Route of the statistics of one team, player or tournament. An answer without statistics is free. */
function detailRoute(operation: 'team' | 'player' | 'tournament', credits: ChargingStore) {
  return routeOf<CallHandler>(`/v1/${operation}s/{id}`, async (call) => {
    const body = (await call.serving.resources)[operation](call.id)
    if (body === undefined) throw new HttpError(`${operation}_not_found`, `no ${operation} ${call.id}`)
    if (isEmpty(body)) return free(jsonAnswer(200, body))
    const price = { operation, model: null, credits: prices.detail }
    return chargeCall(credits, call, price, null, () => jsonAnswer(200, body))
  })
}

/** Whether a detail has no game in the window and no season, or is a tournament with nothing known but its number of games. */
function isEmpty(body: DetailBody): boolean {
  if ('stats' in body) return body.stats.games === 0 && body.seasons.length === 0
  const { games, teams, sideGames, firstObjectiveRates, leaders } = body
  const rates = Object.values(firstObjectiveRates)
  const hasNumbers = (sideGames.blue ?? games) > 0 || rates.some((rate) => rate !== null)
  return games === 0 || (!hasNumbers && !teams?.length && Object.values(leaders).every((list) => list.length === 0))
}

/** `POST /v1/predict` (`match`) and `POST /v1/predict-draft` (`draft`): parse, resolve, charge, compute. */
function predictRoute(deps: DataDeps, kind: RequestKind): Route<CallHandler> {
  const operation = kind === 'match' ? 'predict' : 'predict-draft'
  const path = `/v1/${operation}`
  return routeOf(path, async (call, json) => {
    const body = asHttpError(() => parsePredictRequest(json, kind))
    return oncePerKey(deps.credits, call, path, body, (claim) => {
      const { predictor, catalogue } = call.serving
      const matchup = asHttpError(() => resolveMatchup(catalogue, body))
      const answerAt: AnswerAt = (at) => predictionAnswer(predictor.forecast(matchup, { at }))
      return chargeForecast(deps, call, { operation, model: matchup.model }, claim, answerAt)
    })
  })
}

/** `POST /v1/markets`: parse, resolve, look up the odds for comparison, charge, compute. */
function marketsRoute(deps: DataDeps): Route<CallHandler> {
  return routeOf('/v1/markets', async (call, json) => {
    const body = asHttpError(() => parseMarketsRequest(json))
    return oncePerKey(deps.credits, call, '/v1/markets', body, async (claim) => {
      const { predictor, catalogue } = call.serving
      const matchup = asHttpError(() => resolveMarkets(catalogue, body))
      const book = await bookOf(deps, call.serving, matchup)
      const answerAt: AnswerAt = (at) => finiteAnswer(predictor.forecastMarkets(matchup, book, { at }))
      return chargeForecast(deps, call, { operation: 'markets', model: matchup.model }, claim, answerAt)
    })
  })
}

/** Makes the answer of a forecast for a point in time. */
type AnswerAt = (at: number) => Answer

function chargeForecast(
  deps: DataDeps,
  call: Call,
  { operation, model }: { readonly operation: CallPrice['operation']; readonly model: ModelName },
  claim: Parameters<typeof chargeCall>[3],
  answerAt: AnswerAt,
): Promise<ChargedAnswer> {
  const price = { operation, model, credits: prices.prediction[model] }
  return chargeCall(deps.credits, call, price, claim, () => computed(deps, model, answerAt))
}

/** Makes the answer of a forecast for now. @throws HttpError `prediction_error` */
function computed({ clock, config, metrics }: DataDeps, model: ModelName, answerAt: AnswerAt): Answer {
  const started = clock.monotonicMs()
  try {
    const answer = answerAt(clock.now())
    const ms = clock.monotonicMs() - started
    if (ms > config.predictTimeoutMs) throw new Error('prediction ran too long')
    metrics.observe('prediction_seconds', ms / 1000, { model })
    return answer
  } catch (cause) {
    throw new HttpError('prediction_error', 'the prediction failed; nothing was charged', { cause })
  }
}

/** Odds for comparison; null after the first map, since odds are captured before it. */
function bookOf(deps: DataDeps, { index: { teams } }: Serving, { blue, red, standing }: MarketsMatchup) {
  if (standing.blue + standing.red > 0) return null
  return findOdds(deps, [askedTeam(teams, blue), askedTeam(teams, red)], 'all')
}
