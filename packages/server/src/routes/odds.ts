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
  resolveTeam,
  type ScheduledSeries,
  type TeamRef,
  teamNameFault,
} from '@riftline/predictor'
import { type ChargingStore, chargeCall } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import { asHttpError, HttpError, invalidRequest } from '../http/http-error.ts'
import { parseId } from '../http/target.ts'
import type { Watchers } from '../observe/metrics.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import type { CurrentSchedule } from '../schedule/schedule-file.ts'
import type { Serving } from '../serving/serving.ts'

/** Parts of the routes that answer from artifacts, schedule and captured odds. */
export interface DataDeps extends Watchers {
  readonly credits: ChargingStore
  readonly odds: OddsStore
  readonly schedule: CurrentSchedule
  readonly config: { readonly predictTimeoutMs: number }
}

/** `GET /v1/odds`: parse, resolve, look up, charge. */
export function oddsRoute(deps: DataDeps): Route<CallHandler> {
  return routeOf('getOdds', async (call) => {
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

/** Both teams of a request, each by id or by name. */
interface OddsQuery {
  readonly ids: Pair<number | undefined>
  readonly names: Pair<string | undefined>
  readonly scope: OddsScope
}

type Pair<T> = readonly [T, T]

function both<T>(make: (team: 'team1' | 'team2', index: 0 | 1) => T): Pair<T> {
  return [make('team1', 0), make('team2', 1)]
}

/** Checks in the order of the contract's table. @throws HttpError `validation_error` */
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
  // Checks that need no catalogue; two names of one team are found later.
  const sameId = ids[0] !== undefined && ids[0] === ids[1]
  if (sameId || isSameName(names[0] ?? '', names[1] ?? '')) throw sameTeam(ids)
  return { ids, names, scope }
}

/** @throws HttpError `team_not_found`, `ambiguous_team`, `validation_error` */
function resolveTeams({ index: { teams } }: Serving, { ids, names }: OddsQuery): Pair<AskedTeam> {
  const found = both((team, index) => {
    const named = asHttpError(() => resolveTeam(teams, team, ids[index], names[index]))
    return askedTeam(teams, named)
  })
  if (found[0].id === found[1].id) throw sameTeam(ids)
  return found
}

export function askedTeam({ byId }: CatalogueIndex['teams'], { id, name }: TeamRef): AskedTeam {
  return { id, name, formerIds: byId.get(id)?.formerIds }
}

/** The odds that are shown for two teams now, or null. */
export async function findOdds(
  { odds, clock, schedule }: DataDeps,
  [first, second]: Pair<AskedTeam>,
  scope: OddsScope,
): Promise<ReturnType<typeof oddsAnswer>> {
  const now = clock.now()
  // Snapshots and schedules name a team by the id that it had when they came.
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

/** The schedule knows of a series that was put off, and the start when a line was the closing one. */
function shownAt(snapshot: OddsSnapshot, { scheduledMs, isClosingLine }: ChosenOdds): OddsSnapshot {
  const match = { ...snapshot.match, scheduledUtc: toUtc(scheduledMs) }
  return { ...snapshot, match, isClosingLine: isClosingLine || snapshot.isClosingLine }
}

function sameTeam([id1, id2]: OddsQuery['ids']): HttpError {
  return invalidRequest(`team2${id2 === undefined ? '' : 'Id'}: must differ from team1${id1 === undefined ? '' : 'Id'}`)
}
