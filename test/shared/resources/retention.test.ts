// The retention of mail (shared/resources/retention.ts): random mail of all states and ages, removed at random times, row
// by row and by the month. What may still be sent, retried, reported or replayed is there; all else is gone.
import { expect } from 'chai';
import fc from 'fast-check';
import { createPartitions } from '../../../shared/platform/db/partitions.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { uuidV7LowerBound } from '../../../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { useDatabase } from '../../support/database/database.ts';
import { extent } from '../../support/extent.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';

const BEGIN = Date.UTC(2031, 7, 3);
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const ACTIVE = ['pending', 'queued', 'sending', 'delivery_delayed'];
const ENDED = ['sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed', 'canceled'];
const REPORT_DAYS = 7;

/** Recipients of campaigns have a test of their own (retention-of-campaigns.test.ts). */
const OF_MAIL = PARTITIONED_TABLES.filter(({ name }) => name !== 'campaign_recipients');

/** Days as fractions, so that times fall at any moment; whole ones meet the limits exactly. */
const days = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.double({ min: 0, max, noNaN: true }));
const state = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...ACTIVE) },
  { weight: 6, arbitrary: fc.constantFrom(...ENDED) },
);
const emails = fc.array(
  fc.record({
    born: days(100),
    recipients: fc.array(fc.record({ state, lasted: days(33) }), { minLength: 1, maxLength: 3 }),
    file: fc.constantFrom('none', 'uploaded', 'fetched', 'kept'),
  }),
  { maxLength: 25 },
);
const messages = fc.array(
  fc.record({
    born: days(100),
    state: fc.constantFrom('pending', 'attempting', 'success', 'success', 'failed', 'failed'),
    attempts: fc.array(days(40), { maxLength: 3 }),
    isReplayed: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  }),
  { maxLength: 25 },
);
const events = fc.array(fc.record({ born: days(100), isAwaited: fc.boolean() }), { maxLength: 10 });
const received = fc.array(fc.record({ born: days(100), isParsed: fc.boolean() }), { maxLength: 10 });
const removals = fc.array(
  fc.record({ at: days(170), kept: fc.integer({ min: 1, max: 40 }), byMonth: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

/** One of the values that an arbitrary makes lists of. */
type Given<List> = List extends fc.Arbitrary<(infer One)[]> ? One : never;

let counter = 0;
const timeOf = (day: number) => new Date(Math.round(BEGIN + day * DAY_MS));
function idAt(time: Date): string {
  counter += 1;
  return uuidV7LowerBound(time).slice(0, -12) + counter.toString(16).padStart(12, '0');
}

describe('The retention of mail', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;

  /** Rows as they are made, and until when they are in use; Infinity: they may still be sent. */
  interface Made {
    born: Date;
    usedUntil: number;
    /** Table → ids of the rows that stay and go with it. */
    rows: Record<string, string[]>;
  }

  async function makeEmail({ born, recipients, file }: Given<typeof emails>): Promise<Made> {
    const at = timeOf(born);
    const id = idAt(at);
    const ends = recipients.map(({ lasted }) => timeOf(born + lasted));
    const active = recipients.map((one) => one.state).find((one) => ACTIVE.includes(one));
    await query(
      `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, created_at)
       VALUES ($1, $2, $2, $1, 'api', $3, $4, 'a@b.dev', 'a@b.dev', '{}', '', $5)`,
      [id, ACCOUNT, active ?? 'delivered', id, at],
    );
    await query(`INSERT INTO email_contents (id, account_id, created_at) VALUES ($1, $2, $3)`, [
      id,
      ACCOUNT,
      at,
    ]);
    const rows: Made['rows'] = { emails: [id], email_contents: [id], email_recipients: [], email_events: [] };
    for (const [index, recipient] of recipients.entries()) {
      const recipientId = idAt(at);
      const eventId = idAt(ends[index] as Date);
      await query(
        `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
         VALUES ($1, $2, $3, 'to', $4, 'bo@c.dev', $5, 'transactional', $6)`,
        [recipientId, id, ACCOUNT, index, recipient.state, ends[index]],
      );
      await query(
        `INSERT INTO email_events (id, email_id, account_id, type, created_at) VALUES ($1, $2, $3, 'sent', $4)`,
        [eventId, id, ACCOUNT, ends[index]],
      );
      rows['email_recipients']?.push(recipientId);
      rows['email_events']?.push(eventId);
    }
    const stored = idAt(file === 'fetched' ? (ends[0] as Date) : new Date(at.getTime() - 1000));
    if (file !== 'none') Object.assign(rows, await makeFile(file === 'kept', { id, at, stored }));
    const usedUntil =
      active === undefined ? Math.max(...ends.map((end) => end.getTime())) : Number.POSITIVE_INFINITY;
    return { born: at, usedUntil, rows };
  }

  /** A file of an email, or the email itself, kept as it arrived. */
  async function makeFile(isKept: boolean, { id, at, stored }: { id: string; at: Date; stored: string }) {
    await query(`INSERT INTO attachment_chunks VALUES ($1, 0, 'x')`, [stored]);
    const chunks = { attachment_chunks: [stored] };
    if (isKept) {
      await query('INSERT INTO email_kept_messages (id, content_id) VALUES ($1, $2)', [id, stored]);
      return { email_kept_messages: [id], ...chunks };
    }
    const fileId = idAt(at);
    await query(
      `INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, disposition, size, stored_id, created_at)
       VALUES ($1, $2, $3, 'x', 'text/plain', 'attachment', 1, $4, $5)`,
      [fileId, id, ACCOUNT, stored, at],
    );
    return { email_attachments: [fileId], ...chunks };
  }

  async function makeMessage({ born, state, attempts, isReplayed }: Given<typeof messages>): Promise<Made> {
    const at = timeOf(born);
    const id = idAt(at);
    const webhookId = idAt(at);
    const tried = attempts.map((lasted) => timeOf(born + lasted));
    const rows: Made['rows'] = { webhook_messages: [id], webhook_attempts: tried.map(idAt) };
    await query(
      `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, created_at)
       VALUES ($1, $2, $3, 'email.sent', '{}', $4, $5)`,
      [id, ACCOUNT, webhookId, state, at],
    );
    for (const attemptId of rows['webhook_attempts'] ?? [])
      await query(
        `INSERT INTO webhook_attempts (id, account_id, webhook_id, message_id, duration_ms, created_at)
         VALUES ($1, $2, $3, $4, 1, now())`,
        [attemptId, ACCOUNT, webhookId, id],
      );
    if (isReplayed)
      await query(
        `INSERT INTO webhook_replays (id, account_id, webhook_id, last_id, until_id, created_at)
         VALUES ($1, $2, $3, $4, $5, now())`,
        [
          webhookId,
          ACCOUNT,
          webhookId,
          uuidV7LowerBound(new Date(at.getTime() - 1)),
          uuidV7LowerBound(new Date(at.getTime() + 1)),
        ],
      );
    const isInUse = isReplayed || ['pending', 'attempting'].includes(state);
    const last = Math.max(at.getTime(), ...tried.map((one) => one.getTime()));
    return { born: at, usedUntil: isInUse ? Number.POSITIVE_INFINITY : last, rows };
  }

  async function makeEvent({ born, isAwaited }: Given<typeof events>): Promise<Made> {
    const at = timeOf(born);
    const id = idAt(at);
    const contactId = idAt(at);
    await query(
      `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, outcomes, waits_resolved, created_at)
       VALUES ($1, $2, $2, $3, 'x', '[]', 0, $4)`,
      [id, ACCOUNT, contactId, at],
    );
    if (isAwaited)
      await query(
        `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
           is_exclusive, chain, listens, step_key, clock, created_at)
         VALUES ($1, $2, $1, $1, 0, $2, $1, $1, false, '{}', '{}', 'x', now(), now())`,
        [contactId, ACCOUNT],
      );
    return {
      born: at,
      usedUntil: isAwaited ? Number.POSITIVE_INFINITY : at.getTime(),
      rows: { received_events: [id] },
    };
  }

  /** Its bytes were an upload before it was stored, and its file is one that a worker has written later. */
  async function makeReceived({ born, isParsed }: Given<typeof received>): Promise<Made> {
    const at = timeOf(born);
    const raw = idAt(new Date(at.getTime() - 1000));
    const id = idAt(at);
    const file = idAt(at);
    const stored = idAt(at);
    await query(
      `INSERT INTO received_emails (id, account_id, client_address, helo, mail_from, received_for, size, created_at, parsed_at)
       VALUES ($1, $2, '192.0.2.1', 'x', '', '{}', 1, $3, $4)`,
      [id, ACCOUNT, at, isParsed ? at : null],
    );
    await query('INSERT INTO received_contents (id, account_id, raw_id) VALUES ($1, $2, $3)', [
      id,
      ACCOUNT,
      raw,
    ]);
    await query(
      `INSERT INTO received_attachments (id, received_id, account_id, position, content_type, size, stored_id)
       VALUES ($1, $2, $3, 0, 'text/plain', 1, $4)`,
      [file, id, ACCOUNT, stored],
    );
    for (const chunk of [raw, stored])
      await query(`INSERT INTO received_chunks VALUES ($1, 0, 'x')`, [chunk]);
    const rows = { received_emails: [id], received_contents: [id], received_attachments: [file] };
    return {
      born: at,
      usedUntil: isParsed ? at.getTime() : Number.POSITIVE_INFINITY,
      rows: { ...rows, received_chunks: [raw, stored] },
    };
  }

  async function clear(): Promise<void> {
    for (let month = 6; month < 18; month += 3)
      await createPartitions(database.pool, {
        tables: PARTITIONED_TABLES,
        now: new Date(Date.UTC(2031, month, 15)),
      });
    const tables = [...PARTITIONED_TABLES.map(({ name }) => name), 'webhook_replays', 'automation_runs'];
    // These tables have few rows; truncating them would create the files of every partition and its indexes again.
    await database.pool.query(tables.map((table) => `DELETE FROM ${table}`).join('; '));
  }

  const left = async (table: string) =>
    (await query(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id as string);

  it('keeps what may still be sent, retried, reported or replayed, and removes all else, at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        emails,
        messages,
        events,
        received,
        removals,
        async (someEmails, someMessages, someEvents, someReceived, times) => {
          await clear();
          const made = {
            emails: await inOrder(someEmails, makeEmail),
            webhookMessages: await inOrder(someMessages, makeMessage),
            receivedEvents: await inOrder(someEvents, makeEvent),
            receivedEmails: await inOrder(someReceived, makeReceived),
          };
          let kept: Made[] = Object.values(made).flat();
          for (const { at, kept: keptDays, byMonth } of times.sort((one, other) => one.at - other.at)) {
            const now = timeOf(at);
            const days = {
              emails: keptDays,
              webhookMessages: keptDays,
              receivedEvents: keptDays,
              receivedEmails: keptDays,
            };
            await removeOldRows(database.pool, now, days, byMonth ? { rowsWorthADrop: 0 } : {});
            kept = kept.filter((one) => {
              const atLeast = made.emails.includes(one) ? REPORT_DAYS : 0;
              const end = now.getTime() - Math.max(keptDays, atLeast) * DAY_MS;
              return Math.max(one.usedUntil, one.born.getTime()) >= end;
            });
            for (const { name } of OF_MAIL) {
              const expected = kept.flatMap(({ rows }) => rows[name] ?? []).sort();
              expect(await left(name), `${name} after ${at} days`).to.deep.equal(expected);
            }
          }
        },
      ),
      { numRuns: extent('RETENTION_RUNS', 6, 100) },
    );
  });

  it('removes nothing with 0 days, for ever', async () => {
    await clear();
    const one = await makeEmail({ born: 0, recipients: [{ state: 'failed', lasted: 1 }], file: 'uploaded' });
    const forEver = Number.POSITIVE_INFINITY;
    await removeOldRows(database.pool, timeOf(4000), { emails: forEver, webhookMessages: forEver });
    for (const [table, ids] of Object.entries(one.rows)) expect(await left(table)).to.deep.equal(ids);
  });
});

async function inOrder<Given, Result>(
  given: readonly Given[],
  make: (one: Given) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of given) results.push(await make(one));
  return results;
}
