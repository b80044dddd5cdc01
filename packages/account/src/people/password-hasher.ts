import { scrypt, timingSafeEqual } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import { type RandomBytes, systemTimers, type Timers } from '@riftline/base/node'
import { createTurns, within } from '../limits/turns.ts'

export interface ScryptTask {
  readonly password: string
  readonly salt: Uint8Array
  readonly cost: ScryptCost
}

interface PasswordHasherOptions {
  readonly randomBytes: RandomBytes
  readonly timers?: Timers
  /** Cost of new passwords and of the dummy work for an unknown e-mail; tests use a lower one. */
  readonly cost?: ScryptCost
  /** Runs scrypt; by default `crypto.scrypt` in Node's thread pool. */
  readonly runScrypt?: (task: ScryptTask) => Promise<Uint8Array>
}

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/** Node's pool has four threads; two stay free for files. */
const mostRunning = 2
const mostWaiting = 20
const mostMs = 20_000

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * Hashes and checks passwords, two at a time. Both calls throw RiftlineError `too_busy` when twenty are waiting, and after twenty
 * seconds. Shares, such as networks, take turns; in a full queue the largest share gives up a place.
 */
export function createPasswordHasher(options: PasswordHasherOptions) {
  const { randomBytes, timers = systemTimers, cost = passwordCost, runScrypt = scryptInPool } = options
  const waiting = createTurns<Waiting>(mostWaiting)
  let running = 0

  const run = (task: ScryptTask, share: string): Promise<Uint8Array> =>
    within(timers, mostMs, runInTurn(task, share), () => {
      throw tooBusy()
    })

  async function runInTurn(task: ScryptTask, share: string): Promise<Uint8Array> {
    if (running < mostRunning) running++
    else await new Promise<void>((resolve, reject) => waiting.add(share, { resolve, reject })?.reject(tooBusy()))
    try {
      return await runScrypt(task)
    } finally {
      // The next task in the queue takes over the place.
      const next = waiting.next()
      if (next === undefined) running--
      else next.resolve()
    }
  }

  return {
    async hash(password: string, share = ''): Promise<string> {
      const salt = randomBytes(saltBytes)
      return toPasswordText({ cost, salt, hash: await run({ password, salt, cost }, share) })
    },
    /** Tells whether a password matches a stored hash; null costs the same work and gives false. @throws RiftlineError `people_unusable` */
    async verify(password: string, stored: string | null, share = ''): Promise<boolean> {
      const parsed = stored === null ? null : parsePasswordText(stored)
      if (stored !== null && parsed === null)
        throw new RiftlineError('people_unusable', 'a stored password of unknown form')
      const expected = parsed ?? { cost, salt: new Uint8Array(saltBytes), hash: new Uint8Array(hashBytes) }
      const hash = await run({ password, salt: expected.salt, cost: expected.cost }, share)
      return timingSafeEqual(hash, expected.hash) && parsed !== null
    },
  }
}

function scryptInPool({ password, salt, cost: { log2N, r, p } }: ScryptTask): Promise<Uint8Array> {
  const options = { N: 2 ** log2N, r, p, maxmem: mostScryptBytes }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}

function tooBusy(): RiftlineError {
  return new RiftlineError('too_busy', 'too many passwords are being checked')
}

/** Parameters of scrypt: N is `2 ** log2N`. Memory is 128 · N · r bytes. */
interface ScryptCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** Cost of 128 MiB and a third of a second. */
export const passwordCost: ScryptCost = { log2N: 17, r: 8, p: 1 }

/** Memory limit above the need of the largest cost, because `node:crypto` refuses a limit that is exactly met. */
const mostScryptBytes: number = 256 * 1024 * 1024

const saltBytes = 16
const hashBytes = 32

export const storedPassword: RegExp = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d)\$([\w-]{22})\$([\w-]{43})$/

type PasswordText = Omit<ScryptTask, 'password'> & { readonly hash: Uint8Array }

/** Writes `scrypt$17$8$1$salt$hash`, with salt and hash in base64url. */
function toPasswordText({ cost: { log2N, r, p }, salt, hash }: PasswordText): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => Buffer.from(bytes).toString('base64url'))
  return `scrypt$${log2N}$${r}$${p}$${saltText}$${hashText}`
}

/** Parses a stored password; null for another form, and for a cost that this code never wrote or that exceeds the memory limit. */
export function parsePasswordText(text: string): PasswordText | null {
  const [, log2N, r, p, salt = '', hash = ''] = storedPassword.exec(text) ?? []
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  if (hash === '' || !isSane(cost)) return null
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

function isSane({ log2N, r, p }: ScryptCost): boolean {
  const isInRange = log2N >= 10 && log2N <= 20 && r >= 1 && r <= 16 && p >= 1 && p <= 4
  return isInRange && 128 * 2 ** log2N * r < mostScryptBytes
}
