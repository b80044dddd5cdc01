/** An account's uses of addresses in the order of time, so that its oldest can give way. */
export const addressIndex: string = `
CREATE INDEX IF NOT EXISTS address_seen_account ON address_seen (account_id, last_at);
`
