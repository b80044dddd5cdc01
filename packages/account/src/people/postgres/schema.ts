import type { SideTables } from '@riftline/ledger/postgres'

/** Times are milliseconds since 1970. `version` counts changes, so that a writer with an outdated version reads again. */
const tables = `
CREATE TABLE person (
  id            text PRIMARY KEY,
  account_id    text NOT NULL UNIQUE,
  email         text NOT NULL,
  email_key     text NOT NULL UNIQUE,
  password_hash text,
  status        text NOT NULL CHECK (status IN ('invited', 'active', 'deleting')),
  created_at    bigint NOT NULL,
  alert_below   bigint NOT NULL,
  alerted       boolean NOT NULL,
  forms         jsonb NOT NULL,
  version       bigint NOT NULL DEFAULT 1
);
CREATE TABLE session (
  hash         text PRIMARY KEY,
  person_id    text NOT NULL REFERENCES person ON DELETE CASCADE,
  place        bigint NOT NULL,
  id           text NOT NULL,
  created_at   bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  password_at  bigint NOT NULL,
  network      text NOT NULL,
  browser      text NOT NULL
);
CREATE INDEX session_person ON session (person_id);
CREATE TABLE link (
  hash            text PRIMARY KEY,
  person_id       text NOT NULL REFERENCES person ON DELETE CASCADE,
  place           bigint NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('reset', 'email', 'invite')),
  created_at      bigint NOT NULL,
  expires_at      bigint NOT NULL,
  email           text,
  wrong_passwords integer NOT NULL
);
CREATE INDEX link_person ON link (person_id);
CREATE TABLE event (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  place     bigint NOT NULL,
  at        bigint NOT NULL,
  kind      text NOT NULL,
  network   text NOT NULL,
  browser   text NOT NULL,
  detail    text,
  PRIMARY KEY (person_id, place)
);
CREATE TABLE pending (
  hash       text PRIMARY KEY,
  email_key  text NOT NULL,
  expires_at bigint NOT NULL,
  document   jsonb NOT NULL,
  version    bigint NOT NULL DEFAULT 1
);
CREATE INDEX pending_email ON pending (email_key);
CREATE TABLE payment (
  id         text PRIMARY KEY,
  account_id text NOT NULL,
  created_at bigint NOT NULL,
  document   jsonb NOT NULL,
  version    bigint NOT NULL DEFAULT 1
);
CREATE INDEX payment_account ON payment (account_id);
CREATE TABLE forgotten (address_hash text PRIMARY KEY, until bigint NOT NULL);
CREATE TABLE mail (id text PRIMARY KEY, email_key text NOT NULL, document jsonb NOT NULL);
CREATE INDEX mail_email ON mail (email_key);
-- Holds at most one row.
CREATE TABLE people_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), bytes bytea NOT NULL);
`

/**
 * Adds a person (no version) or replaces a version. Returns `saved`, `stale` (changed meanwhile) or `taken` (id, e-mail or account).
 * Null parts stay unchanged; of the events the first `p_dropped` are removed and new ones appended.
 */
const functions = `
CREATE FUNCTION person_save(p_version bigint, p jsonb, p_sessions jsonb, p_links jsonb, p_dropped integer, p_events jsonb)
RETURNS text LANGUAGE plpgsql AS $body$
DECLARE v_id text := p->>'id'; v_last bigint;
BEGIN
  IF p_version IS NULL THEN
    INSERT INTO person (id, account_id, email, email_key, password_hash, status, created_at, alert_below, alerted, forms)
    VALUES (v_id, p->>'accountId', p->>'email', p->>'emailKey', p->>'passwordHash', p->>'status', (p->>'createdAt')::bigint,
            (p->>'alertBelow')::bigint, (p->>'alerted')::boolean, p->'forms');
  ELSE
    UPDATE person SET account_id = p->>'accountId', email = p->>'email', email_key = p->>'emailKey',
           password_hash = p->>'passwordHash', status = p->>'status', created_at = (p->>'createdAt')::bigint,
           alert_below = (p->>'alertBelow')::bigint, alerted = (p->>'alerted')::boolean, forms = p->'forms',
           version = version + 1
     WHERE id = v_id AND version = p_version;
    IF NOT FOUND THEN RETURN 'stale'; END IF;
  END IF;
  IF p_sessions IS NOT NULL THEN
    DELETE FROM session WHERE person_id = v_id;
    INSERT INTO session (hash, person_id, place, id, created_at, last_seen_at, password_at, network, browser)
    SELECT s->>'hash', v_id, place, s->>'id', (s->>'createdAt')::bigint, (s->>'lastSeenAt')::bigint,
           (s->>'passwordAt')::bigint, s->>'network', s->>'browser'
      FROM jsonb_array_elements(p_sessions) WITH ORDINALITY u (s, place);
  END IF;
  IF p_links IS NOT NULL THEN
    DELETE FROM link WHERE person_id = v_id;
    INSERT INTO link (hash, person_id, place, kind, created_at, expires_at, email, wrong_passwords)
    SELECT l->>'hash', v_id, place, l->>'kind', (l->>'createdAt')::bigint, (l->>'expiresAt')::bigint, l->>'email',
           (l->>'wrongPasswords')::integer
      FROM jsonb_array_elements(p_links) WITH ORDINALITY u (l, place);
  END IF;
  IF p_dropped > 0 THEN
    DELETE FROM event WHERE person_id = v_id
       AND place IN (SELECT place FROM event WHERE person_id = v_id ORDER BY place LIMIT p_dropped);
  END IF;
  SELECT coalesce(max(place), 0) INTO v_last FROM event WHERE person_id = v_id;
  INSERT INTO event (person_id, place, at, kind, network, browser, detail)
  SELECT v_id, v_last + place, (e->>'at')::bigint, e->>'kind', e->>'network', e->>'browser', e->>'detail'
    FROM jsonb_array_elements(p_events) WITH ORDINALITY u (e, place);
  RETURN 'saved';
EXCEPTION WHEN unique_violation THEN
  RETURN 'taken';
END $body$;
`

/** Tables of people, with versions apart from the ledger's. */
export const peopleTables: SideTables = {
  versionTable: 'people_schema',
  lock: 1,
  subject: 'people',
  versions: [tables + functions],
}
