/**
 * An account's uses of addresses in the order of time, so that its oldest can be dropped. What accounts have too many
 * is dropped at once; from then on every new use keeps the limit.
 */
export const addressIndex: string = `
CREATE INDEX IF NOT EXISTS address_seen_account ON address_seen (account_id, last_at);
DELETE FROM address_seen s
 USING (SELECT account_id, address, row_number() OVER (PARTITION BY account_id ORDER BY last_at DESC, address) AS place FROM address_seen) o
 WHERE o.place > 256 AND s.account_id = o.account_id AND s.address = o.address;
`
