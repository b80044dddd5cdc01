import type { SourceHttp } from '../http/source-client.ts'
import { type JsonRecord, shapeFault, toList, toRecord } from '../shape.ts'
import { SourceError } from '../source-error.ts'

const pageSize = 100

/** The open events of League of Legends, each once. @throws SourceError */
export async function listEvents(http: SourceHttp, gammaUrl: string): Promise<readonly JsonRecord[]> {
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
  const sports = toList(await http.json({ url: `${gammaUrl}/sports` }), 'sports')
  const row = sports.map((sport, at) => toRecord(sport, `sports[${at}]`)).find(({ sport }) => sport === 'lol')
  const series = row?.series
  if (typeof series === 'string' || typeof series === 'number') return String(series)
  throw shapeFault('sports', 'the series of lol', series)
}

async function byOffset(read: (offset: string) => Promise<unknown>): Promise<readonly JsonRecord[]> {
  const events = new Map<string, JsonRecord>()
  for (let offset = 0; ; offset += pageSize) {
    const page = toList(await read(String(offset)), 'events')
    const isNew = addPage(events, page)
    if (page.length < pageSize) return [...events.values()]
    if (!isNew) throw shapeFault('events', 'another page at every offset', page)
  }
}

async function byCursor(read: (cursor: { readonly after_cursor?: string }) => Promise<unknown>) {
  const events = new Map<string, JsonRecord>()
  for (let cursor: string | null = null; ; ) {
    const answer = toRecord(await read(cursor === null ? {} : { after_cursor: cursor }), 'events/keyset')
    const isNew = addPage(events, toList(answer.events, 'events/keyset.events'))
    const next = answer.next_cursor
    if (typeof next !== 'string' || next === '') return [...events.values()]
    if (!isNew) throw shapeFault('events/keyset', 'another page at every cursor', next)
    cursor = next
  }
}

/** Whether a page has an event that no page before it had: pages that only repeat themselves would never end. */
function addPage(events: Map<string, JsonRecord>, page: readonly unknown[]): boolean {
  const before = events.size
  for (const [at, value] of page.entries()) {
    const event = toRecord(value, `events[${at}]`)
    if (typeof event.id !== 'string' && typeof event.id !== 'number')
      throw shapeFault(`events[${at}].id`, 'an id', event.id)
    events.set(String(event.id), event)
  }
  return events.size > before
}

function urlOf(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(query)}`
}
