/**
 * Life of a charge. These are functions because a single statement uses one snapshot: if it waits for a row's lock and reads, it reads the
 * state from before the wait. A function under READ COMMITTED takes a new snapshot for each statement, so its reads after locking the
 * accounts are current. Accounts are locked in the order of their ids, so that two calls cannot deadlock.
 *
 * Changes whose loss in a crash is harmless commit without waiting for the disk: a lost hold makes its capture fail, a
 * lost mark of delivery becomes a refund. Captures and refunds wait for the disk.
 */
export const charging: string = `
-- Credits of a key that count towards its monthly limit: those charged in a month from p_month on, in the one with the most, and those held.
-- A process whose clock is ahead may have entered the next month, and a running call may be charged in either.
CREATE OR REPLACE FUNCTION ledger_key_used(p_account text, p_key text, p_month date) RETURNS bigint LANGUAGE sql AS $$
  SELECT coalesce((SELECT max(m.credits) FROM (
           SELECT sum(d.credits) AS credits FROM usage_day d
            WHERE d.key_id = p_key AND d.key_id <> '' AND d.day >= p_month AND d.account_id = p_account GROUP BY date_trunc('month', d.day)) m), 0)::bigint
       + coalesce((SELECT sum(c.amount) FROM charge c
                    WHERE c.key_id = p_key AND c.closed_at IS NULL AND c.state = 'held' AND c.account_id = p_account), 0);
$$;

-- Makes several holds of one account. The order of the input decides which request gets the last credits. A request that would pass the
-- limit of its key gets the outcome key_limit, with the limit as "available" and the credits used as "held".
CREATE OR REPLACE FUNCTION ledger_hold(p_account text, p_node text, p_now timestamptz, p_month date, p_free bigint,
                            p_requests text[], p_operations text[], p_models text[], p_keys text[], p_amounts integer[], p_calls integer[])
RETURNS TABLE (request_id text, outcome text, available bigint, held bigint, grants bigint[], credits integer[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_status text; v_from timestamptz; v_until timestamptz; v_now timestamptz := p_now;
  v_ids bigint[]; v_open bigint[]; v_balance bigint; v_held bigint; v_left bigint;
  v_grant integer := 1; v_need integer; v_take integer; v_keys text[]; v_limits bigint[]; v_used bigint[]; v_key integer;
  v_held_indexes integer[] := '{}'; v_line_requests text[] := '{}'; v_line_grants bigint[] := '{}'; v_line_credits integer[] := '{}';
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT a.status, a.free_from, a.free_until INTO v_status, v_from, v_until FROM account a WHERE a.id = p_account FOR NO KEY UPDATE;
  IF v_status IS DISTINCT FROM 'active' THEN
    RETURN QUERY SELECT r, coalesce(v_status, 'unknown'), 0::bigint, 0::bigint, NULL::bigint[], NULL::integer[] FROM unnest(p_requests) r;
    RETURN;
  END IF;
  IF p_free > 0 AND (v_until IS NULL OR v_until <= p_now) THEN
    PERFORM ledger_grant_month(p_account, p_now, p_free);
  ELSE
    v_now := greatest(p_now, v_from);
  END IF;
  SELECT array_agg(g.id), array_agg(g.remaining - g.held), coalesce(sum(g.remaining), 0), coalesce(sum(g.held), 0)
    INTO v_ids, v_open, v_balance, v_held
    FROM (SELECT * FROM credit_grant c
           WHERE c.account_id = p_account AND c.remaining > 0 AND c.reversed_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > v_now)
             AND (c.kind <> 'free' OR ledger_has_begun(c.expires_at, v_now))
           ORDER BY c.expires_at NULLS LAST, CASE c.kind WHEN 'free' THEN 0 WHEN 'plan' THEN 1 ELSE 2 END, c.id) g;
  SELECT array_agg(k.id), array_agg(k.monthly_limit), array_agg(ledger_key_used(p_account, k.id, p_month)) INTO v_keys, v_limits, v_used
    FROM api_key k WHERE k.id = ANY (p_keys) AND k.monthly_limit IS NOT NULL AND k.account_id = p_account;
  v_left := v_balance - v_held;
  FOR i IN 1 .. cardinality(p_requests) LOOP
    request_id := p_requests[i]; available := v_balance; held := v_held; grants := '{}'; credits := '{}';
    v_need := p_amounts[i];
    v_key := array_position(v_keys, p_keys[i]);
    IF v_used[v_key] + v_need > v_limits[v_key] THEN
      outcome := 'key_limit'; available := v_limits[v_key]; held := v_used[v_key]; RETURN NEXT; CONTINUE;
    END IF;
    IF v_left < v_need THEN outcome := 'insufficient'; RETURN NEXT; CONTINUE; END IF;
    v_left := v_left - v_need; v_held := v_held + v_need;
    IF v_key IS NOT NULL THEN v_used[v_key] := v_used[v_key] + v_need; END IF;
    WHILE v_need > 0 LOOP
      v_take := least(v_open[v_grant], v_need);
      IF v_take > 0 THEN
        grants := grants || v_ids[v_grant]; credits := credits || v_take;
        v_line_requests := v_line_requests || p_requests[i];
        v_open[v_grant] := v_open[v_grant] - v_take; v_need := v_need - v_take;
      END IF;
      IF v_open[v_grant] = 0 THEN v_grant := v_grant + 1; END IF;
    END LOOP;
    v_line_grants := v_line_grants || grants; v_line_credits := v_line_credits || credits;
    v_held_indexes := v_held_indexes || i;
    outcome := 'held'; RETURN NEXT;
  END LOOP;
  IF v_held_indexes = '{}' THEN RETURN; END IF;
  INSERT INTO charge (request_id, account_id, operation, model, key_id, amount, calls, state, node_id, held_at)
  SELECT p_requests[i], p_account, p_operations[i], p_models[i], p_keys[i], p_amounts[i], p_calls[i], 'held', p_node, p_now FROM unnest(v_held_indexes) i;
  INSERT INTO charge_line SELECT * FROM unnest(v_line_requests, v_line_grants, v_line_credits);
  UPDATE credit_grant g SET held = g.held + s.credits
    FROM (SELECT l.id, sum(l.credits) AS credits FROM unnest(v_line_grants, v_line_credits) l (id, credits) GROUP BY l.id) s
   WHERE g.id = s.id;
END $$;

CREATE OR REPLACE FUNCTION ledger_lock_accounts(p_requests text[]) RETURNS void LANGUAGE sql AS $$
  SELECT 1 FROM account WHERE id IN (SELECT account_id FROM charge WHERE request_id = ANY (p_requests)) ORDER BY id FOR NO KEY UPDATE;
$$;

-- Captures holds of any number of accounts. Returns no row for a hold that is gone or belongs to another process.
CREATE OR REPLACE FUNCTION ledger_capture(p_node text, p_now timestamptz, p_free bigint, p_requests text[],
                               p_answered text[], p_paths text[], p_keys text[], p_fingerprints bytea[], p_statuses integer[], p_bodies bytea[])
RETURNS TABLE (request_id text, balance bigint, evicted integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE v_requests text[]; v_accounts text[]; v_account text; v_evicted integer := 0;
BEGIN
  PERFORM ledger_lock_accounts(p_requests);
  WITH c AS (
    UPDATE charge SET state = 'captured', captured_at = p_now
     WHERE request_id = ANY (p_requests) AND state = 'held' AND node_id = p_node
    RETURNING request_id, account_id, operation, coalesce(model, '') AS model, coalesce(key_id, '') AS key_id, amount, calls
  ), l AS (
    SELECT c.request_id, c.account_id, x.grant_id, x.amount FROM c JOIN charge_line x USING (request_id)
  ), g AS (
    UPDATE credit_grant SET remaining = remaining - s.amount, held = held - s.amount
      FROM (SELECT grant_id, sum(amount) AS amount FROM l GROUP BY grant_id) s
     WHERE credit_grant.id = s.grant_id
  ), e AS (
    INSERT INTO entry (account_id, grant_id, kind, amount, request_id, at)
    SELECT account_id, grant_id, 'capture', -amount, request_id, p_now FROM l
  ), u AS (
    INSERT INTO usage_day AS d (account_id, day, operation, model, key_id, calls, credits, last_at)
    SELECT account_id, (p_now AT TIME ZONE 'UTC')::date, operation, model, key_id, sum(calls), sum(amount), p_now FROM c GROUP BY 1, 3, 4, 5
    ON CONFLICT (account_id, day, operation, model, key_id)
    DO UPDATE SET calls = d.calls + EXCLUDED.calls, credits = d.credits + EXCLUDED.credits, last_at = greatest(d.last_at, p_now)
  )
  SELECT array_agg(c.request_id), array_agg(c.account_id) INTO v_requests, v_accounts FROM c;
  IF cardinality(p_answered) > 0 THEN
    v_evicted := ledger_store_answers(p_node, p_now, v_requests, p_answered, p_paths, p_keys, p_fingerprints, p_statuses, p_bodies);
  END IF;
  IF p_free > 0 THEN
    FOR v_account IN SELECT id FROM account
                      WHERE id = ANY (v_accounts) AND status = 'active' AND (free_until IS NULL OR free_until <= p_now) LOOP
      PERFORM ledger_grant_month(v_account, p_now, p_free);
    END LOOP;
  END IF;
  RETURN QUERY
  SELECT c.request_id, b.balance, v_evicted
    FROM unnest(v_requests, v_accounts) c (request_id, account_id)
    JOIN (SELECT g.account_id, coalesce(sum(g.remaining) FILTER (WHERE g.reversed_at IS NULL
                   AND (g.expires_at IS NULL OR g.expires_at > greatest(p_now, a.free_from))
                   AND (g.kind <> 'free' OR ledger_has_begun(g.expires_at, greatest(p_now, a.free_from)))), 0)::bigint AS balance
            FROM account a JOIN credit_grant g ON g.account_id = a.id
           WHERE a.id = ANY (v_accounts) GROUP BY g.account_id) b USING (account_id);
END $$;

CREATE OR REPLACE FUNCTION ledger_void(p_node text, p_requests text[]) RETURNS SETOF text
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM ledger_lock_accounts(p_requests);
  UPDATE credit_grant SET held = held - s.amount
    FROM (SELECT x.grant_id, sum(x.amount) AS amount FROM charge_line x JOIN charge c USING (request_id)
           WHERE x.request_id = ANY (p_requests) AND c.state = 'held' AND c.node_id = p_node GROUP BY x.grant_id) s
   WHERE credit_grant.id = s.grant_id;
  RETURN QUERY DELETE FROM charge WHERE request_id = ANY (p_requests) AND state = 'held' AND node_id = p_node RETURNING request_id;
END $$;

-- Returns the credits to the grants of the charge, even to expired ones, and deletes the stored answer.
CREATE OR REPLACE FUNCTION ledger_refund(p_now timestamptz, p_reason text, p_requests text[])
RETURNS TABLE (request_id text, credits integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  PERFORM ledger_lock_accounts(p_requests);
  RETURN QUERY
  WITH c AS (
    UPDATE charge SET state = 'refunded', reason = p_reason, closed_at = p_now
     WHERE request_id = ANY (p_requests) AND state = 'captured'
    RETURNING request_id, account_id, operation, coalesce(model, '') AS model, coalesce(key_id, '') AS key_id, amount, calls, captured_at
  ), l AS (
    SELECT c.request_id, c.account_id, x.grant_id, x.amount FROM c JOIN charge_line x USING (request_id)
  ), g AS (
    UPDATE credit_grant SET remaining = remaining + s.amount
      FROM (SELECT grant_id, sum(amount) AS amount FROM l GROUP BY grant_id) s
     WHERE credit_grant.id = s.grant_id
  ), e AS (
    INSERT INTO entry (account_id, grant_id, kind, amount, request_id, at)
    SELECT account_id, grant_id, 'refund', amount, request_id, p_now FROM l
  ), u AS (
    UPDATE usage_day d SET calls = d.calls - s.calls, credits = d.credits - s.credits
      FROM (SELECT account_id, (captured_at AT TIME ZONE 'UTC')::date AS day, operation, model, key_id,
                   sum(calls) AS calls, sum(amount) AS credits
              FROM c GROUP BY 1, 2, 3, 4, 5) s
     WHERE d.account_id = s.account_id AND d.day = s.day AND d.operation = s.operation AND d.model = s.model AND d.key_id = s.key_id
  ), i AS (
    DELETE FROM idempotency USING c WHERE idempotency.request_id = c.request_id
  )
  SELECT c.request_id, c.amount FROM c;
END $$;

CREATE OR REPLACE FUNCTION ledger_delivered(p_now timestamptz, p_requests text[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_count bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE charge SET state = 'delivered', closed_at = p_now WHERE request_id = ANY (p_requests) AND state = 'captured';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- Keeps a charge although the connection broke after a part of the answer.
CREATE OR REPLACE FUNCTION ledger_keep(p_now timestamptz, p_requests text[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_count bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE charge SET state = 'delivered', reason = 'undelivered', closed_at = p_now WHERE request_id = ANY (p_requests) AND state = 'captured';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
`

