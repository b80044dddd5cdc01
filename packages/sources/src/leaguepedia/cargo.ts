import { toUtc } from '@riftline/base'
import type { SourceHttp } from '../http/source-http.ts'
import { isRecord, type JsonRecord, shapeFault, toList, toRecord } from '../shape.ts'
import { SourceError } from '../source-error.ts'
import { type CargoQuery, keyOf } from './queries.ts'

/** Values by key, with blanks in keys. */
export type CargoRow = JsonRecord

const pageRows = 500

/**
 * All rows of a query from one moment to before another, page by page.
 *
 * @throws SourceError also `shape` for a reply without rows or with other columns, and when pages repeat
 */
export async function queryCargo(
  http: SourceHttp,
  url: string,
  query: CargoQuery,
  fromMs: number,
  untilMs: number,
): Promise<readonly CargoRow[]> {
  const rows: CargoRow[] = []
  const [time = ''] = query.order
  const where = `${time} >= '${cargoTime(fromMs)}' AND ${time} < '${cargoTime(untilMs)}'`
  let firstOfPage: string | null = null
  for (;;) {
    const parameters = new URLSearchParams({
      action: 'cargoquery',
      format: 'json',
      tables: query.tables,
      fields: query.fields.join(','),
      join_on: query.joinOn,
      where,
      order_by: query.order.join(','),
      limit: String(pageRows),
      offset: String(rows.length),
    })
    const page = toRows(await http.json({ url: `${url}?${parameters}`, isRateLimited }), query)
    const first = page[0] === undefined ? null : JSON.stringify(page[0])
    if (first !== null && first === firstOfPage)
      throw shapeFault(`${query.name}, offset ${rows.length}`, 'other rows', page)
    firstOfPage = first
    rows.push(...page)
    if (page.length < pageRows) return rows
  }
}

function isRateLimited(answer: unknown): boolean {
  return isRecord(answer) && isRecord(answer.error) && answer.error.code === 'ratelimited'
}

function toRows(answer: unknown, query: CargoQuery): readonly CargoRow[] {
  const reply = toRecord(answer, query.name)
  refuseError(reply)
  const rows = toList(reply.cargoquery, `${query.name}, cargoquery`).map((row, index) => {
    const place = `${query.name}, cargoquery[${index}].title`
    const title = toRecord(toRecord(row, place).title, place)
    return Object.fromEntries(Object.entries(title).map(([key, value]) => [key.replaceAll('_', ' '), value]))
  })
  const missing = query.fields
    .map(keyOf)
    .filter((key) => rows.length > 0 && !rows.some((row) => Object.hasOwn(row, key)))
  if (missing.length > 0) throw shapeFault(query.name, `the keys ${missing.join(', ')}`, 'rows without them')
  return rows
}

/** @throws SourceError for `{"error":{"code"}}`, which the wiki sends with status 200 */
export function refuseError(reply: JsonRecord): void {
  if (reply.error === undefined) return
  const given = isRecord(reply.error) ? reply.error.code : null
  const code = typeof given === 'string' ? given : ''
  const told = /^[\w-]{1,60}$/.test(code) ? code : 'without a code'
  const denied = /denied|^assert/.test(code)
  throw new SourceError(denied ? 'credentials' : 'shape', `leaguepedia answered an error (${told})`)
}

function cargoTime(ms: number): string {
  return toUtc(ms).replace('T', ' ')
}
