/** The part of `fetch` that the client uses. Those of browsers, Node and undici fit it, though not each other's type. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Options that the client passes to `fetch`. */
export interface FetchInit {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

/** The part of an answer that the client reads. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Read in pieces where it is there, so that a body without end is given up. */
  readonly body?: { getReader(): BodyReader } | null
}

/** The part of a stream's reader that the client uses. */
export interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}
