/**
 * Claims: an `Idempotency-Key` has one running call, while its process lives, and then one stored answer for a day. While
 * the answer is on its way the charge can still be refunded, so no other call gets the answer.
 */
export const answers: string = `
CREATE OR REPLACE FUNCTION ledger_claim(p_account text, p_path text, p_key text, p_fingerprint bytea, p_request text, p_node text,
                             p_now timestamptz)
RETURNS TABLE (outcome text, status integer, body bytea)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE v idempotency; v_state text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  LOOP
    INSERT INTO idempotency AS i (account_id, path, key, fingerprint, request_id, node_id, expires_at)
    VALUES (p_account, p_path, p_key, p_fingerprint, p_request, p_node, 'infinity')
    ON CONFLICT (account_id, path, key) DO UPDATE
       SET fingerprint = EXCLUDED.fingerprint, request_id = EXCLUDED.request_id, node_id = EXCLUDED.node_id,
           status = NULL, body = NULL, ordinal = NULL, expires_at = EXCLUDED.expires_at
     WHERE i.expires_at <= p_now;
    IF FOUND THEN outcome := 'claimed'; RETURN NEXT; RETURN; END IF;
    SELECT * INTO v FROM idempotency WHERE account_id = p_account AND path = p_path AND key = p_key AND expires_at > p_now;
    IF FOUND THEN
      v_state := (SELECT state FROM charge WHERE request_id = v.request_id);
      outcome := CASE WHEN v.fingerprint <> p_fingerprint THEN 'reused'
                      WHEN v.status IS NULL OR v_state <> 'delivered' THEN 'in_progress' ELSE 'stored' END;
      IF outcome = 'stored' THEN
        status := v.status; body := v.body;
        -- Waits for the disk, because the mark of delivery did not: a database crash that loses the mark would refund the charge.
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      RETURN NEXT; RETURN;
    END IF;
  END LOOP;
END $$;

-- Stores the answers of captured calls in the transaction of the capture. Returns the number of older answers that were dropped.
CREATE OR REPLACE FUNCTION ledger_store_answers(p_node text, p_now timestamptz, p_captured text[], p_answered text[],
                                     p_paths text[], p_keys text[], p_fingerprints bytea[], p_statuses integer[], p_bodies bytea[])
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v_account text; v_evicted integer := 0; v_count integer;
BEGIN
  INSERT INTO idempotency AS i (account_id, path, key, fingerprint, request_id, status, body, ordinal, node_id, expires_at)
  SELECT c.account_id, a.path, a.key, a.fingerprint, a.request_id, a.status, a.body, nextval('idempotency_order'), p_node, p_now + interval '24 hours'
    FROM unnest(p_answered, p_paths, p_keys, p_fingerprints, p_statuses, p_bodies)
         WITH ORDINALITY a (request_id, path, key, fingerprint, status, body, place)
    JOIN charge c USING (request_id)
   WHERE a.request_id = ANY (p_captured) ORDER BY a.place
  ON CONFLICT (account_id, path, key) DO UPDATE
     SET status = EXCLUDED.status, body = EXCLUDED.body, ordinal = EXCLUDED.ordinal, expires_at = EXCLUDED.expires_at
   WHERE i.request_id = EXCLUDED.request_id;
  FOR v_account IN SELECT DISTINCT c.account_id FROM charge c WHERE c.request_id = ANY (p_answered) LOOP
    DELETE FROM idempotency
     WHERE account_id = v_account AND ordinal <= (
       SELECT s.ordinal FROM idempotency s WHERE s.account_id = v_account AND s.ordinal IS NOT NULL
        ORDER BY s.ordinal DESC OFFSET 10000 LIMIT 1);
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_evicted := v_evicted + v_count;
  END LOOP;
  RETURN v_evicted;
END $$;
`
