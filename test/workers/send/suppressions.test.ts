// The suppression list and sending: a bounce or a complaint puts its recipient on the list and announces it, and after
// the entry was removed the next email is sent.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { requireSuppression } from '../../../shared/resources/audience/suppressions/find.ts';
import { insertSuppressions } from '../../../shared/resources/audience/suppressions/insert.ts';
import { removeSuppressions } from '../../../shared/resources/audience/suppressions/remove.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createWebhook } from '../../support/factories/factories.ts';
import { failureOf } from '../../support/failure-of.ts';
import { useSending } from './support/use-sending.ts';

describe('The suppression list', () => {
  const sending = useSending();
  before(async () => {
    await sending.startWorker();
  });
  beforeEach(() => sending.pool.query('TRUNCATE suppressions, webhooks, webhook_messages'));

  const entryOf = (address: string) => requireSuppression(sending.pool, sending.accountId, { address });
  /** Sends an email that bounces. @returns its id */
  const bounce = async (reply: string, to = 'Bo@customer.dev') => {
    sending.refuse(reply);
    const { id } = await sending.sendUntil('bounced', { to: mailboxes(to) });
    sending.sink.clearFaults();
    return id;
  };
  const listen = async () => {
    const { id } = await createWebhook(sending.pool, sending.accountId, { events: ['suppression.*'] });
    return async () => {
      const { rows } = await sending.pool.query<{ payload: string }>(
        'SELECT payload FROM webhook_messages WHERE webhook_id = $1 ORDER BY id',
        [id],
      );
      return rows.map(({ payload }) => {
        const { type, created_at, data } = JSON.parse(payload);
        return { type, created_at, data };
      });
    };
  };

  it('Adds an address that bounces with the id of the email and the reply of the server.', async () => {
    const emailId = await bounce('550 5.1.1 no such user');
    const { id, ...entry } = await entryOf('bo@customer.dev');
    expect(entry).to.deep.equal({
      accountId: sending.accountId,
      address: 'bo@customer.dev',
      origin: 'bounce',
      emailId,
      smtpReply: '550 5.1.1 no such user',
      reportId: null,
      createdAt: sending.clock.now(),
    });
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('Adds an address that reports an email as spam with the id of the email and without a reply.', async () => {
    const { id: emailId } = await sending.sendUntil('complained', {
      to: mailboxes('complained@simulator.test'),
    });
    const entry = await entryOf('complained@simulator.test');
    expect(entry).to.include({ origin: 'complaint', emailId, smtpReply: null });
  });

  it('Keeps the first cause of an address that bounces again.', async () => {
    const announced = await listen();
    await sending.sendUntil('bounced', { to: mailboxes('bounced@simulator.test') });
    const first = await entryOf('bounced@simulator.test');
    // The simulator ignores the list.
    sending.clock.advance(1_000);
    await sending.sendUntil('bounced', { to: mailboxes('Bounced@simulator.test') });
    expect(await entryOf('bounced@simulator.test')).to.deep.equal(first);
    expect(await announced()).to.have.length(1);
  });

  it('Announces an addition by a bounce or a complaint with its origin and the id of the email.', async () => {
    const announced = await listen();
    const bounced = await bounce('550 5.1.1 no such user');
    const { id: complained } = await sending.sendUntil('complained', {
      to: mailboxes('complained@simulator.test'),
    });
    const expected = [];
    for (const [email, origin, source_id] of [
      ['bo@customer.dev', 'bounce', bounced],
      ['complained@simulator.test', 'complaint', complained],
    ] as const) {
      const { id, createdAt } = await entryOf(email);
      const created_at = createdAt.toISOString();
      const data = { id, email, origin, source_id, created_at };
      expected.push({ type: 'suppression.added', created_at, data });
    }
    expect(await announced()).to.have.deep.members(expected);
  });

  it('lets the next email to an address go when its entry was removed', async () => {
    await bounce('550 5.1.1 no such user');
    expect((await failureOf(sending.accept({ to: mailboxes('bo@customer.dev') }))).name).to.equal(
      'validation_error',
    );
    const { accountId } = sending;
    const deps = { database: sending.pool, queues: { wake: () => {} } };
    await removeSuppressions(deps, accountId, { addresses: ['bo@customer.dev'] }, sending.clock.now());
    await sending.sendUntil('delivered', { to: mailboxes('bo@customer.dev') });
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['bo@customer.dev']);
  });

  it('announces an addition only if the transaction that records the bounce is committed', async () => {
    const announced = await listen();
    const entry = {
      id: createIds(createSystemClock()).next(),
      accountId: sending.accountId,
      address: 'bo@customer.dev',
      origin: 'bounce',
      emailId: null,
      smtpReply: null,
      reportId: null,
      createdAt: sending.clock.now(),
    } as const;
    const woken: string[][] = [];
    const queues = { wake: (_queue: unknown, ids: readonly string[]) => void woken.push([...ids]) };
    const failed = transaction(sending.pool, async (client) => {
      await insertSuppressions(client, [entry], queues);
      throw new Error('stopped');
    });
    expect((await failureOf(failed)).message).to.equal('stopped');
    expect([await announced(), woken]).to.deep.equal([[], []]);
  });
});
