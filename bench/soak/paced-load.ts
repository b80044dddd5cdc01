import { Agent, request } from 'node:http'

export interface Pace {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly connections: number
  /** Calls a second; null: as many as there are answers. */
  readonly perSecond: number | null
  /** Every so manyth call is given up right after it was sent; 0: none. */
  readonly abortEvery: number
}

/** What one window of load saw. */
export interface Window {
  readonly answered: number
  readonly aborted: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Keeps calls going until `end`; `take` gives what was seen since it was asked last. */
export function startPacedLoad(pace: Pace): { take(): Window; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: pace.connections })
  const gapMs = pace.perSecond === null ? 0 : (1000 * pace.connections) / pace.perSecond
  let times: number[] = []
  let [aborted, failed, sent] = [0, 0, 0]
  let ended = false

  const call = (): Promise<void> =>
    new Promise((resolve) => {
      const start = performance.now()
      const isAborted = pace.abortEvery > 0 && sent % pace.abortEvery === 0
      const body = pace.bodies[sent++ % pace.bodies.length]!
      const sending = request(pace.url, { method: 'POST', agent, headers: pace.headers }, (response) => {
        response.resume().once('close', () => {
          if (isAborted) aborted += 1
          else if (response.statusCode === 200) times.push(performance.now() - start)
          else failed += 1
          resolve()
        })
      })
      sending.once('error', () => {
        if (isAborted) aborted += 1
        else failed += 1
        resolve()
      })
      sending.end(body, () => {
        if (isAborted) sending.destroy()
      })
    })

  /** A caller asks again when his turn has come and his last call is over. */
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
      const sorted = Float64Array.from(times).sort()
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
      const window = { answered: sorted.length, aborted, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
      times = []
      aborted = 0
      failed = 0
      return window
    },
    end() {
      ended = true
      agent.destroy()
    },
  }
}
