// GET /emails/:id after the send worker has recorded outcomes for the recipients: status, last_event and the event log
// (docs/reference/emails.md#states, docs/reference/emails.md#events).
import { expect } from 'chai';
import { EMAIL_EVENT_TYPES, EMAIL_STATUSES } from '../../../../shared/contract/emails/values.ts';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import { appendEvents } from '../../../../shared/resources/messaging/emails/events/append.ts';
import type { EmailEvent } from '../../../../shared/resources/messaging/emails/events/event.ts';
import {
  claimEmail,
  loadNow,
  type MadeEmail,
  newLease,
  outcomeOf,
} from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../../support/api/app.ts';
import { createSuppression } from '../../../support/factories/factories.ts';
import type { Fields } from '../../specimen.ts';
import { useSender } from '../sender.ts';

const HOUR_MS = 3_600_000;
const AT = new Date('2026-11-20T10:00:00.123Z');
const NOT_REPORTED = { report_id: null, provider: null };

interface Event {
  type: string;
  created_at: string;
  recipient: string;
  report_id: string | null;
  provider: string | null;
}

describe('GET /emails/:id', () => {
  const app = useApp();
  const ids = createIds(createSystemClock());
  const sender = useSender(app);
  const get = (id: string) => sender.read(`/emails/${id}`);
  let emails = 0;
  /** Sends an email to one recipient per result, and records the results as the send worker does. */
  const sendAndRecord = async (
    results: AttemptResult[],
    changes: Fields = {},
    reply: RecipientOutcome['reply'] = { code: 250, text: '2.0.0 OK' },
  ) => {
    // An address that bounced or complained is suppressed, so each email has addresses of its own.
    emails += 1;
    const to = results.map((_, index) => `r${index}.${emails}@customer.dev`);
    const { id } = await sender.sent({ to, ...changes });
    const { rows } = await app.pool.query(
      'SELECT id, address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const email: MadeEmail = { id, accountId: sender.accountId, recipients: rows };
    const claimed = { ...email, token: await claimEmail(app.pool, email) };
    await recordOutcomes(
      { ...app.deps, ids },
      results.map((result, index) =>
        outcomeOf(claimed, { result, reply, at: AT, nextAttemptAt: result === 'delayed' ? AT : null }, index),
      ),
    );
    return await get(id);
  };

  const appendTo = (
    emailId: string,
    events: readonly Pick<EmailEvent, 'recipient' | 'type' | 'data' | 'createdAt'>[],
  ) => {
    const of = { emailId, accountId: sender.accountId, domainId: sender.domain.id };
    return transaction(app.pool, (client) =>
      appendEvents(
        client,
        events.map((event) => ({ id: ids.next(), ...of, ...event })),
        app.deps.queues,
      ),
    );
  };

  describe('Answers the complete record of an email, with its bodies, headers and events.', () => {
    it('when it is delivered', async () => {
      const email = await sendAndRecord(['delivered'], { subject: 'Grüße' });
      const recipient = `r0.${emails}@customer.dev`;
      const of = { created_at: AT.toISOString(), recipient, ...NOT_REPORTED };
      expect(email).to.deep.include({
        object: 'email',
        id: (await sender.read('/emails')).data[0].id,
        from: `ana@${sender.domain.name}`,
        to: [of.recipient],
        subject: 'Grüße',
        status: 'delivered',
        last_event: 'delivered',
        sent_at: AT.toISOString(),
        events: [
          { type: 'sent', ...of },
          { type: 'delivered', ...of },
        ],
      });
    });
  });

  it('Gives every email one of eleven statuses: with one recipient, the state of that recipient.', async () => {
    const seen = new Set<string>();
    for (const [result, status] of [
      ['sent', 'sent'],
      ['delivered', 'delivered'],
      ['delayed', 'delivery_delayed'],
      ['bounced', 'bounced'],
      ['complained', 'complained'],
      ['suppressed', 'suppressed'],
      ['failed', 'failed'],
    ] as const) {
      expect((await sendAndRecord([result])).status).to.equal(status);
      seen.add(status);
    }
    const pending = await sender.sent({ scheduled_at: 'in 1 hour' });
    expect(pending).to.include({ status: 'pending', sent_at: null });
    seen.add('pending');
    await sender.api.post(`/emails/${pending.id}/cancel`);
    expect((await get(pending.id)).status).to.equal('canceled');
    seen.add('canceled');
    const { id: sending, status: queued } = await sender.sent();
    expect(queued).to.equal('queued');
    seen.add('queued');
    const { rows } = await app.pool.query('SELECT id FROM email_recipients WHERE email_id = $1', [sending]);
    const claims = await sendingWork.table.claim(
      app.pool,
      rows.map((row) => row.id),
      newLease(),
    );
    await loadNow(app.pool, claims);
    expect((await get(sending)).status).to.equal('sending');
    seen.add('sending');
    expect(seen.size).to.equal(11);
    expect([...seen].sort()).to.deep.equal([...EMAIL_STATUSES].sort());
  });

  it('Answers the type of the latest event as last_event, and the status before the first event.', async () => {
    expect(await sender.sent()).to.include({ status: 'queued', last_event: 'queued' });
    // The failed recipient decides the status; the recipient that was delivered after it has the last event.
    const email = await sendAndRecord(['failed', 'delivered']);
    expect(email).to.include({ status: 'failed', last_event: 'delivered' });
  });

  describe('Answers the events of an email in the order in which they were recorded, each with its recipient and time.', () => {
    it('events of every type', async () => {
      const { id } = await sender.sent();
      const append = (types: readonly (typeof EMAIL_EVENT_TYPES)[number][]) =>
        appendTo(
          id,
          types.map((type, index) => ({
            recipient: `${type}@customer.dev`,
            type,
            data: null,
            // The ids give the order, not the times: a clock that was set back does not change it.
            createdAt: new Date(AT.getTime() - index),
          })),
        );
      await append(EMAIL_EVENT_TYPES);
      const { events } = await get(id);
      expect(events.map(({ type }: Event) => type).join(', ')).to.equal(
        'scheduled, sent, delivered, delivery_delayed, opened, clicked, bounced, complained, suppressed, failed, canceled',
      );
      for (const [index, { type, recipient, created_at }] of events.entries()) {
        expect(recipient).to.equal(`${type}@customer.dev`);
        expect(created_at).to.equal(new Date(AT.getTime() - index).toISOString());
      }
      await append(['delivered']);
      expect((await get(id)).events.slice(0, -1)).to.deep.equal(events);
    });

    it('events of several recipients', async () => {
      await createSuppression(app.pool, sender.accountId, 'cy@customer.dev');
      const { events } = await sendAndRecord(['delivered', 'bounced'], { cc: 'cy@customer.dev' });
      expect(events.map(({ type, recipient }: Event) => `${type} ${recipient}`)).to.have.members([
        'suppressed cy@customer.dev',
        `sent r0.${emails}@customer.dev`,
        `delivered r0.${emails}@customer.dev`,
        `bounced r1.${emails}@customer.dev`,
      ]);
      expect(events[0].type).to.equal('suppressed');
    });
  });

  it('Answers why a recipient bounced, failed, was delayed or suppressed, and what the mail server replied, in its event.', async () => {
    const reply = { code: 550, text: '550 5.1.1 no' };
    const { events } = await sendAndRecord(
      ['bounced', 'failed', 'delayed', 'suppressed', 'delivered'],
      {},
      reply,
    );
    const spoken = {
      message: 'Test.',
      smtp_code: 550,
      smtp_reply: '550 5.1.1 no',
      server: 'mx.customer.dev',
    };
    const silent = { message: '550 5.1.1 no', smtp_code: null, smtp_reply: null, server: null };
    const causes = [
      { type: 'bounced', reason: 'unknown_mailbox', ...spoken },
      { type: 'failed', reason: 'policy_refused', ...spoken },
      { type: 'delivery_delayed', reason: 'temporary_failure', ...spoken },
      { type: 'suppressed', reason: 'suppressed_address', ...silent },
      { type: 'sent' },
      { type: 'delivered' },
    ];
    expect(
      events.map(({ created_at, recipient, report_id, provider, ...rest }: Event) => rest),
    ).to.deep.equal(causes);
  });

  it('Answers in an opened event its open and in a clicked event its click: the client, the time, the link and the machine.', async () => {
    const { id } = await sender.sent();
    const hit = { ipAddress: '192.0.2.1', userAgent: 'Test', timestamp: AT.toISOString() };
    const details = [
      ['opened', { open: { ...hit, machine: null } }],
      ['clicked', { click: { ...hit, link: 'https://shop.test/?a=1', machine: 'scanner' } }],
    ] as const;
    const recipient = 'bo@customer.dev';
    await appendTo(
      id,
      details.map(([type, data]) => ({ recipient, type, data, createdAt: AT })),
    );
    const common = { created_at: AT.toISOString(), recipient, ...NOT_REPORTED };
    const expected = details.map(([type, data]) => ({ type, ...common, ...data }));
    expect((await get(id)).events).to.deep.equal(expected);
  });

  it('Answers in `report_id` of an event which report said so, in `provider` which provider did, and null where none did.', async () => {
    const { id } = await sendAndRecord(['bounced']);
    const reportId = ids.next();
    const reportOf = async () =>
      (await get(id)).events.map(({ report_id, provider }: Event) => [report_id, provider]);
    expect(await reportOf()).to.deep.equal([[null, null]]);
    for (const provider of [null, 'post']) {
      const data = { report_id: reportId, ...(provider !== null && { provider }) };
      await app.pool.query('UPDATE email_events SET data = data || $2::jsonb WHERE email_id = $1', [
        id,
        data,
      ]);
      expect(await reportOf()).to.deep.equal([[reportId, provider]]);
    }
  });

  it('Answers null in reason, message and server of an event that an older version has recorded.', async () => {
    const { id } = await sendAndRecord(['bounced']);
    await app.pool.query(
      `UPDATE email_events SET data = '{"bounce": {"message": "550 no"}}' WHERE email_id = $1`,
      [id],
    );
    const none = { reason: null, message: null, smtp_code: null, smtp_reply: null, server: null };
    expect((await get(id)).events[0]).to.deep.include({ type: 'bounced', ...none });
  });

  it('Answers each recipient of an email with its state, the last reply of the mail server, its attempts and the time of the next one.', async () => {
    await createSuppression(app.pool, sender.accountId, 'cy@customer.dev');
    const reply = { code: 451, text: '451 4.3.0 later' };
    const { recipients } = await sendAndRecord(['delayed', 'delivered'], { cc: 'cy@customer.dev' }, reply);
    const spoken = { smtp_code: 451, smtp_reply: '451 4.3.0 later', attempts: 1, provider: null };
    const address = (index: number) => `r${index}.${emails}@customer.dev`;
    const silent = { smtp_code: null, smtp_reply: null, attempts: 0, next_attempt_at: null, provider: null };
    expect(recipients).to.deep.equal([
      {
        address: address(0),
        kind: 'to',
        status: 'delivery_delayed',
        ...spoken,
        next_attempt_at: AT.toISOString(),
      },
      { address: address(1), kind: 'to', status: 'delivered', ...spoken, next_attempt_at: null },
      { address: 'cy@customer.dev', kind: 'cc', status: 'suppressed', ...silent },
    ]);
  });

  it('Answers null in smtp_code and smtp_reply of a recipient when no mail server has replied to its last attempt.', async () => {
    const reply = { code: null, text: 'The connection was lost.' };
    const { recipients } = await sendAndRecord(['delayed'], {}, reply);
    expect(recipients[0]).to.include({ smtp_code: null, smtp_reply: null, attempts: 1 });
  });

  it('Answers every time as ISO 8601 in UTC with milliseconds and Z.', async () => {
    const { id } = await sendAndRecord(['delivered']);
    await app.pool.query(`UPDATE emails SET sent_at = '2026-03-01T10:00:00.5+02' WHERE id = $1`, [id]);
    expect(await get(id)).to.include({
      sent_at: '2026-03-01T08:00:00.500Z',
      created_at: app.clock.now().toISOString(),
    });
    const at = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
    const withOffset = new Date(Date.parse(at) + 2 * HOUR_MS).toISOString().replace('Z', '+02:00');
    const read = await sender.sent({ scheduled_at: withOffset });
    expect(read.scheduled_at).to.equal(at);
    for (const { created_at } of read.events)
      expect(created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
