import { type Clock, type RandomBytes, randomBase62 } from '@riftline/base/node'
import type { Run } from './database.ts'

/**
 * The name under which this process holds credits. Other processes give back what it holds once its lease has run out
 * by the database's clock; here it counts from before the renewal was sent and ends a little sooner.
 */
export interface Lease {
  /** The name to hold and capture under. Renews first when it must. */
  current(): string | Promise<string>
  /** Whether a name is still this process's, so that nobody else can have given its charges back. */
  isCurrent(nodeId: string): Promise<boolean>
  /** A lease that has run out is not renewed: a new name is taken. */
  renew(): Promise<void>
  /** Ends it now. */
  leave(): Promise<void>
}

const leaseMs = 20_000
const marginMs = 1000

export function createLease(
  write: Run,
  { clock, randomBytes }: { readonly clock: Clock; readonly randomBytes: RandomBytes },
): Lease {
  let nodeId = newName()
  let known = false
  let endsMs = Number.NEGATIVE_INFINITY
  let renewing: Promise<void> | null = null

  function newName(): string {
    return `node_${randomBase62(12, randomBytes)}`
  }

  const renewNow = async (): Promise<void> => {
    const startedMs = clock.monotonicMs()
    const extend = `UPDATE node SET lease_until = clock_timestamp() + $2 * interval '1 ms'
                     WHERE id = $1 AND lease_until > clock_timestamp() RETURNING id`
    if (!known || (await write(extend, [nodeId, leaseMs])).length === 0) {
      const fresh = newName()
      await write(`INSERT INTO node VALUES ($1, clock_timestamp() + $2 * interval '1 ms')`, [fresh, leaseMs])
      nodeId = fresh
      known = true
    }
    endsMs = startedMs + leaseMs - marginMs
  }

  const renew = (): Promise<void> => {
    renewing ??= renewNow().finally(() => {
      renewing = null
    })
    return renewing
  }

  const current = (): string | Promise<string> => (clock.monotonicMs() < endsMs ? nodeId : renew().then(() => nodeId))
  return {
    current,
    renew,
    isCurrent: async (id) => (await current()) === id,
    async leave() {
      endsMs = Number.NEGATIVE_INFINITY
      await write(`UPDATE node SET lease_until = '-infinity' WHERE id = $1`, [nodeId])
    },
  }
}
