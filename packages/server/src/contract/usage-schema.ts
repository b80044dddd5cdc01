import type { ApiKey, Usage } from '@riftline/ledger'
import * as z from 'zod'
import { operations, type Price } from '../charging/prices.ts'
import type { RateState } from '../limits/rate-limiter.ts'
import { artifacts, count, dataThroughUtc, model, text, utc } from './primitives.ts'

type Plan = NonNullable<Usage['plan']>

/** What the ledger says of an account, with times as text. */
export interface UsageBody extends Pick<Usage, 'creditsRemaining' | 'topUp' | 'used'> {
  readonly free: Omit<Usage['free'], 'from' | 'to'> & { readonly periodStartUtc: string; readonly resetsAtUtc: string }
  readonly plan: (Omit<Plan, 'to'> & { readonly resetsAtUtc: string }) | null
  readonly calls: readonly (Usage['calls'][number] & Pick<Price, 'operation' | 'model'>)[]
  readonly rateLimit: Pick<RateState, 'limit' | 'remaining' | 'resetSeconds'> & { readonly windowSeconds: number }
  readonly dataThroughUtc: string
  readonly artifacts: string
  readonly key: Pick<ApiKey, 'id' | 'name'> & { readonly prefix: string; readonly createdAtUtc: string }
}

export const usage: z.ZodType<UsageBody> = z.object({
  creditsRemaining: count.meta({ description: 'The sum of free, plan and topUp; equals X-Credits-Remaining.' }),
  free: z.object({ monthly: count, remaining: count, periodStartUtc: utc, resetsAtUtc: utc }),
  plan: z.object({ name: text, perPeriod: count, remaining: count, resetsAtUtc: utc }).nullable(),
  topUp: z.object({ remaining: count }),
  used: z.object({ today: count, thisMonth: count }).meta({
    description:
      'Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may ' +
      'have been read, ten times an hour.',
  }),
  calls: z
    .array(z.object({ operation: z.enum(operations), model: model.nullable(), calls: count, credits: count }))
    .meta({ description: 'This month.' }),
  rateLimit: z
    .object({ limit: count, windowSeconds: count, remaining: count, resetSeconds: count })
    .meta({ description: 'Of the key that asked.' }),
  dataThroughUtc,
  artifacts,
  key: z
    .object({
      id: z.string().regex(/^[0-9A-Za-z]{8}$/),
      name: text,
      prefix: z.string().regex(/^rl_(live|test)_[0-9A-Za-z]{8}$/),
      createdAtUtc: utc,
    })
    .meta({ description: 'The key that asked.' }),
})
