import * as z from 'zod'
import { errorCodes } from '../http/error-codes.ts'
import { candidates, text } from './primitives.ts'

const ok = z.literal('ok')

export const health: z.ZodType = z.object({ status: ok })

export const readiness: z.ZodType = z.object({
  status: z.literal('ready'),
  checks: z.object({ ledger: ok, artifacts: ok, catalogue: ok, disk: ok }),
})

/** The body of every error: two strings, and what a name may have meant. */
export const errorBody: z.ZodType = z.strictObject({
  error: z.enum(errorCodes),
  message: text.meta({ description: 'For people; it may change.' }),
  candidates: candidates.exactOptional(),
})
