import { type ChangeFeed, type ChangePage, pageText, parseChangesQuery } from '@riftline/changes'
import { free } from '../charging/charge-call.ts'
import { type Answer, emptyAnswer, jsonType } from '../http/answer.ts'
import { asHttpError, HttpError } from '../http/http-error.ts'
import { type CallHandler, type Route, routeOf } from '../router.ts'

/** The routes of changes: a page, which may be waited for, and a stream. Both are free. */
export function changesRoutes(feed: ChangeFeed): readonly Route<CallHandler>[] {
  return [
    routeOf('/v1/changes', async ({ caller, parameters }) => {
      const query = asHttpError(() => parseChangesQuery(parameters))
      const { waitMs, limit } = query
      const page = feed.page(query, limit)
      const answer = pageAnswer(page)
      if (waitMs === null || (page.kind === 'page' && page.changes.length > 0)) return free(answer)
      const later: Answer['later'] = async (onLeft) =>
        pageAnswer(await orRefuse(feed.wait(caller.key, { ...query, since: page.next, waitMs, onLeft })))
      return free({ ...answer, later })
    }),
    routeOf('/v1/stream', async ({ caller, headers, parameters }) => {
      const query = asHttpError(() => parseChangesQuery(parameters, headers['last-event-id']?.toString()))
      // Without the second header, nginx holds events back until a buffer is full.
      const answer = emptyAnswer(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      return free({ ...answer, later: async () => ({ ...answer, stream: orRefuse(feed.stream(caller.key, query)) }) })
    }),
  ]
}

/** @throws HttpError `changes_gone` */
function pageAnswer(page: ChangePage): Answer {
  if (page.kind === 'page') return { status: 200, headers: { 'Content-Type': jsonType }, body: pageText(page) }
  const { oldest, next } = page
  const message = 'since: changes after it are not kept; read the lists again, then go on from next'
  throw new HttpError('changes_gone', message, { fields: { oldest, next } })
}

/** @throws HttpError `overloaded` */
function orRefuse<T>(place: T | null): T {
  if (place !== null) return place
  throw new HttpError('overloaded', 'a key can have three streams and waiting calls at once, the server 2000')
}
