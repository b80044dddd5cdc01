import { type Candidate, RiftlineError } from '@riftline/base'
import { requirePlausible } from '@riftline/core'
import type * as z from 'zod'
import { type MarketsRequest, type ModelName, modelNames, type PredictRequest } from '../../types.ts'
import { isSameName } from '../names/fold.ts'
import { didYouMean, nearestWords } from '../names/nearest-names.ts'
import { brokenRule, commonFields, mostRequests, pickFields, picksPerSide, predictionFields } from './request-schema.ts'

/** The route of a body: `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`). */
export type RequestKind = 'match' | 'draft'

/**
 * Checks the body of `/v1/predict` (`match`) or `/v1/predict-draft` (`draft`); without a kind, the presence of picks
 * decides. `resolveMatchup` checks against the catalogue that teams and champions exist. An undefined field
 * counts as absent, for callers in the same process.
 *
 * @throws RiftlineError `validation_error` for the first invalid field in the order of the contract's table; `odds_implausible` for two
 *   prices whose inverses sum to less than 0.9
 * @example parsePredictRequest({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 }).bestOf // => 5
 */
export function parsePredictRequest(body: unknown, kind?: RequestKind): PredictRequest {
  const fields = copyOf(body)
  const withPicks = kind === undefined ? hasPicks(fields) : kind === 'draft'
  refuse(
    commonFault(fields, predictionFields) ??
      (withPicks ? pickFault(fields) : null) ??
      unknownFault(fields, withPicks ? draftNames : matchNames),
  )
  refuseImplausible(fields)
  return fields as unknown as PredictRequest
}

/**
 * Checks the body of `/v1/markets` in the same way; it has picks of both sides or of neither, and may have a standing.
 *
 * @throws RiftlineError as `parsePredictRequest`
 * @example
 * const standing = { blue: 1, red: 0 }
 * parseMarketsRequest({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, standing }).standing // => { blue: 1, red: 0 }
 */
export function parseMarketsRequest(body: unknown): MarketsRequest {
  const fields = copyOf(body)
  refuse(
    commonFault(fields, commonFields) ??
      (hasPicks(fields) ? pickFault(fields) : null) ??
      (fields.standing === undefined ? null : standingFault(fields)) ??
      unknownFault(fields, marketsNames),
  )
  refuseImplausible(fields)
  return fields as unknown as MarketsRequest
}

/**
 * Checks the body of `/v1/predict/batch`: 1 to 100 bodies of `/v1/predict` or `/v1/predict-draft`, and a `model` for those that name none.
 * Returns the requests with their model.
 *
 * @param resolve checks the requests before an invalid one against the catalogue, so that the first faulty request is reported
 * @throws RiftlineError as `parsePredictRequest` and `resolve`; the place of a request stands before the field, as in `requests[3].bestOf`
 * @example parseBatchRequest({ model: 'consensus', requests: [{ blueTeam: 'T1', redTeam: 'Gen.G' }] })[0]?.model // => 'consensus'
 */
export function parseBatchRequest(
  body: unknown,
  resolve: (request: PredictRequest) => unknown = () => {},
): readonly PredictRequest[] {
  const { model, requests, ...others } = copyOf(body)
  const broken = model === undefined ? null : brokenRule(commonFields.model, model)
  refuse(broken && misnamed(`model: ${broken}`, model, modelNames))
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > mostRequests) {
    throw fault(`requests: must hold 1 to ${mostRequests} bodies of /v1/predict or /v1/predict-draft`)
  }
  refuse(unknownFault(others, ['model', 'requests']))
  const parsed: PredictRequest[] = []
  try {
    for (const [index, given] of requests.entries()) {
      const request = atPlace(index, () => parsePredictRequest(given))
      parsed.push(model === undefined ? request : { ...request, model: request.model ?? (model as ModelName) })
    }
  } catch (error) {
    for (const [index, request] of parsed.entries()) atPlace(index, () => resolve(request))
    throw error
  }
  return parsed
}

