// SMTP_DELIVERY=dsn: the 250 of a server means that it has the mail; only its delivery report (DSN) means delivered.
import { expect } from 'chai';
import type { Config } from '../../../shared/platform/config/config.ts';
import type { EmailStatus } from '../../../shared/resources/messaging/emails/email.ts';
import { useInbox } from '../../dev/inbox/support/use-inbox.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { useSending } from './support/use-sending.ts';

const WARNING = 'a server does not offer DSN: its mail stays "sent", because SMTP_DELIVERY is dsn';

for (const dsn of [true, false]) {
  describe(`An email to a server that offers ${dsn ? '' : 'no '}DSN`, () => {
    const sending = useSending({ extensions: { dsn } });
    const warnings = () => sending.logLines.filter(({ msg }) => msg === WARNING).length;

    it('is sent, not delivered, until its report arrives', async () => {
      const worker = await sending.startWorker({ config: { smtpDelivery: 'dsn' } });
      const id = await sending.accept();
      const email = await sending.whenStatus(id, 'sent');
      expect(email.sent_at).to.deep.equal(sending.clock.now());
      expect(email.events.map(({ type }) => type)).to.deep.equal(['sent']);
      expect((await sending.recipient(id)).next_attempt_at).to.equal(null);
      await worker.stop();
    });

    it(`asks for ${dsn ? 'reports under the id of each recipient' : 'no reports, and logs it once'}`, async () => {
      const worker = await sending.startWorker({ config: { smtpDelivery: 'dsn' } });
      const { id } = await sending.sendUntil('sent', { to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
      const asked = sending.sink.commands.flatMap((line) => / ENVID=(\S+)/.exec(line)?.[1] ?? []);
      const recipients = await sending.recipients(id);
      expect(asked).to.have.members(dsn ? recipients.map((recipient) => recipient.id) : []);
      expect(warnings()).to.equal(dsn ? 0 : 1);
      await worker.stop();
    });

    it('is delivered by the 250 when SMTP_DELIVERY is accept, and no report is requested', async () => {
      const worker = await sending.startWorker();
      await sending.whenStatus(await sending.accept(), 'delivered');
      expect(sending.sink.commands.filter((line) => /NOTIFY|ENVID|RET=|ORCPT/.test(line))).to.deep.equal([]);
      expect(warnings()).to.equal(0);
      await worker.stop();
    });
  });
}

describe('Marks a recipient as delivered when the mail server accepts the message, or only as sent with SMTP_DELIVERY=dsn.', () => {
  const sending = useSending();
  const inbox = useInbox();
  const expectStatus = async (status: EmailStatus, config: Partial<Config>, to = 'bo@customer.dev') => {
    const job = await sending.openJob({ config });
    await sending.sendUntil(status, { to: mailboxes(to) }, job);
    await job.drain();
  };

  it('the local inbox', async () => {
    await expectStatus('delivered', { smtpUrl: `smtp://127.0.0.1:${inbox.inbox.smtpPort}` });
    expect(await inbox.list()).to.have.length(1);
  });

  it('the simulator, independent of the setting of the relay', async () => {
    for (const smtpDelivery of ['accept', 'dsn'] as const)
      await expectStatus('delivered', { smtpDelivery }, 'delivered@simulator.test');
    expect(sending.sink.count()).to.equal(0);
  });

  it('a relay by its 250, unless SMTP_DELIVERY=dsn', async () => {
    await expectStatus('delivered', {});
    await expectStatus('sent', { smtpDelivery: 'dsn' });
  });
});
