import * as z from 'zod'
import { soldOperations } from '../charging/prices.ts'
import { artifacts, count, dataThroughUtc, model, text, utc } from './primitives.ts'

/** Usage of an account, with times as text. */
export type UsageBody = z.infer<typeof usage>

const callLine = z.object({
  operation: z.enum(soldOperations).describe('Operation that was charged.'),
  model: model.nullable().describe('The model asked for; null where there is no choice.'),
  calls: count.describe('Charged calls.'),
  credits: count.describe('Credits that they cost.'),
})

export const usage = z.object({
  creditsRemaining: count.describe('The sum of free, plan and topUp; equals X-Credits-Remaining.'),
  free: z
    .object({
      monthly: count.describe('Credits given each month.'),
      remaining: count.describe('Credits left of them.'),
      periodStartUtc: utc('When the month began.'),
      resetsAtUtc: utc('When the next one begins.'),
    })
    .describe('Free credits of the UTC month.'),
  plan: z
    .object({
      name: text.describe('Name of the plan.'),
      perPeriod: count.describe('Credits given each period.'),
      remaining: count.describe('Credits left of them.'),
      resetsAtUtc: utc('When the next period begins.'),
    })
    .nullable()
    .describe('Credits of a plan; null without one.'),
  topUp: z
    .object({ remaining: count.describe('Credits left.') })
    .describe('Credits that were bought or granted and stay until they are spent.'),
  used: z
    .object({ today: count.describe('Since midnight UTC.'), thisMonth: count.describe('Since its first day.') })
    .describe(
      'Credits by UTC day and month, refunds subtracted. A broken line is refunded; where a part of the answer may ' +
        'have been read, ten times an hour.',
    ),
  calls: z.array(callLine).describe('Calls of this month, by what was asked for.') as unknown as z.ZodType<
    readonly z.infer<typeof callLine>[]
  >,
  rateLimit: z
    .object({
      limit: count.describe('Requests allowed in a window.'),
      windowSeconds: count.describe('Length of the window, in seconds.'),
      remaining: count.describe('Requests left now.'),
      resetSeconds: count.describe('Seconds until the oldest request leaves the window.'),
    })
    .describe('Rate of the key that asked.'),
  dataThroughUtc,
  artifacts,
  key: z
    .object({
      id: z
        .string()
        .regex(/^[0-9A-Za-z]{8}$/)
        .describe('Its public part, as logs and statements show it.'),
      name: text.describe('Name that its owner gave it.'),
      prefix: z
        .string()
        .regex(/^rl_(live|test)_[0-9A-Za-z]{8}$/)
        .describe('First characters of the key.'),
      createdAtUtc: utc('When it was made.'),
    })
    .describe('The key that asked.'),
})
