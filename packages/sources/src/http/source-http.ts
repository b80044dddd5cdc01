/** One request to a foreign service. */
export interface SourceRequest {
  /** Below the address that was configured. */
  readonly url: string
  readonly method?: 'GET' | 'POST'
  /** Sent as JSON, or as a form where it is `URLSearchParams`. */
  readonly body?: unknown
  /** They may be credentials: another host, to which the service redirects, does not get them. */
  readonly headers?: Readonly<Record<string, string>>
  /** 204, 404 and an empty answer say that there is nothing: `json` gives null. */
  readonly mayBeAbsent?: boolean
  /** Whether an answer with status 200 says that this was too often. It is then asked again, later. */
  readonly isRateLimited?: (answer: unknown) => boolean
}

/** The one way to foreign services: requests to one host in series with its pause, limits, time-outs, retries, redirects. */
export interface SourceHttp {
  /** Requests sent so far, repetitions included. */
  readonly requests: number
  /** @throws SourceError */
  json(request: SourceRequest): Promise<unknown>
}
