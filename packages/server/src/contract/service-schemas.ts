import * as z from 'zod'
import { errorCodes } from '../http/error-codes.ts'
import { text } from './primitives.ts'

const ok = z.literal('ok')

export const health: z.ZodType = z.object({ status: ok })

export const readiness: z.ZodType = z.object({
  status: z.literal('ready'),
  checks: z.object({ ledger: ok, artifacts: ok, catalogue: ok, disk: ok }),
})

/** The body of every error: exactly these two strings, for ever. */
export const errorBody: z.ZodType = z.strictObject({
  error: z.enum(errorCodes),
  message: text.meta({ description: 'For people; it may change.' }),
})
