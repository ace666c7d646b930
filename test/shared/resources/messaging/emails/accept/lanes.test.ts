// The lane of an email: it is stored with its recipients, and decides which queue is woken.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type Acceptor,
  createAcceptor,
} from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import {
  bulkSendingWork,
  sendingWork,
} from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { mailboxes, newEmail } from './new-email.ts';

const HOUR_MS = 3_600_000;

describe('Accepting mail of two lanes', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let sender: { accountId: string; domain: { name: string } };
  let acceptor: Acceptor;
  let woken: [queue: string, ids: readonly string[]][];
  before(async () => {
    const { id: accountId } = await createAccount(database.pool);
    sender = { accountId, domain: await createDomain(database.pool, accountId) };
    acceptor = createAcceptor({
      database: database.pool,
      ids,
      queues: { wake: (queue, keys) => void (keys.length > 0 && woken.push([queue.name, keys])) },
      simulatorDomains: ['simulator.test'],
      passCrashPoint: () => {},
    });
  });
  beforeEach(() => {
    woken = [];
  });
  const recipientsOf = async (...emailIds: string[]) => {
    const { rows } = await database.pool.query<{ id: string; lane: MailLane }>(
      'SELECT id, lane FROM email_recipients WHERE email_id = ANY($1) ORDER BY email_id, position',
      [emailIds],
    );
    return rows;
  };

  for (const [lane, queue] of [
    ['transactional', 'send'],
    ['campaign', 'send-bulk'],
  ] as const) {
    it(`stores recipients in the lane ${lane} and wakes the queue ${queue}`, async () => {
      const to = mailboxes('a@customer.dev', 'b@customer.dev');
      const id = await acceptor.accept(newEmail(ids, sender, { lane, to }));
      const recipients = await recipientsOf(id);
      expect(recipients.map((recipient) => recipient.lane)).to.deep.equal([lane, lane]);
      expect(woken).to.deep.equal([[queue, recipients.map((recipient) => recipient.id)]]);
    });
  }

  it('wakes the queue of each email of a submission', async () => {
    const emails = (['campaign', 'transactional'] as const).map((lane) => newEmail(ids, sender, { lane }));
    const batch = { mode: 'strict', indexes: [0, 1], refused: [] } as const;
    const { ids: accepted } = await acceptor.submit({ accountId: sender.accountId, emails, batch });
    const [campaign, transactional] = await recipientsOf(...accepted);
    expect(woken).to.have.deep.members([
      ['send', [transactional?.id]],
      ['send-bulk', [campaign?.id]],
    ]);
  });

  it('queues a scheduled email in its lane when it is due', async () => {
    const scheduledAt = new Date(Date.now() + HOUR_MS);
    const id = await acceptor.accept(newEmail(ids, sender, { lane: 'campaign', scheduledAt }));
    expect(woken).to.deep.equal([]);
    const recipients = (await recipientsOf(id)).map((recipient) => recipient.id);
    expect(await sendingWork.table.markDue(database.pool, scheduledAt, 10)).to.deep.equal([]);
    expect(await bulkSendingWork.table.markDue(database.pool, scheduledAt, 10)).to.deep.equal(recipients);
  });
});
