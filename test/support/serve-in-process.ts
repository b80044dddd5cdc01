import type { Catalogue } from '@riftline/predictor'
import { createServing, defaultConfig, type Serving } from '@riftline/server'
import { onTestFinished } from 'vitest'
import { serveWith } from '#cli/commands/serve.ts'
import type { CliIo } from '#cli/io/cli-io.ts'
import { run } from '#cli/run.ts'
import { until } from './server.ts'
import { catalogue } from './server-catalogue.ts'
import { createFakePredictor } from './server-predictor.ts'

export interface Running {
  readonly output: { stdout: string; stderr: string }
  readonly code: Promise<number>
  /** Resolves when the server can be told to stop or reload. */
  readonly begun: Promise<void>
  stop(): void
  reload(): void
  fail(error: unknown): void
}

export interface Start {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly served?: Catalogue
  /** Runs while the artifacts are loaded. */
  readonly loading?: () => void
}

/** Runs `riftline serve` in this process with a fake predictor; it stops at the latest with the test. */
export function start({ args, env = {}, served = catalogue, loading }: Start): Running {
  const output = { stdout: '', stderr: '' }
  const [stops, reloads, fatals] = [new Set<() => void>(), new Set<() => void>(), new Set<(error: unknown) => void>()]
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const io: CliIo = {
    // The account page is switched off, since it has its own tests.
    env: { RIFTLINE_ACCOUNT_PORT: '0', ...env },
    stdout: (text) => {
      output.stdout += text
    },
    stderr: (text) => {
      output.stderr += text
    },
    onStop: subscribe(stops),
    onReload: (listener) => {
      begin()
      return subscribe(reloads)(listener)
    },
    onFatal: subscribe(fatals),
  }
  const load = async (_folder: string, _options: object, known?: object | null) => {
    loading?.()
    return known === undefined || known === null ? loaded(served) : null
  }
  const code = run(['serve', ...args], io, async () => serveWith(load))
  const stop = (): void => {
    for (const listener of [...stops]) listener()
  }
  onTestFinished(async () => {
    stop()
    await code
  })
  return {
    output,
    code,
    begun,
    stop,
    reload: () => {
      for (const listener of [...reloads]) listener()
    },
    fail: (error) => {
      for (const listener of [...fatals]) listener(error)
    },
  }
}

/** Starts a server and waits until it listens; the URL is empty if the server refuses to start. */
export async function started(options: Start): Promise<Running & { readonly url: string }> {
  const server = start(options)
  await Promise.race([server.code, until(() => /listens on .*\n/.test(server.output.stdout))])
  return { ...server, url: /listens on (\S+)/.exec(server.output.stdout)?.[1] ?? '' }
}

/** Reads the log of a server. */
export function logOf({ output }: Pick<Running, 'output'>): readonly Record<string, unknown>[] {
  const lines = output.stderr.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line))
}

export function keyIn(stdout: string): string {
  return /^ {2}(rl_live_\w+)$/m.exec(stdout)?.[1] ?? ''
}

function subscribe<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

function loaded(served: Catalogue): Serving {
  const details = { teams: {}, players: {}, tournaments: {} }
  const version = { digest: '1', id: '3f1c9a0b77de', asOf: served.asOf }
  const parts = { version, predictor: createFakePredictor(served), catalogue: served, details }
  return createServing(parts, defaultConfig)
}
