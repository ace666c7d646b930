// The metric mail_smtp_responses_total: replies of servers, with the class as the only label.
import { expect } from 'chai';
import { freePort } from '../../../dev/processes/ports.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import type { Fault } from '../../support/smtp-sink/faults.ts';
import type { StartedWorker } from '../support/started-worker.ts';
import { useSending } from './support/use-sending.ts';

describe('The count of SMTP answers', () => {
  const sending = useSending();
  const countsOf = async ({ deps }: StartedWorker) => {
    const { values } = await deps.metrics.smtpResponses.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.class, value]));
  };
  const none = { '2xx': 0, '4xx': 0, '5xx': 0, connection_error: 0 };

  it('has a series for each class before the first reply, so that rates can be computed', async () => {
    const worker = await sending.startWorker();
    expect(await countsOf(worker)).to.deep.equal(none);
    await worker.stop();
  });

  const answers: [name: string, status: 'delivered' | 'delivery_delayed' | 'failed', fault?: Fault][] = [
    ['2xx', 'delivered'],
    ['4xx', 'delivery_delayed', { stage: 'rcpt', kind: 'answer', reply: '450 4.2.1 busy' }],
    ['5xx', 'failed', { stage: 'after-data', kind: 'answer', reply: '554 5.7.1 spam' }],
    ['connection_error', 'delivery_delayed', { stage: 'mail', kind: 'drop', how: 'rst' }],
  ];
  for (const [name, status, fault] of answers) {
    it(`counts ${name} for an email that ends as ${status}`, async () => {
      if (fault) sending.sink.setFault(fault);
      const worker = await sending.startWorker();
      await sending.whenStatus(await sending.accept(), status);
      await worker.stop();
      expect(await countsOf(worker)).to.deep.equal({ ...none, [name]: 1 });
    });
  }

  it('counts each server that was tried, also when the second one accepted the mail', async () => {
    const smtpUrl = `smtp://127.0.0.1:${await freePort()},${sending.sink.url}`;
    const worker = await sending.startWorker({ config: { smtpUrl } });
    await sending.whenStatus(await sending.accept(), 'delivered');
    await worker.stop();
    expect(await countsOf(worker)).to.deep.equal({ ...none, '2xx': 1, connection_error: 1 });
  });

  it('counts nothing for mail to the simulator, which is sent to no server', async () => {
    const worker = await sending.startWorker();
    await sending.sendUntil('delivered', { to: mailboxes('delivered@simulator.test') });
    await worker.stop();
    expect(await countsOf(worker)).to.deep.equal(none);
  });
});
