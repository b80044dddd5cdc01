import { StorageError } from '../credit-store.ts'

/** The connection broke: whether the statement had its effect is unknown. */
export class ConnectionLost extends StorageError {}

/** What a caller of the store sees of an error of the database. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (isConnectionLoss(error)) return new ConnectionLost('the database cannot be reached', { cause: error })
  return new StorageError('the database refused to record', { cause: error })
}

/** Two transactions met; nothing was done and the same statement may succeed now. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error))
}

/** SQLSTATE of a database's error or of what it caused; empty for others. */
export function sqlState(error: unknown): string {
  const { code } = ((error instanceof StorageError ? error.cause : error) ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : ''
}

// Shutdown, crash, start, too many connections, and a server that became a standby.
const lostStates = ['57P01', '57P02', '57P03', '57P05', '53300', '25006']

/** Whatever does not come from the server as an answer to the statement is a matter of the line. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  return state === '' || state.startsWith('08') || lostStates.includes(state)
}
