/** One request to a foreign service. */
export interface SourceRequest {
  /** Below the address that was configured. */
  readonly url: string
  readonly method?: 'GET' | 'POST'
  /** Sent as JSON, or as a form where it is `URLSearchParams`. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The one way to foreign services: requests to one host in series with its pause, limits, time-outs, retries, redirects. */
export interface SourceHttp {
  /** Requests sent so far, repetitions included. */
  readonly requests: number
  /** @throws SourceError */
  json(request: SourceRequest): Promise<unknown>
}
