import type { Server } from 'node:http'
import type { CreditStore } from './credits/credit-store.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface ShutdownDeps {
  readonly server: Server
  readonly credits: CreditStore
  readonly lifecycle: Lifecycle
  readonly config: { readonly drainDelayMs: number; readonly drainMs: number }
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Leaves in order: `/readyz` says so, after a delay nothing new is accepted, calls in flight get their time, and only then
 * the store is closed, so that every charge is settled.
 */
export async function shutDown({ server, credits, lifecycle, config, wait }: ShutdownDeps): Promise<void> {
  lifecycle.state = 'leaving'
  if (config.drainDelayMs > 0) await wait(config.drainDelayMs)
  lifecycle.state = 'draining'
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.race([closed, wait(config.drainMs)])
  server.closeAllConnections()
  await closed
  await credits.close()
}
