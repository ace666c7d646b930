// The job that reads received messages, for those that came to a return path: what a report changes, once, and that
// no account sees it as mail.
import { expect } from 'chai';
import { createConfiguredDns } from '../../../shared/platform/net/dns/dns.ts';
import { ERASED_ADDRESS } from '../../../shared/resources/foundation/erasing/eraser.ts';
import { findReceived } from '../../../shared/resources/messaging/receiving/find.ts';
import { createReception } from '../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { receivingWork } from '../../../shared/resources/messaging/receiving/work.ts';
import { open as openReceiveEmail } from '../../../workers/jobs/receive-email.ts';
import type { OpenJob, WorkerDeps } from '../../../workers/runtime/job.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { useAccountJob } from '../support/use-job.ts';

const CLIENT = { address: '192.0.2.1', helo: 'mail.customer.dev', mailFrom: '' };
const SECOND_MS = 1_000;

/** A delivery report. @param fields of its recipient */
function dsn(...fields: readonly string[]): string {
  return [
    'From: Mail <mailer-daemon@customer.dev>',
    'Subject: Undeliverable',
    'Message-ID: <r@customer.dev>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'It was not delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.customer.dev',
    '',
    'Final-Recipient: rfc822; bo@customer.dev',
    ...fields,
    '',
    '--b--',
    '',
  ].join('\r\n');
}

const FAILED = dsn('Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no such user');
const AWAY = [
  'From: Bo <bo@customer.dev>',
  'Auto-Submitted: auto-replied',
  'Subject: Away',
  '',
  'Away.',
].join('\r\n');

