import { RiftlineError } from '@riftline/core'
import type { AccountAdministration } from '@riftline/ledger'
import { z } from 'zod'

/** What an operator can ask a running server for. */
export type AdministrationMethod = keyof AccountAdministration

type Arguments = { readonly [M in AdministrationMethod]: z.ZodType<Parameters<AccountAdministration[M]>> }

const text = z.string()
const time = z.number()
const topUp = z.strictObject({ kind: z.literal('topup'), ref: text, credits: z.number() })
const plan = z.strictObject({ kind: z.literal('plan'), ref: text, credits: z.number(), name: text, expiresAt: time })
const evidence = z.strictObject({
  otherAccountId: text,
  address: text,
  requestId: text,
  otherRequestId: text,
  at: time,
  otherAt: time,
})

/** The types of the arguments; the store checks their values. */
const argumentsOf: Arguments = {
  createAccount: z.tuple([text]),
  accounts: z.tuple([]),
  findAccount: z.tuple([text]),
  addKey: z.tuple([z.strictObject({ id: text, accountId: text, name: text, sha256: text })]),
  keys: z.tuple([text]),
  revokeKey: z.tuple([text]),
  grant: z.tuple([text, z.discriminatedUnion('kind', [topUp, plan])]),
  reverseGrant: z.tuple([text, text, text]),
  refund: z.tuple([text, z.enum(['disconnect', 'crash', 'operator'])]),
  ban: z.tuple([text, evidence.optional()]),
  unban: z.tuple([text, text, z.boolean()]),
  balance: z.tuple([text]),
  statement: z.tuple([text, text]),
}

export const administrationMethods: readonly AdministrationMethod[] = Object.keys(argumentsOf) as AdministrationMethod[]

const bodyShape = z.strictObject({ arguments: z.unknown() })

/** Answers `{"arguments": [...]}`, `undefined` by null. @throws RiftlineError `validation_error`, or what the method throws */
export async function callAdministration(
  administration: AccountAdministration,
  method: AdministrationMethod,
  body: unknown,
): Promise<{ readonly args: readonly unknown[]; readonly result: unknown }> {
  const shape: z.ZodType<readonly unknown[]> = argumentsOf[method]
  const args = check(shape, check(bodyShape, body).arguments)
  const call = administration[method] as (...args: unknown[]) => Promise<unknown>
  return { args, result: (await call.apply(administration, [...args])) ?? null }
}

function check<T>(shape: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') ?? ''
  throw new RiftlineError('validation_error', `${where === '' ? 'arguments' : where}: ${issue?.message}`)
}
