import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { type Clock, systemTimers, type Timers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { closeWhenAnswered } from './http/defence/connections.ts'

/** State of the process. The app reads it for every request; the shutdown changes it. */
export interface Lifecycle {
  /** `leaving`: still serving, but `/readyz` sends new traffic elsewhere. `draining`: only calls in flight are finished. */
  state: 'ready' | 'leaving' | 'draining'
  /** Number of requests whose answer is not sent yet. */
  readonly inFlight: number
  begin(): void
  end(): void
  /** Resolves when no request is in flight. */
  idle(): Promise<void>
}

/** The lifecycle of a process that is ready and has no request. */
export function createLifecycle(): Lifecycle {
  let inFlight = 0
  let waiting: (() => void)[] = []
  return {
    state: 'ready',
    get inFlight() {
      return inFlight
    },
    begin() {
      inFlight += 1
    },
    end() {
      inFlight -= 1
      if (inFlight > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    },
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

/** Bodies of `/healthz` and `/readyz` of a sound server. */
export const healthy = { status: 'ok' } as const
export const ready = {
  status: 'ready',
  checks: { ledger: 'ok', artifacts: 'ok', catalogue: 'ok', disk: 'ok' },
} as const

/** Parts to shut down, and their time limits. */
export interface ShutdownDeps {
  readonly server: Server
  readonly credits: CreditStore
  readonly lifecycle: Lifecycle
  /** Time for which `/readyz` refuses while new calls are still accepted, and time for calls to end. */
  readonly config: { readonly drainDelayMs: number; readonly drainMs: number }
  readonly wait: (milliseconds: number) => Promise<void>
  /** Ends what would keep connections open; called before they drain. */
  readonly beforeDrain?: () => void
  /** Other work on the store that must end before it closes; by then no call is in flight. */
  readonly beforeClose?: () => Promise<void>
}

/** Time after a storage error in which calls still get their 503, so that load balancers see why `/readyz` fails. */
const failedStorageMs = 1000

/** Time limit for calls whose caller has gone, in case the database does not answer. */
const abandonedMs = 2000

/** Shuts down: `/readyz` refuses first, then no call is accepted, calls end, and the store closes with every charge settled. */
export async function shutDown(deps: ShutdownDeps): Promise<void> {
  const { server, credits, lifecycle, config, wait } = deps
  if (credits.isSound()) {
    lifecycle.state = 'leaving'
    if (config.drainDelayMs > 0) await wait(config.drainDelayMs)
  } else await wait(Math.max(config.drainDelayMs, failedStorageMs))
  lifecycle.state = 'draining'
  deps.beforeDrain?.()
  await closeServer(server, wait(config.drainMs), wait)
  // Calls whose caller has gone are still being charged, and their charges must be refunded.
  await Promise.race([lifecycle.idle(), wait(abandonedMs)])
  await deps.beforeClose?.()
  await credits.close()
}

/** Time in which a connection may still bring a request that was on its way when the server began to leave. */
const idleMs = 300

/**
 * Closes a server made by `listen`. It accepts no more connections, and those that carry a call go on until `deadline` resolves.
 * Idle ones are closed a moment later: one that looks idle may hold an unread request, which `http`'s own close would cut off.
 */
export async function closeServer(
  server: Server,
  deadline: Promise<void>,
  wait?: (milliseconds: number) => Promise<void>,
): Promise<void> {
  // Bun's server is no `net.Server`; its own close leaves connections alone.
  const { close } = server instanceof NetServer ? NetServer.prototype : server
  const closed = new Promise<void>((resolve) => close.call(server, () => resolve()))
  if (wait !== undefined) await Promise.race([closed, deadline, wait(idleMs)])
  closeWhenAnswered(server)
  await Promise.race([closed, deadline])
  server.closeAllConnections()
  await closed
}

const tickMs = 100
const windowMs = 1000
const leastTicks = 3
const mostLateMs = 250

export function watchEventLoop(clock: Clock, timers: Pick<Timers, 'every'> = systemTimers) {
  let tickedMs = clock.monotonicMs()
  let ticks: readonly { readonly atMs: number; readonly lateMs: number }[] = []
  const lateness = (): number => Math.max(0, clock.monotonicMs() - tickedMs - tickMs)
  const stop = timers.every(tickMs, () => {
    const lateMs = lateness()
    tickedMs = clock.monotonicMs()
    ticks = [...ticks, { atMs: tickedMs, lateMs }]
    ticks = ticks.filter(({ atMs }, index) => atMs > tickedMs - windowMs || index >= ticks.length - leastTicks)
  })
  return {
    /** Delay of the event loop's latest tick, or of the next one so far. */
    ms: (): number => Math.max(ticks.at(-1)?.lateMs ?? 0, lateness()),
    /**
     * Whether it stays late: every tick of the last second, and at least three, was more than `mostMs` late. A single stall,
     * however long, is over when it is noticed, and the work that waited can be done; a standing queue only grows. CoDel
     * makes the same distinction: https://queue.acm.org/detail.cfm?id=2209336
     */
    staysLate: (mostMs = mostLateMs): boolean =>
      ticks.length >= leastTicks && ticks.every(({ lateMs }) => lateMs > mostMs),
    stop,
  }
}
