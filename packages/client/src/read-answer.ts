import { RiftlineApiError, RiftlineConnectionError } from './errors.ts'
import type { FetchResponse } from './fetch-like.ts'
import type { Outcome } from './outcome.ts'
import { wholeNumber } from './response-info.ts'

/** Statuses that proxies send when they lost the server or its answer. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/** @param text the body; for a 304 the kept one that it confirms */
export function readAnswer({ status, headers }: FetchResponse, text: string): Outcome {
  const body = parseObject(text)
  if (status === 200 || status === 304) {
    if (body !== null) return { kind: 'answer', body }
    return {
      kind: 'lost',
      error: new RiftlineConnectionError('invalid_response', `the answer ${status} holds no JSON object`),
    }
  }
  const retryAfterSeconds = wholeNumber(headers.get('retry-after')) ?? undefined
  const details = { requestId: headers.get('x-request-id') ?? undefined, retryAfterSeconds }
  const { error: code, message, candidates } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof code === 'string' && typeof message === 'string') {
    const refusal = { ...details, candidates: Array.isArray(candidates) ? candidates : undefined }
    return { kind: 'refused', error: new RiftlineApiError(status, code, message, refusal) }
  }
  // A proxy wrote this. With Retry-After it refused; without, it may have lost an answer.
  const lost = gatewayStatuses.includes(status) && retryAfterSeconds === undefined
  const error = new RiftlineApiError(status, 'unknown_error', `${status} without a riftline error`, details)
  return { kind: lost ? 'lost' : 'refused', error }
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
