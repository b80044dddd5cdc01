import type { Database } from '@riftline/ledger/postgres'

/** As `withComparedEmails`: of several with one mailbox the oldest gets its key. */
const sql = `
UPDATE person p SET email_key = one.key, version = version + 1
  FROM (SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY created_at, id COLLATE "C") AS place
          FROM (SELECT id, created_at, replace(split_part(email_key, '@', 1), '.', '') || '@gmail.com' AS key FROM person
                 WHERE email_key ~ '@(gmail|googlemail)[.]com$') every) one
 WHERE p.id = one.id AND one.place = 1 AND p.email_key <> one.key
   AND NOT EXISTS (SELECT FROM person other WHERE other.email_key = one.key)`

/** Brings people whom an earlier version kept to the key that is compared now. A second call changes nothing. */
export async function compareEmails(database: Database): Promise<void> {
  await database.slow(sql)
}
