// The status of an email, derived from the states of its recipients (docs/reference/emails.md#states).
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { deriveEmailStatus } from '../../../../../../shared/resources/messaging/emails/delivery/derive-status.ts';
import type { EmailStatus } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createEmail } from '../../../../../support/factories/factories.ts';
import { readEmail } from './outcomes.ts';

/** The states of the recipients and the status of their email. The order of the recipients does not matter. */
const TABLE: [states: EmailStatus[], status: EmailStatus][] = [
  [['pending'], 'pending'],
  [['queued'], 'queued'],
  [['sending'], 'sending'],
  [['sent'], 'sent'],
  [['delivered'], 'delivered'],
  [['delivery_delayed'], 'delivery_delayed'],
  [['bounced'], 'bounced'],
  [['complained'], 'complained'],
  [['suppressed'], 'suppressed'],
  [['failed'], 'failed'],
  [['canceled'], 'canceled'],
  [['delivered', 'pending'], 'pending'],
  [['pending', 'queued'], 'pending'],
  [['delivered', 'queued', 'sending'], 'queued'],
  [['queued', 'delivery_delayed'], 'queued'],
  [['sending', 'delivery_delayed'], 'delivery_delayed'],
  [['failed', 'sending', 'sent'], 'sending'],
  [['failed', 'sent', 'bounced'], 'sent'],
  [['failed', 'delivery_delayed'], 'delivery_delayed'],
  [['delivered', 'failed', 'bounced', 'complained'], 'failed'],
  [['delivered', 'bounced', 'complained'], 'bounced'],
  [['delivered', 'complained'], 'complained'],
  [['delivered', 'canceled'], 'delivered'],
  [['delivered', 'suppressed'], 'delivered'],
  [['failed', 'suppressed'], 'failed'],
  [['queued', 'suppressed'], 'queued'],
  [['suppressed', 'suppressed'], 'suppressed'],
  [['canceled', 'suppressed'], 'canceled'],
];

describe('Derives the status of an email from its recipients: the least advanced one, or the worst when all have ended.', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  const derive = (...emailIds: string[]) =>
    transaction(database.pool, (client) =>
      deriveEmailStatus(client, new Map(emailIds.map((id) => [id, null]))),
    );
  const create = (states: EmailStatus[]) =>
    createEmail(database.pool, accountId, { recipients: states.map((state) => ({ state })) });

  for (const [states, status] of TABLE) {
    it(`is ${status} when its recipients are ${states.join(', ')}`, async () => {
      for (const order of [states, states.toReversed()]) {
        const { id } = await create(order);
        await derive(id);
        expect((await readEmail(database.pool, id)).status).to.equal(status);
      }
    });
  }

  it('is derived for several emails in one call, and for no others', async () => {
    const emails = [await create(['delivered']), await create(['failed']), await create(['bounced'])];
    await derive(emails[0]?.id ?? '', emails[1]?.id ?? '');
    const statuses = [];
    for (const { id } of emails) statuses.push((await readEmail(database.pool, id)).status);
    expect(statuses).to.deep.equal(['delivered', 'failed', 'queued']);
  });

  it('is written with the last event, which is kept if there is no new one', async () => {
    const { id } = await create(['sending']);
    await database.pool.query("UPDATE emails SET last_event = 'scheduled' WHERE id = $1", [id]);
    await derive(id);
    expect((await readEmail(database.pool, id)).last_event).to.equal('scheduled');
    await transaction(database.pool, (client) => deriveEmailStatus(client, new Map([[id, 'failed']])));
    expect((await readEmail(database.pool, id)).last_event).to.equal('failed');
  });
});
