// Judging domains and accounts in a real database: many at once, what an account is judged by, and what deleting a domain
// does not change.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { DAY_MS } from '../../../../../../shared/platform/time/durations.ts';
import { findAccountReputations } from '../../../../../../shared/resources/foundation/accounts/account-reputation.ts';
import type { Figures } from '../../../../../../shared/resources/foundation/reputation/figures.ts';
import { liftPause } from '../../../../../../shared/resources/foundation/reputation/reputation.ts';
import { countSendingDays } from '../../../../../../shared/resources/foundation/reputation/sending-days.ts';
import { requireDomain } from '../../../../../../shared/resources/messaging/domains/find.ts';
import {
  keepReputation,
  takeOverReputation,
} from '../../../../../../shared/resources/messaging/domains/reputation/deleted-reputations.ts';
import {
  findDomainReputations,
  setDomainReputation,
} from '../../../../../../shared/resources/messaging/domains/reputation/domain-reputation.ts';
import {
  evaluateAll,
  evaluateDomains,
} from '../../../../../../shared/resources/messaging/domains/reputation/evaluate.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain, createWebhook } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('Judging reputations', () => {
  const database = useDatabase();
  const deps = () => ({
    database: database.pool,
    queues: SILENT_QUEUES,
    mailHost: {
      mailHostname: 'mail.acme.dev',
      spfMechanisms: 'a:mail.acme.dev',
      trackingHost: 'acme.dev',
      certificateIssuer: 'ca.dev',
    },
  });
  const evaluate = (...domainIds: string[]) => evaluateDomains(deps(), domainIds, NOW);

  async function createSender() {
    const { id: accountId } = await createAccount(database.pool);
    return { accountId, domainId: (await createDomain(database.pool, accountId)).id };
  }

  async function count(
    { accountId, domainId }: { accountId: string; domainId: string },
    { judged = 0, bounced = 0, complained = 0 }: Partial<Figures>,
    at = NOW,
  ): Promise<void> {
    const counted = { accountId, domainId, at, sentAt: at, judged, bounced, complained };
    await transaction(database.pool, (client) => countSendingDays(client, [counted], undefined));
  }

  const statusOf = async (domainId: string) =>
    (await findDomainReputations(database.pool, [domainId]))[0]?.reputation.status;
  const accountStatusOf = async (accountId: string) =>
    (await findAccountReputations(database.pool, [accountId]))[0]?.reputation.status;

  async function eventsOf(accountId: string): Promise<number> {
    const { rows } = await database.pool.query(
      `SELECT FROM webhook_messages WHERE account_id = $1 AND type = 'domain.updated'`,
      [accountId],
    );
    return rows.length;
  }

  it('pauses at the edge, once, however many outcomes and judges there are at the same time', async () => {
    const sender = await createSender();
    await createWebhook(database.pool, sender.accountId, { events: ['domain.updated'] });
    await Promise.all(
      Array.from({ length: 199 }, async (_, place) => {
        await count(sender, { judged: 1, bounced: place < 19 ? 1 : 0 });
        await evaluate(sender.domainId);
      }),
    );
    expect(await statusOf(sender.domainId)).to.equal('good');
    await count(sender, { judged: 1, bounced: 1 });
    await Promise.all(Array.from({ length: 20 }, () => evaluate(sender.domainId)));
    expect(await statusOf(sender.domainId)).to.equal('paused');
    expect(await eventsOf(sender.accountId)).to.equal(1);
  });

  it('judges an account by all its domains, each of which is below the limit', async () => {
    const { accountId, domainId } = await createSender();
    const others = await Promise.all(
      Array.from({ length: 99 }, async () => (await createDomain(database.pool, accountId)).id),
    );
    const domainIds = [domainId, ...others];
    await Promise.all(
      domainIds.map((each) => count({ accountId, domainId: each }, { judged: 190, bounced: 19 })),
    );
    await Promise.all(domainIds.map((each) => evaluate(each)));
    expect(await accountStatusOf(accountId)).to.equal('paused');
    expect(new Set(await Promise.all(domainIds.map(statusOf)))).to.deep.equal(new Set(['good']));
  });

  it('leaves a paused domain out of the figures of its account', async () => {
    const sender = await createSender();
    await count(sender, { judged: 100, bounced: 50 });
    await evaluate(sender.domainId);
    expect([await statusOf(sender.domainId), await accountStatusOf(sender.accountId)]).to.deep.equal([
      'paused',
      'good',
    ]);
  });

  it('leaves what a domain sent before its lift out of the figures of its account', async () => {
    const sender = await createSender();
    await count(sender, { judged: 100, bounced: 50 });
    await evaluate(sender.domainId);
    const [domain] = await findDomainReputations(database.pool, [sender.domainId]);
    if (!domain) throw new Error('The domain is gone.');
    const lifted = liftPause(domain.reputation, new Date(NOW.getTime() + 1));
    await transaction(database.pool, (client) => setDomainReputation(client, deps(), domain, lifted, NOW));
    await evaluate(sender.domainId);
    expect([await statusOf(sender.domainId), await accountStatusOf(sender.accountId)]).to.deep.equal([
      'recovering',
      'good',
    ]);
  });

  it('finds what no worker has judged, also on the days before and after', async () => {
    const late = await createSender();
    const ahead = await createSender();
    await count(late, { judged: 100, bounced: 50 }, new Date(NOW.getTime() - 6 * DAY_MS));
    await count(ahead, { judged: 100, bounced: 50 }, new Date(NOW.getTime() + DAY_MS));
    await evaluateAll(deps(), NOW);
    expect([await statusOf(late.domainId), await statusOf(ahead.domainId)]).to.deep.equal([
      'paused',
      'paused',
    ]);
  });

  it('ends a warning when its days are over', async () => {
    const sender = await createSender();
    await count(sender, { judged: 300, bounced: 20 });
    await evaluate(sender.domainId);
    expect(await statusOf(sender.domainId)).to.equal('warned');
    await evaluateAll(deps(), new Date(NOW.getTime() + 7 * DAY_MS));
    expect(await statusOf(sender.domainId)).to.equal('good');
  });

  it('leaves out of the figures of an account a domain that is at its limit and not judged yet', async () => {
    const bad = await createSender();
    const quiet = await createSender();
    const other = {
      accountId: bad.accountId,
      domainId: (await createDomain(database.pool, bad.accountId)).id,
    };
    await count(bad, { judged: 100, bounced: 50 });
    await count(other, { judged: 10, bounced: 1 });
    await evaluate(other.domainId, quiet.domainId);
    expect([await statusOf(other.domainId), await accountStatusOf(bad.accountId)]).to.deep.equal([
      'good',
      'good',
    ]);
  });

  it('does not count complaints about mail of before a lift, and none while nothing is judged', async () => {
    const sender = await createSender();
    await count(sender, { complained: 5 });
    await evaluate(sender.domainId);
    expect(await statusOf(sender.domainId)).to.equal('good');
    await database.pool.query('UPDATE domains SET lifted_at = $2 WHERE id = $1', [sender.domainId, NOW]);
    await count(sender, { judged: 10 });
    const before = new Date(NOW.getTime() - DAY_MS);
    const late = { ...sender, at: NOW, sentAt: before, judged: 0, bounced: 0, complained: 5 };
    await transaction(database.pool, (client) => countSendingDays(client, [late], undefined));
    await evaluate(sender.domainId);
    expect(await statusOf(sender.domainId)).to.equal('good');
  });

  it('keeps the pause and the counts of a name that its account deletes and adds again', async () => {
    const sender = await createSender();
    await count(sender, { judged: 100, bounced: 50 });
    await evaluate(sender.domainId);
    const name = 'again.acme.dev';
    await database.pool.query('UPDATE domains SET name = $2 WHERE id = $1', [sender.domainId, name]);
    await transaction(database.pool, (client) => keepReputation(client, sender.domainId, NOW));
    await database.pool.query('DELETE FROM domains WHERE id = $1', [sender.domainId]);
    const other = await createSender();
    const add = async (accountId: string) => {
      const { id } = await createDomain(database.pool, accountId, { name });
      const added = await requireDomain(database.pool, accountId, id);
      await transaction(database.pool, (client) => takeOverReputation(client, added));
      await database.pool.query(`UPDATE domains SET name = 'of-' || id || '.dev' WHERE id = $1`, [id]);
      return id;
    };
    const again = await add(sender.accountId);
    const ofOther = await add(other.accountId);
    await evaluate(again, ofOther);
    expect([await statusOf(again), await accountStatusOf(sender.accountId)]).to.deep.equal([
      'paused',
      'good',
    ]);
    expect(await statusOf(ofOther)).to.equal('good');
    const { rows } = await database.pool.query('SELECT FROM sending_days WHERE domain_id = $1', [again]);
    expect(rows).to.have.length(1);
  });
});
