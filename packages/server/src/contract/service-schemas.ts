import * as z from 'zod'
import { type ErrorCode, errorCodes } from '../http/error-codes.ts'
import { candidates, text } from './primitives.ts'

const ok = z.literal('ok')

export const health: z.ZodType = z.object({ status: ok })

export const readiness: z.ZodType = z.object({
  status: z.literal('ready'),
  checks: z.object({ ledger: ok, artifacts: ok, catalogue: ok, disk: ok }),
})

/** The error body of a response that can only have some of the codes: two strings, and what a name may have meant. */
export function errorBody(codes: readonly ErrorCode[] = errorCodes): z.ZodType {
  return z.strictObject({
    error: z.enum(codes),
    message: text.meta({ description: 'For people; it may change.' }),
    candidates: candidates.exactOptional(),
  })
}
