export const clock: string = `
-- Null where there is none. A month that an account has entered and the use of an address count too: they are no entries, and
-- other processes may have written entries since.
CREATE OR REPLACE FUNCTION ledger_newest() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(e.at) FROM (SELECT at FROM entry WHERE id > coalesce((SELECT max(entry_id) FROM clock_accepted), 0)
                             ORDER BY id DESC LIMIT 100) e),
    (SELECT at FROM clock_accepted ORDER BY id DESC LIMIT 1),
    (SELECT max(free_from) FROM account),
    (SELECT max(last_at) FROM address_seen));
$$;

-- Whether free credits are of a month that has begun.
CREATE OR REPLACE FUNCTION ledger_has_begun(p_expires timestamptz, p_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_expires AT TIME ZONE 'UTC') - interval '1 month' <= p_now AT TIME ZONE 'UTC';
$$;

-- What runs out then runs out as if it had been made now; free months that were entered wait for their time.
CREATE OR REPLACE FUNCTION ledger_turn_back(p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE account IN EXCLUSIVE MODE;
  INSERT INTO clock_accepted (entry_id, at) SELECT coalesce(max(id), 0), p_now FROM entry;
  UPDATE account a
     SET free_until = f.until, free_from = ((f.until AT TIME ZONE 'UTC') - interval '1 month') AT TIME ZONE 'UTC'
    FROM (SELECT b.id, max(g.expires_at) AS until FROM account b
            LEFT JOIN credit_grant g ON g.account_id = b.id AND g.kind = 'free' AND ledger_has_begun(g.expires_at, p_now)
           WHERE b.free_from > p_now GROUP BY b.id) f
   WHERE f.id = a.id;
  UPDATE idempotency SET expires_at = p_now + interval '24 hours'
   WHERE status IS NOT NULL AND expires_at > p_now + interval '24 hours';
  -- An account's stay in their order, which says which one gives way next.
  UPDATE address_seen s SET first_at = least(s.first_at, o.at), last_at = o.at
    FROM (SELECT account_id, address, p_now - (count(*) OVER (PARTITION BY account_id)
                 - row_number() OVER (PARTITION BY account_id ORDER BY last_at, address DESC)) * interval '1 ms' AS at
            FROM address_seen WHERE last_at > p_now) o
   WHERE s.account_id = o.account_id AND s.address = o.address;
END $$;
`
