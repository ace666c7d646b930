// Mail whose contents are rendered when it is sent waits until no process of the release before is alive.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { doAllRenderContents } from '../../../../shared/platform/work/processes/render-contents.ts';
import { renewLease } from '../../../../shared/platform/work/processes/renew.ts';
import { useDatabase } from '../../../support/database/database.ts';

const DEAD_AFTER_MS = 60_000;

describe('Whether all processes render contents', () => {
  const database = useDatabase();
  const doAll = () => doAllRenderContents(database.pool, DEAD_AFTER_MS);
  /** A process of the release before writes no more than this. */
  const insertOld = async () => {
    const id = randomUUID();
    await database.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'here', 1)`,
      [id],
    );
    return id;
  };

  it('is untrue while one of the release before is alive, in whatever group', async () => {
    await renewLease(database.pool, { id: randomUUID(), groups: ['bulk'], host: 'here', pid: 1 });
    expect(await doAll()).to.equal(true);
    const id = await insertOld();
    expect(await doAll()).to.equal(false);
    await database.pool.query(
      `UPDATE worker_processes SET heartbeat_at = clock_timestamp() - interval '61 s' WHERE id = $1`,
      [id],
    );
    expect(await doAll()).to.equal(true);
  });
});
