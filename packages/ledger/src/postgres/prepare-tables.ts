import { RiftlineError } from '@riftline/base'
import type { Database } from './database.ts'

/** Tables beside the ledger's, which have versions of their own. */
export interface SideTables {
  /** Table of the versions that were applied, such as `kept_schema`. */
  readonly versionTable: string
  /** Second number of the advisory lock (7200, …) of the migration; each part has one of its own. */
  readonly lock: number
  /** Subject of messages, as in `tables of kept forecasts`. */
  readonly subject: string
  /** Statements from each version to the next. Never edit a released one; add another. */
  readonly versions: readonly string[]
}

/**
 * Creates tables or migrates them, in one transaction under a lock: several processes may start at once.
 * @throws RiftlineError `database_unsuitable` for tables of a newer version; StorageError
 */
export async function prepareTables(database: Database, tables: SideTables): Promise<void> {
  const { versionTable, lock, subject, versions } = tables
  const steps = versions.map(
    (sql, index) =>
      `  IF v < ${index + 1} THEN ${sql} INSERT INTO ${versionTable} (version) VALUES (${index + 1}); END IF;`,
  )
  await database.slow(`
DO $migrate$
DECLARE v integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7200, ${lock});
  -- Creates the table only if it is missing, because a server's role may lack the right to create tables.
  IF to_regclass('${versionTable}') IS NULL THEN
    CREATE TABLE ${versionTable} (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
  END IF;
  SELECT coalesce(max(version), 0) INTO v FROM ${versionTable};
${steps.join('\n')}
END $migrate$`)
  const [row] = await database.read<{ version: number }>(`SELECT max(version) AS version FROM ${versionTable}`)
  const version = row?.version ?? 0
  if (version <= versions.length) return
  const expected = `version ${versions.length} or older`
  throw new RiftlineError('database_unsuitable', `tables of ${subject}: expected ${expected}, got version ${version}`)
}
