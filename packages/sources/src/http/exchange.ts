import type { LookupFunction } from 'node:net'
import type { Clock, Timers } from '@riftline/base/node'
import { SourceError } from '../source-error.ts'
import { type Hop, isRedirect, nextHop } from './hop.ts'
import { openWire, TemporaryFault, type WireAnswer } from './wire.ts'

const maxRedirects = 5

export interface ExchangeOptions {
  readonly userAgent: string
  /** Pause between an answer and the next request to the same host. */
  readonly pauseMs: number
  readonly timeoutMs: number
  /** Time limit for all requests together, counted from now. */
  readonly deadlineMs: number
  readonly time: SourceTime
  readonly lookup?: LookupFunction
}

/** Sends requests and follows redirects, with pauses, time-outs, cookies and the deadline of the run. */
export type SourceExchange = ReturnType<typeof createExchange>

export function createExchange(options: ExchangeOptions) {
  const { userAgent, pauseMs, timeoutMs, deadlineMs, time } = options
  const wire = openWire(options.lookup)
  const cookies = createCookieJar()
  const lastEnd = new Map<string, number>()
  const endMs = time.monotonicMs() + deadlineMs
  let requests = 0
  let hasAnswer = false

  /** Waits; throws at once if the wait would end after the deadline. */
  async function wait(milliseconds: number, origin: string): Promise<void> {
    if (time.monotonicMs() + milliseconds >= endMs) {
      throw new SourceError('deadline', `${origin} needs more than the ${deadlineMs} ms of this run`)
    }
    if (milliseconds > 0) await time.wait(milliseconds)
  }

  async function sendHop(
    hop: Hop,
    headers: Readonly<Record<string, string>>,
    maxBytes: number,
    signals: readonly AbortSignal[],
  ): Promise<WireAnswer> {
    const { origin, host } = hop.url
    const idleMs = time.monotonicMs() - (lastEnd.get(host) ?? Number.NEGATIVE_INFINITY)
    await wait(Math.max(0, pauseMs - idleMs), origin)
    const controller = new AbortController()
    const stop = time.after(Math.min(timeoutMs, endMs - time.monotonicMs()), () => controller.abort())
    const cookie = cookies.header(origin)
    requests += 1
    try {
      const all = { ...headers, ...hop.headers, ...(cookie !== null && { cookie }) }
      const answer = await wire.send(hop, all, maxBytes, AbortSignal.any([controller.signal, ...signals]))
      hasAnswer = true
      cookies.keep(origin, [answer.headers['set-cookie'] ?? []].flat())
      return answer
    } catch (error) {
      if (!controller.signal.aborted) throw error
      if (time.monotonicMs() >= endMs) throw new SourceError('deadline', `${origin} was too slow for this run`)
      throw new TemporaryFault(new SourceError('timeout', `${origin} gave no complete answer in ${timeoutMs} ms`))
    } finally {
      stop()
      lastEnd.set(host, time.monotonicMs())
    }
  }

  return {
    get requests() {
      return requests
    },
    get hasAnswer() {
      return hasAnswer
    },
    wait,
    /** @param signal aborts the request; its error is passed on unchanged @throws SourceError, TemporaryFault */
    async send(
      first: Hop,
      conditions: Readonly<Record<string, string>>,
      maxBytes: number,
      signal?: AbortSignal,
    ): Promise<WireAnswer> {
      const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip', ...conditions }
      let hop = first
      for (let redirects = 0; ; redirects++) {
        const answer = await sendHop(hop, headers, maxBytes, signal === undefined ? [] : [signal])
        if (!isRedirect(answer.status)) return answer
        if (redirects === maxRedirects) {
          throw new SourceError('redirect', `${first.url.origin} redirected more than ${maxRedirects} times`)
        }
        const { location } = answer.headers
        hop = nextHop(hop, answer.status, typeof location === 'string' ? location : null, first.url)
      }
    },
    close: () => wire.close(),
  }
}

function createCookieJar() {
  const byOrigin = new Map<string, Map<string, string>>()
  return {
    /** The `Cookie` header; null without cookies. */
    header(origin: string): string | null {
      const cookies = byOrigin.get(origin)
      return cookies === undefined ? null : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    /** @param set values of `Set-Cookie` */
    keep(origin: string, set: readonly string[]): void {
      for (const line of set) {
        const [, name, value] =
          /^\s*([!#$%&'*+\-.^\w`|~]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)/.exec(line) ?? []
        if (name === undefined || value === undefined) continue
        const cookies = byOrigin.get(origin) ?? new Map<string, string>()
        byOrigin.set(origin, cookies.set(name, value))
      }
    },
  }
}

export interface ClientIdentity {
  readonly version: string
  /** Mail address or URL of the operator. */
  readonly contact: string | null
}

export function userAgent({ version, contact }: ClientIdentity): string {
  return contact === null ? `riftline/${version}` : `riftline/${version} (${contact})`
}

/** Clocks and timers, injected so that tests can move time. */
export type SourceTime = Clock & Pick<Timers, 'after' | 'wait'>
