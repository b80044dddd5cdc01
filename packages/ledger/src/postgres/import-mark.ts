import { RiftlineError } from '@riftline/base'
import { utcText } from '../rules/utc-text.ts'

/*
 * An import leaves a mark before its first line and finishes it with its last: where the mark is unfinished and no account
 * is there, the database is no ledger, but what is left of an import that failed.
 */

export const beginImport = `
INSERT INTO ledger_import (begun_at, counts) VALUES ($1, $2)
    ON CONFLICT (one) DO UPDATE SET begun_at = EXCLUDED.begun_at, counts = EXCLUDED.counts, finished_at = NULL`

export const endImport = 'UPDATE ledger_import SET finished_at = $1'

export const unfinishedImport = `
SELECT begun_at, counts FROM ledger_import WHERE finished_at IS NULL AND NOT EXISTS (SELECT FROM account)`

export interface UnfinishedImport {
  readonly begun_at: Date
  readonly counts: Readonly<Record<string, number>>
}

export function unfinishedText({ begun_at, counts }: UnfinishedImport): string {
  const begun = `an import of ${counts.account} accounts and ${counts.entry} entries began at ${utcText(begun_at.getTime())} UTC`
  return `${begun} and did not end; the ledger is empty; riftline ledger import begins it anew`
}

/** @throws RiftlineError `import_unfinished` */
export function refuseUnfinishedImport([found]: readonly UnfinishedImport[]): void {
  if (found !== undefined) throw new RiftlineError('import_unfinished', unfinishedText(found))
}
