import type { FetchInit } from '@riftline/client'

/**
 * The global fetch against a server on a busy machine: what the server refuses because its event loop is late, before it
 * looked at the call, is sent again unseen.
 */
export async function calmFetch(url: string, init: FetchInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 503 || !(await response.clone().text()).includes(overloaded)) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What the body of such an answer holds. */
export const overloaded = '"overloaded"'
