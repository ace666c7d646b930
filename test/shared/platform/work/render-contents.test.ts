// Mail whose contents are rendered when it is sent waits until no process of the release before is alive.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { doAllRenderContents } from '../../../../shared/platform/work/processes/render-contents.ts';
import { renewLease } from '../../../../shared/platform/work/processes/renew.ts';
import { useDatabase } from '../../../support/database/database.ts';

const DEAD_AFTER_MS = 60_000;

describe('Whether all processes of a group render contents', () => {
  const database = useDatabase();
  const doAll = () => doAllRenderContents(database.pool, 'bulk', DEAD_AFTER_MS);
  /** A process of the release before writes no more than this. */
  const insertOld = async (groups: string) => {
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, $2, 'here', 1)`,
      [id, groups],
    );
    return id;
  };

  it('is untrue while one of the release before is alive in the group', async () => {
    await renewLease(database.pool, { id: randomUUID(), groups: ['bulk'], host: 'here', pid: 1 });
    await insertOld('{send}');
    expect(await doAll()).to.equal(true);
    const id = await insertOld('{send,bulk}');
    expect(await doAll()).to.equal(false);
    await database.pool.query(
      `UPDATE worker_processes SET heartbeat_at = clock_timestamp() - interval '61 s' WHERE id = $1`,
      [id],
    );
    expect(await doAll()).to.equal(true);
  });
});
