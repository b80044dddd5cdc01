import { RiftlineError } from '@riftline/base'
import { type AccountAdministration, keyScopes } from '@riftline/ledger'
import * as z from 'zod'
import type { AdministrationMethod } from './administration-routes.ts'

type Arguments = { readonly [M in AdministrationMethod]: z.ZodType<Parameters<AccountAdministration[M]>> }

const text = z.string()
const time = z.number()
const topUp = z.strictObject({ kind: z.literal('topup'), ref: text, credits: z.number() })
const plan = z.strictObject({ kind: z.literal('plan'), ref: text, credits: z.number(), name: text, expiresAt: time })
const limits = {
  monthlyLimit: z.number().nullable().exactOptional(),
  expiresAt: time.nullable().exactOptional(),
  scopes: z.array(z.enum(keyScopes)).nullable().exactOptional(),
}
const requests = { requestId: text, otherRequestId: text, at: time, otherAt: time }
const evidence = z.strictObject({ otherAccountId: text, address: text, ...requests })

/** Types of the arguments of each method; the store checks their values. */
const argumentsOf: Arguments = {
  createAccount: z.tuple([text]),
  accounts: z.tuple([]),
  findAccount: z.tuple([text]),
  addKey: z.tuple([z.strictObject({ id: text, accountId: text, name: text, sha256: text, ...limits })]),
  setKey: z.tuple([text, z.strictObject(limits)]),
  keys: z.tuple([text]),
  revokeKey: z.tuple([text, time.optional()]),
  grant: z.tuple([text, z.discriminatedUnion('kind', [topUp, plan])]),
  reverseGrant: z.tuple([text, text, text]),
  refund: z.tuple([text, z.enum(['disconnect', 'crash', 'operator'])]),
  ban: z.tuple([text, z.union([evidence, z.strictObject({ reason: text.optional() })]).optional()]),
  unban: z.tuple([text, text, z.boolean()]),
  balance: z.tuple([text]),
  statement: z.tuple([text, text]),
}

/** Reads the arguments from `{"arguments": [...]}`. @throws RiftlineError `validation_error` */
export function parseArguments(method: AdministrationMethod, body: unknown): readonly unknown[] {
  const shape: z.ZodType<readonly unknown[]> = argumentsOf[method]
  return check(shape, check(z.strictObject({ arguments: z.unknown() }), body).arguments)
}

function check<T>(shape: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') ?? ''
  throw new RiftlineError('validation_error', `${where === '' ? 'arguments' : where}: ${issue?.message}`)
}
