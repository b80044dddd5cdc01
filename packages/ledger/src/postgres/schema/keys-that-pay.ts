/**
 * Which key paid for a charge, and when each was used last: no rows of their own, `usage_day` has one for each key now. Where
 * no key is known it is null, and empty in `usage_day`. Entries get an index by account, so that a page of a statement reads no
 * more than its lines. Operators say why they ban.
 */
export const keysThatPay: string = `
ALTER TABLE charge ADD COLUMN IF NOT EXISTS key_id text;
ALTER TABLE usage_day ADD COLUMN IF NOT EXISTS key_id text NOT NULL DEFAULT '', ADD COLUMN IF NOT EXISTS last_at timestamptz;
ALTER TABLE usage_day DROP CONSTRAINT usage_day_pkey, ADD PRIMARY KEY (account_id, day, operation, model, key_id);
CREATE INDEX IF NOT EXISTS entry_account ON entry (account_id, at);
ALTER TABLE ban_event ADD COLUMN IF NOT EXISTS reason text;
`
