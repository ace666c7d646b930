// Plans of the statements that remove the rows of an account: each reads along an index, and no more than it removes.
import { expect } from 'chai';
import { growAccount } from '../../../../../bench/deletions/grown-account.ts';
import type { Transaction } from '../../../../../shared/platform/db/transaction.ts';
import { readAlongIndexes } from '../../../../../shared/platform/removal/read-along-indexes.ts';
import { removeNextRows } from '../../../../../shared/platform/removal/remove-next-rows.ts';
import { ACCOUNT_TABLES } from '../../../../../shared/resources/account-tables.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { fillAccount } from '../../../../support/database/fill-account.ts';
import type { Plan } from '../../../../support/database/plans.ts';
import { explainWork } from '../../../../support/database/prepared-plans.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const EMAILS = 300;
const LIMIT = 100;

describe('the removal of the rows of an account', () => {
  const database = useDatabase();

  it('reads no whole table and sorts no more than a page, in any of its statements', async () => {
    const accounts = [await createAccount(database.pool), await createAccount(database.pool)];
    for (const { id } of accounts) {
      await fillAccount(database.pool, id);
      await growAccount(database.pool, id, EMAILS);
    }
    await database.pool.query('ANALYZE');
    const ownerId = accounts[0]?.id ?? '';
    let removed = 0;
    const explained = await explainWork(database.url, { plansOnce: true }, async (client: Transaction) => {
      await readAlongIndexes(client);
      for (const rows of ACCOUNT_TABLES.inOrder) {
        let position: readonly string[] | undefined = [];
        while (position) {
          const page = await removeNextRows(client, rows, { ownerId, position, limit: LIMIT });
          for (const count of Object.values(page.removed)) removed += count;
          position = page.position;
        }
      }
    });
    expect(removed).to.be.above(9 * EMAILS);
    // The last key of a page is found by sorting the page.
    const isBad = (node: Plan) =>
      node['Node Type'] === 'Seq Scan' ||
      (/Sort$/.test(node['Node Type']) && (node.Plans?.[0]?.['Actual Rows'] ?? 0) > LIMIT);
    const bad = explained.flatMap(({ name, nodes }) =>
      nodes.filter(isBad).map((node) => `${name}: ${node['Node Type']} ${node['Relation Name'] ?? ''}`),
    );
    expect([...new Set(bad)]).to.deep.equal([]);
  });
});
