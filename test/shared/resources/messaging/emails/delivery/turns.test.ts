// Accounts take turns in the queue of mail: recipients beyond the share of their account are accepted asleep, and are woken
// in turns.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { createAcceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { mailboxes, newEmail } from '../accept/new-email.ts';

const HOUR_MS = 3_600_000;
const ALONE = 1_500;
const AHEAD = 500;
const EACH = 50;

interface Sender {
  accountId: string;
  domain: { name: string };
}

describe('An account that brings more mail than its share', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let woken: Record<string, string[]>;
  let large: Sender;
  let small: Sender;
  const createSender = async (): Promise<Sender> => {
    const { id: accountId } = await createAccount(database.pool);
    return { accountId, domain: await createDomain(database.pool, accountId) };
  };
  const createAcceptorOf = () =>
    createAcceptor({
      database: database.pool,
      ids,
      queues: {
        wake({ name }, keys) {
          const all = woken[name] ?? [];
          woken[name] = all;
          all.push(...keys);
        },
      },
      simulatorDomains: ['simulator.test'],
      passCrashPoint: () => {},
    });
  beforeEach(async () => {
    await database.pool.query('TRUNCATE emails, email_recipients');
    woken = {};
    large = await createSender();
    small = await createSender();
  });

  /** Accepts emails of fifty recipients in one submission. */
  const accept = async (sender: Sender, emails: number, changes: Partial<NewEmail> = {}) => {
    const to = mailboxes(...Array.from({ length: EACH }, (_, place) => `r${place}@customer.dev`));
    const all = Array.from({ length: emails }, () => newEmail(ids, sender, { to, ...changes }));
    const batch = { mode: 'strict', indexes: all.map((_, place) => place), refused: [] } as const;
    await createAcceptorOf().submit({ accountId: sender.accountId, emails: all, batch });
  };
  const awakeOf = async ({ accountId }: Sender) => {
    const { rows } = await database.pool.query<{ awake: number }>(
      `SELECT count(*)::integer AS awake FROM email_recipients
       WHERE account_id = $1 AND (woken_at IS NOT NULL OR claimed_by IS NOT NULL)`,
      [accountId],
    );
    return rows[0]?.awake ?? 0;
  };
  const finish = (count: number) =>
    database.pool.query(
      `UPDATE email_recipients SET woken_at = NULL, next_attempt_at = NULL, state = 'delivered'
       WHERE id IN (SELECT id FROM email_recipients WHERE woken_at IS NOT NULL ORDER BY id LIMIT $1)`,
      [count],
    );
  const wake = (now = new Date(), limit = 1_000) => sendingWork.table.markDue(database.pool, now, limit);

  it('has the rest accepted asleep, and its first ones go ahead in a queue of their own', async () => {
    await accept(large, 40);
    expect(await awakeOf(large)).to.equal(ALONE);
    expect([woken['send'], woken['send-in-turn']].map((all) => all?.length)).to.deep.equal([
      AHEAD,
      ALONE - AHEAD,
    ]);
    expect(await wake()).to.deep.equal([]);
    expect(await sendingWork.table.isAnyDue?.(database.pool, new Date())).to.equal(true);
  });

  it('waits for its turn, and another one begins ahead of it', async () => {
    await accept(large, 40);
    woken = {};
    await accept(small, 1);
    expect(woken['send']).to.have.length(EACH);
    expect(woken['send-in-turn']).to.equal(undefined);
  });

  it('is woken as its recipients end, until nothing is left', async () => {
    await accept(large, 60);
    let left = 60 * EACH - ALONE;
    while (left > 0) {
      await finish(500);
      const more = await wake();
      expect(more).to.have.length(500);
      left -= more.length;
    }
    await finish(ALONE);
    expect(await wake()).to.deep.equal([]);
    expect(await sendingWork.table.isAnyDue?.(database.pool, new Date())).to.equal(false);
  });

  it('has in its share what workers have claimed', async () => {
    await accept(large, 40);
    const awake = Object.values(woken).flat();
    await sendingWork.table.claim(database.pool, awake, { worker: ids.next(), token: ids.next() });
    expect(await awakeOf(large)).to.equal(ALONE);
    expect(await wake()).to.deep.equal([]);
  });

  it('is not woken before another one whose email is scheduled for the same time', async () => {
    const scheduledAt = new Date(Date.now() + HOUR_MS);
    await accept(large, 60, { scheduledAt });
    await accept(small, 1, { scheduledAt: new Date(scheduledAt.getTime() + 1_000) });
    await wake(new Date(scheduledAt.getTime() + 1_000), 200);
    expect(await awakeOf(small)).to.equal(EACH);
    expect(await awakeOf(large)).to.equal(150);
    const { rowCount } = await database.pool.query("SELECT FROM emails WHERE status = 'pending'");
    expect(rowCount, 'what has not had its turn can still be canceled').to.be.above(0);
  });

  it('is woken a little even if others fill all places, so that it never stops', async () => {
    await accept(large, 40);
    await finish(ALONE);
    await database.pool.query(
      `INSERT INTO email_recipients (id, next_attempt_at, woken_at, lane, email_id, account_id, kind, position, address,
                                     state, updated_at)
       SELECT uuid_v7(now()), now(), now(), 'transactional', gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev',
              'queued', now()
       FROM generate_series(1, 2500)`,
    );
    expect(await wake()).to.have.length(10);
  });
});
