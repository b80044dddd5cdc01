import { type Client, createClient } from '@riftline/client'

/** Answers the requests of tools. */
export interface Backend {
  /** Whether answers come from files, so that nothing is charged. */
  readonly isOffline: boolean
  readonly request: Client['request']
  close(): Promise<void>
}

/** Sends requests to the `/v1` of a server. @throws TypeError with code `invalid_option` */
export function createRemoteBackend(baseUrl: string, apiKey: string): Backend {
  // No retries, because the agent decides whether to wait, and hosts limit a call to a minute.
  const { request } = createClient({ baseUrl, apiKey, maxRetries: 0 })
  return { isOffline: false, request, close: async () => {} }
}

/** A request of a tool, as `/v1` would get it. */
export interface AskedRequest {
  readonly method: 'GET' | 'POST'
  /** Path from `/v1` on, with the query. */
  readonly target: string
  readonly body?: string
}

/** Answer of `/v1` to a tool, in the same process. */
export interface AskedAnswer {
  readonly status: number
  /** Headers by lower-case name; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers requests in this process. */
export type Ask = (request: AskedRequest) => Promise<AskedAnswer>

/** Sends requests to the routes of the server in whose process the tools run. Its time limits apply, and none of the client. */
export function createServerBackend(ask: Ask): Backend {
  const { request } = localClient(ask, longestMs)
  return { isOffline: false, request, close: async () => {} }
}

const longestMs = 2_147_483_647

/** Answers from files, as `openLocalApi` of `@riftline/server` opens them. */
export interface OpenFiles {
  readonly dataThroughUtc: string
  readonly artifacts: string
  readonly ask: Ask
  close(): Promise<void>
}

/** Answers from local files, which the first call opens; after a failure the next call tries again. */
export function createOfflineBackend(open: () => Promise<OpenFiles>): Backend {
  let opening: Promise<OpenFiles> | null = null
  function files(): Promise<OpenFiles> {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  const client = localClient(async (request) => (await files()).ask(request))
  return {
    isOffline: true,
    async request(request, options) {
      // Opened before the client's request, because an error in its fetch would be reduced to a message.
      const { dataThroughUtc, artifacts } = await files()
      // There is no account offline.
      if (request.path === '/v1/usage') return { creditsCharged: 0, creditsRemaining: null, dataThroughUtc, artifacts }
      return client.request(request, options)
    },
    async close() {
      await (await opening?.catch(() => null))?.close()
    },
  }
}

/** A base URL that is never resolved, because the client's `fetch` answers itself. */
const baseUrl = 'http://offline.invalid'

function localClient(ask: Ask, timeoutMs?: number): Client {
  return createClient({
    baseUrl,
    apiKey: 'none',
    maxRetries: 0,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    fetch: async (url, { method, body }) => {
      const target = url.slice(baseUrl.length)
      const answer = await ask({ method, target, ...(body === undefined ? {} : { body }) })
      const { status, headers = {} } = answer
      return { status, headers: { get: (name) => headers[name] ?? null }, text: async () => answer.body }
    },
  })
}