describe('The job that receives email, of reports', () => {
  const test = useAccountJob();
  const { clock, ids, query, row } = test;
  let deps: WorkerDeps;
  let job: OpenJob;
  before(() => {
    const config = { ...test.deps.config, secretKeys: TEST_SECRET_KEYS };
    deps = { ...test.deps, config, dns: createConfiguredDns(config) };
    job = openReceiveEmail(deps, receivingWork);
  });
  after(() => job.drain?.());

  const createSent = async (state: 'sent' | 'delivered' | 'sending') => {
    const { id, recipients } = await createEmail(test.pool, test.accountId, {
      recipients: [{ address: 'bo@customer.dev' }],
    });
    const recipientId = recipients[0]?.id ?? '';
    await test.pool.query(
      `UPDATE email_recipients SET state = $2, sent_at = CASE WHEN $2 <> 'sending' THEN now() END, woken_at = NULL,
              next_attempt_at = NULL WHERE id = $1`,
      [recipientId, state],
    );
    return { emailId: id, recipientId };
  };
  /** Stores what came to the return path of a recipient. @returns the result, and the id if it was stored */
  const receive = async (recipientId: string, text: string) => {
    const reception = createReception({ ...deps, queues: { wake() {} }, mailHostname: 'mx.posthorn.dev' });
    const report = { purpose: 'report', address: `b-${recipientId}@send.acme.dev`, recipientId } as const;
    const arrival = { client: CLIENT, recipients: [], report, content: Buffer.from(text), digest: null };
    const result = await reception.store({ ...arrival, receivedAt: clock.now() });
    const { rows } = await test.pool.query<{ id: string }>(
      'SELECT id FROM received_emails WHERE recipient_id = $1 ORDER BY id DESC LIMIT 1',
      [recipientId],
    );
    return { result, id: rows[0]?.id ?? '' };
  };
  const run = (id: string) => job.handle({ ids: [id] }, deps);
  const read = async (recipientId: string) => {
    const { id } = await receive(recipientId, FAILED);
    await run(id);
    return id;
  };
  const effectOf = (id: string) =>
    row('SELECT report_effect, next_attempt_at, claimed_by FROM received_emails WHERE id = $1', [id]);
  const stateOf = async (id: string) =>
    (await row('SELECT state FROM email_recipients WHERE id = $1', [id])).state;

  it('bounces the recipient, suppresses the address, and shows the report to no one', async () => {
    const { emailId, recipientId } = await createSent('delivered');
    const id = await read(recipientId);
    expect(await effectOf(id)).to.deep.equal({
      report_effect: 'applied',
      next_attempt_at: null,
      claimed_by: null,
    });
    expect(await stateOf(recipientId)).to.equal('bounced');
    const [event] = await query(
      `SELECT data FROM email_events WHERE email_id = '${emailId}' AND type = 'bounced'`,
    );
    expect(event?.['data']).to.include({
      reason: 'unknown_mailbox',
      smtp_code: 550,
      smtp_reply: '550 5.1.1 no such user',
      report_id: id,
    });
    const { report_id, email_id } = await row(
      'SELECT report_id, email_id FROM suppressions WHERE account_id = $1',
      [test.accountId],
    );
    expect([report_id, email_id]).to.deep.equal([id, emailId]);
    expect(await findReceived(test.pool, test.accountId, id)).to.equal(undefined);
    const { used } = await row('SELECT count(*)::int AS used FROM email_usage WHERE account_id = $1', [
      test.accountId,
    ]);
    expect(used, 'it is not charged').to.equal(0);
  });

  it('records the words of a server that are cut within a character', async () => {
    const { recipientId } = await createSent('sent');
    const words = `550 5.7.1 ${'x'.repeat(989)}\u{1f600}`;
    const text = dsn('Action: failed', 'Status: 5.7.1', `Diagnostic-Code: smtp; ${words}`);
    const { id } = await receive(recipientId, text);
    await run(id);
    expect((await effectOf(id))['report_effect']).to.equal('applied');
    expect(await stateOf(recipientId)).to.equal('failed');
  });

  it('changes nothing of a recipient that was erased', async () => {
    const { recipientId } = await createSent('sent');
    await test.pool.query('UPDATE email_recipients SET address = $2 WHERE id = $1', [
      recipientId,
      ERASED_ADDRESS,
    ]);
    expect((await effectOf(await read(recipientId)))['report_effect']).to.equal('unknown');
    expect(await stateOf(recipientId)).to.equal('sent');
  });

  it('changes nothing for an automatic reply', async () => {
    const { recipientId } = await createSent('delivered');
    const { id } = await receive(recipientId, AWAY);
    await run(id);
    expect((await effectOf(id))['report_effect']).to.equal('ignored');
    expect(await stateOf(recipientId)).to.equal('delivered');
  });

  it('Keeps 16 KiB of a report that changes nothing, and of a recipient only twenty of them.', async () => {
    const { recipientId } = await createSent('delivered');
    const bytesOf = (id: string) =>
      row(
        `SELECT email.size, sum(length(bytes))::integer AS stored FROM received_emails AS email
         JOIN received_contents USING (id) JOIN received_chunks AS chunk ON chunk.id = raw_id
         WHERE email.id = $1 GROUP BY email.id, email.size`,
        [id],
      );
    const large = AWAY + 'x'.repeat(300_000);
    const { id } = await receive(recipientId, large);
    expect(await bytesOf(id)).to.deep.equal({ size: large.length, stored: large.length });
    await run(id);
    expect(await bytesOf(id)).to.deep.equal({ size: 16_384, stored: 16_384 });
    const results = [];
    // Before any of them is read, too.
    for (let count = 2; count <= 22; count += 1) results.push((await receive(recipientId, AWAY)).result);
    expect(results).to.deep.equal([...Array(19).fill('stored'), 'dropped', 'dropped']);
    expect((await receive(recipientId, FAILED)).result, 'whatever it says').to.equal('dropped');
    const other = await createSent('delivered');
    const applied = dsn('Action: failed', 'Status: 5.1.1', `X-Long: ${'x '.repeat(10_000)}`);
    const report = await receive(other.recipientId, applied);
    await run(report.id);
    expect((await effectOf(report.id))['report_effect']).to.equal('applied');
    expect((await bytesOf(report.id))['stored'], 'what was believed is kept whole').to.equal(applied.length);
  });

  it('shows the code of the reply that it was judged by, and none where there is no reply', async () => {
    for (const [words, code] of [
      ['host mx.customer.dev[192.0.2.1] said: 552 5.2.2 250 MB used', 552],
      ['(#5.2.2) 100 messages are too many', null],
    ] as const) {
      const { recipientId } = await createSent('sent');
      const { id } = await receive(recipientId, dsn('Action: failed', `Diagnostic-Code: smtp; ${words}`));
      await run(id);
      expect(await stateOf(recipientId)).to.equal('failed');
      const { smtp_code } = await row('SELECT smtp_code FROM email_recipients WHERE id = $1', [recipientId]);
      expect(smtp_code, words).to.equal(code);
    }
  });

  it('waits for the result of an attempt that it overtakes, and gives it up after ten minutes', async () => {
    const { recipientId } = await createSent('sending');
    const id = await read(recipientId);
    expect(await waitOf(id)).to.equal(5);
    await test.pool.query(`UPDATE email_recipients SET state = 'sent', sent_at = now() WHERE id = $1`, [
      recipientId,
    ]);
    await wake(id);
    await run(id);
    expect(await stateOf(recipientId)).to.equal('bounced');

    const other = await createSent('sending');
    const late = await read(other.recipientId);
    // Its worker was away, which uses up none of its looks.
    await test.pool.query(`UPDATE received_emails SET created_at = now() - interval '1 day' WHERE id = $1`, [
      late,
    ]);
    const waits = [await waitOf(late)];
    for (;;) {
      await wake(late);
      await run(late);
      const { report_effect, next_attempt_at } = await effectOf(late);
      if (next_attempt_at === null) {
        expect(report_effect).to.equal('unchanged');
        break;
      }
      waits.push(await waitOf(late));
    }
    expect(waits).to.deep.equal([5, 10, 20, 40, ...Array(9).fill(60)]);
    expect(await stateOf(other.recipientId)).to.equal('sending');
  });

  it('is not stored for a recipient that does not exist any more', async () => {
    expect(await receive(ids.next(), FAILED)).to.deep.equal({ result: 'dropped', id: '' });
  });

  /** In seconds. */
  const waitOf = async (id: string) => {
    const dueAt = (await effectOf(id))['next_attempt_at'] as Date;
    return (dueAt.getTime() - clock.now().getTime()) / SECOND_MS;
  };
  const wake = (id: string) =>
    test.pool.query('UPDATE received_emails SET woken_at = now(), next_attempt_at = now() WHERE id = $1', [
      id,
    ]);
});
