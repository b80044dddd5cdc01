import type { Log } from '@riftline/base/node'
import { type Client, createClient } from '@riftline/client'
import type { LocalApi, ServerConfig } from '@riftline/server'

/** What answers the calls of tools. */
export interface Backend {
  readonly isOffline: boolean
  readonly request: Client['request']
  close(): Promise<void>
}

/** A server's `/v1`. @throws TypeError with code `invalid_option` */
export function createRemoteBackend(baseUrl: string, apiKey: string): Backend {
  // An agent that is told to wait decides itself whether to, and hosts give a call a minute.
  const { request } = createClient({ baseUrl, apiKey, maxRetries: 0 })
  return { isOffline: false, request, close: async () => {} }
}

/** The files of this machine, opened at the first call; a call after one that could not open them tries again. */
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
      // Before the client: of an error in its fetch it keeps the message alone.
      const { dataThroughUtc, artifacts } = await api()
      // There is no account that the local routes could tell of.
      if (request.path === '/v1/usage') return { creditsCharged: 0, creditsRemaining: null, dataThroughUtc, artifacts }
      return client.request(request, options)
    },
    async close() {
      await (await opening?.catch(() => null))?.close()
    },
  }
}

/** Never asked over a network: its own `fetch` answers. */
const baseUrl = 'http://offline.invalid'
