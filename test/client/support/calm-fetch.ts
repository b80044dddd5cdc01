import type { FetchInit } from '@riftline/client'

/**
 * The global fetch against a server on a busy machine: it repeats, unseen, what the server refuses because its event loop
 * is late.
 */
export async function calmFetch(url: string, init: FetchInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 503 || !(await response.clone().text()).includes(overloaded)) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Part of the body of such a refusal. */
export const overloaded = '"overloaded"'
