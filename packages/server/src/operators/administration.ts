import type { AccountAdministration } from '@riftline/ledger'

/** Calls of an operator to a running server. */
export type AdministrationMethod = keyof AccountAdministration

/** All of them: their arguments, which have a schema each, say so. */
export const administrationMethods: readonly AdministrationMethod[] = [
  ...(['createAccount', 'accounts', 'findAccount', 'addKey', 'keys', 'revokeKey', 'grant'] as const),
  ...(['reverseGrant', 'refund', 'ban', 'unban', 'balance', 'statement'] as const),
]

/** Answers `{"arguments": [...]}`, `undefined` by null. @throws RiftlineError `validation_error`, or what the method throws */
export async function callAdministration(
  administration: AccountAdministration,
  method: AdministrationMethod,
  body: unknown,
): Promise<{ readonly args: readonly unknown[]; readonly result: unknown }> {
  // Loaded at need: a server that starts would wait for zod.
  const { parseArguments } = await import('./administration-arguments.ts')
  const args = parseArguments(method, body)
  const call = administration[method] as (...args: unknown[]) => Promise<unknown>
  return { args, result: (await call.apply(administration, [...args])) ?? null }
}

/** Further methods that commands may ask a running server for, by name: what another part of its process offers. */
export type OperatorCalls = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>
