import * as z from 'zod'
import { errorCodes } from '../http/error-codes.ts'
import { candidates, text } from './primitives.ts'

const ok = z.literal('ok')
const check = ok.describe('Nothing is wrong; else the answer is a 503.')

export const health: z.ZodType = z.object({ status: ok.describe('The process runs.') })

export const readiness: z.ZodType = z.object({
  status: z.literal('ready').describe('It may be sent traffic.'),
  checks: z
    .object({ ledger: check, artifacts: check, catalogue: check, disk: check })
    .meta({ description: 'What was looked at.' }),
})

/** The body of every error: two strings, and what a name may have meant. */
export const errorBody: z.ZodType = z.strictObject({
  error: z.enum(errorCodes).describe('The code, for programs.'),
  message: text.meta({ description: 'For people; it may change.' }),
  candidates: candidates.exactOptional(),
})
