import { type Candidate, RiftlineError } from '@riftline/base'
import { requirePlausible } from '@riftline/core'
import { type MarketsRequest, modelNames, type PredictRequest } from '../../types.ts'
import { isSameName } from '../names/fold.ts'
import { didYouMean, nearestWords } from '../names/nearest-names.ts'
import { pickFault } from './pick-rules.ts'
import { isPlainRequest } from './plain-request.ts'
import { brokenRule, explainRule, fieldRules } from './request-schema.ts'
import { standingFault } from './standing-rules.ts'

/** The route that a body is for: `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`). */
export type RequestKind = 'match' | 'draft'

/**
 * Checks the body of `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`); without a kind the presence of picks
 * decides. `resolveMatchup` checks what needs the catalogue: that teams and champions exist. An undefined field
 * counts as absent, for callers in the same process.
 *
 * @throws RiftlineError `validation_error`: the first failing field in the order of the contract's table; `odds_implausible` for two prices
 *   whose inverses sum to less than 0.9
 * @example parsePredictRequest({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 }).bestOf // => 5
 */
export function parsePredictRequest(body: unknown, kind?: RequestKind): PredictRequest {
  const copy = copyOf(body)
  if (kind !== 'draft' && isPlainRequest(copy, matchFields)) return legal(copy)
  const fields = givenFields(copy)
  const withPicks = kind === undefined ? hasPicks(fields) : kind === 'draft'
  const more = withPicks ? draftFields : matchFields
  const brokenPick = withPicks ? pickFault(fields) : null
  if (withPicks && brokenPick === null && isPlainRequest(fields, more)) return legal(fields)
  refuse(matchFault(fields) ?? explainFault(fields) ?? brokenPick ?? unknownFault(fields, more))
  refuseImplausible(fields)
  return legal(fields)
}

/**
 * Checks the body of `/v1/markets` in the same way: picks of both sides or of neither, and a standing.
 *
 * @throws RiftlineError as `parsePredictRequest`
 * @example
 * const standing = { blue: 1, red: 0 }
 * parseMarketsRequest({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, standing }).standing // => { blue: 1, red: 0 }
 */
export function parseMarketsRequest(body: unknown): MarketsRequest {
  const copy = copyOf(body)
  if (isPlainRequest(copy, noFields)) return legal(copy)
  const fields = givenFields(copy)
  refuse(
    matchFault(fields) ??
      (hasPicks(fields) ? pickFault(fields) : null) ??
      (has(fields, 'standing') ? standingFault(fields) : null) ??
      unknownFault(fields, [...picks, 'standing']),
  )
  refuseImplausible(fields)
  return legal(fields)
}

/** Fields whose rules hold. */
function legal<Request extends PredictRequest | MarketsRequest>(fields: Fields): Request {
  return fields as unknown as Request
}

/** @param fields each of which is legal alone */
function refuseImplausible({ oddsBlue, oddsRed }: Fields): void {
  if (oddsBlue !== undefined && oddsRed !== undefined) {
    requirePlausible('oddsBlue and oddsRed', [oddsBlue as number, oddsRed as number])
  }
}

const picks: readonly string[] = ['bluePicks', 'redPicks']

/** What a body may have beside teams and options. */
const noFields: readonly string[] = []
const matchFields: readonly string[] = ['explain']
const draftFields: readonly string[] = ['explain', ...picks]

function hasPicks(fields: Fields): boolean {
  return has(fields, 'bluePicks') || has(fields, 'redPicks')
}

function copyOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fault('body: must be an object')
  return { ...body }
}

function givenFields(fields: Record<string, unknown>): Fields {
  for (const field of Object.keys(fields)) if (fields[field] === undefined) delete fields[field]
  return fields
}

function refuse(broken: string | Misnamed | null): void {
  if (broken === null) return
  throw typeof broken === 'string' ? fault(broken) : fault(broken.message, broken.candidates)
}

/** A fault of a word that may be meant for another. */
interface Misnamed {
  readonly message: string
  readonly candidates: readonly Candidate[]
}

function misnamed(message: string, asked: unknown, known: readonly string[]): Misnamed {
  const candidates = typeof asked === 'string' ? nearestWords(asked, known) : []
  return { message: message + didYouMean(candidates), candidates }
}

/** What every body has. */
function matchFault(fields: Fields): string | Misnamed | null {
  return teamFault(fields, 'blue') ?? teamFault(fields, 'red') ?? sameTeamFault(fields) ?? optionFault(fields)
}

function fault(message: string, candidates: readonly Candidate[] = []): RiftlineError {
  return new RiftlineError('validation_error', message, { candidates })
}

type Fields = Readonly<Record<string, unknown>>

/** Whether a field was sent; inherited properties do not count. */
function has(fields: Fields, field: string): boolean {
  return Object.hasOwn(fields, field)
}

function teamFault(fields: Fields, side: 'blue' | 'red'): string | null {
  const [id, name] = [`${side}TeamId`, `${side}Team`] as const
  const byId = has(fields, id)
  if (byId === has(fields, name)) return `${id}: give either ${id} or ${name}`
  return fieldFault(fields, byId ? id : name)
}

/** Equal teams that show without the catalogue: two equal ids, or two names that fold alike. */
function sameTeamFault(fields: Fields): string | null {
  const { blueTeam: blue, redTeam: red, blueTeamId, redTeamId } = fields
  const sameName = typeof blue === 'string' && typeof red === 'string' && isSameName(blue, red)
  const sameId = blueTeamId !== undefined && blueTeamId === redTeamId
  return sameName || sameId ? sameTeamMessage(fields) : null
}

/** Names the fields that were given. */
export function sameTeamMessage({ blueTeamId, redTeamId }: Fields): string {
  const blue = blueTeamId === undefined ? 'blueTeam' : 'blueTeamId'
  return `${redTeamId === undefined ? 'redTeam' : 'redTeamId'}: must differ from ${blue}`
}

const options = ['model', 'oddsBlue', 'oddsRed', 'tournament', 'bestOf'] as const

function optionFault(fields: Fields): string | Misnamed | null {
  for (const field of options) {
    const broken = has(fields, field) ? fieldFault(fields, field) : null
    if (broken !== null) return field === 'model' ? misnamed(broken, fields.model, modelNames) : broken
  }
  return null
}

function explainFault(fields: Fields): string | null {
  const broken = has(fields, 'explain') ? brokenRule(explainRule, fields.explain) : null
  return broken === null ? null : `explain: ${broken}`
}

function fieldFault(fields: Fields, field: keyof typeof fieldRules): string | null {
  const broken = brokenRule(fieldRules[field], fields[field])
  return broken === null ? null : `${field}: ${broken}`
}

function unknownFault(fields: Fields, more: readonly string[]): string | Misnamed | null {
  const known = [...Object.keys(fieldRules), ...more]
  const unknown = Object.keys(fields).find((field) => !known.includes(field))
  return unknown === undefined ? null : misnamed(`${unknown || '""'}: unknown field`, unknown, known)
}
