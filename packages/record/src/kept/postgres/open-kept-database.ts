import { requireOptions } from '@riftline/base'
import { createSerial, errorFields, type Log, silentLog, systemTimers, type Timers } from '@riftline/base/node'
import { type Database, openDatabase, prepareDatabase, prepareTables, type SideTables } from '@riftline/ledger/postgres'
import {
  createLiveChain,
  type KeptFault,
  type KeptLines,
  type KeptReport,
  type KeptStore,
  keptReport,
  type LiveChain,
} from '../kept-chain.ts'
import { brokenChain, emptyChain, forecastText, type KeptForecast, keysOfKept } from '../kept-line.ts'

/** Database and dependencies. */
export interface KeptDatabaseOptions {
  readonly databaseUrl: string
  readonly log: Log
  readonly timers?: Timers
}

/**
 * Tables of the chain. `of_series` and `of_teams` are the keys of a line's series and teams with its start; the head has one row,
 * whose lock gives the chain one writer at a time.
 */
const tables = `
CREATE TABLE kept_head (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq    bigint NOT NULL,
  sha256 text NOT NULL
);
INSERT INTO kept_head (seq, sha256) VALUES (0, repeat('0', 64));
CREATE TABLE kept_forecast (
  seq       bigint PRIMARY KEY,
  of_series text NOT NULL UNIQUE,
  of_teams  text NOT NULL UNIQUE,
  line      text NOT NULL
);
`

/** Appends a line and moves the head, in one transaction. Returns the line; no row if the chain has one of these keys. */
const functions = `
CREATE FUNCTION kept_append(p_series text, p_teams text, p_forecast text) RETURNS TABLE (line text)
LANGUAGE plpgsql AS $body$
#variable_conflict use_column
DECLARE h kept_head; v_line text;
BEGIN
  SELECT * INTO STRICT h FROM kept_head FOR UPDATE;
  IF EXISTS (SELECT FROM kept_forecast WHERE of_series = p_series OR of_teams = p_teams) THEN RETURN; END IF;
  v_line := '{"seq":' || (h.seq + 1) || ',"previousSha256":"' || h.sha256 || '",' || p_forecast;
  INSERT INTO kept_forecast VALUES (h.seq + 1, p_series, p_teams, v_line);
  UPDATE kept_head SET seq = h.seq + 1, sha256 = encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
  RETURN QUERY SELECT v_line;
END $body$;
`

const keptTables: SideTables = {
  versionTable: 'kept_schema',
  lock: 2,
  subject: 'kept forecasts',
  versions: [tables + functions],
}

/** Rows after a line, and the head, in one snapshot. Without rows there is one row of nulls and the head. */
const newerSql = `
SELECT f.seq, f.of_series, f.of_teams, f.line, h.seq AS head_seq, h.sha256 AS head_sha256
  FROM (VALUES (1)) one
  LEFT JOIN kept_head h ON true
  LEFT JOIN kept_forecast f ON f.seq > $1
 ORDER BY f.seq`

interface NewerRow {
  readonly seq: number | null
  readonly of_series: string
  readonly of_teams: string
  readonly line: string
  readonly head_seq: number | null
  readonly head_sha256: string
}

/** Adds the rows that were kept since the last line. Returns what is wrong; null if nothing is. Rejects with a StorageError. */
async function addNewer(database: Database, chain: LiveChain): Promise<KeptFault | null> {
  const rows = await database.slow<NewerRow>(newerSql, [chain.head().seq])
  for (const { seq, of_series, of_teams, line } of rows) {
    if (seq === null) continue
    const place = { kind: 'broken', file: null, line: seq } as const
    try {
      const { ofSeries, ofTeams } = keysOfKept(chain.add(line))
      if (seq === chain.head().seq && of_series === ofSeries && of_teams === ofTeams) continue
      const expected = JSON.stringify([chain.head().seq, ofSeries, ofTeams])
      return { ...place, message: `expected ${expected}, got ${JSON.stringify([seq, of_series, of_teams])}` }
    } catch (error) {
      return { ...place, message: errorFields(error).error }
    }
  }
  const [head] = rows
  const { seq, sha256 } = chain.head()
  if (head?.head_seq === seq && head.head_sha256 === sha256) return null
  const got = head?.head_seq == null ? 'none' : `${head.head_seq} with ${head.head_sha256}`
  return { kind: 'broken', file: null, line: null, message: `kept_head: expected ${seq} with ${sha256}, got ${got}` }
}

/**
 * Opens kept forecasts in PostgreSQL, beside the ledger's tables, for several processes on one database. Damage is logged as
 * `kept_forecasts_broken`; then this process appends nothing any more. Never rejects: a database that cannot be read or lacks the
 * tables is logged as `kept_forecasts_unreadable`, and each later call tries again.
 */
export async function openKeptDatabase(options: KeptDatabaseOptions): Promise<KeptStore> {
  requireOptions(options, ['databaseUrl', 'log', 'timers'])
  const { databaseUrl, log, timers = systemTimers } = options
  const database = openDatabase({ databaseUrl, log, timers, connections: { write: 1, read: 1 } })
  const inTurn = createSerial()
  const chain = createLiveChain()
  let isPrepared = false
  let isReadable = true
  let fault: KeptFault | null = null

  async function catchUp(): Promise<void> {
    if (fault !== null) return
    if (!isPrepared) {
      await prepareDatabase(databaseUrl)
      await prepareTables(database, keptTables)
      isPrepared = true
    }
    fault = await addNewer(database, chain)
    if (fault === null) return
    log({ level: 'error', event: 'kept_forecasts_broken', row: fault.line, reason: fault.message })
  }

  async function read(): Promise<KeptLines> {
    let unread: KeptFault | null = null
    try {
      await catchUp()
      isReadable = true
    } catch (error) {
      if (isReadable) log({ level: 'error', event: 'kept_forecasts_unreadable', ...errorFields(error) })
      isReadable = false
      unread = { kind: 'unreadable', file: null, line: null, message: errorFields(error).error }
    }
    return { lines: chain.lines(), head: chain.head(), fault: fault ?? unread }
  }

  async function append(forecast: KeptForecast): Promise<'kept' | 'known'> {
    await catchUp()
    if (fault !== null) throw brokenChain(fault.message)
    const { ofSeries, ofTeams } = keysOfKept(forecast)
    const sql = 'SELECT line FROM kept_append($1, $2, $3)'
    const rows = await database.write(sql, [ofSeries, ofTeams, forecastText(forecast)])
    return rows.length === 0 ? 'known' : 'kept'
  }

  await inTurn(read)
  return {
    read: () => inTurn(read),
    append: (forecast) => inTurn(() => append(forecast)),
    close: () => inTurn(() => database.close()),
  }
}

/**
 * Checks all kept forecasts of a database in one snapshot, beside running servers, and changes nothing.
 * @throws StorageError when the database cannot be read; RiftlineError `database_unreachable`
 */
export async function verifyKeptDatabase(databaseUrl: string): Promise<KeptReport> {
  const database = openDatabase({ databaseUrl, log: silentLog, connections: { write: 1, read: 1 } })
  try {
    const [row] = await database.read<{ there: boolean }>(`SELECT to_regclass('kept_schema') IS NOT NULL AS there`)
    if (row?.there !== true) return keptReport({ lines: [], head: emptyChain, fault: null })
    const chain = createLiveChain()
    const fault = await addNewer(database, chain)
    return keptReport({ lines: chain.lines(), head: chain.head(), fault })
  } finally {
    await database.close()
  }
}
