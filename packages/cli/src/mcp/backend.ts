import type { Log } from '@riftline/base/node'
import { type Client, createClient } from '@riftline/client'
import type { LocalApi, ServerConfig } from '@riftline/server'

export interface Backend {
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

/** Answers from local files, which the first call opens; after a failure the next call tries again. */
export function createOfflineBackend(config: () => Promise<ServerConfig>, log: Log): Backend {
  let opening: Promise<LocalApi> | null = null
  async function open(): Promise<LocalApi> {
    const { openLocalApi } = await import('@riftline/server')
    return openLocalApi(await config(), { log })
  }
  function api(): Promise<LocalApi> {
    opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  const client = createClient({
    baseUrl,
    apiKey: 'none',
    maxRetries: 0,
    fetch: async (url, { method, body }) => {
      const target = url.slice(baseUrl.length)
      const answer = await (await api()).ask({ method, target, ...(body === undefined ? {} : { body }) })
      return { status: answer.status, headers: { get: () => null }, text: async () => answer.body }
    },
  })
  return {
    isOffline: true,
    async request(request, options) {
      // Opened before the client's request, because an error in its fetch would be reduced to a message.
      const { dataThroughUtc, artifacts } = await api()
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
