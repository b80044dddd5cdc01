import { DatabaseError } from 'pg'
import { StorageError } from '../credit-store.ts'

/** The connection broke: whether the statement had its effect is unknown. */
export class ConnectionLost extends StorageError {}

/** The database did not answer in time. To ask it again would only take longer. */
export class NoAnswer extends ConnectionLost {}

/** Whether to ask once more: the connection broke, and a new one may be made. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof ConnectionLost && !(error instanceof NoAnswer)
}

/** A database's error as callers of the store see it: with SQLSTATE and message, which are for operators and their log. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const why = reasonOf(error)
  if (isConnectionLoss(error)) return new ConnectionLost(`the database cannot be reached: ${why}`, { cause: error })
  return new StorageError(`the database refused to record: ${why}`, { cause: error })
}

/** Without `detail`, which repeats values of rows. */
function reasonOf(error: unknown): string {
  const state = sqlState(error)
  if (!(error instanceof Error)) return String(error)
  // Node tells of several addresses by an error without a message.
  const { message, code, name }: Error & { readonly code?: string } = error
  return `${state === '' ? '' : `SQLSTATE ${state}: `}${message || code || name}`
}

/** Two transactions conflicted; nothing was done and the same statement may succeed now. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error))
}

/** SQLSTATE of a database's error or of what it caused; empty for others, whose codes may look alike: `EPIPE`. */
export function sqlState(error: unknown): string {
  const origin = error instanceof StorageError ? error.cause : error
  return origin instanceof DatabaseError ? (origin.code ?? '') : ''
}

// A connection that breaks, a login that is refused; then shutdown, crash, start, too many connections, a database that
// is gone, a standby, and a commit of which the server itself does not know.
const lostClasses = ['', '08', '28']
const lostStates = ['57P01', '57P02', '57P03', '57P05', '53300', '3D000', '25006', '40003']

/** An error that is not the server's answer to the statement comes from the connection. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  return lostClasses.includes(state.slice(0, 2)) || lostStates.includes(state)
}
