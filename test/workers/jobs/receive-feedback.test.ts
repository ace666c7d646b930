// Complaints, from the SMTP server to the suppression list: what is believed, whom it concerns, and that it happens once.
import { expect } from 'chai';
import {
  forwardedComplaint,
  microsoftComplaint,
  type ReturnedFields,
  yahooComplaint,
} from './support/complaints.ts';
import {
  FEEDBACK_HOST,
  FEEDBACK_TOKENS,
  type SentEmail,
  SILENT_REPORTER,
  useFeedback,
} from './support/use-feedback.ts';

const FBL = `fbl@${FEEDBACK_HOST}`;
const ABUSE = `abuse@${FEEDBACK_HOST}`;

describe('A complaint', () => {
  const feedback = useFeedback();
  const { app, createSender, sign, deliver, stateOf, counted } = feedback;
  /** All that our message carries. */
  const allOf = ({ token, emailId }: SentEmail): ReturnedFields => ({
    ref: token,
    returnPath: `b-${token}@send.acme.dev`,
    messageId: `<${emailId}@acme.dev>`,
  });
  const suppressedBy = async (accountId: string) => {
    const { rows } = await app.pool.query(
      'SELECT address, reason, email_id AS "emailId", report_id AS "reportId" FROM suppressions WHERE account_id = $1',
      [accountId],
    );
    return rows;
  };

  for (const [form, write] of [
    ['the form of Yahoo', yahooComplaint],
    ['the form of Microsoft, with recipient and body masked', microsoftComplaint],
    ['the older form of Microsoft', forwardedComplaint],
  ] as const) {
    it(`in ${form} that its reporter has signed suppresses the address, is announced, and ends sending to it`, async () => {
      const { accountId, email, listen, send } = await createSender();
      const announced = await listen('email.complained', 'email.received');
      const before = await counted({ purpose: 'feedback', kind: 'abuse', effect: 'applied' });
      const read = await deliver(await sign(write(allOf(email))), FBL);
      const { id } = read;
      expect(read).to.deep.include({ report_effect: 'applied', purpose: 'feedback', parsed_at: null });
      expect(read.recipient_id).to.equal(email.recipientId);
      expect(await stateOf(email)).to.equal('complained');
      expect(await suppressedBy(accountId)).to.deep.equal([
        { address: email.address, reason: 'complaint', emailId: email.emailId, reportId: id },
      ]);
      const messages = await announced();
      expect(messages.map(({ type }) => type)).to.deep.equal(['email.complained']);
      expect(messages[0]?.data).to.deep.include({
        email_id: email.emailId,
        complaint: { feedback_type: 'abuse' },
        report_id: id,
      });
      const sent = await send(email.address);
      expect([sent.status, sent.message]).to.satisfy(
        ([status, text]: [number, string]) => status === 422 && /suppress/.test(text),
        JSON.stringify(sent),
      );
      const { data } = await counts();
      expect(data, 'it is no mail of an account').to.equal(0);
      expect(await counted({ purpose: 'feedback', kind: 'abuse', effect: 'applied' })).to.equal(before + 1);
    });
  }

  /** Units of quota that were used for received mail. */
  const counts = async () => {
    const { rows } = await app.pool.query(
      'SELECT coalesce(sum(received), 0)::integer AS data FROM email_usage',
    );
    return rows[0];
  };

  describe('changes nothing, and is counted,', () => {
    const foreign = () => `fbl@send.${other.domain.name}`;
    let other: Awaited<ReturnType<typeof createSender>>;
    before(async () => {
      other = await createSender();
    });
    const forged = '0'.repeat(48);

    // biome-ignore format: it is a table
    const cases: [what: string, effect: string, message: (email: SentEmail) => string | Promise<Buffer>, to?: () => string][] = [
      ['when it is not signed', 'unauthenticated', (email) => yahooComplaint(allOf(email))],
      ['when another domain than that of its From has signed it', 'unauthenticated', (email) => sign(yahooComplaint(allOf(email)), 'evil.test')],
      ['when its X-Posthorn-Ref is not ours', 'forged', (email) => sign(yahooComplaint({ ...allOf(email), ref: forged }))],
      ['when its return path is not ours', 'forged', (email) => sign(yahooComplaint({ messageId: `<${email.emailId}@acme.dev>`, returnPath: `b-${forged}@send.acme.dev` }))],
      ['when it comes to the domain of an account, and is about mail of another', 'foreign', (email) => sign(yahooComplaint(allOf(email))), foreign],
      ['when nothing in it is of a mail of ours', 'unknown', () => sign(yahooComplaint({ messageId: '<1@elsewhere.dev>' }))],
      ['when its recipient is not stored any more', 'unknown', () => sign(yahooComplaint({ ref: FEEDBACK_TOKENS.tokenOf('01900000-0000-7000-8000-000000000001') }))],
      ['when it says that the mail is no spam', 'ignored', (email) => sign(yahooComplaint(allOf(email), { type: 'not-spam' }))],
      ['when it is about authentication', 'ignored', (email) => sign(yahooComplaint(allOf(email), { type: 'auth-failure' }))],
      ['when it is no complaint', 'ignored', () => sign('From: a@reporter.test\r\nSubject: Hi\r\n\r\nBuy this.\r\n')],
    ];
    for (const [what, effect, message, to = () => FBL] of cases) {
      it(what, async () => {
        const { accountId, email, listen } = await createSender();
        const announced = await listen('*');
        const read = await deliver(await message(email), to());
        expect(read).to.deep.include({ report_effect: effect, next_attempt_at: null, parsed_at: null });
        expect(await stateOf(email)).to.equal('delivered');
        expect([await suppressedBy(accountId), await announced()]).to.deep.equal([[], []]);
      });
    }

    it('by its type and effect', async () => {
      const labels = { purpose: 'feedback', kind: 'not-spam', effect: 'ignored' };
      const before = await counted(labels);
      const { email } = await createSender();
      await deliver(await sign(yahooComplaint(allOf(email), { type: 'not-spam' })), FBL);
      expect(await counted(labels)).to.equal(before + 1);
    });
  });

  it('is matched by the return path, and by the Message-ID of an email with one recipient', async () => {
    const one = await createSender();
    const two = await createSender(['bo@customer.dev', 'cy@customer.dev']);
    const byId = ({ emailId }: SentEmail) => sign(yahooComplaint({ messageId: `<${emailId}@acme.dev>` }));
    expect((await deliver(await byId(two.email), FBL)).report_effect).to.equal('unknown');
    expect((await deliver(await byId(one.email), FBL)).report_effect).to.equal('applied');
    // A client of SMTP writes its own Message-ID.
    const third = await createSender();
    const byToken = yahooComplaint({ ref: third.email.token, messageId: `<${one.email.emailId}@acme.dev>` });
    expect((await deliver(await sign(byToken), FBL)).report_effect).to.equal('applied');
    expect(await stateOf(third.email)).to.equal('complained');
    const byPath = yahooComplaint({ returnPath: `B-${two.email.token.toUpperCase()}@send.acme.dev` });
    expect((await deliver(await sign(byPath), FBL)).report_effect).to.equal('applied');
    expect(await Promise.all([stateOf(one.email), stateOf(two.email)])).to.deep.equal([
      'complained',
      'complained',
    ]);
  });

  it('is believed at the address that CFBL-Address names', async () => {
    const { email, domain } = await createSender();
    const read = await deliver(await sign(yahooComplaint(allOf(email))), `fbl@send.${domain.name}`);
    expect([read.report_effect, await stateOf(email)]).to.deep.equal(['applied', 'complained']);
  });

  it('that comes again has no effect, also after the account has taken the address off the list', async () => {
    const { accountId, email } = await createSender();
    for (const expected of ['applied', 'unchanged', 'unchanged']) {
      const { report_effect } = await deliver(await sign(microsoftComplaint(allOf(email))), FBL);
      expect(report_effect).to.equal(expected);
      await app.pool.query('DELETE FROM suppressions WHERE account_id = $1', [accountId]);
    }
  });

  it('at a mailbox of the operator is one if it is proven and about mail of ours, and mail otherwise', async () => {
    const { email } = await createSender();
    const isMail = { purpose: null, report_effect: null, recipient_id: null };
    const stays = [
      yahooComplaint(allOf(email)),
      await sign(yahooComplaint({ messageId: '<1@elsewhere.dev>' })),
      await sign(yahooComplaint({ ...allOf(email), ref: '0'.repeat(48) })),
    ];
    for (const message of stays) {
      const read = await deliver(message, ABUSE);
      expect(read).to.deep.include(isMail);
      expect(read.parsed_at).to.be.instanceOf(Date);
    }
    expect(await stateOf(email)).to.equal('delivered');
    const received = (await counts()).data;
    const read = await deliver(await sign(microsoftComplaint(allOf(email))), `Postmaster@${FEEDBACK_HOST}`);
    expect(read).to.deep.include({ purpose: 'feedback', report_effect: 'applied', parsed_at: null });
    expect([await stateOf(email), (await counts()).data]).to.deep.equal(['complained', received]);
    const { rows } = await app.pool.query('SELECT FROM attachment_uploads');
    expect(rows, 'its files are removed').to.deep.equal([]);
  });

  it('waits for the result of the attempt, and is then believed without another question', async () => {
    const { email } = await createSender();
    await setState(email, 'sending');
    const early = await deliver(await sign(yahooComplaint(allOf(email))), FBL);
    expect([early.report_effect, early.recipient_id]).to.deep.equal([null, email.recipientId]);
    expect(early.next_attempt_at?.getTime()).to.equal(app.clock.now().getTime() + 5_000);
    await setState(email, 'sent');
    const asked = feedback.dns.questions.length;
    expect((await feedback.readAgain(early.id)).report_effect).to.equal('applied');
    expect([await stateOf(email), feedback.dns.questions.length]).to.deep.equal(['complained', asked]);
  });

  it('waits while DNS does not answer, and is given up when it never does', async () => {
    const { email } = await createSender();
    feedback.dns.fail('SERVFAIL', `s1._domainkey.${SILENT_REPORTER}`);
    const message = yahooComplaint(allOf(email), { from: `fbl@${SILENT_REPORTER}` });
    let read = await deliver(await sign(message, SILENT_REPORTER), FBL);
    expect(read.next_attempt_at?.getTime()).to.equal(app.clock.now().getTime() + 5_000);
    for (let looks = 1; read.next_attempt_at !== null && looks < 20; looks += 1)
      read = await feedback.readAgain(read.id);
    feedback.dns.heal();
    expect([read.report_effect, await stateOf(email)]).to.deep.equal(['unauthenticated', 'delivered']);
  });

  const setState = ({ recipientId }: SentEmail, state: string) =>
    app.pool.query('UPDATE email_recipients SET state = $2 WHERE id = $1', [recipientId, state]);
});
