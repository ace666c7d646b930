// A page of members or invitations is read by the index of the list, however many rows other accounts have. The tests
// check Postgres' plans of the real statements.
import { expect } from 'chai';
import { findPage } from '../../../../shared/platform/db/page.ts';
import { listedInvitations } from '../../../../shared/resources/invitations/list.ts';
import { listedMembers } from '../../../../shared/resources/members/list.ts';
import { useDatabase } from '../../../support/database.ts';
import { createAccount } from '../../../support/factories.ts';
import { explain } from '../../../support/plans.ts';

const ACCOUNTS = 50;
const ROWS_PER_ACCOUNT = 100;
const LIMIT = 20;
const LISTED = { members: listedMembers, invitations: listedInvitations } as const;

describe('the lists of members and invitations', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    const accountIds: string[] = [];
    while (accountIds.length < ACCOUNTS) accountIds.push((await createAccount(database.pool)).id);
    accountId = accountIds[0] ?? '';
    await database.pool.query(
      `INSERT INTO people (id, email, name, created_at)
       SELECT uuid_v7(now() + n * interval '1 ms'), 'bo' || n || '@team.dev', 'Bo', now()
       FROM generate_series(1, $1::integer) AS n`,
      [ROWS_PER_ACCOUNT],
    );
    await database.pool.query(
      `INSERT INTO members (id, account_id, person_id, role, is_proven, created_at)
       SELECT uuid_v7(people.created_at), account, people.id, 'viewer', true, now()
       FROM people, unnest($1::uuid[]) AS account`,
      [accountIds],
    );
    await database.pool.query(
      `INSERT INTO invitations (id, account_id, email, role, created_at, expires_at)
       SELECT uuid_v7(now()), account, email, 'viewer', now(), now() FROM people, unnest($1::uuid[]) AS account`,
      [accountIds],
    );
    await database.pool.query('ANALYZE people, members, invitations');
  });

  for (const table of ['members', 'invitations'] as const) {
    it(`read ${table} by the index of the list, in every direction`, async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1`,
        [accountId, ROWS_PER_ACCOUNT / 2],
      );
      const cursor = rows[0]?.id ?? '';
      for (const page of [
        { limit: LIMIT },
        { limit: LIMIT, after: cursor },
        { limit: LIMIT, before: cursor },
      ]) {
        const plans = await explain(
          database.pool,
          (explaining) => findPage(explaining, LISTED[table](accountId), page),
          'ANALYZE, FORMAT JSON',
        );
        const scans = plans.flat().filter((node) => node['Relation Name'] === table);
        expect(scans.map((scan) => scan['Index Name'])).to.deep.equal([`${table}_page`]);
        expect(scans[0]?.['Actual Rows']).to.be.at.most(LIMIT + 1);
      }
    });
  }
});
