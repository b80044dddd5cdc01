import { isSameName, resolveTeam, teamNameFault } from '@riftline/core'
import type { Clock, CreditStore } from '@riftline/ledger'
import type { Call, CallHandler } from '../call.ts'
import { chargeCall } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { parseId } from '../http/parse-id.ts'
import { type AskedTeam, idsOf, type OddsScope, oddsAnswer } from '../odds/odds-answer.ts'
import type { OddsStore } from '../odds/odds-store.ts'
import type { OddsSnapshot } from '../odds/snapshot.ts'
import type { Route } from '../router.ts'
import type { Serving } from '../serving/serving.ts'
import { asHttpError } from './as-http-error.ts'

export interface OddsDeps {
  readonly credits: CreditStore
  readonly odds: OddsStore
  readonly clock: Clock
}

/** `GET /v1/odds`: parse, resolve, look up, charge. */
export function oddsRoute({ credits, odds, clock }: OddsDeps): Route<CallHandler> {
  return {
    path: '/v1/odds',
    methods: ['GET'],
    parameters: ['team1Id', 'team1', 'team2Id', 'team2', 'markets'],
    handle: async (call) => {
      const query = parseQuery(call.parameters)
      const teams = resolveTeams(call.serving, query)
      const answer = jsonAnswer(200, await lookUp(odds, teams, query.scope, clock.now()))
      const price = { operation: 'odds', model: null, credits: prices.odds[query.scope] } as const
      return chargeCall(credits, call, price, null, () => answer)
    },
  }
}

/** What was asked of both teams, each by id or by name. */
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
      throw invalid(`${team}Id: give either ${team}Id or ${team}`)
  })
  const ids = both((team) => {
    const text = parameters.get(`${team}Id`)
    return text === undefined ? undefined : parseId(`${team}Id`, text)
  })
  const names = both((team) => {
    const fault = teamNameFault(parameters.get(team) ?? 'x')
    if (fault !== null) throw invalid(`${team}: ${fault}`)
    return parameters.get(team)
  })
  const scope = parameters.get('markets') ?? 'winner'
  if (scope !== 'winner' && scope !== 'all') throw invalid('markets: must be winner or all')
  // What can be told without the catalogue; two names of one team are found later.
  const sameId = ids[0] !== undefined && ids[0] === ids[1]
  if (sameId || isSameName(names[0] ?? '', names[1] ?? '')) throw sameTeam()
  return { ids, names, scope }
}

/** @throws HttpError `team_not_found`, `ambiguous_team`, `validation_error` */
function resolveTeams({ index: { teams } }: Serving, { ids, names }: OddsQuery): Pair<AskedTeam> {
  const found = both((team, index) => {
    const asked = asHttpError(() => resolveTeam(teams, team, ids[index], names[index]))
    return { ...asked, formerIds: teams.byId.get(asked.id)?.formerIds }
  })
  if (found[0].id === found[1].id) throw sameTeam()
  return found
}

/** @throws HttpError `odds_not_available` */
async function lookUp(odds: OddsStore, [first, second]: Pair<AskedTeam>, scope: OddsScope, now: number) {
  const snapshot = await nextSnapshot(odds, [first, second], now)
  const answer = snapshot && oddsAnswer(snapshot, scope, [first, second])
  if (answer !== null) return answer
  const [lower, higher] = [first.id, second.id].sort((a, b) => a - b)
  throw new HttpError('odds_not_available', `no odds published for ${lower} and ${higher} yet`)
}

/** Snapshots name a team by the id that it had when they came: of all pairs of ids the series that starts first. */
async function nextSnapshot(
  odds: OddsStore,
  [first, second]: Pair<AskedTeam>,
  now: number,
): Promise<OddsSnapshot | null> {
  const pairs = idsOf(first).flatMap((id) => idsOf(second).map((other) => [id, other] as const))
  const found = await Promise.all(pairs.map(([id, other]) => odds.nextSnapshot(id, other, now)))
  const [next = null] = found.filter((snapshot) => snapshot !== null).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  return next
}

/** The order in which a store chooses, too. */
function placeOf({ match }: OddsSnapshot): string {
  return `${match.scheduledUtc} ${match.esportsMatchId}`
}

function sameTeam(): HttpError {
  return invalid('team2Id: must differ from team1Id')
}