/** Number of requests in an unchecked body of `/v1/predict/batch`, 1 to 100. */
export function countRequests(body: unknown): number {
  const { requests } = Object(body) as Fields
  return Array.isArray(requests) ? Math.max(1, Math.min(mostRequests, requests.length)) : 1
}

/** Runs work on one of several requests. @throws RiftlineError of the work, with the place of the request before its message */
export function atPlace<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { code, message, candidates = [], field } = error
    const [ofField, whole] = [field === undefined ? message : `${field}: ${message}`, 'body: ']
    const fault = ofField.startsWith(whole) ? `: ${ofField.slice(whole.length)}` : `.${ofField}`
    throw new RiftlineError(code, `requests[${index}]${fault}`, { candidates, cause: error })
  }
}

type Fields = Readonly<Record<string, unknown>>

const pickLists = ['bluePicks', 'redPicks']
const matchNames = Object.keys(predictionFields)
const draftNames = [...matchNames, ...pickLists]
const marketsNames = [...Object.keys(commonFields), ...pickLists, 'standing']

/** Copies the own fields, reading each one once. */
function copyOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fault('body: must be an object')
  return { ...body }
}

function hasPicks({ bluePicks, redPicks }: Fields): boolean {
  return bluePicks !== undefined || redPicks !== undefined
}

/** @param fields fields that are valid individually */
function refuseImplausible({ oddsBlue, oddsRed }: Fields): void {
  if (oddsBlue !== undefined && oddsRed !== undefined) {
    requirePlausible('oddsBlue and oddsRed', [oddsBlue as number, oddsRed as number])
  }
}

function refuse(broken: string | RiftlineError | null): void {
  if (broken !== null) throw typeof broken === 'string' ? fault(broken) : broken
}

function fault(message: string, candidates: readonly Candidate[] = []): RiftlineError {
  return new RiftlineError('validation_error', message + didYouMean(candidates), { candidates })
}

/** The fault of an unknown word, with suggestions of known ones. */
function misnamed(message: string, asked: unknown, known: readonly string[]): RiftlineError {
  return fault(message, typeof asked === 'string' ? nearestWords(asked, known) : [])
}

/** The first fault in the teams and options, in the order of the contract's table. */
function commonFault(fields: Fields, rules: Rules): string | RiftlineError | null {
  const messages = brokenRules(fields, rules)
  return (
    teamFault(fields, 'blue', messages) ??
    teamFault(fields, 'red', messages) ??
    sameTeamFault(fields) ??
    optionFault(fields, messages)
  )
}

type Rules = Readonly<Record<string, z.ZodType>>
type Messages = ReadonlyMap<string, string>

function brokenRules(fields: Fields, rules: Rules): Messages {
  const messages = new Map<string, string>()
  for (const [field, value] of Object.entries(fields)) {
    const broken = Object.hasOwn(rules, field) ? brokenRule(rules[field]!, value) : null
    if (broken !== null) messages.set(field, `${field}: ${broken}`)
  }
  return messages
}

function teamFault(fields: Fields, side: 'blue' | 'red', messages: Messages): string | null {
  const [id, name] = side === 'blue' ? ['blueTeamId', 'blueTeam'] : ['redTeamId', 'redTeam']
  const byId = fields[id] !== undefined
  if (byId === (fields[name] !== undefined)) return `${id}: give either ${id} or ${name}`
  return messages.get(byId ? id : name) ?? null
}

/** The fault of equal teams, as far as visible without the catalogue: two equal ids, or two names that fold alike. */
function sameTeamFault(fields: Fields): string | null {
  const { blueTeam: blue, redTeam: red, blueTeamId, redTeamId } = fields
  const sameName = typeof blue === 'string' && typeof red === 'string' && isSameName(blue, red)
  const sameId = blueTeamId !== undefined && blueTeamId === redTeamId
  return sameName || sameId ? sameTeamMessage(fields) : null
}

