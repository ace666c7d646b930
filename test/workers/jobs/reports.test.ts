// What follows from reports that come to the return path (docs/reference/delivery.md#reports). receive-reports.test.ts has how
// the job works, test/shared/resources/messaging/emails/reports/ each state and result.
import { expect } from 'chai';
import { createConfiguredDns } from '../../../shared/platform/net/dns/dns.ts';
import { receivingWork } from '../../../shared/resources/messaging/receiving/work.ts';
import { open as openReceiveEmail } from '../../../workers/jobs/receive-email.ts';
import type { OpenJob, WorkerDeps } from '../../../workers/runtime/job.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createEmail, createWebhook } from '../../support/factories/factories.ts';
import { createReport } from '../../support/factories/received-factories.ts';
import { useAccountJob } from '../support/use-job.ts';

type State = 'sent' | 'delivered' | 'failed' | 'bounced' | 'suppressed';

/** A report of two parts. @param status the lines of its second one */
function report(type: string, status: readonly string[], ...returned: readonly string[]): string {
  return [
    'From: Mail <mailer-daemon@customer.dev>',
    'Subject: Report',
    'Message-ID: <r@customer.dev>',
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b',
    '',
    'A report.',
    '--b',
    `Content-Type: message/${type}`,
    '',
    ...status,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    ...returned,
    '',
    '--b--',
    '',
  ].join('\r\n');
}
const dsn = (action: string, status: string, reply: string, address = 'bo@customer.dev') =>
  report('delivery-status', [
    'Reporting-MTA: dns; mail.customer.dev',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reply}`,
    '',
  ]);
const arf = (type: string) =>
  report(
    'feedback-report',
    [`Feedback-Type: ${type}`, 'User-Agent: X/1', 'Version: 1', ''],
    'Subject: Hello',
  );

const BAD = dsn('failed', '5.1.1', '550 5.1.1 no such user');
const REFUSED = dsn('failed', '5.7.1', '550 5.7.1 refused');
const DELAYED = dsn('delayed', '4.4.1', '451 4.4.1 later');
const DELIVERED = dsn('delivered', '2.0.0', '250 OK');
const AWAY = 'From: Bo <bo@customer.dev>\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nAway.\r\n';

describe('Reports', () => {
  const test = useAccountJob();
  let deps: WorkerDeps;
  let job: OpenJob;
  before(() => {
    const config = { ...test.deps.config, secretKeys: TEST_SECRET_KEYS };
    deps = { ...test.deps, config, dns: createConfiguredDns(config) };
    job = openReceiveEmail(deps, receivingWork);
  });
  after(() => job.drain?.());

  /** @returns the ids of the recipients, the first of which is bo@customer.dev */
  const send = async (state: State, ...others: readonly string[]) => {
    const recipients = ['bo@customer.dev', ...others].map((address) => ({ address }));
    const { id, recipients: made } = await createEmail(test.pool, test.accountId, {
      status: state,
      recipients,
    });
    return { emailId: id, recipientIds: made.map((each) => each.id) };
  };
  /** Lets reports come and reads them. @returns their ids */
  const come = async (recipientId: string | undefined, ...raws: readonly string[]) => {
    const ids: string[] = [];
    for (const raw of raws) {
      const given = { raw, effect: null, ...(recipientId && { recipientId }) };
      ids.push((await createReport(test.pool, test.accountId, given)).id);
    }
    await job.handle({ ids }, deps);
    return ids;
  };
  const outcomeOf = async (emailId: string) => {
    const states = await test.query(
      'SELECT state FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    const events = await test.query('SELECT type FROM email_events WHERE email_id = $1 ORDER BY id', [
      emailId,
    ]);
    const suppressed = await test.query('SELECT address FROM suppressions WHERE account_id = $1', [
      test.accountId,
    ]);
    return [
      states.map(({ state }) => state).join(),
      events.map(({ type }) => type).join(),
      suppressed.map(({ address }) => address).join(),
    ];
  };
  /** What becomes of a recipient in a state. */
  const after_ = async (state: State, ...raws: readonly string[]) => {
    const { emailId, recipientIds } = await send(state);
    await come(recipientIds[0], ...raws);
    const outcome = await outcomeOf(emailId);
    await test.pool.query('DELETE FROM suppressions WHERE account_id = $1', [test.accountId]);
    return outcome;
  };

  it('Bounces and suppresses a recipient whose address a report calls bad, also when it was delivered.', async () => {
    for (const state of ['sent', 'delivered'] as const)
      expect(await after_(state, BAD)).to.deep.equal(['bounced', 'bounced', 'bo@customer.dev']);
  });

  it('Fails a recipient that a report says has failed for any other reason, and suppresses nothing.', async () => {
    for (const state of ['sent', 'delivered'] as const)
      expect(await after_(state, REFUSED)).to.deep.equal(['failed', 'failed', '']);
    expect(await after_('sent', dsn('failed', '4.4.7', '451 4.4.7 expired'))).to.deep.equal([
      'failed',
      'failed',
      '',
    ]);
  });

  it('Records a delay that is reported as an event, ten times at most, and changes nothing else.', async () => {
    const events = Array(10).fill('delivery_delayed').join();
    expect(await after_('delivered', ...Array(12).fill(DELAYED))).to.deep.equal(['delivered', events, '']);
  });

  it('Delivers a recipient that is only sent when a report says so.', async () => {
    expect(await after_('sent', DELIVERED)).to.deep.equal(['delivered', 'delivered', '']);
    expect(await after_('delivered', DELIVERED)).to.deep.equal(['delivered', '', '']);
  });

  it('Marks a recipient as complained and suppresses it when a report says that the email is spam.', async () => {
    expect(await after_('delivered', arf('abuse'))).to.deep.equal([
      'complained',
      'complained',
      'bo@customer.dev',
    ]);
    expect(await after_('sent', arf('abuse'))).to.deep.equal([
      'complained',
      'delivered,complained',
      'bo@customer.dev',
    ]);
    expect(await after_('delivered', arf('not-spam'))).to.deep.equal(['delivered', '', '']);
  });

  it('Changes nothing when a report comes twice, in one group or later.', async () => {
    const { emailId, recipientIds } = await send('delivered');
    const once = ['bounced', 'bounced', 'bo@customer.dev'];
    await come(recipientIds[0], BAD, BAD);
    expect(await outcomeOf(emailId)).to.deep.equal(once);
    await come(recipientIds[0], BAD);
    expect(await outcomeOf(emailId)).to.deep.equal(once);
    expect(await after_('delivered', arf('abuse'), arf('abuse'))).to.deep.equal([
      'complained',
      'complained',
      'bo@customer.dev',
    ]);
  });

  it('Changes nothing when a report is about a recipient that has failed, bounced or was suppressed before.', async () => {
    for (const state of ['failed', 'bounced', 'suppressed'] as const) {
      for (const raw of [BAD, REFUSED, DELAYED, DELIVERED])
        expect(await after_(state, raw)).to.deep.equal([state, '', '']);
      expect(await after_(state, arf('abuse'))).to.deep.equal([state, '', 'bo@customer.dev']);
    }
  });

  it('Changes nothing for an out-of-office message, also when it comes after delivery.', async () => {
    for (const state of ['sent', 'delivered'] as const)
      expect(await after_(state, AWAY)).to.deep.equal([state, '', '']);
  });

  it('Takes a text of a mail system, in any language, for a report when one line has the recipient and an SMTP code.', async () => {
    const text = (from: string, ...lines: readonly string[]) =>
      [`From: ${from}`, 'Auto-Submitted: auto-generated', '', 'Nicht zugestellt.', ...lines, ''].join('\r\n');
    const bounced = ['bounced', 'bounced', 'bo@customer.dev'];
    for (const from of ['MAILER-DAEMON@mx.customer.dev', 'zustellung@mx.customer.dev']) {
      expect(await after_('delivered', text(from, '<bo@customer.dev>: 550 5.1.1 weg'))).to.deep.equal(
        bounced,
      );
      expect(await after_('delivered', text(from, '<bo@customer.dev>:', '552 5.2.2 voll'))).to.deep.equal([
        'failed',
        'failed',
        '',
      ]);
      for (const other of ['<cy@customer.dev>: 550 5.1.1 weg', 'bo@customer.dev'])
        expect(await after_('delivered', text(from, other))).to.deep.equal(['delivered', '', '']);
    }
    const own = text('Bo <bo@customer.dev>', '<bo@customer.dev>: 550 5.1.1 weg');
    expect(await after_('delivered', own)).to.deep.equal(['delivered', '', '']);
  });

  it('Takes the recipient from the token of the return path, whatever addresses a report names.', async () => {
    const { emailId, recipientIds } = await send('delivered', 'cy@customer.dev');
    await come(recipientIds[1], dsn('failed', '5.1.1', '550 5.1.1 no such user', 'bo@customer.dev'));
    expect(await outcomeOf(emailId)).to.deep.equal(['delivered,bounced', 'bounced', 'cy@customer.dev']);
    await come(undefined, BAD);
    expect(await outcomeOf(emailId)).to.deep.equal(['delivered,bounced', 'bounced', 'cy@customer.dev']);
  });

  it('Names the report in each event that comes from it, and in the suppression.', async () => {
    const hook = await createWebhook(test.pool, test.accountId, { events: ['email.bounced'] });
    const { emailId, recipientIds } = await send('delivered');
    const [id] = await come(recipientIds[0], BAD);
    const { data } = await test.row('SELECT data FROM email_events WHERE email_id = $1', [emailId]);
    const { payload } = await test.row('SELECT payload FROM webhook_messages WHERE webhook_id = $1', [
      hook.id,
    ]);
    const { report_id } = await test.row('SELECT report_id FROM suppressions WHERE account_id = $1', [
      test.accountId,
    ]);
    expect([data.report_id, JSON.parse(payload).data.report_id, report_id]).to.deep.equal([id, id, id]);
  });

  it('Neither lists, announces nor charges a report as a received email.', async () => {
    const hook = await createWebhook(test.pool, test.accountId, { events: ['email.received'] });
    const { recipientIds } = await send('delivered');
    await come(recipientIds[0], BAD, AWAY);
    const { shown } = await test.row(
      'SELECT count(parsed_at)::integer AS shown FROM received_emails WHERE account_id = $1',
      [test.accountId],
    );
    const messages = await test.query('SELECT FROM webhook_messages WHERE webhook_id = $1', [hook.id]);
    const charged = await test.query('SELECT FROM email_usage WHERE account_id = $1', [test.accountId]);
    expect([shown, messages, charged]).to.deep.equal([0, [], []]);
  });
});
