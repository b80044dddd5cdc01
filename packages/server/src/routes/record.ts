import {
  parsePerformanceFilter,
  parseResultsQuery,
  performanceBody,
  type Recorded,
  resolveResultsQuery,
  toResult,
  writeResultCursor,
} from '@riftline/record'
import { chargeCall, free } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import { compressBody, jsonAnswer, type PreparedBody, prepareBody, preparedAnswer } from '../http/answer.ts'
import { asHttpError, HttpError } from '../http/http-error.ts'
import { type CallHandler, type Route, routeOf } from '../router.ts'
import { type Serving, servedOf } from '../serving/serving.ts'
import type { DataDeps } from './data.ts'
import { leagueParameter } from './lists.ts'

/** Routes of the record: scores of the forecasts, and finished series with theirs. */
export function recordRoutes(deps: DataDeps): readonly Route<CallHandler>[] {
  return [performanceRoute(deps), resultsRoute(deps)]
}

/** `GET /v1/performance`. Without a parameter, one prepared body for each artifacts and head of the kept chain. */
function performanceRoute({ keptRecord }: DataDeps): Route<CallHandler> {
  let last: { of: Recorded; chain: string | undefined; body: PreparedBody } | null = null
  return routeOf('/v1/performance', async ({ headers, serving, parameters }) => {
    const league = leagueParameter(serving, parameters)
    const filter = asHttpError(() => parsePerformanceFilter(parameters))
    const recorded = recordOf(serving)
    const kept = await keptRecord(recorded)
    const chain = kept.chain?.sha256
    if (parameters.size === 0 && last?.of === recorded && last.chain === chain)
      return free(preparedAnswer(last.body, headers))
    const body = prepareBody({
      ...servedOf(serving),
      ...(await performanceBody(recorded, kept, league === null ? filter : { ...filter, league })),
    })
    if (parameters.size === 0) {
      last = { of: recorded, chain, body }
      // If compression fails, the body is sent as it is.
      compressBody(body).catch(() => {})
    }
    return free(preparedAnswer(body, headers))
  })
}

/** @throws HttpError `record_not_available` */
function recordOf({ record }: Serving): Recorded {
  if (record !== null) return record
  throw new HttpError(
    'record_not_available',
    'these artifacts have no record of forecasts; artifacts that riftline build or riftline update makes have one',
  )
}

/** `GET /v1/results`: parse, resolve, look up, charge for a page that holds something. */
function resultsRoute({ credits, keptRecord }: DataDeps): Route<CallHandler> {
  return routeOf('/v1/results', async (call) => {
    const { serving } = call
    const query = asHttpError(() => parseResultsQuery(call.parameters))
    const filters = asHttpError(() => resolveResultsQuery(serving.index, query))
    const recorded = recordOf(serving)
    const [search, { matched }] = await Promise.all([recorded.results(), keptRecord(recorded)])
    const { series, next } = search.page(filters, query.after, query.limit)
    const results = series.map((one) => toResult(one, search, matched.get(one)))
    const nextCursor = next && writeResultCursor(next, query.bound)
    const answer = jsonAnswer(200, { count: results.length, ...servedOf(serving), results, nextCursor })
    if (results.length === 0) return free(answer)
    const price = { operation: 'results', model: null, credits: prices.results } as const
    return chargeCall(credits, call, price, null, () => answer)
  })
}
