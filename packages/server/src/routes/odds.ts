import {
  type AskedPair,
  findOdds,
  mostHistorySeries,
  oddsHistory,
  parseHistoryCursor,
  parsePair,
  resolvePair,
  storedPair,
} from '@riftline/odds'
import { chargeCall } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import { jsonAnswer } from '../http/answer.ts'
import { asHttpError, HttpError, invalidRequest } from '../http/http-error.ts'
import { countParameter, parseId } from '../http/target.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import type { DataDeps } from './data.ts'

/** The routes of captured odds: parse, resolve, look up, charge. An answer without odds is a free 404. */
export function oddsRoutes({ credits, odds, clock, schedule }: DataDeps): readonly Route<CallHandler>[] {
  const scheduled = () => schedule.current?.series ?? []
  return [
    routeOf('/v1/odds', async (call) => {
      const query = asHttpError(() => parsePair(call.parameters, parseId))
      const scope = oneOf('markets', call.parameters, ['winner', 'all'])
      const teams = asHttpError(() => resolvePair(call.serving.index.teams, query))
      const found = await findOdds(odds, scheduled(), teams, scope, clock.now())
      if (found === null) throw noOdds(teams)
      const price = { operation: 'odds', model: null, credits: prices.odds[scope] } as const
      return chargeCall(credits, call, price, null, () => jsonAnswer(200, found))
    }),
    routeOf('/v1/odds/history', async (call) => {
      const { serving, parameters } = call
      const { id, query, ...page } = parseHistory(parameters)
      const { teams: known } = serving.index
      const now = clock.now()
      const teams = query
        ? asHttpError(() => resolvePair(known, query))
        : storedPair(known, await odds.teamsOf(id!, now))
      const found = teams && (await oddsHistory(odds, scheduled(), { teams, esportsMatchId: id, ...page }, now))
      if (found === null) throw noOdds(teams ?? id!)
      const price = { operation: 'odds-history', model: null, credits: prices.oddsHistory } as const
      return chargeCall(credits, call, price, null, () => jsonAnswer(200, found))
    }),
  ]
}

function noOdds(what: AskedPair | string): HttpError {
  const ids = typeof what === 'string' ? [what] : what.map(({ id }) => id).sort((a, b) => a - b)
  return new HttpError('odds_not_available', `no odds published for ${ids.join(' and ')} yet`)
}

/** Parses the query of a history: two teams, or the id of a series. @throws HttpError `validation_error` */
function parseHistory(parameters: Call['parameters']) {
  const [id = null, cursor] = [parameters.get('esportsMatchId'), parameters.get('cursor')]
  const isPair = ['team1Id', 'team1', 'team2Id', 'team2'].some((name) => parameters.has(name))
  if (id !== null && isPair) throw invalidRequest('esportsMatchId: give either esportsMatchId or two teams')
  if (id !== null && (id === '' || id.length > 120)) throw invalidRequest('esportsMatchId: must be 1-120 characters')
  const query = id === null ? asHttpError(() => parsePair(parameters, parseId)) : null
  oneOf('market', parameters, ['seriesWinner'])
  const limit = countParameter('limit', parameters.get('limit'), mostHistorySeries) ?? 10
  const after = cursor === undefined ? null : parseHistoryCursor(cursor)
  if (cursor !== undefined && after === null) throw invalidRequest('cursor: must be the nextCursor of an answer')
  return { id, query, limit, after }
}

/** Reads a parameter with a closed list of values, the first of which is the default. @throws HttpError `validation_error` */
function oneOf<const Values extends readonly string[]>(name: string, parameters: Call['parameters'], values: Values) {
  const text = parameters.get(name) ?? values[0]
  const value = values.find((known): known is Values[number] => known === text)
  if (value === undefined) throw invalidRequest(`${name}: must be ${values.join(' or ')}`)
  return value
}
