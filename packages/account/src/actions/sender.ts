import type { Call } from '../frame/route.ts'
import type { Sender } from '../people/attempts.ts'

/** Under whose budget a request goes. */
export function senderOf({ visit, who }: Pick<Call, 'visit' | 'who'>): Sender {
  return { person: who?.person.id ?? null, networks: networksOf({ visit }) }
}

export function networksOf({ visit: { address } }: Pick<Call, 'visit'>): readonly string[] {
  return address === null || address.exempt ? [] : [address.network, ...(address.wider ?? [])]
}

/** Whose share of a queue a request takes: that of the widest network, of which nobody has many. */
export function shareOf({ visit: { address } }: Pick<Call, 'visit'>): string {
  return address?.wider?.at(-1) ?? address?.network ?? 'unknown'
}
