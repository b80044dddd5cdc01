import { z } from 'zod'
import { type ErrorCode, errorCodes } from '../http/error-codes.ts'
import { text } from './primitives.ts'

export interface HealthBody {
  readonly status: 'ok'
}

export interface ReadinessBody {
  readonly status: 'ready'
  readonly checks: Readonly<Record<'ledger' | 'artifacts' | 'catalogue' | 'disk', 'ok'>>
}

/** Exactly these two strings, for ever. */
export interface ErrorBody {
  readonly error: ErrorCode
  readonly message: string
}

export const health: z.ZodType<HealthBody> = z.object({ status: z.literal('ok') })

const ok = z.literal('ok')

export const readiness: z.ZodType<ReadinessBody> = z.object({
  status: z.literal('ready'),
  checks: z.object({ ledger: ok, artifacts: ok, catalogue: ok, disk: ok }),
})

/** The error body of a response that can only have some of the codes. */
export function errorBody(codes: readonly ErrorCode[] = errorCodes): z.ZodType<ErrorBody> {
  return z.strictObject({ error: z.enum(codes), message: text.meta({ description: 'For people; it may change.' }) })
}
