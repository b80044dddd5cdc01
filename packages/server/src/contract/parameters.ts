import { z } from 'zod'

/** What is read beside the bodies. The validators take these, and the OpenAPI document is made of them. */

/** `{id}` in a path and ids in a query: text in, a number out. */
export const idParameter: z.ZodType<number, string> = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/)
  .transform(Number)
  .pipe(z.int().min(1))

export const idParameterMessage = 'must be a positive integer'

export const idempotencyKey: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
