import { parseUtc, toUtc } from '@riftline/base'
import type { SourceHttp } from '../http/source-client.ts'
import {
  isRecord,
  isShapeFault,
  type JsonRecord,
  shapeFault,
  toList,
  toOptionalText,
  toRecord,
  toText,
} from '../shape.ts'
import { SourceError } from '../source-error.ts'
import type { SkippedPart } from '../source-run.ts'

export type CargoRow = JsonRecord

const pageRows = 500

/** All rows of a query in a span of time. @throws SourceError, also `shape` for other columns or repeated pages */
export async function queryCargo(http: SourceHttp, url: string, query: CargoQuery, fromMs: number, untilMs: number) {
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
function refuseError(reply: JsonRecord): void {
  if (reply.error === undefined) return
  const given = isRecord(reply.error) ? reply.error.code : null
  const code = typeof given === 'string' ? given : ''
  const shown = /^[\w-]{1,60}$/.test(code) ? code : 'without a code'
  const denied = /denied|^assert/.test(code)
  throw new SourceError(denied ? 'credentials' : 'shape', `leaguepedia answered an error (${shown})`)
}

function cargoTime(ms: number): string {
  return toUtc(ms).replace('T', ' ')
}

/** A Cargo query: columns and tables, with rows from a span of the time by which `order` sorts first. */
interface CargoQuery {
  readonly name: string
  readonly tables: string
  readonly joinOn: string
  readonly fields: readonly string[]
  readonly order: readonly string[]
}

const sides = ['Team1', 'Team2']
const totals = ['Bans', 'Kills', 'Gold', 'Towers', 'Dragons', 'Barons']
const of = (table: string, ...columns: readonly string[]): readonly string[] => columns.map((c) => `${table}.${c}`)

export const gamesQuery: CargoQuery = {
  name: 'games',
  tables: 'ScoreboardGames=SG,Tournaments=T,Leagues=L',
  joinOn: 'SG.OverviewPage=T.OverviewPage,T.League=L.League',
  fields: [
    ...of('SG', 'GameId', 'MatchId', 'RiotPlatformGameId', 'OverviewPage', 'DateTime_UTC', 'N_GameInMatch'),
    ...of('SG', 'Team1', 'Team2', 'Winner', 'Gamelength_Number', 'Patch'),
    ...of('SG', ...sides.flatMap((side) => totals.map((total) => side + total))),
    ...['T.Name=Tournament', 'T.Year=Season', 'T.IsPlayoffs', 'L.League_Short=LeagueShort', 'L.Region=Region'],
  ],
  order: ['SG.DateTime_UTC', 'SG.GameId'],
}

export const playersQuery: CargoQuery = {
  name: 'players',
  tables: 'ScoreboardPlayers=SP,PlayerRedirects=PR',
  joinOn: 'SP.Link=PR.AllName',
  fields: [
    ...of('SP', 'GameId', 'Link', 'Side', 'Role', 'Champion', 'Kills', 'Deaths', 'Assists', 'Gold', 'CS'),
    ...['SP.Role_Number=RoleNumber', 'PR.OverviewPage=PlayerPage'],
  ],
  order: ['SP.DateTime_UTC', 'SP.GameId', 'SP.Link'],
}

export const seriesQuery: CargoQuery = {
  name: 'series',
  tables: 'MatchSchedule=MS,TeamRedirects=TRA,TeamRedirects=TRB,Tournaments=T,Leagues=L',
  joinOn: 'MS.Team1=TRA.AllName,MS.Team2=TRB.AllName,MS.OverviewPage=T.OverviewPage,T.League=L.League',
  fields: [
    ...of('MS', 'MatchId', 'DateTime_UTC', 'Team1', 'Team2', 'BestOf', 'Winner', 'Team1Score', 'Team2Score'),
    ...of('MS', 'FF', 'IsNullified', 'Team1Advantage', 'Team2Advantage'),
    ...['TRA._pageName=Team1Page', 'TRB._pageName=Team2Page', 'T.Name=Tournament', 'L.League_Short=LeagueShort'],
  ],
  order: ['MS.DateTime_UTC', 'MS.MatchId'],
}

/** The key of a field in answers: its alias, else its column with spaces instead of `_`. */
function keyOf(field: string): string {
  const [column = '', alias] = field.split('=')
  return (alias ?? column.slice(column.indexOf('.') + 1)).replaceAll('_', ' ')
}

/** Logs a bot in. The wiki identifies it by cookies, which the client keeps. @throws SourceError `credentials` */
export async function logIn(http: SourceHttp, url: string, { user, password }: Record<'user' | 'password', string>) {
  const tokens = await ask(http, { url: `${url}?action=query&meta=tokens&type=login&format=json` })
  const query = toRecord(tokens.query, 'login, query')
  const token = toText(toRecord(query.tokens, 'login, query.tokens').logintoken, 'login, query.tokens.logintoken')
  const form = { action: 'login', format: 'json', lgname: user, lgpassword: password, lgtoken: token }
  const reply = await ask(http, { url, method: 'POST', body: new URLSearchParams(form) })
  const { result } = toRecord(reply.login, 'login, login')
  if (result === 'Success') return
  const shown = typeof result === 'string' && /^\w{1,40}$/.test(result) ? result : 'without a result'
  throw new SourceError('credentials', `leaguepedia refused the login (${shown})`)
}

async function ask(http: SourceHttp, request: Parameters<SourceHttp['json']>[0]): Promise<ReturnType<typeof toRecord>> {
  const reply = toRecord(await http.json(request), 'login')
  refuseError(reply)
  return reply
}

// Readers of single values of a row. They return null for a blank value if that is allowed, else throw a fault that names the key.

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#039': "'", lt: '<', gt: '>' }

export function readRow(row: CargoRow, kind: string, key: string, skipped: SkippedPart[], read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!isShapeFault(error)) throw error
    skipped.push({ what: `${kind} ${rowName(row, key)}: ${error.message}`, why: 'bad_row' })
  }
}

