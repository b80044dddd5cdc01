import { describe } from '@riftline/base'
import type * as z from 'zod'
import { nearestWords } from '../../league/names/nearest-names.ts'
import { faultAt } from './fault.ts'
import { fieldsAt, formatSchema, type TournamentFormat } from './format-schema.ts'
import { planTournament } from './plan-tournament.ts'

/**
 * Checks a tournament from a file or a body: its fields, the structure of its stages, and its known results and draws, which are
 * replayed.
 *
 * @throws RiftlineError `validation_error` for the first fault in reading order; the message begins with its JSON path
 * @example parseTournament({ name: 'Final', teams: ['T1', 'BLG'], stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'BLG'] }] }).name // => 'Final'
 */
export function parseTournament(json: unknown): TournamentFormat {
  refuseLarge(json)
  const result = formatSchema.safeParse(json)
  if (!result.success) throw faultOfIssues(result.error.issues, json)
  planTournament(result.data)
  return result.data
}

const mostValues = 40_000
const mostDepth = 6

/** Bounds the work of the other checks; a format within the limits of each field is far smaller. */
function refuseLarge(json: unknown): void {
  let left = mostValues
  const path: PropertyKey[] = []
  function visit(value: unknown): void {
    if (--left < 0 || (Array.isArray(value) && value.length > left)) {
      throw faultAt(placeOf(path), `must end before ${mostValues} values in all`)
    }
    if (typeof value !== 'object' || value === null) return
    if (path.length > mostDepth) throw faultAt(placeOf(path), `must be nested at most ${mostDepth} deep`)
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      path.push(key)
      // Zod drops this key of a record without a fault.
      if (key === '__proto__') throw faultAt(placeOf(path), 'must have another name')
      visit((value as Readonly<Record<PropertyKey, unknown>>)[key])
      path.pop()
    }
  }
  visit(json)
}

interface Found {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether the last key itself is at fault, not its value. */
  readonly isKey?: boolean
  /** Position in the document: of each part of the path among its neighbours. */
  readonly order: readonly number[]
}

function faultOfIssues(issues: readonly z.core.$ZodIssue[], json: unknown) {
  const found = issues.map((issue) => innermost(issue, [], json))
  const {
    path,
    message,
    isKey = false,
  } = found.reduce((first, other) => (isBefore(other.order, first.order) ? other : first))
  const place = placeOf(path)
  const got = isKey ? path.at(-1) : path.reduce<unknown>((value, key) => Object(value)[key], json)
  const last = path.at(-1)
  if (message.startsWith('no such field') && typeof last === 'string') {
    return faultAt(place, 'no such field', nearestWords(last, message.split(': ')[1]!.split(', ')))
  }
  const actual = got === undefined ? 'but is missing' : `got ${describe(got)}`
  const options = message.startsWith('must be one of ') ? message : ''
  const near = typeof got === 'string' ? nearestWords(got, options.replace('must be one of ', '').split(', ')) : []
  return faultAt(place, `${message}, ${actual}`, near)
}

function placeOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key) => {
    if (typeof key === 'number') return `[${key}]`
    const name = String(key).slice(0, 60)
    return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
  })
  return parts.join('').replace(/^\./, '')
}

/** The issue of the branch of a union that read furthest, since its message is the most exact. */
function innermost(issue: z.core.$ZodIssue, outer: readonly PropertyKey[], json: unknown): Found {
  const path = [...outer, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0]!]
    return { path: field, message: `no such field: ${fieldsAt(path, json).join(', ')}`, order: orderOf(field, json) }
  }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors
      .flatMap((branch) => branch.slice(0, 1))
      .filter((one) => one.path.length > 0 || one.code === 'unrecognized_keys')
    if (inner.length > 0) return innermost(inner[0]!, path, json)
  }
  if (issue.code === 'invalid_key')
    return { path, message: issue.issues[0]?.message ?? issue.message, isKey: true, order: orderOf(path, json) }
  return { path, message: issue.message, order: orderOf(path, json) }
}

function orderOf(path: readonly PropertyKey[], json: unknown): readonly number[] {
  let value = json
  return path.map((key) => {
    const index = typeof key === 'number' ? key : Object.keys(Object(value)).indexOf(String(key))
    value = Object(value)[key]
    return index < 0 ? Number.POSITIVE_INFINITY : index
  })
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((index, i) => index !== b[i])
  return at >= 0 && (at >= b.length || a[at]! < b[at]!)
}
