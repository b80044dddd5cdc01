/** Where the process stands. The app reads it with every request; the shutdown moves it. */
export interface Lifecycle {
  /** `leaving`: still serving, but `/readyz` sends new traffic elsewhere. `draining`: only calls in flight are finished. */
  state: 'ready' | 'leaving' | 'draining'
  /** Requests whose answer is not sent yet. */
  inFlight: number
}

export function createLifecycle(): Lifecycle {
  return { state: 'ready', inFlight: 0 }
}
