/** Error codes of runtimes for a connection that was never made, so that nothing was sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused', // Bun
])

export interface Failure {
  /** Messages and codes of the error and its causes. */
  readonly text: string
  readonly unsent: boolean
}

/** Describes an error of `fetch`. The error itself may hold the request, key included, and is dropped. */
export function describeFailure(error: unknown): Failure {
  const texts: string[] = []
  let unsent = false
  let next: unknown = error
  for (let depth = 0; depth < 4 && next instanceof Error; depth++) {
    const { message, cause, code } = next as Error & { readonly code?: unknown }
    if (message !== '') texts.push(message)
    if (typeof code === 'string') {
      unsent ||= unsentCodes.has(code)
      if (!message.includes(code)) texts.push(code)
    }
    next = cause
  }
  return { text: texts.join(': ') || 'the line broke', unsent }
}
