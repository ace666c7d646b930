// A page of sessions is read by the index of the list, however many sessions other people have. The test checks
// Postgres' plans of the real statement.
import { expect } from 'chai';
import { findPage } from '../../../../shared/platform/db/page.ts';
import { listedSessions } from '../../../../shared/resources/sessions/list.ts';
import { useDatabase } from '../../../support/database.ts';
import { createMember } from '../../../support/people-factories.ts';
import { explain } from '../../../support/plans.ts';

const PEOPLE = 50;
const SESSIONS = 100;
const LIMIT = 20;

describe('The list of sessions', () => {
  const database = useDatabase();

  it('is read by its index, in every direction', async () => {
    const { personId } = await createMember(database.pool);
    for (let count = 1; count < PEOPLE; count += 1) await createMember(database.pool, { hasPassword: false });
    await database.pool.query(
      `INSERT INTO sessions (id, token_hash, csrf_token, person_id, account_id, created_at, last_used_at, expires_at)
       SELECT uuid_v7(now()), sha256((person_id || '/' || n)::bytea), '', person_id, account_id, now(), now(),
              now() + interval '1 day'
       FROM members, generate_series(1, ${SESSIONS}) n ORDER BY n`,
    );
    await database.pool.query('ANALYZE sessions');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE person_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [personId, SESSIONS / 2],
    );
    const cursor = rows[0]?.id ?? '';
    for (const page of [
      { limit: LIMIT },
      { limit: LIMIT, after: cursor },
      { limit: LIMIT, before: cursor },
    ]) {
      const plans = await explain(
        database.pool,
        (explaining) => findPage(explaining, listedSessions(personId, new Date()), page),
        'ANALYZE, FORMAT JSON',
      );
      const scans = plans.flat().filter((node) => node['Relation Name'] === 'sessions');
      expect(scans.map((scan) => scan['Index Name'])).to.deep.equal(['sessions_person']);
      expect(scans[0]?.['Actual Rows']).to.be.at.most(LIMIT + 1);
    }
  });
});
