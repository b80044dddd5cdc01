/** Answer of a handler. The headers of every response are added when it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, or bytes that were prepared; null for answers that have no body by definition. */
  readonly body: string | Buffer | null
  /** Whether the connection closes behind this answer. */
  readonly close?: boolean
}

export const jsonType = 'application/json; charset=utf-8'

const jsonHeaders = { 'Content-Type': jsonType }

export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  const all = headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }
  return { status, headers: all, body: JSON.stringify(value) }
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null }
}

/** The answer to `OPTIONS *`: what the server takes as a whole. */
export const answerWhole: Answer = emptyAnswer(204, { Allow: 'GET, HEAD, POST, OPTIONS' })
