/** False where the account has as many keys as it may: the lock lets one of two processes count the other's. */
export const keys: string = `
CREATE OR REPLACE FUNCTION ledger_add_key(p_id text, p_account text, p_sha256 bytea, p_name text, p_now timestamptz, p_most integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_most IS NOT NULL THEN
    PERFORM FROM account WHERE id = p_account FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM api_key WHERE account_id = p_account AND (revoked_at IS NULL OR revoked_at > p_now)) >= p_most THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO api_key (id, account_id, sha256, name, created_at) VALUES (p_id, p_account, p_sha256, p_name, p_now);
  RETURN true;
END $$;
`
