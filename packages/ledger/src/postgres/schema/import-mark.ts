/** One row at most: the last import, with the counts of its document. */
export const importMark: string = `
CREATE TABLE IF NOT EXISTS ledger_import (
  one         boolean PRIMARY KEY DEFAULT true CHECK (one),
  begun_at    timestamptz NOT NULL,
  counts      jsonb NOT NULL,
  finished_at timestamptz                   -- null: it failed, or goes on
);
`
