import { normaliseName, resolveTeam, type TeamRef, teamNameFault } from '@riftline/core'
import type { Clock } from '../clock.ts'
import { idParameter, idParameterMessage } from '../contract/parameters.ts'
import { chargeCall } from '../credits/charge-call.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import { oddsPrice } from '../credits/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import { HttpError } from '../http/http-error.ts'
import { readParameters } from '../http/target.ts'
import { type OddsScope, oddsAnswer } from '../odds/odds-answer.ts'
import type { OddsStore } from '../odds/odds-store.ts'
import type { Route } from '../router.ts'
import type { Serving } from '../serving/serving.ts'
import { asHttpError } from './as-http-error.ts'

export interface OddsDeps {
  readonly credits: CreditStore
  readonly odds: OddsStore
  readonly clock: Clock
}

/** `GET /v1/odds`: parse, resolve, look up, charge. */
export function oddsRoute({ credits, odds, clock }: OddsDeps): Route {
  return {
    path: '/v1/odds',
    methods: ['GET'],
    handle: async ({ exchange, target }) => {
      const query = parseQuery(readParameters(target, ['team1Id', 'team1', 'team2Id', 'team2', 'markets']))
      const teams = resolveTeams(exchange.serving, query)
      const answer = jsonAnswer(200, await lookUp(odds, teams, query.scope, clock.now()))
      const price = { operation: 'odds', model: null, credits: oddsPrice(query.scope) } as const
      return chargeCall(credits, exchange, price, null, () => answer)
    },
  }
}

type Parameters = ReadonlyMap<string, string>

/** A team by id or by name. */
interface AskedTeam {
  readonly id?: number
  readonly name?: string
}

interface OddsQuery {
  readonly team1: AskedTeam
  readonly team2: AskedTeam
  readonly scope: OddsScope
}

/** Checks in the order of the contract's table. @throws HttpError `validation_error` */
function parseQuery(parameters: Parameters): OddsQuery {
  for (const team of ['team1', 'team2']) {
    if (parameters.has(`${team}Id`) === parameters.has(team))
      throw invalid(`${team}Id: give either ${team}Id or ${team}`)
  }
  for (const field of ['team1Id', 'team2Id']) {
    if (!idParameter.safeParse(parameters.get(field) ?? '1').success) throw invalid(`${field}: ${idParameterMessage}`)
  }
  for (const field of ['team1', 'team2']) {
    const fault = teamNameFault(parameters.get(field) ?? 'x')
    if (fault !== null) throw invalid(`${field}: ${fault}`)
  }
  const scope = parameters.get('markets') ?? 'winner'
  if (scope !== 'winner' && scope !== 'all') throw invalid('markets: must be winner or all')
  const query = { team1: askedTeam(parameters, 'team1'), team2: askedTeam(parameters, 'team2'), scope } as const
  if (readsAlike(query.team1, query.team2)) throw sameTeam()
  return query
}

function askedTeam(parameters: Parameters, field: 'team1' | 'team2'): AskedTeam {
  const name = parameters.get(field)
  return name === undefined ? { id: Number(parameters.get(`${field}Id`)) } : { name }
}

/** Only what shows without the catalogue. */
function readsAlike(a: AskedTeam, b: AskedTeam): boolean {
  if (a.name === undefined || b.name === undefined) return a.id !== undefined && a.id === b.id
  return normaliseName(a.name) === normaliseName(b.name)
}

/** @throws HttpError `team_not_found`, `ambiguous_team`, `validation_error` */
function resolveTeams({ index }: Serving, { team1, team2 }: OddsQuery): readonly [TeamRef, TeamRef] {
  const first = asHttpError(() => resolveTeam(index.teams, 'team1', team1.id, team1.name))
  const second = asHttpError(() => resolveTeam(index.teams, 'team2', team2.id, team2.name))
  if (first.id === second.id) throw sameTeam()
  return [first, second]
}

/** @throws HttpError `odds_not_available` */
async function lookUp(odds: OddsStore, [first, second]: readonly [TeamRef, TeamRef], scope: OddsScope, now: number) {
  const snapshot = await odds.nextSnapshot(first.id, second.id, now)
  const answer = snapshot && oddsAnswer(snapshot, scope, [first, second])
  if (answer !== null) return answer
  const [lower, higher] = [first.id, second.id].sort((a, b) => a - b)
  throw new HttpError('odds_not_available', `no odds published for ${lower} and ${higher} yet`)
}

function sameTeam(): HttpError {
  return invalid('team2Id: must differ from team1Id')
}

function invalid(message: string): HttpError {
  return new HttpError('validation_error', message)
}