/** Names the fields that were given, in the message about equal teams. */
export function sameTeamMessage(request: { readonly blueTeamId?: unknown; readonly redTeamId?: unknown }): string {
  const blue = request.blueTeamId === undefined ? 'blueTeam' : 'blueTeamId'
  return `${request.redTeamId === undefined ? 'redTeam' : 'redTeamId'}: must differ from ${blue}`
}

const options = ['model', 'oddsBlue', 'oddsRed', 'tournament', 'bestOf', 'explain']

function optionFault(fields: Fields, messages: Messages): string | RiftlineError | null {
  const broken = options.find((field) => messages.has(field))
  if (broken === undefined) return null
  const message = messages.get(broken)!
  return broken === 'model' ? misnamed(message, fields.model, modelNames) : message
}

function unknownFault(fields: Fields, known: readonly string[]): string | RiftlineError | null {
  const unknown = Object.keys(fields).find((field) => !known.includes(field) && fields[field] !== undefined)
  return unknown === undefined ? null : misnamed(`${unknown || '""'}: unknown field`, unknown, known)
}

const sides = ['blue', 'red'] as const

/** The first fault in a standing, in the order of the table. `bestOf` was checked before. */
function standingFault({ standing, bestOf = 3 }: Fields): string | null {
  if (typeof standing !== 'object' || standing === null || !sides.every((side) => Object.hasOwn(standing, side))) {
    return 'standing: must hold blue and red'
  }
  const won = standing as Fields
  const gamesToWin = (Number(bestOf) + 1) / 2
  const isWon = (maps: unknown): boolean =>
    typeof maps === 'number' && Number.isInteger(maps) && maps >= 0 && maps <= gamesToWin
  const illegal = sides.find((side) => !isWon(won[side]))
  if (illegal !== undefined) return `standing.${illegal}: must be an integer from 0 to ${gamesToWin}`
  if (sides.every((side) => won[side] === gamesToWin)) return `standing: only one team can have won ${gamesToWin}`
  const unknown = Object.keys(standing).find((key) => !sides.some((side) => side === key))
  return unknown === undefined ? null : `standing.${unknown || '""'}: unknown field`
}

/** The first fault in a draft, in table order: lists, roles, champions that are not text, surplus keys. `resolveDraft` does the rest. */
function pickFault(fields: Readonly<Record<string, unknown>>): string | null {
  const lists: [string, readonly unknown[]][] = []
  for (const side of pickLists) {
    const picks = own(fields, side)
    if (!Array.isArray(picks) || picks.length !== picksPerSide) {
      return `${side}: must hold exactly ${picksPerSide} picks`
    }
    lists.push([side, picks])
  }
  const rules = [shapeFault, roleFault, championFault, surplusFault]
  for (const rule of rules) {
    for (const [side, picks] of lists) {
      const roles = new Set<unknown>()
      for (const [index, pick] of (picks as readonly PickLike[]).entries()) {
        const broken = rule(pick, roles)
        if (broken !== null) return `${side}[${index}]${broken}`
      }
    }
  }
  return null
}

type PickLike = Readonly<Record<string, unknown>>

function shapeFault(pick: unknown): string | null {
  return typeof pick !== 'object' || pick === null || Array.isArray(pick) ? ': must be an object' : null
}

/** @param roles roles of the picks before this one */
function roleFault(pick: PickLike, roles: Set<unknown>): string | null {
  const role = own(pick, 'role')
  const broken = brokenRule(pickFields.role, role) ?? (roles.has(role) ? `${role} is given twice` : null)
  roles.add(role)
  return broken && `.role: ${broken}`
}

function championFault(pick: PickLike): string | null {
  const broken = brokenRule(pickFields.champion, own(pick, 'champion'))
  return broken && `.champion: ${broken}`
}

function surplusFault(pick: PickLike): string | null {
  const surplus = Object.keys(pick).find((key) => !Object.hasOwn(pickFields, key))
  return surplus === undefined ? null : `.${surplus || '""'}: unknown field`
}

function own(pick: PickLike, key: string): unknown {
  return Object.hasOwn(pick, key) ? pick[key] : undefined
}
