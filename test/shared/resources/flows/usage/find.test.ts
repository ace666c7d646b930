// The statement of GET /usage in large tables: it reads counters, and counts contacts without reading their table
// (docs/reference/usage.md). The test checks the plan that Postgres chooses, and what it reads.
import { expect } from 'chai';
import { COUNTED_CONTACTS_MAX } from '../../../../../shared/contract/limits.ts';
import type { Queryable } from '../../../../../shared/platform/db/connect.ts';
import { findUsage } from '../../../../../shared/resources/flows/usage/find.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explain, type Plan } from '../../../../support/database/plans.ts';
import { defaultAudienceOf } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { insertMany } from '../../../../support/factories/insert-many.ts';

const CONTACTS = COUNTED_CONTACTS_MAX + 50_000;
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const CONTACTS_AT_A_TIME = 50_000;
const OTHERS = 50;
const HOURS = 721;

describe('the usage of an account with many contacts', () => {
  const database = useDatabase();
  let large: string;
  let limited: string;
  const now = new Date('2026-11-20T12:00:00Z');
  before(async () => {
    large = (await createAccount(database.pool)).id;
    limited = (await createAccount(database.pool, { planId: 'free' })).id;
    for (let made = 0; made < CONTACTS; made += CONTACTS_AT_A_TIME)
      await insertContacts(large, CONTACTS_AT_A_TIME);
    await insertContacts(limited, 900);
    await database.pool.query('INSERT INTO contact_counters (account_id, contacts) VALUES ($1, 900)', [
      limited,
    ]);
    const others = await Promise.all(
      Array.from({ length: OTHERS }, async () => (await createAccount(database.pool)).id),
    );
    await insertMany(database.pool, 'domains', [...others, large], 100);
    await insertMany(database.pool, 'segments', [...others, large], 300);
    await database.pool.query(
      `INSERT INTO automation_usage (account_id, hour, runs)
       SELECT account, date_trunc('hour', $2::timestamptz) - n * interval '1 hour', 1
       FROM unnest($1::uuid[]) AS account, generate_series(0, $3) AS n`,
      [[...others, large], now, HOURS],
    );
    await database.pool.query(
      `INSERT INTO automation_usage_totals (account_id, since, runs) SELECT account, $2, $3 FROM unnest($1::uuid[]) AS account`,
      [[...others, large], new Date(now.getTime() - HOURS * 3_600_000), HOURS + 1],
    );
    await database.pool.query(
      'VACUUM ANALYZE contacts, domains, segments, automation_usage, automation_usage_totals',
    );
  });
  const insertContacts = async (accountId: string, count: number) =>
    await database.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT id, $1, $2, id || '@customer.dev', id || '@customer.dev', now(), now()
       FROM (SELECT uuid_v7(now() + n * interval '1 ms') AS id FROM generate_series(1, $3) AS n) AS made`,
      [accountId, await defaultAudienceOf(database.pool, accountId), count],
    );
  const planOf = async (accountId: string): Promise<Plan[]> => {
    const read = (explaining: Queryable) => findUsage(explaining, accountId, now);
    return (await explain(database.pool, read, 'ANALYZE, FORMAT JSON')).flat();
  };

  it('Stops counting the contacts of an account without a contact limit at 100,000.', async () => {
    expect(COUNTED_CONTACTS_MAX).to.equal(100_000);
    const usage = await findUsage(database.pool, large, now);
    expect(usage?.counted).to.include({ contacts: COUNTED_CONTACTS_MAX, segments: 300 });
    expect(usage?.runs.used).to.equal(HOURS);
  });

  it('reads the counter of an account with a contact limit, and none of its contacts', async () => {
    expect((await findUsage(database.pool, limited, now))?.counted.contacts).to.equal(900);
    const nodes = await planOf(limited);
    const counting = nodes.filter((node) => node['Relation Name'] === 'contacts');
    expect(counting.map((node) => node['Actual Loops'])).to.deep.equal([0]);
  });

  it('reads every large table by an index, and contacts by the index alone', async () => {
    const nodes = await planOf(large);
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
    const typeOf = (table: string) =>
      scans.filter((node) => node['Relation Name'] === table).map((node) => node['Node Type']);
    expect(typeOf('contacts')).to.deep.equal(['Index Only Scan']);
    for (const table of ['segments', 'domains', 'automation_usage'])
      expect(typeOf(table), table).to.not.include('Seq Scan').and.not.be.empty;
  });
});
