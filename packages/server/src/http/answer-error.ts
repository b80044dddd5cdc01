import { errorFields } from '@riftline/base/node'
import { StorageError } from '@riftline/ledger'
import type { Tools } from '../observe/tools.ts'
import type { Answer } from './answer.ts'
import { errorAnswer, type HeaderConfig } from './common-headers.ts'
import { statusOf } from './error-codes.ts'
import { HttpError } from './http-error.ts'
import { RequestAborted } from './read-json.ts'

export interface AnswerErrorDeps extends Pick<Tools, 'log' | 'metrics'> {
  readonly config: HeaderConfig
}

/** For unexpected errors the client gets the code, the log the details. Null when nobody is left to answer. */
export function answerError(
  { log, metrics, config }: AnswerErrorDeps,
  { requestId }: { readonly requestId: string },
  thrown: unknown,
): Answer | null {
  if (thrown instanceof RequestAborted) return null
  const error = toHttpError(thrown)
  const { cause } = error
  if (cause !== undefined) log({ level: 'error', event: error.code, requestId, ...errorFields(cause) })
  if (error.code === 'rate_limited') metrics.count('rate_limited_total')
  if (statusOf(error.code) === 401) metrics.count('auth_failed_total', { code: error.code })
  return errorAnswer(config, error)
}

/** Whatever a check asks the store for, keys and the rate among it, can find it gone. */
function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof StorageError) return storageUnavailable(thrown)
  return new HttpError('internal_error', 'internal error; nothing was charged', { cause: thrown })
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}
