// Each tick wakes the rows that have become due by the injected clock, and limits each source so that none delays the
// others.
import { expect } from 'chai';
import type { Queues } from '../../../shared/platform/queues/connect.ts';
import type { QueueDefinition } from '../../../shared/platform/queues/definition.ts';
import { tick } from '../../../workers/runtime/tick.ts';
import { useDatabase } from '../../support/database/database.ts';
import { failureOf } from '../../support/failure-of.ts';
import { createTestClock } from '../../support/time/clock.ts';
import { createProbeTables, probeEntry } from '../../support/work/probe-work.ts';

describe('a tick', () => {
  const database = useDatabase();
  const clock = createTestClock(new Date('2026-01-15T12:00:00.000Z'));
  let woken: string[][];
  const queues = {
    wake: (_queue: QueueDefinition, ids: readonly string[]) => woken.push([...ids]),
  } as unknown as Queues;

  before(() => createProbeTables(database.pool));
  beforeEach(async () => {
    woken = [];
    await database.pool.query('TRUNCATE probe_work');
  });

  const insert = (count: number, seconds: number) =>
    database.pool.query(
      `INSERT INTO probe_work (next_attempt_at)
       SELECT $2::timestamptz + $3 * interval '1 second' FROM generate_series(1, $1)`,
      [count, clock.now(), seconds],
    );
  const run = () => tick({ database: database.pool, clock, queues, kinds: [probeEntry()] });

  it('wakes the rows that are due by the injected clock, and no others', async () => {
    await insert(2, 0);
    await insert(3, 1);
    await run();
    expect(woken.flat()).to.have.length(2);
  });

  it('wakes the rest when the clock has advanced', async () => {
    await insert(2, 0);
    await insert(3, 1);
    await run();
    clock.advance(1_000);
    await run();
    expect(new Set(woken.flat()).size).to.equal(5);
  });

  it('wakes each row once, however many processes tick', async () => {
    await insert(500, 0);
    await Promise.all([run(), run(), run()]);
    expect(woken.flat()).to.have.length(500);
    expect(new Set(woken.flat()).size).to.equal(500);
  });

  it('wakes more than one batch of a thousand', async () => {
    await insert(2_500, 0);
    await run();
    expect(woken.map((ids) => ids.length)).to.deep.equal([1_000, 1_000, 500]);
  });

  it('leaves the rest of a very large backlog to the next tick', async () => {
    await insert(20_001, 0);
    await run();
    expect(woken.flat()).to.have.length(20_000);
    await run();
    expect(woken.flat()).to.have.length(20_001);
  });

  it('wakes no more rows of a source than it allows', async () => {
    await insert(2_001, 0);
    const kinds = [{ ...probeEntry(), duePerTick: 1_000 }];
    await tick({ database: database.pool, clock, queues, kinds });
    expect(woken.flat()).to.have.length(1_000);
  });

  it('fails when Postgres is down, and wakes nothing', async () => {
    const away = { query: () => Promise.reject(new Error('away')) } as never;
    await failureOf(tick({ database: away, clock, queues, kinds: [probeEntry()] }));
    expect(woken).to.deep.equal([]);
  });
});
