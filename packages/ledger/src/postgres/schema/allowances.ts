/**
 * Free months and balance. Free credits of a future month come from a clock that was ahead, and do not count
 * yet. `free_from` also keeps ledger time from returning to a month that has ended,
 * whatever the clocks of other processes say. A caller of `ledger_grant_month` holds the account's lock.
 */
export const allowances: string = `
CREATE OR REPLACE FUNCTION ledger_grant_month(p_account text, p_now timestamptz, p_free bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_month timestamp := date_trunc('month', p_now AT TIME ZONE 'UTC');
  v_until timestamptz := (v_month + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  WITH g AS (
    INSERT INTO credit_grant (account_id, kind, source_ref, amount, remaining, granted_at, expires_at)
    VALUES (p_account, 'free', 'free:' || to_char(v_month, 'YYYY-MM'), p_free, p_free, p_now, v_until)
    ON CONFLICT (account_id, source_ref) DO NOTHING
    RETURNING id
  )
  INSERT INTO entry (account_id, grant_id, kind, amount, at) SELECT p_account, g.id, 'grant', p_free, p_now FROM g;
  UPDATE account SET free_from = v_month AT TIME ZONE 'UTC', free_until = v_until WHERE id = p_account;
END $$;

-- Returns the account's time and grants its free month unless the account is banned. Null for an unknown account.
CREATE OR REPLACE FUNCTION ledger_touch(p_account text, p_now timestamptz, p_free bigint) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE v account;
BEGIN
  SELECT * INTO v FROM account WHERE id = p_account;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF p_free > 0 AND v.status = 'active' AND (v.free_until IS NULL OR v.free_until <= p_now) THEN
    SELECT * INTO v FROM account WHERE id = p_account FOR NO KEY UPDATE;
    IF v.status = 'active' AND (v.free_until IS NULL OR v.free_until <= p_now) THEN
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM ledger_grant_month(p_account, p_now, p_free);
      RETURN p_now;
    END IF;
  END IF;
  RETURN greatest(p_now, v.free_from);
END $$;

CREATE OR REPLACE FUNCTION ledger_balance(p_account text, p_now timestamptz, p_free bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := ledger_touch(p_account, p_now, p_free);
BEGIN
  IF v_now IS NULL THEN RETURN NULL; END IF;
  RETURN (SELECT coalesce(sum(g.remaining), 0)::bigint FROM credit_grant g
           WHERE g.account_id = p_account AND g.reversed_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > v_now)
             AND (g.kind <> 'free' OR ledger_has_begun(g.expires_at, v_now)));
END $$;

-- Returns true if the grant is new: a source reference grants once.
CREATE OR REPLACE FUNCTION ledger_grant(p_account text, p_kind text, p_ref text, p_name text, p_amount bigint, p_now timestamptz, p_expires timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = p_account FOR NO KEY UPDATE;
  WITH g AS (
    INSERT INTO credit_grant (account_id, kind, source_ref, name, amount, remaining, granted_at, expires_at)
    VALUES (p_account, p_kind, p_ref, p_name, p_amount, p_amount, p_now, p_expires)
    ON CONFLICT (account_id, source_ref) DO NOTHING
    RETURNING id
  )
  INSERT INTO entry (account_id, grant_id, kind, amount, at) SELECT p_account, g.id, 'grant', p_amount, p_now FROM g;
  RETURN FOUND;
END $$;

-- Returns the credits taken back, now or by an earlier reversal. Null for an unknown grant.
CREATE OR REPLACE FUNCTION ledger_reverse(p_account text, p_ref text, p_why text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v credit_grant; v_left bigint;
BEGIN
  PERFORM 1 FROM account WHERE id = p_account FOR NO KEY UPDATE;
  SELECT * INTO v FROM credit_grant WHERE account_id = p_account AND source_ref = p_ref;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF v.reversed_at IS NOT NULL THEN
    RETURN coalesce((SELECT -e.amount FROM entry e WHERE e.grant_id = v.id AND e.request_id IS NULL AND e.kind = 'reverse'), 0);
  END IF;
  v_left := v.remaining - v.held;
  UPDATE credit_grant SET remaining = held, reversed_at = p_now, reversed_why = p_why WHERE id = v.id;
  INSERT INTO entry (account_id, grant_id, kind, amount, at) VALUES (p_account, v.id, 'reverse', -v_left, p_now);
  RETURN v_left;
END $$;
`

export const clock: string = `
-- Returns the time of the newest record; null if there is none. Entered months and uses of addresses count too, because they are not
-- entries and may be newer than all entries.
CREATE OR REPLACE FUNCTION ledger_newest() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(e.at) FROM (SELECT at FROM entry WHERE id > coalesce((SELECT max(entry_id) FROM clock_accepted), 0)
                             ORDER BY id DESC LIMIT 100) e),
    (SELECT at FROM clock_accepted ORDER BY id DESC LIMIT 1),
    (SELECT max(free_from) FROM account),
    (SELECT max(last_at) FROM address_seen));
$$;

-- Whether the month of free credits has begun.
CREATE OR REPLACE FUNCTION ledger_has_begun(p_expires timestamptz, p_now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_expires AT TIME ZONE 'UTC') - interval '1 month' <= p_now AT TIME ZONE 'UTC';
$$;

-- Turns ledger time back: stored answers expire as if they were made now, and free months of the future wait until they begin.
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
  -- Uses of one account keep their order, because the oldest use is dropped first.
  UPDATE address_seen s SET first_at = least(s.first_at, o.at), last_at = o.at
    FROM (SELECT account_id, address, p_now - (count(*) OVER (PARTITION BY account_id)
                 - row_number() OVER (PARTITION BY account_id ORDER BY last_at, address DESC)) * interval '1 ms' AS at
            FROM address_seen WHERE last_at > p_now) o
   WHERE s.account_id = o.account_id AND s.address = o.address;
END $$;
`
