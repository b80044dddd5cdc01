import type { CreditStore } from '@riftline/ledger'
import type { PublicHandler } from '../call.ts'
import { jsonAnswer } from '../http/answer.ts'
import { storageUnavailable } from '../http/answer-error.ts'
import { HttpError } from '../http/http-error.ts'
import { healthy, type Lifecycle, ready } from '../lifecycle.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Route } from '../router.ts'

/** `/healthz`: the process runs. `/readyz`: it may be sent traffic. No key, no rate, no credit headers. */
export function serviceRoutes(
  credits: CreditStore,
  lifecycle: Lifecycle,
  limiter: Pick<RateLimiter, 'isSound'>,
): readonly Route<PublicHandler>[] {
  return [
    { path: '/healthz', methods: ['GET', 'HEAD'], handle: async () => jsonAnswer(200, healthy) },
    {
      path: '/readyz',
      methods: ['GET', 'HEAD'],
      handle: async () => {
        if (lifecycle.state !== 'ready') throw new HttpError('shutting_down', 'restarting')
        if (!credits.isSound()) throw new HttpError('storage_unavailable', 'ledger: credits cannot be recorded now')
        if (limiter.isSound?.() === false)
          throw new HttpError('storage_unavailable', 'rate: requests cannot be counted now')
        if (!(await credits.hasRoom())) throw new HttpError('storage_unavailable', 'disk: it is nearly full')
        return jsonAnswer(200, ready)
      },
    },
  ]
}

/** @throws HttpError while the server drains or after its storage has failed */
export function refuseWhenStopped(credits: CreditStore, lifecycle: Lifecycle): void {
  if (lifecycle.state === 'draining') throw new HttpError('shutting_down', 'restarting', { close: true })
  if (!credits.isSound()) throw storageUnavailable()
}
