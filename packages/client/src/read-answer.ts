import { RiftlineApiError, RiftlineConnectionError } from './errors.ts'
import { wholeNumber } from './response-info.ts'
import type { Outcome } from './retry.ts'
import type { FetchResponse } from './runtime.ts'

/** Statuses of a proxy that lost the server or its answer. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/** Turns a response into an outcome. @param text the body; for a 304 the cached body that it confirms */
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
  // A proxy may have asked for problem details (RFC 9457), which name both fields otherwise.
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const { error: code = fields.code, message = fields.detail, candidates, oldest, next } = fields
  if (typeof code === 'string' && typeof message === 'string') {
    const refusal = {
      ...details,
      candidates: Array.isArray(candidates) ? candidates : undefined,
      ...{ oldest: textOf(oldest), next: textOf(next) },
      ...{ limit: numberOf(fields.limit), used: numberOf(fields.used), resetsUtc: textOf(fields.resetsUtc) },
    }
    return { kind: 'refused', error: new RiftlineApiError(status, code, message, refusal) }
  }
  // A proxy wrote this answer. With Retry-After it refused the call; without, the server's answer may be lost.
  const lost = gatewayStatuses.includes(status) && retryAfterSeconds === undefined
  const error = new RiftlineApiError(status, 'unknown_error', `${status} without a riftline error`, details)
  return { kind: lost ? 'lost' : 'refused', error }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

export function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Limit of a body, many times the longest list. */
const mostBytes = 16_777_216

/** Reads the text of a body. @throws RiftlineConnectionError `invalid_response` above 16 MiB, where it stops reading */
export async function readText(response: FetchResponse): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value?.length ?? 0
    if (bytes > mostBytes) {
      reader.cancel().catch(() => {})
      throw new RiftlineConnectionError('invalid_response', `the answer ${response.status} is over ${mostBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
