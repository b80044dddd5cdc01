/** Bans and address uses. The lock on an address ensures that of two accounts meeting there at once, each sees the other. */
export const addresses: string = `
-- Records a use of an address. Returns the recent uses by other active accounts, and the number of dropped uses in a row without an account.
-- A lock on the account puts its new uses in order, so that two of them never drop the same old one: an account has at most 256.
CREATE OR REPLACE FUNCTION ledger_note_address(p_account text, p_address text, p_request text, p_now timestamptz, p_since timestamptz)
RETURNS TABLE (account_id text, request_id text, first_at timestamptz, last_at timestamptz, dropped bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE v_dropped bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(7201, hashtext(p_address));
  IF EXISTS (SELECT FROM address_exempt WHERE address = p_address)
     OR NOT EXISTS (SELECT FROM account WHERE id = p_account AND status = 'active') THEN
    RETURN;
  END IF;
  UPDATE address_seen s
     SET request_id = p_request, last_at = greatest(s.last_at, p_now),
         first_at = CASE WHEN p_now - s.last_at > interval '31 days' THEN p_now ELSE s.first_at END
   WHERE s.address = p_address AND s.account_id = p_account;
  IF NOT FOUND THEN
    PERFORM pg_advisory_xact_lock(7202, hashtext(p_account));
    INSERT INTO address_seen AS s VALUES (p_account, p_address, p_request, p_now, p_now);
    DELETE FROM address_seen s
     USING (SELECT address FROM address_seen WHERE account_id = p_account AND address <> p_address
             ORDER BY last_at DESC, address OFFSET 255) o
     WHERE s.account_id = p_account AND s.address = o.address;
    GET DIAGNOSTICS v_dropped = ROW_COUNT;
    IF v_dropped > 0 THEN RETURN QUERY SELECT NULL::text, NULL::text, NULL::timestamptz, NULL::timestamptz, v_dropped; END IF;
  END IF;
  RETURN QUERY
  SELECT s.account_id, s.request_id, s.first_at, s.last_at, 0::bigint FROM address_seen s JOIN account a ON a.id = s.account_id
   WHERE s.address = p_address AND s.account_id <> p_account AND s.last_at >= p_since AND a.status = 'active'
   ORDER BY s.first_at, s.account_id;
END $$;

-- Changes nothing if the account is already banned.
CREATE OR REPLACE FUNCTION ledger_ban(p_account text, p_now timestamptz, p_evidence jsonb, p_reason text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET status = 'banned' WHERE id = p_account AND status = 'active';
  IF FOUND THEN
    INSERT INTO ban_event (account_id, kind, at, evidence, reason) VALUES (p_account, 'ban', p_now, p_evidence, p_reason);
  END IF;
END $$;

-- Lifts a ban and forgets the uses behind it, including the uses of the other account.
CREATE OR REPLACE FUNCTION ledger_unban(p_account text, p_now timestamptz, p_by text, p_allow boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE v_evidence jsonb; v_address text;
BEGIN
  UPDATE account SET status = 'active' WHERE id = p_account AND status = 'banned';
  IF NOT FOUND THEN RETURN; END IF;
  SELECT e.evidence INTO v_evidence FROM ban_event e WHERE e.account_id = p_account AND e.kind = 'ban' ORDER BY e.id DESC LIMIT 1;
  v_address := v_evidence ->> 'address';
  IF v_address IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(7201, hashtext(v_address));
    DELETE FROM address_seen
     WHERE address = v_address AND (p_allow OR account_id IN (p_account, v_evidence ->> 'otherAccountId'));
    IF p_allow THEN INSERT INTO address_exempt VALUES (v_address) ON CONFLICT DO NOTHING; END IF;
  END IF;
  INSERT INTO ban_event (account_id, kind, at, lifted_by, allowed)
  VALUES (p_account, 'unban', p_now, p_by, CASE WHEN p_allow AND v_address IS NOT NULL THEN ARRAY[v_address] END);
END $$;
`

/**
 * Exact sliding window on the database's clock, which all processes share. A clock set back neither opens nor closes a
 * window for longer than its length: future hits count as of now.
 */
export const rate: string = `
CREATE OR REPLACE FUNCTION rate_take(p_key text, p_limit integer, p_window_ms bigint, p_now_ms bigint DEFAULT NULL)
RETURNS TABLE (allowed boolean, used integer, oldest_ms bigint, now_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE v bigint[]; v_ahead boolean;
BEGIN
  LOOP
    SELECT w.hits INTO v FROM rate_window w WHERE w.key_id = p_key FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_window VALUES (p_key, '{}') ON CONFLICT DO NOTHING;
  END LOOP;
  now_ms := coalesce(p_now_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  v_ahead := v[cardinality(v)] > now_ms;
  v := ARRAY(SELECT least(h, now_ms) FROM unnest(v) WITH ORDINALITY u (h, place) WHERE h > now_ms - p_window_ms ORDER BY place);
  allowed := cardinality(v) < p_limit;
  IF allowed THEN v := v || now_ms; END IF;
  IF allowed OR v_ahead THEN UPDATE rate_window SET hits = v WHERE key_id = p_key; END IF;
  used := cardinality(v); oldest_ms := v[1];
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION rate_prune(p_window_ms bigint, p_now_ms bigint DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE v_count bigint;
BEGIN
  DELETE FROM rate_window
   WHERE coalesce(hits[cardinality(hits)], 0) <= coalesce(p_now_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) - p_window_ms;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
`
