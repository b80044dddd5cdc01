import { toUtc } from '@riftline/base'
import type { CreditStore, Usage } from '@riftline/ledger'
import { apiKeyPrefix } from '../auth/api-key.ts'
import type { Call, CallHandler } from '../call.ts'
import { free } from '../charging/charge-call.ts'
import { isSold } from '../charging/prices.ts'
import type { UsageBody } from '../contract/usage-schema.ts'
import { jsonAnswer } from '../http/answer.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Route } from '../router.ts'
import { servedOf } from '../serving/serving.ts'

/** `GET /v1/usage` and its alias `/usage`: one handler, the same bytes, never blocked by an empty balance. */
export function usageRoutes(credits: CreditStore): readonly Route<CallHandler>[] {
  const handle: CallHandler = async (call) => {
    const usage = await credits.usage(call.caller.accountId)
    return free(jsonAnswer(200, usageBody(usage, call)))
  }
  return ['/v1/usage', '/usage'].map((path) => ({ path, methods: ['GET', 'HEAD'], handle }))
}

function usageBody(usage: Usage, { caller: { key }, rate, serving }: Call): UsageBody {
  const { free, plan } = usage
  const { limit, remaining, resetSeconds } = rate
  return {
    creditsRemaining: usage.creditsRemaining,
    free: {
      monthly: free.monthly,
      remaining: free.remaining,
      periodStartUtc: toUtc(free.from),
      resetsAtUtc: toUtc(free.to),
    },
    plan: plan && {
      name: plan.name,
      perPeriod: plan.perPeriod,
      remaining: plan.remaining,
      resetsAtUtc: toUtc(plan.to),
    },
    topUp: usage.topUp,
    used: usage.used,
    calls: usage.calls.filter(isSold),
    rateLimit: { limit, windowSeconds: rateWindowSeconds, remaining, resetSeconds },
    ...servedOf(serving),
    key: { id: key.id, name: key.name, prefix: apiKeyPrefix(key.id), createdAtUtc: toUtc(key.createdAt) },
  }
}
