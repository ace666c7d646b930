// Mail to the simulator domain: the address chooses the outcome, and no server is contacted.
import { expect } from 'chai';
import type { EmailStatus } from '../../../shared/resources/messaging/emails/email.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { useSending } from './support/use-sending.ts';

const ENDS: { localPart: string; status: EmailStatus; events: string[]; code: number }[] = [
  { localPart: 'delivered', status: 'delivered', events: ['sent', 'delivered'], code: 250 },
  { localPart: 'bounced', status: 'bounced', events: ['bounced'], code: 550 },
  { localPart: 'complained', status: 'complained', events: ['sent', 'delivered', 'complained'], code: 250 },
  { localPart: 'suppressed', status: 'suppressed', events: ['suppressed'], code: 550 },
  { localPart: 'failed', status: 'failed', events: ['failed'], code: 554 },
  { localPart: 'Bounced+label', status: 'bounced', events: ['bounced'], code: 550 },
  { localPart: 'anybody', status: 'delivered', events: ['sent', 'delivered'], code: 250 },
];

const REASONS = { bounced: 'unknown_mailbox', failed: 'policy_refused', suppressed: 'suppressed_address' };

describe('An email to the simulator', () => {
  const sending = useSending();
  before(async () => {
    await sending.startWorker();
  });
  beforeEach(() => sending.pool.query('TRUNCATE suppressions'));
  const accept = (localPart: string) => sending.accept({ to: mailboxes(`${localPart}@simulator.test`) });

  describe('Ends an email to a simulator address with the outcome that its local part names, and contacts no mail server.', () => {
    for (const { localPart, status, events, code } of ENDS) {
      it(`for ${localPart} ends as ${status}, without contact to a server`, async () => {
        const connections = sending.sink.connections().total;
        const id = await accept(localPart);
        await sending.whenStatus(id, status);
        expect(await sending.types(id)).to.deep.equal(events);
        const { smtp_code, smtp_reply, next_attempt_at, attempts } = await sending.recipient(id);
        expect([smtp_code, next_attempt_at, attempts]).to.deep.equal([code, null, 1]);
        expect(smtp_reply).to.match(new RegExp(`^${code} [25]\\.\\d\\.\\d Simulated`));
        const { type, data } = (await sending.find(id)).events.at(-1) ?? {};
        if (type === 'bounced' || type === 'failed' || type === 'suppressed')
          expect(data).to.include({
            reason: REASONS[type],
            smtp_code: code,
            smtp_reply,
            server: 'simulator.test',
          });
        expect(sending.sink.connections().total).to.equal(connections);
      });
    }
  });

  it('Delays an email to delayed@ first, and delivers it by a second attempt two seconds later.', async () => {
    const id = await accept('delayed+x');
    await sending.whenStatus(id, 'delivery_delayed');
    const { next_attempt_at, smtp_code } = await sending.recipient(id);
    expect(smtp_code).to.equal(451);
    expect((next_attempt_at?.getTime() ?? 0) - sending.clock.now().getTime()).to.equal(2_000);
    await sending.tick(2_000);
    await sending.whenStatus(id, 'delivered');
    expect(await sending.types(id)).to.deep.equal(['delivery_delayed', 'sent', 'delivered']);
    expect((await sending.recipient(id)).smtp_code).to.equal(250);
    expect(sending.sink.count()).to.equal(0);
  });

  describe('Adds bounced@ and complained@ to the suppression list, and ignores these entries for the next email.', () => {
    for (const status of ['bounced', 'complained'] as const) {
      it(status, async () => {
        for (let time = 0; time < 2; time += 1) {
          const id = await accept(status);
          await sending.whenStatus(id, status);
          expect(await sending.suppressed()).to.deep.equal([`${status}@simulator.test`]);
        }
      });
    }
  });

  it('Delivers to a simulator address that is on the suppression list.', async () => {
    await createSuppression(sending.pool, sending.accountId, 'delivered@simulator.test');
    await sending.whenStatus(await accept('delivered'), 'delivered');
  });

  it('Sends an email to real and simulator recipients only to the real ones.', async () => {
    const { id } = await sending.sendUntil('failed', {
      to: mailboxes('failed@simulator.test', 'bo@customer.dev'),
    });
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['bo@customer.dev']);
    expect(await sending.states(id)).to.deep.equal(['failed', 'delivered']);
  });

  it('is not one to another domain with a similar name', async () => {
    await sending.sendUntil('delivered', { to: mailboxes('failed@notsimulator.dev') });
    expect(sending.sink.count()).to.equal(1);
  });
});

describe('An email to a simulator with another domain', () => {
  // No worker runs: it would know only the default domain.
  const sending = useSending();

  it('Simulates every domain that SIMULATOR_DOMAIN names.', async () => {
    const job = await sending.openJob({ config: { simulatorDomains: ['play.acme.dev', 'resend.dev'] } });
    for (const domain of ['play.acme.dev', 'resend.dev']) {
      await sending.sendUntil('failed', { to: mailboxes(`failed@${domain}`) }, job);
    }
    expect(sending.sink.count()).to.equal(0);
  });

  it('Sends real mail to a subdomain of the simulator domain, and to a domain that only ends like it.', async () => {
    const job = await sending.openJob({ config: { simulatorDomains: ['play.acme.dev'] } });
    for (const domain of ['sub.play.acme.dev', 'display.acme.dev']) {
      await sending.sendUntil('delivered', { to: mailboxes(`failed@${domain}`) }, job);
    }
    expect(sending.sink.count()).to.equal(2);
  });
});
