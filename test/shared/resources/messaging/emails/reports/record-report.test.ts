// What follows from a report about a recipient, in a real database: by its state, and once.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { recordReports } from '../../../../../../shared/resources/messaging/emails/reports/record-report.ts';
import type {
  RecipientReport,
  ReportResult,
} from '../../../../../../shared/resources/messaging/emails/reports/report.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { createClaimedEmail, outcomeOf, readEmail, readEvents, readRecipient } from '../delivery/outcomes.ts';

const SMTP = { smtpCode: 550, smtpReply: '550 5.1.1 gone', server: 'mx.customer.dev' };
const CAUSE = { reason: 'unknown_mailbox', message: 'Test.', ...SMTP } as const;
const BOUNCED: ReportResult = { result: 'bounced', cause: CAUSE };
const FAILED: ReportResult = { result: 'failed', cause: { ...CAUSE, reason: 'policy_refused' } };
const DELAYED: ReportResult = { result: 'delayed', cause: { ...CAUSE, reason: 'temporary_failure' } };
const DELIVERED: ReportResult = { result: 'delivered' };
const COMPLAINED: ReportResult = { result: 'complained', feedbackType: 'abuse' };

describe('A report', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const reportId = ids.next();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  /** @param result undefined: its worker has not recorded one yet */
  const createTried = async (result: AttemptResult | undefined) => {
    const email = await createClaimedEmail(database.pool, accountId);
    const deps = { database: database.pool, ids, queues: SILENT_QUEUES };
    if (result) await recordOutcomes(deps, [outcomeOf(email, { result })]);
    return email;
  };
  const report = (recipientId: string, ...results: readonly ReportResult[]) =>
    transaction(database.pool, (client) =>
      recordReports(
        client,
        { ids, queues: SILENT_QUEUES },
        results.map(
          (result): RecipientReport => ({
            ...result,
            reportId,
            recipientId,
            at: new Date('2026-11-21T10:00:00Z'),
          }),
        ),
      ),
    );
  const readAll = async (email: Awaited<ReturnType<typeof createTried>>) => {
    const [recipient] = email.recipients;
    const { rows } = await database.pool.query(
      'SELECT reason, report_id, smtp_reply FROM suppressions WHERE account_id = $1',
      [accountId],
    );
    const events = await readEvents(database.pool, email.id);
    return {
      state: (await readRecipient(database.pool, recipient?.id ?? '')).state,
      email: await readEmail(database.pool, email.id),
      events: events.map((event) => event.split(' ')[0]),
      suppressed: rows,
    };
  };

  // biome-ignore format: it is a table
  const cases: [AttemptResult | undefined, ReportResult, string, { state: string; events: string[]; suppressed?: string }][] = [
    ['sent', BOUNCED, 'applied', { state: 'bounced', events: ['sent', 'bounced'], suppressed: 'bounce' }],
    ['delivered', BOUNCED, 'applied', { state: 'bounced', events: ['sent', 'delivered', 'bounced'], suppressed: 'bounce' }],
    ['sent', FAILED, 'applied', { state: 'failed', events: ['sent', 'failed'] }],
    ['delivered', FAILED, 'applied', { state: 'failed', events: ['sent', 'delivered', 'failed'] }],
    ['sent', DELAYED, 'applied', { state: 'sent', events: ['sent', 'delivery_delayed'] }],
    ['sent', DELIVERED, 'applied', { state: 'delivered', events: ['sent', 'delivered'] }],
    ['delivered', DELIVERED, 'unchanged', { state: 'delivered', events: ['sent', 'delivered'] }],
    ['sent', COMPLAINED, 'applied', { state: 'complained', events: ['sent', 'delivered', 'complained'], suppressed: 'complaint' }],
    ['delivered', COMPLAINED, 'applied', { state: 'complained', events: ['sent', 'delivered', 'complained'], suppressed: 'complaint' }],
    ['failed', COMPLAINED, 'applied', { state: 'failed', events: ['failed'], suppressed: 'complaint' }],
    ['failed', BOUNCED, 'unchanged', { state: 'failed', events: ['failed'] }],
    ['suppressed', BOUNCED, 'unchanged', { state: 'suppressed', events: ['suppressed'] }],
    ['delayed', BOUNCED, 'early', { state: 'delivery_delayed', events: ['delivery_delayed'] }],
    [undefined, BOUNCED, 'early', { state: 'sending', events: [] }],
    [undefined, COMPLAINED, 'early', { state: 'sending', events: [] }],
  ];
  for (const [tried, result, effect, expected] of cases) {
    it(`that a recipient ${result.result} is ${effect} when it is ${tried ?? 'being sent to'}`, async () => {
      const email = await createTried(tried);
      const { id = '' } = email.recipients[0] ?? {};
      expect(await report(id, result)).to.deep.equal([effect]);
      const after = await readAll(email);
      expect([after.state, after.events]).to.deep.equal([expected.state, expected.events]);
      expect(after.email.status).to.equal(expected.state === 'sending' ? 'queued' : expected.state);
      const reply = expected.suppressed === 'bounce' ? SMTP.smtpReply : null;
      expect(after.suppressed).to.deep.equal(
        expected.suppressed ? [{ reason: expected.suppressed, report_id: reportId, smtp_reply: reply }] : [],
      );
    });
  }

  it('that comes twice, in one group and later, has one effect', async () => {
    const email = await createTried('delivered');
    const { id = '' } = email.recipients[0] ?? {};
    expect(await report(id, BOUNCED, BOUNCED, DELIVERED)).to.deep.equal([
      'applied',
      'unchanged',
      'unchanged',
    ]);
    expect(await report(id, BOUNCED, FAILED)).to.deep.equal(['unchanged', 'unchanged']);
    expect((await readAll(email)).events).to.deep.equal(['sent', 'delivered', 'bounced']);
  });

  it('of a delay is an event ten times', async () => {
    const email = await createTried('sent');
    const { id = '' } = email.recipients[0] ?? {};
    const effects = [
      ...(await report(id, ...Array(7).fill(DELAYED))),
      ...(await report(id, ...Array(7).fill(DELAYED))),
    ];
    expect(effects.filter((effect) => effect === 'applied')).to.have.lengthOf(10);
    expect((await readAll(email)).events).to.deep.equal(['sent', ...Array(10).fill('delivery_delayed')]);
  });

  it('of a complaint suppresses once: not again when the address was taken off the list', async () => {
    for (const tried of ['delivered', 'failed', 'suppressed'] as const) {
      const email = await createTried(tried);
      const { id = '' } = email.recipients[0] ?? {};
      expect(await report(id, COMPLAINED, COMPLAINED), tried).to.deep.equal(['applied', 'unchanged']);
      await database.pool.query('DELETE FROM suppressions WHERE account_id = $1', [accountId]);
      expect(await report(id, COMPLAINED), tried).to.deep.equal(['unchanged']);
      expect((await readAll(email)).suppressed, tried).to.deep.equal([]);
    }
  });

  it('of a delay is the last event of an email that was only sent, and not of one that was delivered', async () => {
    for (const [tried, last] of [
      ['sent', 'delivery_delayed'],
      ['delivered', 'delivered'],
    ] as const) {
      const email = await createTried(tried);
      expect(await report(email.recipients[0]?.id ?? '', DELAYED)).to.deep.equal(['applied']);
      const after = await readAll(email);
      expect([after.email.last_event, after.email.status, after.events.at(-1)]).to.deep.equal([
        last,
        tried,
        'delivery_delayed',
      ]);
    }
  });

  it('about a recipient that does not exist is unknown', async () => {
    expect(await report(ids.next(), BOUNCED)).to.deep.equal(['unknown']);
  });

  it('names itself in the event, with the words of the server', async () => {
    const email = await createTried('delivered');
    await report(email.recipients[0]?.id ?? '', BOUNCED);
    const { rows } = await database.pool.query(
      `SELECT data FROM email_events WHERE email_id = $1 AND type = 'bounced'`,
      [email.id],
    );
    const reply = SMTP.smtpReply;
    expect(rows[0].data).to.deep.equal({
      reason: 'unknown_mailbox',
      message: 'Test.',
      smtp_code: 550,
      smtp_reply: reply,
      server: SMTP.server,
      bounce: { type: 'Permanent', subType: 'NoEmail', message: reply, diagnosticCode: [reply] },
      report_id: reportId,
    });
  });
});
