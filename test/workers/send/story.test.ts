// The states of an email at each step (docs/reference/emails.md#states).
import { expect } from 'chai';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const HOUR_MS = 3_600_000;
/** Delay of the server's reply, in which the email is read. */
const LOOKED_AT_MS = 500;

describe('The states of an email', () => {
  const sending = useSending();
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  const read = async (id: string) => {
    const { status, events } = await sending.find(id);
    return [status, ...events.map(({ type }) => type)];
  };
  /** Sends an email, and reads it when the server has its content and has not replied yet. */
  const runAndRead = async (id: string) => {
    let seen: Promise<string[]> = Promise.resolve([]);
    sending.sink.setFault({
      stage: 'after-data',
      kind: 'delay',
      ms: LOOKED_AT_MS,
      times: 1,
      onStruck: () => {
        seen = read(id);
      },
    });
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    return await seen;
  };

  describe('Moves an email through pending, queued, sending, sent and delivered, and to complained after a simulated complaint.', () => {
    it('from pending to delivered', async () => {
      const id = await sending.accept({ scheduledAt: new Date(sending.clock.now().getTime() + HOUR_MS) });
      expect(await read(id)).to.deep.equal(['pending', 'scheduled']);
      await sending.tick(HOUR_MS);
      expect(await read(id)).to.deep.equal(['queued', 'scheduled']);
      expect(await runAndRead(id)).to.deep.equal(['sending', 'scheduled']);
      expect(await read(id)).to.deep.equal(['delivered', 'scheduled', 'sent', 'delivered']);
    });

    it('sent, while only a delivery report means delivered', async () => {
      const relay = await sending.openJob({ config: { smtpDelivery: 'dsn' } });
      const { id } = await sending.sendUntil('sent', {}, relay);
      expect(await read(id)).to.deep.equal(['sent', 'sent']);
    });

    it('from delivered to complained', async () => {
      const { id } = await sending.sendUntil(
        'complained',
        { to: mailboxes('complained@simulator.test') },
        job,
      );
      expect(await read(id)).to.deep.equal(['complained', 'sent', 'delivered', 'complained']);
    });
  });

  it('Records no event for the states queued and sending.', async () => {
    const id = await sending.accept();
    expect(await read(id)).to.deep.equal(['queued']);
    expect(await runAndRead(id)).to.deep.equal(['sending']);
    expect(await read(id)).to.deep.equal(['delivered', 'sent', 'delivered']);
  });
});
