// Gives an account many rows of those that grow: emails with contents, recipients and events, contacts, messages of a webhook with
// attempts, request logs and timelines; for tests, and for the bench, of what passes over all of them.
import type { Pool } from 'pg';
import { factoryIds as ids } from '../factories/factory-ids.ts';

/** $1: the account, $2: a webhook. The n-th email has the n-th contact, message and log. */
const STATEMENTS = [
  `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                       to_addresses, subject, created_at)
   SELECT id, $1, $1, id, 'api', 'delivered', '<' || id || '@acme.dev>', 'ana@acme.dev', 'ana@acme.dev',
          ARRAY['to' || n || '@customer.dev'], 'Hello ' || n, now()
   FROM numbered`,
  `INSERT INTO email_contents (id, account_id, html, text, created_at)
   SELECT id, $1, repeat('<p>Hello</p>', 20), 'Hello', now() FROM numbered`,
  `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
   SELECT uuid_v7(now()), id, $1, 'to', 0, 'to' || n || '@customer.dev', 'delivered', 'transactional', now() FROM numbered`,
  `INSERT INTO email_events (id, email_id, account_id, recipient, type, created_at)
   SELECT uuid_v7(now()), id, $1, 'to' || n || '@customer.dev', type, now()
   FROM numbered, unnest(ARRAY['queued', 'sent', 'delivered']) AS type`,
  `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
   SELECT id, $1, (SELECT id FROM audiences WHERE account_id = $1 LIMIT 1), 'to' || n || '@customer.dev',
          'to' || n || '@customer.dev', now(), now()
   FROM numbered ON CONFLICT DO NOTHING`,
  `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, created_at)
   SELECT id, $1, $2, 'email.delivered', '{"to": ' || n || '}', 'success', now() FROM numbered`,
  `INSERT INTO webhook_attempts (id, account_id, webhook_id, message_id, status_code, duration_ms, created_at)
   SELECT uuid_v7(now()), $1, $2, id, 200, 5, now() FROM numbered`,
  `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, created_at)
   SELECT (extract(epoch FROM now()) * 1000)::bigint * 1048576 + nextval('log_counter'), $1, 'r' || n, 'POST', '/emails',
          200, 5, now()
   FROM numbered`,
];

/** Inserts rows for so many emails. */
export async function growAccount(pool: Pool, accountId: string, emails: number): Promise<void> {
  const webhookId = ids.next();
  const client = await pool.connect();
  try {
    await client.query('CREATE TEMPORARY TABLE numbered (n integer, id uuid)');
    await client.query(
      'INSERT INTO numbered SELECT n, uuid_v7(now()) FROM generate_series(1, $1::integer) AS n',
      [emails],
    );
    for (const text of STATEMENTS)
      await client.query(text, text.includes('$2') ? [accountId, webhookId] : [accountId]);
    await client.query('DROP TABLE numbered');
  } finally {
    client.release();
  }
}
