// What became of the mails of invitations and of addresses to confirm, where they are listed
// (docs/reference/invitations.md#the-invitation-record, docs/reference/account.md#confirmed-addresses).
import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { useApp } from '../../support/api/app.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createConfirmingAccount, createOperator } from '../account/confirming.ts';

const WAITS = { mail_status: 'waiting', mail_failure: null };
const SENT = { mail_status: 'sent', mail_failure: null };
const UNKNOWN = { mail_status: 'failed', mail_failure: 'The server does not know this mailbox.' };
const BOUNCED_BEFORE = {
  mail_status: 'failed',
  mail_failure:
    'An email to this address bounced within the last 24 hours. Check the address, or send the link again tomorrow.',
};

describe('The mail of a link', () => {
  const app = useApp();
  before(() => createOperator(app));
  afterEach(() => app.deps.background.settled());

  /** Records the result of an attempt to send the latest mail to an address, as a worker does. */
  const record = async (address: string, result: AttemptResult) => {
    await app.deps.background.settled();
    const token = factoryIds.next();
    const { rows } = await app.pool.query(
      `UPDATE email_recipients SET claimed_by = $2, claim_token = $2
       WHERE id = (SELECT id FROM email_recipients WHERE address = $1 ORDER BY id DESC LIMIT 1)
       RETURNING id AS "recipientId", email_id AS "emailId", account_id AS "accountId"`,
      [address, token],
    );
    const at = app.clock.now();
    const text = '550 5.1.1 no such user in the queue of relay.operator.dev';
    const reason = 'unknown_mailbox' as const;
    const cause = { reason, message: text, smtpCode: 550, smtpReply: text, server: 'relay.operator.dev' };
    const nextAttemptAt = result === 'delayed' ? at : null;
    const outcome = { ...rows[0], token, address, result, at, cause, nextAttemptAt, refundOf: null };
    await recordOutcomes({ database: app.pool, ids: factoryIds, queues: { wake: () => {} } }, [
      { ...outcome, reply: { code: 550, text } },
    ]);
  };

  describe('of an invitation', () => {
    const open = async (email: string) => {
      const account = await createConfirmingAccount(app);
      const { body } = await account.api.post('/invitations').send({ email, role: 'viewer' });
      const read = async () => {
        await app.deps.background.settled();
        const { text, body: list } = await account.api.get('/invitations');
        expect(text).not.to.include('relay.operator.dev');
        const { mail_status, mail_failure } = list.data[0];
        return { mail_status, mail_failure };
      };
      return { read, resend: () => account.api.post(`/invitations/${body.id}/resend`) };
    };

    it('Shows of the mail of an invitation whether it waits, was sent, or could not be sent, and why.', async () => {
      const email = 'states@customer.dev';
      const invitation = await open(email);
      expect(await invitation.read()).to.deep.equal(WAITS);
      await record(email, 'delayed');
      expect(await invitation.read()).to.deep.equal(WAITS);
      await record(email, 'bounced');
      expect(await invitation.read()).to.deep.equal(UNKNOWN);
      const other = await open('delivered@customer.dev');
      await record('delivered@customer.dev', 'delivered');
      expect(await other.read()).to.deep.equal(SENT);
      // Its email is removed after a time.
      await app.pool.query('DELETE FROM emails WHERE id IN (SELECT email_id FROM one_time_links)');
      expect(await other.read()).to.deep.equal(SENT);
      const reserved = await open('bo@example.com');
      expect(await reserved.read()).to.deep.equal({
        mail_status: 'failed',
        mail_failure: 'The domain of the address is reserved for documentation and tests.',
      });
    });

    it('Mails no invitation to an address that bounced within the last 24 hours, says so, and mails it when it is sent again after that.', async () => {
      const email = 'bounced@customer.dev';
      const invitation = await open(email);
      await record(email, 'bounced');
      app.clock.advance(HOUR_MS);
      await invitation.resend();
      expect(await invitation.read()).to.deep.equal(BOUNCED_BEFORE);
      app.clock.advance(DAY_MS - HOUR_MS);
      await invitation.resend();
      expect(await invitation.read()).to.deep.equal(WAITS);
      await record(email, 'delivered');
      expect(await invitation.read()).to.deep.equal(SENT);
    });
  });

  it('Shows of the link of a pending address whether it waits, was sent, or could not be sent, and why.', async () => {
    const email = 'qa@customer.dev';
    const account = await createConfirmingAccount(app);
    await account.ask(email);
    const read = async () => {
      await app.deps.background.settled();
      return (await account.list())[0];
    };
    expect(await read()).to.include(WAITS);
    await record(email, 'bounced');
    expect(await read()).to.include(UNKNOWN);
    await account.ask(email);
    expect(await read()).to.include(BOUNCED_BEFORE);
    app.clock.advance(DAY_MS);
    await account.ask(email);
    await record(email, 'delivered');
    expect(await read()).to.include(SENT);
  });
});
