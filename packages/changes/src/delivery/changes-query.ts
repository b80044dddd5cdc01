import { RiftlineError } from '@riftline/base'
import { didYouMean, nearestWords } from '@riftline/predictor'
import * as z from 'zod'
import { type ChangeType, changeTypes } from '../change.ts'
import { seqForm } from '../change-schema.ts'
import { type AskedChanges, mostChanges } from './change-page.ts'

const usualChanges = 100
const mostWaitSeconds = 25
const anyType = `(?:${changeTypes.join('|').replaceAll('.', '\\.')})`

/** Query parameters of the calls for changes: meaning and schema, by the names in the contract. */
export const changeParameters = {
  since: ['`next` of an answer, or `seq` of a change: changes after it.', z.string().regex(seqForm)],
  types: [
    `Types of changes, separated by commas: ${changeTypes.join(', ')}. All by default.`,
    z.string().regex(new RegExp(`^${anyType}(?:,${anyType})*$`)),
  ],
  'changes-limit': ['Maximum number of changes.', z.int().min(1).max(mostChanges).default(usualChanges)],
  wait: ['Seconds to wait for a change, if there is none.', z.int().min(1).max(mostWaitSeconds)],
} as const satisfies Readonly<Record<string, readonly [meaning: string, schema: z.ZodType]>>

/** Changes that a call asks for. */
export interface ChangesQuery extends AskedChanges {
  readonly limit: number
  /** Time to wait for a change; null: none. */
  readonly waitMs: number | null
}

/**
 * Parses a query of changes. @param lastEventId header of that name, which goes before `since`
 * @throws RiftlineError `validation_error` with the parameter and its rule
 */
export function parseChangesQuery(
  parameters: { get(name: string): string | undefined },
  lastEventId?: string,
): ChangesQuery {
  const seconds = wholeParameter('wait', parameters.get('wait'), mostWaitSeconds)
  return {
    since: lastEventId ? placeOf('Last-Event-ID', lastEventId) : placeOf('since', parameters.get('since')),
    types: typesOf(parameters.get('types')),
    limit: wholeParameter('limit', parameters.get('limit'), mostChanges) ?? usualChanges,
    waitMs: seconds === null ? null : seconds * 1000,
  }
}

function placeOf(name: string, text: string | undefined): string | null {
  if (text === undefined || seqForm.test(text)) return text ?? null
  throw new RiftlineError('validation_error', `${name}: must be the next of an answer or the seq of a change`)
}

function typesOf(text: string | undefined): ReadonlySet<ChangeType> | null {
  if (text === undefined) return null
  const types = text.split(',').map((name) => {
    const type = changeTypes.find((known) => known === name)
    if (type !== undefined) return type
    const candidates = nearestWords(name, changeTypes)
    const message = `types: must be types of changes${didYouMean(candidates)}`
    throw new RiftlineError('validation_error', message, { candidates })
  })
  return new Set(types)
}

function wholeParameter(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most) return Number(text)
  throw new RiftlineError('validation_error', `${name}: must be an integer from 1 to ${most}`)
}
