// Domain conflicts: a domain that one account has verified, its parents and its subdomains are not available to others.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { findConflicts, lockName } from '../../../../../shared/resources/messaging/domains/find-conflict.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explain } from '../../../../support/database/plans.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';
import { eventually } from '../../../../support/time/eventually.ts';

describe('a domain conflict', () => {
  const database = useDatabase();
  let owner: string;
  let other: string;
  before(async () => {
    owner = (await createAccount(database.pool)).id;
    other = (await createAccount(database.pool)).id;
    await createDomain(database.pool, owner, { name: 'mail.acme.dev', status: 'partially_failed' });
    await createDomain(database.pool, owner, { name: 'pending.dev', status: 'pending' });
  });
  const find = (accountId: string, name: string, claimedAt: Date | null = null) =>
    findConflicts(database.pool, { accountId, name, claimedAt });
  const claim = (id: string, at: Date | null) =>
    database.pool.query('UPDATE domains SET claimed_at = $2 WHERE id = $1', [id, at]);

  for (const [name, kind] of [
    ['mail.acme.dev', 'same'],
    ['acme.dev', 'subdomain'],
    ['eu.mail.acme.dev', 'parent'],
    ['shop.acme.dev', undefined],
    ['hotmail.acme.dev', undefined],
    ['e.dev', undefined],
    ['pending.dev', undefined],
  ] as const) {
    it(`${kind ? `is with the ${kind} name` : 'does not exist'} for another account with ${name}, and never for the owner`, async () => {
      expect((await find(other, name)).map((conflict) => conflict.kind)).to.deep.equal(kind ? [kind] : []);
      expect(await find(owner, name)).to.deep.equal([]);
    });
  }

  it('with a parent or a subdomain ends when either account has proved its name by a claim', async () => {
    const { id } = await createDomain(database.pool, owner, { name: 'in.claimed.dev' });
    expect(await find(other, 'claimed.dev')).to.have.length(1);
    expect(await find(other, 'claimed.dev', new Date())).to.deep.equal([]);
    await claim(id, new Date());
    expect(await find(other, 'claimed.dev')).to.deep.equal([]);
  });

  it('with the same name is for the account whose claim is the newer one, verified or not', async () => {
    const { id } = await createDomain(database.pool, owner, { name: 'moved.dev', status: 'not_started' });
    const then = new Date('2026-11-01');
    const now = new Date('2026-11-20');
    await claim(id, then);
    expect(await find(other, 'moved.dev')).to.have.length(1);
    expect(await find(other, 'moved.dev', now)).to.deep.equal([]);
    await claim(id, now);
    expect(await find(other, 'moved.dev', then)).to.have.length(1);
  });

  it('is found by two indexes among many domains', async () => {
    const account = (await createAccount(database.pool)).id;
    await database.pool.query(
      `INSERT INTO domains (id, account_id, name, status, audience_id)
       SELECT uuid_v7(now()), $1, 'd' || n || '.many' || n % 1000 || '.dev', 'verified', uuid_v7(now())
       FROM generate_series(1, 50000) AS n`,
      [account],
    );
    await database.pool.query('ANALYZE domains');
    const [plan = []] = await explain(
      database.pool,
      (explaining) => findConflicts(explaining, { accountId: other, name: 'a.many7.dev', claimedAt: null }),
      'ANALYZE, FORMAT JSON',
    );
    const indexes = plan.map((node) => node['Index Name']).filter((name) => name !== undefined);
    expect(indexes).to.have.members(['domains_name', 'domains_reversed_name']);
    expect(plan.map((node) => node['Node Type'])).not.to.include('Seq Scan');
    expect(await find(other, 'many7.dev')).to.have.length(50);
  });

  it('is decided one after the other for names of one registrable domain', async () => {
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await transaction(database.pool, async (client) => {
      await lockName(client, 'a.b.locked.co.uk');
      second = transaction(database.pool, async (waiting) => {
        await lockName(waiting, 'locked.co.uk');
        order.push('second');
      });
      await eventually('the second transaction waits', async () => {
        const { rowCount } = await database.pool.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        );
        // Or it has not waited, which the order shows.
        return rowCount === 1 || order.length > 0;
      });
      order.push('first');
    });
    await second;
    expect(order).to.deep.equal(['first', 'second']);
  });
});
