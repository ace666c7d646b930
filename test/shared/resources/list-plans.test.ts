// A page of a list without filters is read by the index of the list, however many rows other accounts and people have.
// The test checks Postgres' plans of the real statements.
import { expect } from 'chai';
import type { ListedRows } from '../../../shared/platform/db/page.ts';
import { listedAudiences } from '../../../shared/resources/audiences/list.ts';
import { listedAutomations } from '../../../shared/resources/automations/list.ts';
import { listedImports } from '../../../shared/resources/contact-imports/list.ts';
import { listedContactProperties } from '../../../shared/resources/contact-properties/list.ts';
import { listedInvitations } from '../../../shared/resources/invitations/list.ts';
import { listedMembers } from '../../../shared/resources/members/list.ts';
import { listedSegments } from '../../../shared/resources/segments/list.ts';
import { listedSessions } from '../../../shared/resources/sessions/list.ts';
import { listedTopics } from '../../../shared/resources/topics/list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { analyzePages, scansOf } from '../../support/database/plans.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';

const ACCOUNTS = 50;
const ROWS_EACH = 100;
/** Filled by `insertMany`. */
const TABLES = [
  ...(['audiences', 'segments', 'topics', 'contact_properties', 'contact_imports'] as const),
  ...(['automations', 'invitations'] as const),
];
const LISTS: [table: string, listed: (ownerId: string) => ListedRows, index?: string][] = [
  ['audiences', listedAudiences],
  ['segments', listedSegments],
  ['topics', listedTopics],
  ['contact_properties', listedContactProperties],
  ['contact_imports', (accountId) => listedImports({ accountId })],
  ['automations', (accountId) => listedAutomations(accountId, {})],
  ['invitations', listedInvitations],
  ['members', listedMembers],
  ['sessions', (personId) => listedSessions(personId, new Date()), 'sessions_person'],
];

describe('the lists without filters', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    const { pool } = database;
    const accountIds: string[] = [];
    while (accountIds.length < ACCOUNTS) accountIds.push((await createAccount(pool)).id);
    accountId = accountIds[0] ?? '';
    for (const table of TABLES) await insertMany(pool, table, accountIds, ROWS_EACH);
    await pool.query(
      `INSERT INTO people (id, email, name, created_at)
       SELECT uuid_v7(now() + n * interval '1 ms'), 'bo' || n || '@team.dev', 'Bo', now()
       FROM generate_series(1, $1::integer) AS n`,
      [ROWS_EACH],
    );
    await pool.query(
      `INSERT INTO members (id, account_id, person_id, role, is_proven, created_at)
       SELECT uuid_v7(people.created_at), account, people.id, 'viewer', true, now()
       FROM people, unnest($1::uuid[]) AS account`,
      [accountIds],
    );
    await pool.query(
      `INSERT INTO sessions (id, token_hash, csrf_token, person_id, account_id, created_at, last_used_at, expires_at)
       SELECT uuid_v7(now()), sha256((id || '/' || n)::bytea), '', id, $1, now(), now(), now() + interval '1 day'
       FROM (SELECT id FROM people ORDER BY id LIMIT $2) AS person, generate_series(1, $3::integer) n ORDER BY n`,
      [accountId, ACCOUNTS, ROWS_EACH],
    );
    await pool.query(`ANALYZE ${LISTS.map(([table]) => table).join(', ')}, people`);
  });

  it('are read by their index, in every direction', async () => {
    const { rows: people } = await database.pool.query<{ id: string }>('SELECT id FROM people ORDER BY id');
    for (const [table, listed, index = `${table}_page`] of LISTS) {
      const [column, owner] =
        table === 'sessions' ? ['person_id', people[0]?.id ?? ''] : ['account_id', accountId];
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${column} = $1 ORDER BY id OFFSET $2 LIMIT 1`,
        [owner, ROWS_EACH / 2],
      );
      for (const { page, nodes } of await analyzePages(database.pool, rows[0]?.id ?? '', () =>
        listed(owner),
      )) {
        const scans = scansOf(nodes, new RegExp(`^${table}$`));
        expect(
          scans.map((scan) => scan['Index Name']),
          `${table}: ${page}`,
        ).to.deep.equal([index]);
        expect(scans[0]?.['Actual Rows'], `${table}: ${page}`).to.be.at.most(21);
      }
    }
  });
});
