import {
  invalidArgument,
  requireArrayLike,
  requireLength,
  requireNumber,
  requireProbability,
  requireRecord,
  requireRecords,
  requireWhole,
} from '@riftline/base'
import { clippedLogit, logitClip, surprise } from '../math/log-odds.ts'

/** Ended match with the forecast of each model. */
export interface ConsensusRecord {
  /** Days before the forecast to be made, at least 0. */
  readonly ageDays: number
  readonly league: string | null
  /** Calibrated probability by model id, before anchoring; a model without a forecast is absent. */
  readonly p: Readonly<Record<string, number>>
  /** 1, 0 or a soft label between. */
  readonly y: number
}

/**
 * Ended matches by column: the same as a list of `ConsensusRecord`, as plain JSON of half the size. All columns but `members` and
 * `leagues` have one entry per match.
 */
export interface ConsensusTable {
  readonly members: readonly string[]
  readonly leagues: readonly string[]
  readonly ageDays: ArrayLike<number>
  /** Index into `leagues`, -1 where the league is not known. */
  readonly league: ArrayLike<number>
  /** One column per member; null where it gave no forecast. */
  readonly p: readonly ArrayLike<number | null>[]
  readonly y: ArrayLike<number>
}

/**
 * Columns of a history for `prepareConsensus`, as plain JSON; matches without a forecast of any member are left out.
 *
 * @param members ids of models, each once
 * @throws RiftlineError `invalid_argument`
 * @example
 * consensusTable([{ ageDays: 3, league: 'LCK', p: { a: 0.6 }, y: 1 }], ['a']) // => { members: ['a'], leagues: ['LCK'], ageDays: [3], league: [0], p: [[0.6]], y: [1] }
 */
export function consensusTable(history: readonly ConsensusRecord[], members: readonly string[]): ConsensusTable {
  requireIds('members', members)
  requireRecords('history', history, true)
  const places = new Map<string, number>()
  const ageDays: number[] = []
  const league: number[] = []
  const p: (number | null)[][] = members.map(() => [])
  const y: number[] = []
  history.forEach((record, i) => {
    requireConsensusRecord(record, members, i)
    const forecasts = members.map((id) => (Object.hasOwn(record.p, id) ? record.p[id]! : null))
    if (forecasts.every((value) => value === null)) return
    ageDays.push(record.ageDays)
    league.push(placeOf(record.league, places))
    forecasts.forEach((value, j) => {
      p[j]!.push(value)
    })
    y.push(record.y)
  })
  return { members: [...members], leagues: [...places.keys()], ageDays, league, p, y }
}

/** Index of a league in the list of names; a new name is appended. -1 for an unknown league. */
function placeOf(league: string | null | undefined, places: Map<string, number>): number {
  if (league === undefined || league === null) return -1
  const place = places.get(league) ?? places.size
  places.set(league, place)
  return place
}

function requireConsensusRecord({ ageDays, league, p, y }: ConsensusRecord, ids: readonly string[], i: number): void {
  requireNumber(`history[${i}].ageDays`, ageDays, 0)
  requireProbability(`history[${i}].y`, y)
  requireRecord(`history[${i}].p`, p)
  const legal = league === undefined || league === null || typeof league === 'string'
  if (!legal) throw invalidArgument(`history[${i}].league`, 'a string or null', league)
  for (const id of ids) if (Object.hasOwn(p, id)) requireProbability(`history[${i}].p.${id}`, p[id])
}

/** Refuses a table with a malformed column, or one that does not have an entry per match. */
export function requireConsensusTable(table: ConsensusTable): void {
  requireRecord('history', table)
  const { members, leagues, ageDays, league, p, y } = table
  requireIds('history.members', members)
  requireNames('history.leagues', leagues)
  requireArrayLike('history.ageDays', ageDays)
  const count = ageDays.length
  requireColumn('history.league', league, count)
  requireColumn('history.y', y, count)
  requireColumn('history.p', p, members.length)
  members.forEach((_, j) => {
    requireColumn(`history.p[${j}]`, p[j], count)
  })
  for (let i = 0; i < count; i++) {
    requireNumber(`history.ageDays[${i}]`, ageDays[i], 0)
    requireNumber(`history.league[${i}]`, league[i], -1, leagues.length - 1)
    requireWhole(`history.league[${i}]`, league[i], -1)
    requireProbability(`history.y[${i}]`, y[i])
    p.forEach((column, j) => {
      if (column[i] !== null) requireProbability(`history.p[${j}][${i}]`, column[i])
    })
  }
}

function requireColumn(argument: string, column: unknown, count: number): void {
  requireArrayLike(argument, column)
  requireLength(argument, column as ArrayLike<unknown>, count)
}

/** Refuses anything but a list of distinct names, at least one. */
export function requireIds(argument: string, ids: unknown): void {
  if (!Array.isArray(ids) || ids.length === 0) throw invalidArgument(argument, 'at least one name', ids)
  requireNames(argument, ids)
}

function requireNames(argument: string, names: unknown): void {
  if (!Array.isArray(names)) throw invalidArgument(argument, 'an array of names', names)
  const seen = new Set<unknown>()
  for (let i = 0; i < names.length; i++) {
    const fresh = typeof names[i] === 'string' && !seen.has(names[i])
    if (!fresh) throw invalidArgument(`${argument}[${i}]`, 'a new name', names[i])
    seen.add(names[i])
  }
}

/** Matches that all members forecast, as parallel arrays. */
export type GradedMatches = Readonly<ReturnType<typeof gradeMatches>>

/**
 * Grades the members on the matches that all of them forecast; on other sets a different mix of leagues would distort the
 * comparison. Trusts the table.
 */
export function gradeMatches(table: ConsensusTable, ids: readonly string[]) {
  const columns = ids.map((id) => table.p[table.members.indexOf(id)] ?? [])
  const shared: number[] = []
  for (let i = 0; i < table.ageDays.length; i++) {
    if (columns.every((column) => typeof column[i] === 'number')) shared.push(i)
  }
  const spread = new Float64Array(shared.length)
  const excess = ids.map(() => new Float64Array(shared.length))
  // Uses plain loops because this runs once, before the engine has compiled it.
  for (let at = 0; at < shared.length; at++) {
    const i = shared[at]!
    const y = table.y[i]!
    let sum = 0
    let [lowest, highest] = [1, 0]
    for (let j = 0; j < columns.length; j++) {
      const p = columns[j]![i]!
      const loss = surprise(p, y, logitClip)
      excess[j]![at] = loss
      sum += loss
      if (p < lowest) lowest = p
      if (p > highest) highest = p
    }
    // Log odds rise with the probability, so the extremes of one are those of the other.
    spread[at] = clippedLogit(highest) - clippedLogit(lowest)
    for (let j = 0; j < columns.length; j++) excess[j]![at]! -= sum / columns.length
  }
  return {
    age: Float64Array.from(shared, (i) => table.ageDays[i]!),
    league: shared.map((i) => table.leagues[table.league[i]!] ?? null),
    /** Largest minus smallest log odds of the members. */
    spread,
    /** Log loss of each member minus the mean over the members, one array per member. */
    excess,
  }
}

/** Disagreement of forecasts: the range of their log odds. Swapping the sides does not change it. */
export function spreadOf(probabilities: ArrayLike<number>): number {
  let lowest = 1
  let highest = 0
  for (let i = 0; i < probabilities.length; i++) {
    lowest = Math.min(lowest, probabilities[i]!)
    highest = Math.max(highest, probabilities[i]!)
  }
  return clippedLogit(highest) - clippedLogit(lowest)
}
