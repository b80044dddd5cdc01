import autocannon from 'autocannon'

/** One round of load, as JSON in the first argument. */
export interface Load {
  readonly url: string
  readonly seconds: number
  readonly connections: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent in turn; without bodies the requests are GETs. */
  readonly bodies: readonly string[]
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly not2xx: number
  readonly errors: number
}

// A process of its own, so that sending requests takes no time from answering them.
const load = JSON.parse(process.argv[2] ?? '') as Load
const { url, seconds, connections, headers, bodies } = load
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers,
  ...(bodies.length === 0 ? {} : { requests: bodies.map((body) => ({ method: 'POST' as const, body })) }),
})
const measured: LoadResult = {
  perSecond: result.requests.total / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  not2xx: result.non2xx,
  errors: result.errors,
}
process.stdout.write(JSON.stringify(measured))
