/**
 * Voids and refunds: charges that a process gave up itself, and charges of dead processes. A process is dead when its lease ran out by the
 * database's clock, or when it is unknown and wrote a last hold too late. All accounts are locked first, in order.
 */
export const leases: string = `
CREATE OR REPLACE FUNCTION ledger_give_back(p_node text, p_now timestamptz, p_reason text, p_requests text[])
RETURNS TABLE (voided bigint, refunded bigint, credits bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_lock_accounts(p_requests);
  voided := (SELECT count(*) FROM ledger_void(p_node, p_requests));
  SELECT count(*), coalesce(sum(r.credits), 0) INTO refunded, credits FROM ledger_refund(p_now, p_reason, p_requests) r;
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION ledger_reap(p_now timestamptz) RETURNS TABLE (voided bigint, refunded bigint, credits bigint)
LANGUAGE plpgsql AS $$
DECLARE v_nodes text[]; v_node text; v record;
BEGIN
  SELECT array_agg(n.id) INTO v_nodes
    FROM (SELECT id FROM node WHERE lease_until < clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED) n;
  v_nodes := v_nodes || ARRAY(SELECT DISTINCT c.node_id FROM charge c
                               WHERE c.closed_at IS NULL AND NOT EXISTS (SELECT FROM node n WHERE n.id = c.node_id));
  voided := 0; refunded := 0; credits := 0;
  IF cardinality(v_nodes) > 0 THEN
    PERFORM ledger_lock_accounts(ARRAY(SELECT request_id FROM charge WHERE node_id = ANY (v_nodes) AND closed_at IS NULL));
    FOREACH v_node IN ARRAY v_nodes LOOP
      SELECT * INTO v FROM ledger_give_back(v_node, p_now, 'crash',
        ARRAY(SELECT request_id FROM charge WHERE node_id = v_node AND closed_at IS NULL));
      voided := voided + v.voided; refunded := refunded + v.refunded; credits := credits + v.credits;
      DELETE FROM node WHERE id = v_node;
    END LOOP;
  END IF;
  DELETE FROM idempotency i WHERE i.status IS NULL AND NOT EXISTS (SELECT FROM node n WHERE n.id = i.node_id);
  RETURN NEXT;
END $$;
`

/** Adds a key; false when the account has its maximum. The lock makes two parallel processes count each other's keys. */
export const keys: string = `
CREATE OR REPLACE FUNCTION ledger_add_key(p_id text, p_account text, p_sha256 bytea, p_name text, p_now timestamptz, p_most integer,
                                          p_limit integer, p_expires timestamptz, p_scopes text[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_most IS NOT NULL THEN
    PERFORM FROM account WHERE id = p_account FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM api_key WHERE account_id = p_account AND (revoked_at IS NULL OR revoked_at > p_now)) >= p_most THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO api_key (id, account_id, sha256, name, created_at, monthly_limit, expires_at, scopes)
  VALUES (p_id, p_account, p_sha256, p_name, p_now, p_limit, p_expires, p_scopes);
  RETURN true;
END $$;
`
