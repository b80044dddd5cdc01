/** One structured line. No field is meant to hold a secret, but a message of an error may repeat what a caller sent. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

/** Takes entries. What writes them down cuts keys in them to their public part, as `riftline serve` does. */
export type Log = (entry: LogEntry) => void

/** Takes entries and forgets them. */
export const silentLog: Log = () => {}

/** An error as log fields; its stack is for operators only. @example errorFields('gone') // => { error: 'gone' } */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
