import { timingSafeEqual } from 'node:crypto'
import { RiftlineError } from '@riftline/base'
import { type RandomBytes, systemTimers, type Timers } from '@riftline/base/node'
import { createIsBusy } from '@riftline/ledger/file'
import { createTurns } from '../limits/turns.ts'
import { createHashThread, type HashThread } from './hash-thread.ts'
import {
  hashBytes,
  parsePasswordText,
  passwordCost,
  type ScryptCost,
  saltBytes,
  toPasswordText,
} from './password-text.ts'
import type { ScryptTask } from './scrypt.ts'

/**
 * Both methods are refused with `too_busy` when two hashes run and twenty wait, and after twenty seconds. Shares take turns, such as
 * networks: where the queue is full, the share with most in it gives a place to one with fewer.
 */
export interface PasswordHasher {
  /** `scrypt$17$8$1$salt$hash` */
  hash(password: string, share?: string): Promise<string>
  /**
   * Whether a password is the kept one. Where none is kept (null), as for an unknown e-mail, it does the same work and gives
   * false.
   *
   * @throws RiftlineError `people_unusable` for a kept text of another form
   */
  verify(password: string, stored: string | null, share?: string): Promise<boolean>
  /** Ends the threads. */
  close(): Promise<void>
}

export interface PasswordHasherOptions {
  readonly randomBytes: RandomBytes
  readonly timers?: Timers
  /** Of new passwords, and of the work for an unknown e-mail; tests take less. */
  readonly cost?: ScryptCost
  /** One of as many as hash at a time. */
  readonly createThread?: () => HashThread
}

/** Somebody who waits for a thread. */
interface Waiting {
  resolve(thread: HashThread): void
  reject(error: unknown): void
}

const mostRunning = 2
const mostWaiting = 20
const mostMs = 20_000

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const { randomBytes, timers = systemTimers, cost = passwordCost } = options
  const isBusy = createIsBusy()
  const { createThread = () => createHashThread({ timers, isBusy }) } = options
  const threads = Array.from({ length: mostRunning }, createThread)
  const idle = [...threads]
  const waiting = createTurns<Waiting>(mostWaiting)

  function takeThread(share: string): HashThread | Promise<HashThread> {
    const thread = idle.pop()
    if (thread !== undefined) return thread
    return new Promise((resolve, reject) => waiting.add(share, { resolve, reject })?.reject(tooBusy()))
  }

  async function run(task: ScryptTask, share: string): Promise<Uint8Array> {
    const hash = runInTurn(task, share)
    let stop = (): void => {}
    const late = new Promise<never>((_, reject) => {
      stop = timers.after(mostMs, () => reject(tooBusy()))
    })
    return Promise.race([hash, late]).finally(() => stop())
  }

  async function runInTurn(task: ScryptTask, share: string): Promise<Uint8Array> {
    const thread = await takeThread(share)
    try {
      return await thread.hash(task)
    } finally {
      const next = waiting.next()
      if (next === undefined) idle.push(thread)
      else next.resolve(thread)
    }
  }

  return {
    async hash(password, share = '') {
      const salt = randomBytes(saltBytes)
      return toPasswordText({ cost, salt, hash: await run({ password, salt, cost }, share) })
    },
    async verify(password, stored, share = '') {
      const kept = stored === null ? null : parsePasswordText(stored)
      if (stored !== null && kept === null)
        throw new RiftlineError('people_unusable', 'a kept password of unknown form')
      const { salt, hash, ...rest } = kept ?? { cost, salt: new Uint8Array(saltBytes), hash: new Uint8Array(hashBytes) }
      const isEqual = timingSafeEqual(await run({ password, salt, cost: rest.cost }, share), hash)
      return isEqual && kept !== null
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

function tooBusy(): RiftlineError {
  return new RiftlineError('too_busy', 'too many passwords are being checked')
}