/** The id of a row that may be malformed; a value other than a text or number is not converted, since its `toString` is unsafe. */
function rowName(row: CargoRow, key: string): string {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'without a name'
}

export function optionalText(row: CargoRow, key: string): string | null {
  const value = toOptionalText(row[key], key)
  return value === null ? null : value.replace(/&(amp|quot|#039|lt|gt);/g, (_, name: string) => entities[name] ?? '')
}

export function requiredText(row: CargoRow, key: string): string {
  const value = optionalText(row, key)
  if (value === null) throw shapeFault(key, 'a text', row[key])
  return value
}

/** A number in [0, most]; averages may have decimals, large numbers commas. */
export function optionalNumber(row: CargoRow, key: string, most: number): number | null {
  const value = optionalText(row, key)
  if (value === null) return null
  const number = /^[0-9]{1,3}(,[0-9]{3})+$|^[0-9]{1,12}(\.[0-9]{1,15})?$/.test(value)
    ? Number(value.replaceAll(',', ''))
    : -1
  if (number < 0 || number > most) throw shapeFault(key, `a number from 0 to ${most}`, value)
  return number
}

export function utcMs(row: CargoRow, key: string): number {
  const value = requiredText(row, key)
  const ms = parseUtc(value.replace(' ', 'T'))
  if (ms === null) throw shapeFault(key, 'a time YYYY-MM-DD hh:mm:ss', value)
  return ms
}

/** A flag: `1` or `Yes`, `0` or `No`. */
export function optionalFlag(row: CargoRow, key: string): boolean | null {
  const value = optionalText(row, key)?.toLowerCase()
  if (value === undefined) return null
  if (value === '1' || value === 'yes') return true
  if (value === '0' || value === 'no') return false
  throw shapeFault(key, '0, 1, Yes or No', row[key])
}

/** A comma-separated list, without blanks and `None`. */
export function textList(row: CargoRow, key: string): readonly string[] {
  const items = (optionalText(row, key) ?? '').split(',').map((item) => item.trim())
  return items.filter((item) => item !== '' && item !== 'None')
}

/** Index of the winning side; null if none is named. */
export function winnerIndex(row: CargoRow): 0 | 1 | null {
  const winner = optionalText(row, 'Winner')
  return winner === '1' ? 0 : winner === '2' ? 1 : null
}
