import { type AttemptOptions, attempt, type Shared } from './attempt.ts'
import { checkCallOptions, type PredictOptions } from './options.ts'
import { type ApiRequest, urlOf } from './request.ts'
import { waitBeforeRetry } from './retry.ts'
import { abortError } from './stop.ts'

/**
 * Sends a request until there is an answer or a reason not to retry.
 *
 * @throws RiftlineApiError, RiftlineConnectionError; TypeError with code `invalid_option`
 */
export async function call(shared: Shared, request: ApiRequest, options: PredictOptions): Promise<object> {
  checkCallOptions(options)
  const { base, maxRetries, timeoutMs } = shared.settings
  const url = urlOf(base, request.path)
  const { signal } = options
  const ownKey = request.method === 'POST' && maxRetries > 0 ? shared.runtime.newKey() : null
  const idempotencyKey = options.idempotencyKey ?? ownKey
  const repeatable = !request.charged || idempotencyKey !== null
  const once: AttemptOptions = {
    url,
    signal,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    onResponse: options.onResponse,
    idempotencyKey,
  }
  for (let retries = 0; ; retries++) {
    if (signal?.aborted) throw abortError(signal.reason)
    const outcome = await attempt(shared, request, once)
    if (outcome.kind === 'answer') return outcome.body
    const waitMs = retries < maxRetries ? waitBeforeRetry(outcome, retries, repeatable) : null
    if (waitMs === null) throw outcome.error
    await shared.runtime.wait(waitMs, signal)
  }
}
