// The cost of a page of audit events does not depend on the number of events: an index serves the list, filters search a
// limited number of events. The test checks Postgres' plans of the real statements.
import { expect } from 'chai';
import { findPageOf } from '../../../../../shared/platform/db/list.ts';
import { SEARCH_WINDOW } from '../../../../../shared/platform/db/page.ts';
import {
  AUDIT_EVENT_LIST,
  type AuditFilters,
  listAllAuditEvents,
} from '../../../../../shared/resources/foundation/audit-events/list.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, expectIndex, type Plan, type Work } from '../../../../support/database/plans.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const EVENTS = SEARCH_WINDOW + 20_000;

describe('the list of audit events in a large table', () => {
  const database = useDatabase();
  let large: string;
  let small: string;
  before(async () => {
    large = (await createAccount(database.pool)).id;
    small = (await createAccount(database.pool)).id;
    await database.pool.query(
      `INSERT INTO audit_events (id, account_id, actor_type, actor_id, operation, outcome, created_at)
       SELECT uuid_v7(now() + n * interval '1 ms'), CASE WHEN n % 100 > 0 THEN $1::uuid ELSE $2::uuid END, 'person', $2,
              'createTopic', 'succeeded', now()
       FROM generate_series(1, $3::integer) AS n`,
      [large, small, EVENTS],
    );
    await database.pool.query('ANALYZE audit_events');
  });
  const mostRows = (nodes: readonly Plan[]) => Math.max(...nodes.map((node) => node['Actual Rows']));

  const cases: [filters: AuditFilters, mostRead: number][] = [
    [{}, 21],
    [{ operation: 'createTopic' }, 21],
    [{ operation: 'none' }, SEARCH_WINDOW],
    [{ outcome: 'failed', actorId: '01900000-0000-7000-8000-000000000001' }, SEARCH_WINDOW],
  ];
  it('reads a limited number of events for a page, by the index of the list', async () => {
    for (const [filters, mostRead] of cases)
      for (const accountId of [large, small]) {
        const page = { limit: 20 };
        const list: Work = (explaining) => findPageOf(explaining, AUDIT_EVENT_LIST, accountId, page, filters);
        const nodes = await analyze(database.pool, list);
        const row = JSON.stringify(filters);
        expectIndex(nodes, /^audit_events_page$/, row);
        expect(mostRows(nodes), row).to.be.at.most(mostRead);
      }
  });

  it('reads only the newest events of the whole service', async () => {
    const nodes = await analyze(database.pool, (explaining) => listAllAuditEvents(explaining, 20));
    expectIndex(nodes, /./);
    expect(mostRows(nodes)).to.equal(21);
  });
});
