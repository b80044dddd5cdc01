import { apiKeyPrefix } from '../auth/api-key.ts'
import { toUtc } from '../clock.ts'
import type { UsageBody } from '../contract/usage-schema.ts'
import type { CreditStore, Usage } from '../credits/credit-store.ts'
import { callerOf, type Exchange, rateOf } from '../exchange.ts'
import { jsonAnswer } from '../http/answer.ts'
import { readParameters } from '../http/target.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Handler, Route } from '../router.ts'

/** `GET /v1/usage` and its alias `/usage`: one handler, the same bytes, never blocked by an empty balance. */
export function usageRoutes(credits: CreditStore): readonly Route[] {
  const handle: Handler = async ({ exchange, target }) => {
    readParameters(target)
    return jsonAnswer(200, usageBody(await credits.usage(callerOf(exchange).accountId), exchange))
  }
  return ['/v1/usage', '/usage'].map((path) => ({ path, methods: ['GET', 'HEAD'], handle }))
}

function usageBody(usage: Usage, exchange: Exchange): UsageBody {
  const { free, plan } = usage
  const { key } = callerOf(exchange)
  const { limit, remaining, resetSeconds } = rateOf(exchange)
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
    calls: usage.calls,
    rateLimit: { limit, windowSeconds: rateWindowSeconds, remaining, resetSeconds },
    key: { id: key.id, name: key.name, prefix: apiKeyPrefix(key.id), createdAtUtc: toUtc(key.createdAt) },
  }
}
