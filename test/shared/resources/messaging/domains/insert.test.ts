// The audiences of domains (docs/reference/domains.md#post-domains), also when several domains are added at once.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSecrets } from '../../../../../shared/platform/security/secrets.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { addVouchedDomain } from '../../../../../shared/resources/messaging/domains/vouching/vouch.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { TEST_SECRET_KEYS } from '../../../../support/factories/dkim-key.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

describe('A new domain', () => {
  const database = useDatabase();
  const deps = { ids: createIds(createSystemClock()), secrets: createSecrets(TEST_SECRET_KEYS) };
  let accountId: string;
  beforeEach(async () => {
    await database.pool.query('TRUNCATE accounts CASCADE');
    accountId = (await createAccount(database.pool)).id;
  });
  const add = (name: string) =>
    transaction(database.pool, (client) =>
      addVouchedDomain(client, deps, { accountId, name, receiving: false }),
    );
  /** The domains, the oldest first, each with its audience. */
  const domainsOf = async () => {
    const { rows } = await database.pool.query(
      `SELECT domains.name, audiences.id AS "audienceId", audiences.name AS audience, audiences.is_default AS "isDefault"
       FROM domains JOIN audiences ON audiences.id = audience_id AND audiences.account_id = domains.account_id
       WHERE domains.account_id = $1 ORDER BY domains.id`,
      [accountId],
    );
    return rows;
  };

  it('shares the default audience of its account, also when several are added at once', async () => {
    await Promise.all(['a.dev', 'b.dev', 'c.dev', 'a.dev'].map(add));
    const domains = await domainsOf();
    expect(domains).to.have.length(3);
    for (const each of domains) expect(each).to.include({ audience: 'Default', isDefault: true });
  });

  it('has no other audience when it is added again', async () => {
    await add('a.dev');
    await add('b.dev');
    const before = await domainsOf();
    await add('b.dev');
    await add('a.dev');
    expect(await domainsOf()).to.deep.equal(before);
    const { rowCount } = await database.pool.query('SELECT FROM audiences WHERE account_id = $1', [
      accountId,
    ]);
    expect(rowCount).to.equal(1);
  });

  it('makes the default audience of an account that has none', async () => {
    await database.pool.query('DELETE FROM audiences WHERE account_id = $1', [accountId]);
    await add('a.dev');
    expect(await domainsOf()).to.have.nested.property('[0].isDefault', true);
  });

  it('has one key, which signs if an operator vouches for it, and a row of checks that is not due', async () => {
    const { id } = await add('a.dev');
    const { rows } = await database.pool.query(
      `SELECT selector, state, next_attempt_at, is_vouched, status
       FROM domains JOIN dkim_keys ON domain_id = domains.id JOIN domain_checks ON domain_checks.id = domains.id
       WHERE domains.id = $1`,
      [id],
    );
    expect(rows).to.deep.equal([
      { selector: 'ph1', state: 'active', next_attempt_at: null, is_vouched: true, status: 'verified' },
    ]);
  });
});
