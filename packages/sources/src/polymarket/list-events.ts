import type { SourceHttp } from '../http/source-http.ts'
import { type JsonObject, listAt, objectAt, shape } from '../markets/source-json.ts'
import { SourceError } from '../source-error.ts'

const pageSize = 100

/** The open events of League of Legends, each once. @throws SourceError */
export async function listEvents(http: SourceHttp, gammaUrl: string): Promise<readonly JsonObject[]> {
  const query = { series_id: await seriesId(http, gammaUrl), closed: 'false', limit: String(pageSize) }
  const inOrder = { ...query, order: 'startTime', ascending: 'true' }
  try {
    return await byOffset((offset) => http.json({ url: urlOf(`${gammaUrl}/events`, { ...inOrder, offset }) }))
  } catch (error) {
    // Gamma refuses large offsets; cursors have no such limit, but are not on every deployment.
    if (!(error instanceof SourceError && error.status === 422)) throw error
    return await byCursor((cursor) => http.json({ url: urlOf(`${gammaUrl}/events/keyset`, { ...inOrder, ...cursor }) }))
  }
}

async function seriesId(http: SourceHttp, gammaUrl: string): Promise<string> {
  const sports = listAt(await http.json({ url: `${gammaUrl}/sports` }), 'sports')
  const row = sports.map((sport, at) => objectAt(sport, `sports[${at}]`)).find(({ sport }) => sport === 'lol')
  const series = row?.series
  if (typeof series === 'string' || typeof series === 'number') return String(series)
  throw shape('sports', 'the series of lol', series)
}

async function byOffset(read: (offset: string) => Promise<unknown>): Promise<readonly JsonObject[]> {
  const events = new Map<string, JsonObject>()
  for (let offset = 0; ; offset += pageSize) {
    const page = listAt(await read(String(offset)), 'events')
    const isNew = addPage(events, page)
    if (page.length < pageSize) return [...events.values()]
    if (!isNew) throw shape('events', 'another page at every offset', page)
  }
}

async function byCursor(read: (cursor: { readonly after_cursor?: string }) => Promise<unknown>) {
  const events = new Map<string, JsonObject>()
  for (let cursor: string | null = null; ; ) {
    const answer = objectAt(await read(cursor === null ? {} : { after_cursor: cursor }), 'events/keyset')
    const isNew = addPage(events, listAt(answer.events, 'events/keyset.events'))
    const next = answer.next_cursor
    if (typeof next !== 'string' || next === '') return [...events.values()]
    if (!isNew) throw shape('events/keyset', 'another page at every cursor', next)
    cursor = next
  }
}

/** Whether a page has an event that no page before it had: pages that only repeat themselves would never end. */
function addPage(events: Map<string, JsonObject>, page: readonly unknown[]): boolean {
  const before = events.size
  for (const [at, value] of page.entries()) {
    const event = objectAt(value, `events[${at}]`)
    if (typeof event.id !== 'string' && typeof event.id !== 'number') throw shape(`events[${at}].id`, 'an id', event.id)
    events.set(String(event.id), event)
  }
  return events.size > before
}

function urlOf(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(query)}`
}
