import type { FetchInit } from '@riftline/client'

/**
 * The global fetch, which repeats requests that a server on a busy machine refuses because its event loop is late; the client
 * under test never sees these refusals.
 */
export async function calmFetch(url: string, init: FetchInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 503 || !(await response.clone().text()).includes(overloaded)) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Text in the body of a refusal for overload. */
export const overloaded = '"overloaded"'
