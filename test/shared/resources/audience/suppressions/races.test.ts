// Additions and removals of the same addresses at the same time, in opposite orders: none fails, every addition gets an
// entry, and the announced events add up to what is on the list.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { addSuppressions } from '../../../../../shared/resources/audience/suppressions/add.ts';
import { removeSuppressions } from '../../../../../shared/resources/audience/suppressions/remove.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createWebhook } from '../../../../support/factories/factories.ts';

const ADDRESSES = Array.from({ length: 30 }, (_, index) => `bo${index}@x.dev`);
/** Writers that add, and as many that remove by address and by id. */
const WRITERS = 4;
const ROUNDS = 8;

describe('the suppression list, changed by several writers', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const queues = { wake: () => {} };

  it('loses no addition and no removal', async () => {
    const { id: accountId } = await createAccount(database.pool);
    await createWebhook(database.pool, accountId, { events: ['suppression.*'] });
    const deps = { database: database.pool, ids, queues };
    const added = new Set<string>();
    const removed: string[] = [];
    const add = async (addresses: readonly string[]) => {
      const entries = await addSuppressions(deps, { accountId, addresses, now: new Date() });
      expect(entries.map(({ suppression }) => suppression.address)).to.deep.equal(addresses);
      for (const { suppression, isNew } of entries) if (isNew) added.add(suppression.id);
    };
    const remove = async (addresses: readonly string[]) => {
      const entries = await removeSuppressions(deps, accountId, { addresses }, new Date());
      removed.push(...entries.map(({ id }) => id));
    };
    const removeById = async () => {
      const known = [...added].slice(-ADDRESSES.length).toSorted();
      const entries = await removeSuppressions(deps, accountId, { ids: known }, new Date());
      removed.push(...entries.map(({ id }) => id));
    };
    const write = async (change: typeof add) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await change(ADDRESSES);
        await change(ADDRESSES.toReversed());
      }
    };
    // Otherwise all removals could come first.
    await add(ADDRESSES);
    await Promise.all(
      [add, remove, removeById].flatMap((change) => Array.from({ length: WRITERS }, () => write(change))),
    );

    expect(new Set(removed).size, 'an entry was removed twice').to.equal(removed.length);
    const { rows } = await database.pool.query('SELECT id FROM suppressions WHERE account_id = $1', [
      accountId,
    ]);
    const left = [...added].filter((id) => !removed.includes(id));
    expect(rows.map(({ id }) => id)).to.have.members(left);
    const { rows: events } = await database.pool.query(
      `SELECT type, array_agg(payload::json -> 'data' ->> 'id') AS ids FROM webhook_messages
       WHERE account_id = $1 GROUP BY type ORDER BY type`,
      [accountId],
    );
    expect(events.map(({ type }) => type)).to.deep.equal(['suppression.added', 'suppression.removed']);
    expect(events[0].ids).to.have.members([...added]);
    expect(events[1].ids).to.have.members(removed);
  });
});
