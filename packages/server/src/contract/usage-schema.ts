import type { ModelName } from '@riftline/core'
import { baseModels } from '@riftline/core'
import { z } from 'zod'
import type { Operation } from '../credits/prices.ts'
import { count, text, utc } from './primitives.ts'

export interface UsageBody {
  readonly creditsRemaining: number
  readonly free: {
    readonly monthly: number
    readonly remaining: number
    readonly periodStartUtc: string
    readonly resetsAtUtc: string
  }
  readonly plan: {
    readonly name: string
    readonly perPeriod: number
    readonly remaining: number
    readonly resetsAtUtc: string
  } | null
  readonly topUp: { readonly remaining: number }
  readonly used: { readonly today: number; readonly thisMonth: number }
  readonly calls: readonly {
    readonly operation: Operation
    readonly model: ModelName | null
    readonly calls: number
    readonly credits: number
  }[]
  readonly rateLimit: {
    readonly limit: number
    readonly windowSeconds: number
    readonly remaining: number
    readonly resetSeconds: number
  }
  readonly key: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly createdAtUtc: string
  }
}

const operations: readonly Operation[] = ['team', 'player', 'tournament', 'odds', 'predict', 'predict-draft']

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
    .array(
      z.object({
        operation: z.enum(operations),
        model: z.enum([...baseModels, 'consensus']).nullable(),
        calls: count,
        credits: count,
      }),
    )
    .meta({ description: 'This month.' }),
  rateLimit: z
    .object({ limit: count, windowSeconds: count, remaining: count, resetSeconds: count })
    .meta({ description: 'Of the key that asked.' }),
  key: z
    .object({
      id: z.string().regex(/^[0-9A-Za-z]{8}$/),
      name: text,
      prefix: z.string().regex(/^rl_(live|test)_[0-9A-Za-z]{8}$/),
      createdAtUtc: utc,
    })
    .meta({ description: 'The key that asked.' }),
})
