import { scrypt, scryptSync } from 'node:crypto'
import { hashBytes, mostScryptBytes, type ScryptCost } from './password-text.ts'

/** What a thread is asked for: one hash. */
export interface ScryptTask {
  readonly password: string
  readonly salt: Uint8Array
  readonly cost: ScryptCost
}

/** In this thread, which does nothing else meanwhile. */
export function hashNow({ password, salt, cost }: ScryptTask): Uint8Array {
  return scryptSync(password, salt, hashBytes, optionsOf(cost))
}

/** In a thread of Node's own pool. */
export function hashInPool({ password, salt, cost }: ScryptTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, optionsOf(cost), (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}

function optionsOf({ log2N, r, p }: ScryptCost) {
  return { N: 2 ** log2N, r, p, maxmem: mostScryptBytes }
}
