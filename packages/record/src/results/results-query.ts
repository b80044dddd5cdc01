import { dayMs, parseUtc, RiftlineError } from '@riftline/base'
import {
  type CatalogueIndex,
  didYouMean,
  findLeague,
  nearestLeagues,
  resolveTeam,
  teamNameFault,
} from '@riftline/predictor'
import { type PerformanceFilter, recordedModels } from '../performance/performance-file.ts'
import { type ResultPlace, readResultCursor } from './result-cursor.ts'
import type { ResultFilters } from './result-search.ts'

/** Largest number of results on a page, and the one of a search that names none. */
export const mostResults = 200
export const usualResults = 50

/** Form of a date, or of a time in UTC without a suffix. */
export const momentForm: RegExp = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/

/** Parameters of a search by name, as texts of a caller. */
export type SearchParameters = ReadonlyMap<string, string>

/** A parsed search for results, before names are looked up. */
export interface ResultsQuery extends Pick<ResultFilters, 'fromMs' | 'toMs'> {
  readonly league: string | undefined
  readonly team: { readonly id?: number; readonly name?: string } | null
  readonly limit: number
  readonly after: ResultPlace | null
  /** Text of the filters, to which a cursor is bound. */
  readonly bound: string
}

/** Parses `league`, `team`, `from`, `to`, `limit` and `cursor`. @throws RiftlineError `validation_error` */
export function parseResultsQuery(parameters: SearchParameters): ResultsQuery {
  const [league, team, from, to, cursor] = ['league', 'team', 'from', 'to', 'cursor'].map((name) =>
    parameters.get(name),
  )
  for (const [parameter, text] of [['league', league] as const, ['team', team] as const]) {
    const fault = text === undefined ? null : teamNameFault(text)
    if (fault !== null) throw invalid(`${parameter}: ${fault}`)
  }
  const fromMs = momentOf('from', from, 0)
  // Times have whole seconds, and a start may lie within one.
  const toMs = momentOf('to', to, dayMs - 1000)
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) throw invalid('to: must not be before from')
  const limit = limitOf(parameters.get('limit'))
  const bound = JSON.stringify([league ?? null, team ?? null, from ?? null, to ?? null])
  const after = cursor === undefined ? null : readResultCursor(cursor, bound)
  if (cursor !== undefined && after === null)
    throw invalid('cursor: must be the nextCursor of a page with the same league, team, from and to')
  return {
    league,
    team: team === undefined ? null : teamOf(team),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs: toMs + 999 }),
    ...{ limit, after, bound },
  }
}

/** Looks league and team up. @throws RiftlineError `league_not_found`, `team_not_found`, `ambiguous_team` */
export function resolveResultsQuery({ leagues, teams }: CatalogueIndex, query: ResultsQuery): ResultFilters {
  const { league: label, team, fromMs, toMs } = query
  const league = label === undefined ? undefined : findLeague(leagues, label)
  if (league === null) {
    const candidates = nearestLeagues(leagues, label ?? '')
    throw new RiftlineError('league_not_found', `no league ${label}${didYouMean(candidates)}`, { candidates })
  }
  return {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    ...(league === undefined ? {} : { league }),
    ...(team === null ? {} : { teamId: resolveTeam(teams, 'team', team.id, team.name).id }),
  }
}

/** Parses `bestOf` and `model` of a selection of scores. @throws RiftlineError `validation_error` */
export function parsePerformanceFilter(parameters: SearchParameters): PerformanceFilter {
  const [format, asked] = [parameters.get('bestOf'), parameters.get('model')]
  const bestOf = ([1, 3, 5] as const).find((known) => String(known) === format)
  if (format !== undefined && bestOf === undefined) throw invalid('bestOf: must be 1, 3 or 5')
  const model = ([...recordedModels, 'market'] as const).find((known) => known === asked)
  if (asked !== undefined && model === undefined)
    throw invalid(`model: must be one of ${[...recordedModels, 'market'].join(', ')}`)
  return { ...(bestOf === undefined ? {} : { bestOf }), ...(model === undefined ? {} : { model }) }
}

/** Reads a team: digits are an id, other text is a name. */
function teamOf(text: string): NonNullable<ResultsQuery['team']> {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return { name: text }
  if (Number.isSafeInteger(Number(text))) return { id: Number(text) }
  throw invalid('team: must be a positive integer')
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return usualResults
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= mostResults) return Number(text)
  throw invalid(`limit: must be an integer from 1 to ${mostResults}`)
}

/** Reads a date or a time. @param later milliseconds that a date adds */
function momentOf(parameter: string, text: string | undefined, later: number): number | undefined {
  if (text === undefined) return
  const isDate = text.length === 10
  const ms = momentForm.test(text) ? parseUtc(isDate ? `${text}T00:00:00` : text) : null
  if (ms === null)
    throw invalid(`${parameter}: must be a date such as 2026-07-24 or a time such as 2026-07-24T15:00:00`)
  return isDate ? ms + later : ms
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('validation_error', message)
}
