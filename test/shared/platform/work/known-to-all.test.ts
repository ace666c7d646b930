// What is new waits until no process of the release before is alive.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  isKnownToAllWorkers,
  type WorkerAbility,
} from '../../../../shared/platform/work/processes/known-to-all.ts';
import { renewLease } from '../../../../shared/platform/work/processes/renew.ts';
import { useDatabase } from '../../../support/database/database.ts';

const DEAD_AFTER_MS = 60_000;

const ABILITIES: readonly WorkerAbility[] = ['paces_campaigns', 'knows_polls'];

describe('What is known to all worker processes', () => {
  const database = useDatabase();
  const areKnown = () =>
    Promise.all(ABILITIES.map((ability) => isKnownToAllWorkers(database.pool, ability, DEAD_AFTER_MS)));
  /** A process of the release before writes no more than this. */
  const insertOld = async () => {
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'here', 1)`,
      [id],
    );
    return id;
  };

  it('is not known while one of the release before is alive, in whatever group', async () => {
    await renewLease(database.pool, { id: randomUUID(), groups: ['bulk'], host: 'here', pid: 1 });
    expect(await areKnown()).to.deep.equal([true, true]);
    const id = await insertOld();
    expect(await areKnown()).to.deep.equal([false, false]);
    await database.pool.query(
      `UPDATE worker_processes SET heartbeat_at = clock_timestamp() - interval '61 s' WHERE id = $1`,
      [id],
    );
    expect(await areKnown()).to.deep.equal([true, true]);
  });
});
