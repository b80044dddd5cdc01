import { quantile } from 'simple-statistics'
import { Pool } from 'undici'

export interface Pace {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly connections: number
  /** Calls per second; null if each call follows the answer to the last. */
  readonly perSecond: number | null
  /** Number of calls of which one is aborted right after it was sent; 0 for none. */
  readonly abortEvery: number
}

/** Outcome of one window of load; times are NaN if nothing was answered. */
export interface Window {
  readonly answered: number
  readonly aborted: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Keeps calls going until `end`; `take` returns the window since the last `take`. */
export function startPacedLoad(pace: Pace): { take(): Window; end(): void } {
  const { origin, pathname: path } = new URL(pace.url)
  // The client uses little of a core that it may share with a server, so that the server is measured.
  const pool = new Pool(origin, { connections: pace.connections, pipelining: 1 })
  const gapMs = pace.perSecond === null ? 0 : (1000 * pace.connections) / pace.perSecond
  let times: number[] = []
  let [aborted, failed, sent] = [0, 0, 0]
  let ended = false

  const call = (): Promise<void> =>
    new Promise((resolve) => {
      const start = performance.now()
      const isAborted = pace.abortEvery > 0 && sent % pace.abortEvery === 0
      const body = pace.bodies[sent++ % pace.bodies.length]!
      const end = (isAnswer: boolean): void => {
        if (isAborted) aborted++
        else if (isAnswer) times.push(performance.now() - start)
        else failed++
        resolve()
      }
      let status = 0
      pool.dispatch(
        { path, method: 'POST', headers: pace.headers, body },
        {
          onRequestStart(controller) {
            if (isAborted) setImmediate(() => controller.abort(new Error('given up')))
          },
          onResponseStart(_, statusCode) {
            status = statusCode
          },
          onResponseData() {},
          onResponseEnd: () => end(status === 200),
          onResponseError: () => end(false),
        },
      )
    })

  /** Calls again when the caller's turn has come and its last call is over. */
  const repeat = async (firstMs: number): Promise<void> => {
    for (let next = performance.now() + firstMs; !ended; next += gapMs) {
      const waitMs = next - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      else if (gapMs > 0) next = performance.now()
      await call()
    }
  }
  for (let i = 0; i < pace.connections; i++) void repeat((gapMs * i) / pace.connections)

  return {
    take() {
      const [p50Ms = NaN, p99Ms = NaN] = times.length === 0 ? [] : quantile(times, [0.5, 0.99])
      const window = { answered: times.length, aborted, failed, p50Ms, p99Ms }
      times = []
      aborted = 0
      failed = 0
      return window
    },
    end() {
      ended = true
      void pool.destroy()
    },
  }
}
