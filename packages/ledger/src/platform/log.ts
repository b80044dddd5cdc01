/** One structured line. Keys, secrets and bodies never enter an entry. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

export const silentLog: Log = () => {}

/** An error as log fields; its stack is for operators only. A key that got into a message is cut to its public part. */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: redacted(String(error)) }
  return { error: redacted(error.message), ...(error.stack === undefined ? {} : { stack: redacted(error.stack) }) }
}

function redacted(text: string): string {
  return text.replaceAll(/(rl_(?:live|test)_[0-9A-Za-z]{8})_[0-9A-Za-z]+/g, '$1_...')
}
