/** Where the process stands. The app reads it with every request; the shutdown moves it. */
export interface Lifecycle {
  /** `leaving`: still serving, but `/readyz` sends new traffic elsewhere. `draining`: only calls in flight are finished. */
  state: 'ready' | 'leaving' | 'draining'
  /** Requests whose answer is not sent yet. */
  readonly inFlight: number
  begin(): void
  end(): void
  /** Resolves once no request is in flight. */
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
