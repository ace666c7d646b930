// Whatever happens in a job, no row stays claimed by a living process that does not know about it.
import { expect } from 'chai';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { JobDeps } from '../../../workers/runtime/job.ts';
import { withClaims } from '../../../workers/runtime/with-claims.ts';
import { failureOf } from '../../support/failure-of.ts';
import { createTestClock } from '../../support/time/clock.ts';
import { createProbeTables, insertProbeWork, probeTable } from '../../support/work/probe-work.ts';
import { useJob } from '../support/use-job.ts';

describe('a job with claims', () => {
  const job = useJob(createTestClock(new Date('2040-01-01T00:00:00.000Z')));
  const error = new Error('the work failed');
  before(() => createProbeTables(job.pool));
  beforeEach(() => job.query('TRUNCATE probe_work'));

  const rows = () => job.query('SELECT claimed_by, attempts, next_attempt_at FROM probe_work');
  const heldBy = async () => (await rows()).map((row) => row.claimed_by as string | null);

  /** Deps whose database loses the answer to its first statement, or the statement itself. */
  const losing = (what: 'answer' | 'statement'): JobDeps => {
    let lost = false;
    const query = async (text: string, values: unknown[]) => {
      if (lost) return await job.pool.query(text, values);
      lost = true;
      if (what === 'answer') await job.pool.query(text, values);
      throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    };
    return { ...job.deps, database: { query } as unknown as Database };
  };

  it('gets the rows that it has claimed, while they are claimed', async () => {
    const ids = await insertProbeWork(job.pool, 3);
    await withClaims(probeTable, ids, job.deps, async (claims) => {
      expect(claims.map(({ id }) => id)).to.have.members(ids);
      expect(await heldBy()).to.deep.equal(Array(3).fill(job.deps.lease.workerId));
      await probeTable.release(
        job.pool,
        claims.map((claim) => ({ ...claim, nextAttemptAt: null })),
      );
    });
    expect(await heldBy()).to.deep.equal([null, null, null]);
  });

  it('does not start when no row could be claimed', async () => {
    const ids = await insertProbeWork(job.pool, 1);
    await probeTable.claim(job.pool, ids, { worker: ids[0] ?? '', token: ids[0] ?? '' });
    let begun = false;
    await withClaims(probeTable, ids, job.deps, () => {
      begun = true;
      return Promise.resolve();
    });
    expect(begun).to.equal(false);
    expect(await heldBy()).to.deep.equal(ids);
  });

  it('that throws releases its rows, which are due again in 30 s with no attempt counted, and throws the same error', async () => {
    const ids = await insertProbeWork(job.pool, 2);
    expect(await failureOf(withClaims(probeTable, ids, job.deps, () => Promise.reject(error)))).to.equal(
      error,
    );
    const next_attempt_at = new Date('2040-01-01T00:00:30.000Z');
    expect(await rows()).to.deep.equal(Array(2).fill({ claimed_by: null, attempts: 0, next_attempt_at }));
  });

  it('that throws because the database is away releases its rows, which are due again at once', async () => {
    const ids = await insertProbeWork(job.pool, 1);
    const away = Object.assign(new Error('a standby'), { code: '25006' });
    await failureOf(withClaims(probeTable, ids, job.deps, () => Promise.reject(away)));
    const next_attempt_at = new Date('2040-01-01T00:00:00.000Z');
    expect(await rows()).to.deep.equal([{ claimed_by: null, attempts: 0, next_attempt_at }]);
  });

  it('that throws releases only the rows that are still claimed', async () => {
    const ids = await insertProbeWork(job.pool, 2);
    const work = withClaims(probeTable, ids, job.deps, async ([first]) => {
      if (first) await probeTable.release(job.pool, [{ ...first, nextAttemptAt: null }]);
      throw error;
    });
    expect(await failureOf(work)).to.equal(error);
    expect(await heldBy()).to.deep.equal([null, null]);
    const done = (await rows()).filter((row) => row.next_attempt_at === null);
    expect(done).to.have.length(1);
  });

  for (const what of ['answer', 'statement'] as const) {
    it(`whose claim loses its ${what} keeps no row claimed, and its rows are due at once`, async () => {
      const ids = await insertProbeWork(job.pool, 2);
      const work = withClaims(probeTable, ids, losing(what), () => expect.fail('It was begun.'));
      expect((await failureOf(work)).code).to.equal('ECONNRESET');
      expect(await heldBy()).to.deep.equal([null, null]);
      for (const row of await rows())
        expect(row.next_attempt_at.getTime()).to.be.at.most(job.clock.now().getTime());
    });
  }
});
