// SQL that stores many runs of automations, with their contacts, step runs and causes, for the plans of statements.

/** The id of a contact by its number. */
export const contactOf = (number: number) =>
  `02900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** $1: the greatest number of a contact. */
export const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
  SELECT ('02900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, account_id, audience_id, n || '@x.dev',
         n || '@x.dev', now(), now()
  FROM domains, generate_series(0, $1::integer) AS n`;

/**
 * Inserts runs: of a hundred, seventy have ended, 28 sleep, one waits for an event, and of a few that are due some are woken or
 * claimed. $1: how many; $2: runs of a contact.
 */
export const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, status, chain, listens, step_key, clock, wait_until, created_at, ended_at,
                               next_attempt_at, woken_at, claimed_by, claim_token, lane, hops)
  SELECT uuid_v7(at), automation.account_id, automation.id, version_id, 0, domain_id,
         ('02900000-0000-7000-8000-' || lpad(to_hex(n / $2), 12, '0'))::uuid, gen_random_uuid(), false,
         CASE WHEN kind < 65 THEN 'completed' WHEN kind < 70 THEN 'failed' ELSE 'running' END, '{}',
         CASE WHEN kind = 99 THEN ARRAY['order'] ELSE '{}' END, 'delay', at,
         CASE WHEN kind >= 70 THEN ends_at END, at, CASE WHEN kind < 70 THEN at END,
         CASE WHEN kind >= 70 THEN ends_at END,
         CASE WHEN n % 5000 IN (4971, 4972) THEN at END,
         CASE WHEN n % 5000 = 4972 THEN account_id END, CASE WHEN n % 5000 = 4972 THEN account_id END,
         CASE WHEN n % 10 < 6 THEN 'bulk' WHEN n % 10 < 9 THEN 'timer' ELSE 'event' END,
         CASE WHEN n % 3 = 0 THEN 0 END
  FROM generate_series(1, $1::integer) AS n
  CROSS JOIN LATERAL (
    SELECT n % 100 AS kind, now() - ($1 - n) * interval '1 s' AS at, now() + (n % 30 + 1) * interval '1 day'
      - CASE WHEN n % 5000 IN (4970, 4971, 4972) THEN interval '31 days' ELSE interval '0' END AS ends_at) AS made
  JOIN automations AS automation ON automation.trigger = 'start.' || CASE WHEN n % 10 < 6 THEN 0 ELSE n % 41 END
  ORDER BY n`;

export const MAKE_DUE = `
  UPDATE automation_runs SET next_attempt_at = now() - interval '1 day' - random() * interval '1 hour'
  WHERE lane = 'bulk' AND next_attempt_at IS NOT NULL AND woken_at IS NULL`;

/** Gives runs, each to an account that has no other. */
export const MAKE_SMALL = `
  UPDATE automation_runs SET account_id = id, next_attempt_at = now() - interval '1 minute'
  WHERE id IN (SELECT id FROM automation_runs WHERE lane = 'bulk' AND next_attempt_at IS NOT NULL AND woken_at IS NULL
               ORDER BY id DESC LIMIT $1)`;

export const INSERT_STEP_RUNS = `
  INSERT INTO automation_step_runs (run_id, position, step_id, key, status, started_at)
  SELECT id, 0, id, 'delay', 'waiting', created_at FROM automation_runs`;

/** One of sixteen runs has a cause; a thousand causes are looked at next. */
export const INSERT_CAUSES = `
  WITH causes AS (
    UPDATE automation_runs SET cause_id = gen_random_uuid() WHERE right(id::text, 1) = '0'
    RETURNING cause_id, account_id, automation_id)
  INSERT INTO automation_causes (id, account_id, automation_ids, next_check_at)
  SELECT cause_id, account_id, ARRAY[automation_id],
         now() + CASE WHEN row_number() OVER () <= 1000 THEN interval '0' ELSE interval '1 day' END
  FROM causes`;
