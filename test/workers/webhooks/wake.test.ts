// From an event to its delivery: the process that commits an event wakes its endpoints, and nothing is sent for an
// event that was rolled back. No tick and no sweeper runs here.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { createAcceptor } from '../../../shared/resources/messaging/emails/accept/accept.ts';
import { cancelEmail } from '../../../shared/resources/messaging/emails/cancel.ts';
import { appendEvents } from '../../../shared/resources/messaging/emails/events/append.ts';
import { createSendRecorder } from '../../../workers/send/recorder.ts';
import { mailboxes, newEmail } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createClaimedEmail, outcomeOf } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { failureOf } from '../../support/failure-of.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useDelivery } from './support/use-delivery.ts';

describeOnEachBackend('a webhook of an event', (backend) => {
  const delivery = useDelivery();
  const ids = createIds(createSystemClock());
  const start = async () => {
    const endpoint = await delivery.createEndpoint();
    const { deps } = await delivery.startWorker({ redisUrl: backend.redisUrl });
    const acceptor = createAcceptor({ ...deps, simulatorDomains: ['simulator.test'] });
    const domain = await createDomain(delivery.pool, endpoint.accountId);
    // The worker's time: messages that are created later are not due yet.
    const email = newEmail(
      ids,
      { accountId: endpoint.accountId, domain },
      { createdAt: delivery.clock.now() },
    );
    return { endpoint, deps, acceptor, email };
  };
  const typesAt = ({ receiver }: { receiver: { requests: { body: string }[] } }) =>
    receiver.requests.map(({ body }) => JSON.parse(body).type).sort();

  it('comes at once when a recipient’s outcome is written', async () => {
    const { endpoint, deps } = await start();
    const email = await createClaimedEmail(delivery.pool, endpoint.accountId);
    const recorder = createSendRecorder(deps);
    await recorder.record(outcomeOf(email, { result: 'delivered', at: delivery.clock.now() }));
    await eventually('it has come', () => endpoint.receiver.requests.length === 2);
    expect(typesAt(endpoint)).to.deep.equal(['email.delivered', 'email.sent']);
  });

  it('comes at once when an email is accepted', async () => {
    const { endpoint, acceptor, email } = await start();
    await acceptor.accept({ ...email, to: mailboxes('bo@customer.dev', 'x@example.com') });
    await eventually('it has come', () => endpoint.receiver.requests.length === 1);
    expect(typesAt(endpoint)).to.deep.equal(['email.suppressed']);
  });

  it('comes when a scheduled email is canceled', async () => {
    const { endpoint, deps, acceptor, email } = await start();
    const id = await acceptor.accept({ ...email, scheduledAt: new Date(Date.now() + 3_600_000) });
    await eventually('the first has come', () => endpoint.receiver.requests.length === 1);
    const now = delivery.clock.now();
    await cancelEmail(deps, { accountId: endpoint.accountId, id, now });
    await eventually('it has come', () => endpoint.receiver.requests.length === 2);
    expect(typesAt(endpoint)).to.deep.equal(['email.canceled', 'email.scheduled']);
  });

  it('never comes when its transaction is rolled back', async () => {
    const { endpoint, deps } = await start();
    const email = await createClaimedEmail(delivery.pool, endpoint.accountId);
    const event = { emailId: email.id, accountId: endpoint.accountId, domainId: ids.next(), recipient: 'a' };
    const failure = await failureOf(
      transaction(delivery.pool, async (client) => {
        const at = delivery.clock.now();
        const sent = { ...event, id: ids.next(), type: 'sent', data: null, createdAt: at } as const;
        await appendEvents(client, [sent], deps.queues);
        throw new Error('changed my mind');
      }),
    );
    expect(failure.message).to.equal('changed my mind');
    const recorder = createSendRecorder(deps);
    await recorder.record(outcomeOf(email, { result: 'bounced', at: delivery.clock.now() }));
    await eventually('the others have come', () => endpoint.receiver.requests.length === 2);
    expect(typesAt(endpoint)).to.deep.equal(['email.bounced', 'suppression.added']);
  });
});
