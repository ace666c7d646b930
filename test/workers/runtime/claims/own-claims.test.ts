// Looking for own claims frees rows that this process has claimed and does no work at, and no other rows.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../shared/platform/db/connect.ts';
import { freeOwnClaims } from '../../../../workers/runtime/claims/own-claims.ts';
import type { WorkerDeps } from '../../../../workers/runtime/job.ts';
import type { WrittenOutcomes } from '../../../../workers/runtime/outcomes/written-outcomes.ts';
import { withClaims } from '../../../../workers/runtime/with-claims.ts';
import { failureOf } from '../../../support/failure-of.ts';
import {
  createProbeTables,
  insertProbeWork,
  probeEntry,
  probeTable,
} from '../../../support/work/probe-work.ts';
import { useJob } from '../../support/use-job.ts';

describe('The look for own claims', () => {
  const job = useJob();
  before(() => createProbeTables(job.pool));
  beforeEach(() => job.query('TRUNCATE probe_work'));

  const sweep = (changes: Partial<WorkerDeps> = {}, kind = probeEntry()) =>
    freeOwnClaims({ ...job.deps, ...changes, kinds: [kind] });
  /** Claims rows as an earlier time of this process did. */
  const claim = async (worker = job.deps.lease.workerId) =>
    await probeTable.claim(job.pool, await insertProbeWork(job.pool, 2), { worker, token: randomUUID() });
  const rows = () => job.query('SELECT claimed_by IS NOT NULL AS "isClaimed", attempts FROM probe_work');
  const both = (isClaimed: boolean) => Array(2).fill({ isClaimed, attempts: isClaimed ? 1 : 0 });
  const repeats = async () => (await job.deps.metrics.possibleDuplicates.get()).values[0]?.value ?? 0;

  it('frees rows under a token that no work holds, and no attempt counts', async () => {
    const before = await repeats();
    await claim();
    await sweep();
    expect(await rows()).to.deep.equal(both(false));
    expect(await repeats()).to.equal(before);
  });

  it('counts mail among them as possible duplicates, because it may have left', async () => {
    const before = await repeats();
    await claim();
    await sweep({}, { ...probeEntry(), mayRepeat: true });
    expect(await repeats()).to.equal(before + 2);
  });

  it('writes outcomes of mail again for mail alone', async () => {
    const calls: string[] = [];
    const writtenOutcomes = {
      forget: () => {},
      writeAgain: () => Promise.resolve(void calls.push('again')),
    } as unknown as WrittenOutcomes;
    await claim();
    await sweep({ writtenOutcomes });
    expect(calls).to.deep.equal([]);
    await claim();
    await sweep({ writtenOutcomes }, { ...probeEntry(), mayRepeat: true });
    expect(calls).to.deep.equal(['again']);
  });

  it('leaves the rows of other processes', async () => {
    await claim(randomUUID());
    await sweep();
    expect(await rows()).to.deep.equal(both(true));
  });

  it('frees nothing while the lease may not start work', async () => {
    await claim();
    await sweep({ lease: { ...job.deps.lease, mayStartWork: () => false } });
    expect(await rows()).to.deep.equal(both(true));
  });

  it('leaves rows whose claim was sent after its statement, and committed before that was run', async () => {
    const ids = await insertProbeWork(job.pool, 2);
    const claimed: Promise<unknown>[] = [];
    const findUnheld: typeof probeTable.findUnheld = async (...args) => {
      await new Promise<void>((onClaimed) => {
        const work = async () => {
          onClaimed();
          await swept;
          expect(await rows()).to.deep.equal(both(true));
        };
        claimed.push(withClaims(probeTable, ids, job.deps, work));
      });
      const found = await probeTable.findUnheld(...args);
      expect(found).to.have.length(2);
      return found;
    };
    const swept = sweep({}, { ...probeEntry(), table: { ...probeTable, findUnheld } });
    await swept;
    await Promise.all(claimed);
  });

  it('frees rows whose claim was committed after its job had given it up', async () => {
    const ids = await insertProbeWork(job.pool, 2);
    let sendLate: () => Promise<unknown> = () => expect.fail('Nothing was claimed.');
    const query = async (statement: { name: string; text: string }) => {
      if (!statement.name.endsWith('-claim')) return await job.pool.query(statement);
      sendLate = () => job.pool.query(statement);
      throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    };
    const losing = { ...job.deps, database: { query } as unknown as Database };
    await failureOf(withClaims(probeTable, ids, losing, () => expect.fail('It was begun.')));
    await sendLate();
    expect(await rows()).to.deep.equal(both(true));
    await sweep();
    expect(await rows()).to.deep.equal(both(false));
  });
});
