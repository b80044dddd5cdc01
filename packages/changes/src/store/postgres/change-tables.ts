import type { SideTables } from '@riftline/ledger/postgres'
import type { ChangeBatch, StoredChange } from '../../change.ts'
import { marksOf } from '../change-book.ts'

/** Channel that tells processes of new changes. */
export const changeChannel = 'riftline_changes'

/**
 * Tables of the log. The head has one row: the id of the log, the place of the newest change, and the oldest place after which
 * every change is kept. Its lock gives the log one writer at a time, so that changes become visible in the order of their places.
 * The index is over a digest, because a row of an index has less room than a key may need.
 */
const tables = `
CREATE TABLE change_head (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  log    text NOT NULL,
  place  bigint NOT NULL,
  oldest bigint NOT NULL
);
CREATE TABLE change (
  place bigint PRIMARY KEY,
  type  text NOT NULL,
  json  text NOT NULL
);
CREATE TABLE change_mark (
  key   text NOT NULL,
  value text NOT NULL
);
CREATE UNIQUE INDEX ON change_mark (md5(key));
`

/** Functions of the log. Places are those of seq.ts, by the clock of the database. */
const functions = `
CREATE FUNCTION change_now() RETURNS bigint LANGUAGE sql VOLATILE AS $body$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$body$;

INSERT INTO change_head (log, place, oldest)
SELECT left(replace(gen_random_uuid()::text, '-', ''), 6), p, p FROM (SELECT change_now() * 1024) l (p);

CREATE FUNCTION change_append(p_batches jsonb) RETURNS boolean[] LANGUAGE plpgsql AS $body$
#variable_conflict use_column
DECLARE h change_head; b jsonb; v_kept boolean[] := '{}'; v_place bigint; v_first bigint;
BEGIN
  SELECT * INTO STRICT h FROM change_head FOR UPDATE;
  v_place := h.place;
  FOR b IN SELECT value FROM jsonb_array_elements(p_batches) LOOP
    IF (SELECT value FROM change_mark WHERE md5(key) = md5(b->>'key')) IS DISTINCT FROM b->>'from' THEN
      v_kept := v_kept || false;
      CONTINUE;
    END IF;
    v_kept := v_kept || true;
    DELETE FROM change_mark USING jsonb_array_elements(b->'marks') m WHERE md5(key) = md5(m->>0) AND m->>1 IS NULL;
    INSERT INTO change_mark (key, value)
    SELECT m->>0, m->>1 FROM jsonb_array_elements(b->'marks') m WHERE m->>1 IS NOT NULL
        ON CONFLICT (md5(key)) DO UPDATE SET value = excluded.value;
    v_first := greatest(v_place + 1, change_now() * 1024);
    INSERT INTO change (place, type, json)
    SELECT p, c->>'type',
           '{"seq":"' || lpad(to_hex(p), 14, '0') || '-' || h.log
             || '","atUtc":"' || to_char(to_timestamp((p >> 10) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
             || '",' || (c->>'rest')
      FROM jsonb_array_elements(b->'changes') WITH ORDINALITY u (c, i), LATERAL (SELECT v_first + i - 1) l (p);
    IF jsonb_array_length(b->'changes') > 0 THEN v_place := v_first + jsonb_array_length(b->'changes') - 1; END IF;
  END LOOP;
  IF true = ANY (v_kept) THEN UPDATE change_head SET place = v_place; END IF;
  IF v_place > h.place THEN PERFORM pg_notify('${changeChannel}', ''); END IF;
  RETURN v_kept;
END $body$;

CREATE FUNCTION change_prune(p_most integer, p_kept_ms bigint) RETURNS void LANGUAGE plpgsql AS $body$
#variable_conflict use_column
DECLARE v_past bigint;
BEGIN
  PERFORM FROM change_head FOR UPDATE;
  SELECT max(place) INTO v_past FROM change
   WHERE place <= greatest((change_now() - p_kept_ms) * 1024,
                           (SELECT place FROM change ORDER BY place DESC OFFSET p_most LIMIT 1));
  IF v_past IS NULL THEN RETURN; END IF;
  UPDATE change_head SET oldest = v_past;
  DELETE FROM change WHERE place <= v_past;
END $body$;
`

export const changeTables: SideTables = {
  versionTable: 'change_schema',
  lock: 3,
  subject: 'changes',
  versions: [tables + functions],
}

export const appendSql = 'SELECT change_append($1::jsonb) AS kept'

export const pruneSql = 'SELECT change_prune($1, $2)'

export const marksSql = 'SELECT key, value FROM change_mark WHERE starts_with(key, $1)'

/** Place from which a mirror of the newest changes begins. */
export const beginSql = `
SELECT greatest(oldest, (SELECT place FROM change ORDER BY place DESC OFFSET $1 LIMIT 1)) AS begin FROM change_head`

/** Head, time, and changes after a place, in one snapshot. Without changes there is one row with nulls. */
export const newerSql = `
SELECT h.log, h.place AS head, h.oldest, change_now() AS now, c.place, c.type, c.json
  FROM change_head h
  LEFT JOIN LATERAL (SELECT * FROM change WHERE place > $1 ORDER BY place LIMIT $2) c ON true
 ORDER BY c.place`

/** Row of `newerSql`. */
export interface NewerChange {
  readonly log: string
  readonly head: number
  readonly oldest: number
  readonly now: number
  readonly place: number | null
  readonly type: StoredChange['type']
  readonly json: string
}

/** Writes batches as the argument of `appendSql`. */
export function batchesJson(batches: readonly ChangeBatch[]): string {
  return JSON.stringify(
    batches.map((batch) => ({
      key: toColumn(batch.guard.key),
      from: batch.guard.from === null ? null : toColumn(batch.guard.from),
      marks: [...marksOf(batch)].map(([key, value]) => [toColumn(key), value === null ? null : toColumn(value)]),
      changes: batch.changes.map(({ type, fields }) => ({ type, rest: JSON.stringify({ type, ...fields }).slice(1) })),
    })),
  )
}

/**
 * Writes a key or value of a mark as a column has it: as JSON without quotes, since PostgreSQL takes neither a zero byte nor half a
 * surrogate pair. A prefix of a text is one of its column.
 */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Reads what `toColumn` wrote. */
export function fromColumn(text: string): string {
  return JSON.parse(`"${text}"`)
}
