// A page of audiences, segments, topics, contact properties, imports or automations is read by the index of the list,
// however many rows other accounts have. The tests check Postgres' plans of the real statements.
import { expect } from 'chai';
import { findPage } from '../../../../shared/platform/db/page.ts';
import { listedAudiences } from '../../../../shared/resources/audiences/list.ts';
import { listedAutomations } from '../../../../shared/resources/automations/list.ts';
import { listedImports } from '../../../../shared/resources/contact-imports/list.ts';
import { listedContactProperties } from '../../../../shared/resources/contact-properties/list.ts';
import { listedSegments } from '../../../../shared/resources/segments/list.ts';
import { listedTopics } from '../../../../shared/resources/topics/list.ts';
import { useDatabase } from '../../../support/database.ts';
import { createAccount } from '../../../support/factories.ts';
import { insertMany } from '../../../support/insert-many.ts';
import { explain } from '../../../support/plans.ts';

const ACCOUNTS = 50;
const ROWS_PER_ACCOUNT = 100;
const LIMIT = 20;

const LISTED = {
  audiences: listedAudiences,
  segments: listedSegments,
  topics: listedTopics,
  contact_properties: listedContactProperties,
  contact_imports: (accountId: string) => listedImports({ accountId }),
  automations: (accountId: string) => listedAutomations(accountId, {}),
} as const;
const TABLES = Object.keys(LISTED) as (keyof typeof LISTED)[];

describe('the lists of audiences, segments, topics, contact properties, imports and automations', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    const accountIds: string[] = [];
    while (accountIds.length < ACCOUNTS) accountIds.push((await createAccount(database.pool)).id);
    accountId = accountIds[0] ?? '';
    for (const table of TABLES) await insertMany(database.pool, table, accountIds, ROWS_PER_ACCOUNT);
    await database.pool.query(`ANALYZE ${TABLES.join(', ')}`);
  });
  const middleOf = async (table: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1`,
      [accountId, ROWS_PER_ACCOUNT / 2],
    );
    return rows[0]?.id ?? '';
  };

  for (const table of TABLES) {
    it(`read ${table} by the index of the list, in every direction`, async () => {
      const cursor = await middleOf(table);
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
