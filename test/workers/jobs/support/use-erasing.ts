// What the tests of the erasure of a person share: an account, the job, the time that it waits, and its rows.
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { type NewErasure, startErasure } from '../../../../shared/resources/flows/erasures/start.ts';
import { erasureWork } from '../../../../shared/resources/flows/erasures/work.ts';
import {
  createAccount,
  createEmail,
  createWebhook,
  type EmailFields,
} from '../../../support/factories/factories.ts';
import { createLog, type LogFields } from '../../../support/factories/log-factories.ts';
import { SILENT_QUEUES } from '../../../support/queues/queues.ts';
import { runJob } from '../../../support/work/run-job.ts';
import { type Job, useJob } from '../../support/use-job.ts';

/** The person, and another one. */
export const BO = 'bo.s@customer.dev';
export const JIM = 'jim@customer.dev';
/** What replaces an address. */
export const ERASED = 'erased@erased.invalid';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Prepares a database, and an account for each test. Read the results inside tests. */
export function useErasing() {
  const job = useJob();
  const { clock, ids, query } = job;
  let accountId: string;
  // The factories make ids by the real time, which must not be later than the request.
  const catchUp = () => clock.set(new Date(Math.max(Date.now(), clock.now().getTime())));
  beforeEach(async () => {
    catchUp();
    accountId = (await createAccount(job.pool)).id;
  });
  /** Runs every erasure as far as it comes without waiting. */
  const run = async () => {
    for (;;) {
      // On a busy machine a job ends before all rows are erased. It has woken the erasure itself then.
      await erasureWork.table.markDue(job.pool, clock.now(), 10);
      const due = await query(
        'SELECT id FROM contact_erasures WHERE next_attempt_at <= $1 AND claim_token IS NULL',
        [clock.now()],
      );
      if (due.length === 0) return;
      await runJob(
        erasureWork,
        due.map(({ id }) => id),
        job.deps,
      );
    }
  };
  /** Starts an erasure and runs it as far as it comes at once. */
  const start = async (changes: Partial<NewErasure> = {}) => {
    const erasure = { id: ids.next(), accountId, emailKey: BO, now: clock.now(), ...changes };
    await transaction(job.pool, (client) => startErasure(client, erasure, SILENT_QUEUES));
    await runJob(erasureWork, [erasure.id], job.deps);
    return erasure.id;
  };
  return {
    clock,
    ids,
    query,
    run,
    start,
    get deps() {
      return job.deps;
    },
    get pool() {
      return job.pool;
    },
    get accountId() {
      return accountId;
    },
    /** Erases the person, and lets the time pass in which webhooks are delivered. */
    async erase(changes: Partial<NewErasure> = {}) {
      catchUp();
      const id = await start(changes);
      clock.advance(2 * MINUTE_MS);
      await run();
      return id;
    },
    isDone: async (id: string) =>
      (await query('SELECT FROM contact_erasures WHERE id = $1', [id])).length === 0,
    ...rowsOf(query),
    emailTo: (addresses: string[], fields: EmailFields = {}) =>
      createEmail(job.pool, accountId, {
        status: 'delivered',
        recipients: addresses.map((address) => ({ address })),
        ...fields,
      }),
    hook: () => createWebhook(job.pool, accountId),
    log: (fields: LogFields = {}) => createLog(job.pool, accountId, fields),
    attach: (emailId: string, filename: string, path: string | null = null) =>
      query(
        `WITH stored AS (INSERT INTO attachment_chunks VALUES ($4, 0, 'x'))
         INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, disposition, path, size,
                                        stored_id, created_at)
         VALUES ($1, $2, $3, $5, 'application/pdf', 'attachment', $6, 1, $4, now())`,
        [ids.next(), emailId, accountId, ids.next(), filename, path],
      ),
    insertEvent: (emailId: string, recipient: string, data: object | null = null, type = 'bounced') =>
      query(
        `INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
         VALUES ($1, $2, $3, $4, $7, $5, $6)`,
        [ids.next(), emailId, accountId, recipient, data, clock.now(), type],
      ),
  };
}

function rowsOf(query: Job['query']) {
  return {
    /** Writes columns of an email. */
    change: (id: string, columns: Record<string, unknown>) =>
      query(
        `UPDATE emails SET ${Object.keys(columns).map((name, index) => `${name} = $${index + 2}`)} WHERE id = $1`,
        [id, ...Object.values(columns)],
      ),
    setContent: (id: string, html: string, text: string | null = null) =>
      query('UPDATE email_contents SET html = $2, text = $3 WHERE id = $1', [id, html, text]),
    emailOf: async (id: string) => (await query('SELECT * FROM emails WHERE id = $1', [id]))[0],
    contentOf: async (id: string) =>
      (await query('SELECT html, text FROM email_contents WHERE id = $1', [id]))[0],
    recipientsOf: (id: string) =>
      query('SELECT address, state, smtp_reply FROM email_recipients WHERE email_id = $1 ORDER BY position', [
        id,
      ]),
    /** What was said to each recipient. */
    dialoguesOf: async (emailId: string) => {
      const sql = 'SELECT dialogue FROM email_recipients WHERE email_id = $1 ORDER BY position';
      return (await query(sql, [emailId])).map(({ dialogue }) => dialogue);
    },
    /** Its attachments, with the number of their stored chunks. */
    filesOf: (emailId: string) =>
      query(
        `SELECT filename, path, (SELECT count(*)::integer FROM attachment_chunks WHERE id = stored_id) AS chunks
         FROM email_attachments WHERE email_id = $1`,
        [emailId],
      ),
    eventsOf: (emailId: string) =>
      query('SELECT recipient, type, data FROM email_events WHERE email_id = $1 ORDER BY id', [emailId]),
    /** The payload of a webhook message. */
    payloadOf: async (id: string) =>
      parse((await query('SELECT payload FROM webhook_messages WHERE id = $1', [id]))[0]?.['payload']),
    logOf: async ({ id }: { id: string }) => {
      const [row = {}] = await query('SELECT * FROM logs WHERE id = $1', [id]);
      const { endpoint, user_agent: userAgent, request_body, response_body } = row;
      return { endpoint, userAgent, request: parse(request_body), response: parse(response_body) };
    },
  };
}

function parse(json: unknown) {
  return typeof json === 'string' ? JSON.parse(json) : null;
}
