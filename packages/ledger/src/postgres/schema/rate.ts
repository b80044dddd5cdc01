/**
 * An exact sliding window over the database's clock, which all processes share. A clock set back neither opens nor shuts a
 * window for longer than it is: hits from the future count as of now.
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
