import { hash } from 'node:crypto'
import type { IdempotencyClaim } from '@riftline/ledger'
import { jsonType } from '../http/answer.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { headerLines } from '../http/precheck.ts'
import { type ChargedAnswer, type ChargingStore, free, type Payer } from './charge-call.ts'

export const visibleAscii: RegExp = /^[\x21-\x7e]+$/
const longestKey = 255

/**
 * Runs a POST once under its `Idempotency-Key`. A repeat is answered again, byte for byte and free; a call that fails or
 * is given back leaves no trace, so that a retry really retries. Without the header it just runs.
 *
 * @param body the validated body; two bodies that differ only in the order of keys are the same
 * @throws HttpError `validation_error`, `idempotency_in_progress`, `idempotency_key_reused`, or what `run` throws
 */
export function oncePerKey(
  credits: ChargingStore,
  payer: Payer,
  path: string,
  body: unknown,
  run: (claim: IdempotencyClaim | null) => Promise<ChargedAnswer>,
): Promise<ChargedAnswer> {
  const key = keyOf(payer)
  const {
    requestId,
    caller: { accountId },
  } = payer
  if (key === null) return run(null)
  const claim = { accountId, path, key, fingerprint: fingerprint(body), requestId }
  return runUnder(claim, credits, run)
}

async function runUnder(
  claim: IdempotencyClaim,
  credits: ChargingStore,
  run: (claim: IdempotencyClaim) => Promise<ChargedAnswer>,
): Promise<ChargedAnswer> {
  const result = await credits.claim(claim)
  switch (result.kind) {
    case 'stored':
      return replay(result.answer.status, result.answer.body)
    case 'reused':
      throw new HttpError('idempotency_key_reused', 'this key was used with another body')
    case 'in_progress':
      throw new HttpError('idempotency_in_progress', 'retry after the first call has ended')
    case 'claimed':
      try {
        return await run(claim)
      } catch (error) {
        credits.dropClaim(claim)
        throw error
      }
  }
}

function keyOf(payer: Payer): string | null {
  const lines = headerLines(payer, 'idempotency-key')
  const [key] = lines
  if (key === undefined) return null
  if (lines.length > 1) throw invalid('Idempotency-Key: given twice')
  if (key.length <= longestKey && visibleAscii.test(key)) return key
  throw invalid('Idempotency-Key: must be 1-255 visible ASCII characters')
}

function replay(status: number, body: string): ChargedAnswer {
  return free({ status, headers: { 'Content-Type': jsonType, 'Idempotent-Replayed': 'true' }, body })
}

function fingerprint(body: unknown): string {
  return hash('sha256', JSON.stringify(body, sortKeys))
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
