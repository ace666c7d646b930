// The count of stuck rows, on each table of work.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { countStuckWork } from '../../../../shared/platform/work/count-stuck.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeEachWorkTable } from '../../../support/work/work-rows.ts';

const DEAD_AFTER_MS = 60_000;

describe('The stuck rows of work', () => {
  describeEachWorkTable((table, rows) => {
    const database = useDatabase();
    const now = new Date();
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
    beforeEach(() => database.pool.query(`DELETE FROM ${table.definition.table}`));
    const count = (definition = table.definition) =>
      countStuckWork(database.pool, definition, { now, deadAfterMs: DEAD_AFTER_MS });
    const insertWorker = async (silentS: number) => {
      const id = randomUUID();
      await database.pool.query(
        `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
         VALUES ($1, '{test}', 'here', 1, clock_timestamp() - $2 * interval '1 second')`,
        [id, silentS],
      );
      return { claimedBy: id, claimToken: randomUUID() };
    };

    it('are none when all work is done, waits, is fresh, or is in the hands of a live worker', async () => {
      await rows.insert(database.pool, { nextAttemptAt: null });
      await rows.insert(database.pool, { nextAttemptAt: ago(-60) });
      await rows.insert(database.pool, { nextAttemptAt: ago(30) });
      await rows.insert(database.pool, { nextAttemptAt: ago(30), wokenAt: ago(30) });
      const claimed = await insertWorker(1);
      await rows.insert(database.pool, { nextAttemptAt: ago(900), wokenAt: ago(900), ...claimed });
      expect(await count()).to.equal(0);
    });

    it('are those that are late, and those of a dead worker', async () => {
      await rows.insert(database.pool, { nextAttemptAt: ago(90) });
      await rows.insert(database.pool, { nextAttemptAt: ago(90), wokenAt: ago(80) });
      const silent = await insertWorker(300);
      await rows.insert(database.pool, { nextAttemptAt: ago(30), wokenAt: ago(30), ...silent });
      expect(await count()).to.equal(table.definition.wakesRows === false ? 2 : 3);
    });

    it('are not those that are held', async () => {
      await rows.insert(database.pool, { nextAttemptAt: ago(90) });
      expect(await count({ ...table.definition, held: { when: 'true', why: `'It is held.'` } })).to.equal(0);
    });
  });
});
