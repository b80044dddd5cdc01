import { RiftlineError } from '@riftline/base'
import type { AccountAdministration } from '@riftline/ledger'
import { administrationMethods, type OperatorToken } from '@riftline/server'
import { askOperators } from './ask-operators.ts'

/** The accounts of a running server: each method is one call on its operators' port, refused with the server's own code. */
export function remoteAdministration(server: OperatorToken): AccountAdministration {
  const methods = administrationMethods.map((method) => [
    method,
    (...args: readonly unknown[]) => call(server, method, { arguments: args }),
  ])
  return Object.fromEntries(methods) as AccountAdministration
}

/** @throws RiftlineError the server's refusal, or `server_unreachable` */
export async function call(server: OperatorToken, method: string, body: object): Promise<unknown> {
  const answer = await askOperators(server, `/operator/${method}`, body)
  const { result, error, message }: Readonly<Record<string, unknown>> = Object(answer.body)
  if (answer.status === 200) return result
  throw new RiftlineError(typeof error === 'string' ? error : 'server_unreachable', String(message ?? answer.status))
}
