import type { Change, ChangeOptions, ChangeRetry, Client, ClientOptions } from '@riftline/client'
import { onTestFinished } from 'vitest'
import { createClientIn } from '#client/client.ts'
import { systemRuntime } from '#client/runtime.ts'

export interface FollowingClient {
  readonly client: Client
  /** Milliseconds of the waits; they are recorded, not waited. */
  readonly waits: number[]
  /** Retries that `onRetry` was called for, by `follow`. */
  readonly retries: ChangeRetry[]
  /** Timers that run, by their milliseconds. */
  timers(): readonly number[]
  /** Ends every timer of this length. */
  expire(milliseconds: number): void
  /** Follows changes; the loop ends with the test. */
  follow(options?: ChangeOptions): AsyncIterableIterator<Change>
}

/** Creates a client whose waits pass at once and whose timers end only when a test says so. `chance` is 1: the longest waits. */
export function createFollowingClient(
  { baseUrl, maxRetries = 2, fetch: ownFetch = fetch }: Omit<ClientOptions, 'apiKey'>,
  onWait: () => unknown = () => {},
): FollowingClient {
  const waits: number[] = []
  const retries: ChangeRetry[] = []
  const running = new Set<{ readonly ms: number; readonly end: () => void }>()
  const runtime = {
    ...systemRuntime,
    random: () => 1,
    wait: async (ms: number) => {
      waits.push(ms)
      await onWait()
    },
    startTimer(ms: number, end: () => void) {
      const timer = { ms, end }
      running.add(timer)
      return () => void running.delete(timer)
    },
  }
  const client = createClientIn(runtime, { baseUrl, maxRetries, fetch: ownFetch, apiKey: 'rl_live_secret' })
  return {
    client,
    waits,
    retries,
    timers: () => [...running].map(({ ms }) => ms),
    expire(ms) {
      for (const timer of running) if (timer.ms === ms) timer.end()
    },
    follow(options = {}) {
      const changes = client.changes({ onRetry: (retry) => retries.push(retry), ...options })
      onTestFinished(async () => void (await changes.return?.().catch(() => {})))
      return changes
    },
  }
}

/** Takes the next changes of a loop, by their places. */
export async function take(changes: AsyncIterator<Change>, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const { done, value } = await changes.next()
    if (done) break
    taken.push(value.seq)
  }
  return taken
}