const earlier = `p_account text, p_node text, p_now timestamptz, p_free bigint,
  p_requests text[], p_operations text[], p_models text[], p_keys text[], p_amounts integer[]`
const held = 'TABLE (request_id text, outcome text, available bigint, held bigint, grants bigint[], credits integer[])'

/**
 * Holds as servers of the schemas 4 and 5 call them, which may run until they are replaced. Limits of keys count for them too; as they
 * do not know the outcome, the rest of a key's limit is to them the balance.
 */
export const earlierHolds: string = `
DROP FUNCTION IF EXISTS ledger_hold(text, text, timestamptz, bigint, text[], text[], text[], text[], integer[], integer[]);
DROP FUNCTION IF EXISTS ledger_hold(text, text, timestamptz, bigint, text[], text[], text[], text[], integer[]);
CREATE FUNCTION ledger_hold(${earlier}, p_calls integer[]) RETURNS ${held} LANGUAGE sql AS $$
  SELECT h.request_id, CASE h.outcome WHEN 'key_limit' THEN 'insufficient' ELSE h.outcome END,
         CASE h.outcome WHEN 'key_limit' THEN greatest(h.available - h.held, 0) ELSE h.available END,
         CASE h.outcome WHEN 'key_limit' THEN 0 ELSE h.held END, h.grants, h.credits
    FROM ledger_hold(p_account, p_node, p_now, date_trunc('month', p_now AT TIME ZONE 'UTC')::date, p_free,
                     p_requests, p_operations, p_models, p_keys, p_amounts, p_calls) h;
$$;
CREATE FUNCTION ledger_hold(${earlier}) RETURNS ${held} LANGUAGE sql AS $$
  SELECT * FROM ledger_hold(p_account, p_node, p_now, p_free, p_requests, p_operations, p_models, p_keys, p_amounts,
                            array_fill(1, ARRAY[cardinality(p_amounts)]));
$$;
`
