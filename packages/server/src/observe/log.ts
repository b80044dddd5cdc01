/** One structured line. Keys, secrets and bodies never enter an entry, so nothing needs to be redacted later. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

export const silentLog: Log = () => {}

/** An error as log fields; its stack is for operators only. */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
