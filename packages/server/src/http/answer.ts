/** What a handler gives back. The headers that every response has are added where it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null for answers that have no body by definition. */
  readonly body: Buffer | null
  /** Whether the connection closes behind this answer. */
  readonly close?: boolean
}

export const jsonType = 'application/json; charset=utf-8'

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'Content-Type': jsonType, ...headers }, body: Buffer.from(JSON.stringify(value)) }
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null }
}
