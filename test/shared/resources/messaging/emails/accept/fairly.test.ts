// Fairness between accounts that send at the same time: one account never delays the others, whether it sends much,
// sends a large batch, or is locked.
import { expect } from 'chai';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { useAcceptor } from './use-acceptor.ts';

const MIB = 1024 * 1024;

describe('accounts that send at the same time', () => {
  const test = useAcceptor();
  let other: Awaited<ReturnType<typeof test.createSender>>;
  before(async () => {
    other = await test.createSender();
  });
  const ofOther = (changes: Partial<NewEmail> = {}) => {
    const { from } = test.email();
    const { name: domain } = other.domain;
    const mailbox = { ...from.mailbox, address: `ana@${domain}`, domain };
    return test.email({ accountId: other.accountId, from: { text: `ana@${domain}`, mailbox }, ...changes });
  };

  it('are not delayed by an account whose quota counters are locked', async () => {
    const { accountId } = test.email();
    await test.create(test.database.pool).accept(test.email());
    const blocker = await test.database.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM email_usage WHERE account_id = $1 FOR UPDATE', [accountId]);
      const acceptor = test.create(test.database.pool);
      const ended: string[] = [];
      const locked = Array.from({ length: 30 }, () =>
        acceptor.accept(test.email()).then(() => ended.push('locked')),
      );
      for (let round = 0; round < 3; round += 1) {
        await acceptor.accept(ofOther()).then(() => ended.push('other'));
        locked.push(acceptor.accept(test.email()).then(() => ended.push('locked')));
      }
      expect(ended).to.deep.equal(['other', 'other', 'other']);
      await blocker.query('ROLLBACK');
      await Promise.all(locked);
      expect(await test.storedIds()).to.have.length(1 + 3 + locked.length);
    } finally {
      blocker.release();
    }
  });

  it('are not delayed by a batch of a hundred megabytes', async () => {
    const acceptor = test.create(test.database.pool);
    const html = 'x'.repeat(MIB);
    const emails = Array.from({ length: 50 }, () => test.email({ html }));
    const ended: string[] = [];
    const large = acceptor
      .submit({ accountId: emails[0]?.accountId ?? '', emails })
      .then(() => ended.push('large'));
    await acceptor.accept(ofOther()).then(() => ended.push('other'));
    await large;
    expect(ended).to.deep.equal(['other', 'large']);
  });

  it('have their turn of the event loop between the parts in which a large batch is inserted, in one transaction', async () => {
    const emails = Array.from({ length: 10 }, () => test.email({ html: 'x'.repeat(MIB) }));
    const accountId = emails[0]?.accountId ?? '';
    await test.create(test.database.pool).submit({ accountId, emails });
    // The rows of one statement have the same command id.
    const { rows } = await test.database.pool.query<{ transaction: string; count: number }>(
      `SELECT xmin::text AS transaction, count(*)::integer FROM emails
       GROUP BY xmin::text, cmin::text::integer ORDER BY cmin::text::integer`,
    );
    expect(rows.map(({ count }) => count)).to.deep.equal([3, 3, 3, 1]);
    expect(new Set(rows.map(({ transaction }) => transaction)).size).to.equal(1);
    expect(await test.storedIds()).to.deep.equal(emails.map(({ id }) => id));
  });
});
