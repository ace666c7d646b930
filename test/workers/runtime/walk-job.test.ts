// The handler of walks: their turns, their time, and steps that wait, fail, or do nothing.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { HOUR_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { defineWork } from '../../../shared/platform/work/define-work.ts';
import { defineWalk, type WalkStep } from '../../../shared/platform/work/walk.ts';
import { loadEntries } from '../../../workers/registry.ts';
import { ActiveClaims } from '../../../workers/runtime/claims/active-claims.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { failureOf } from '../../support/failure-of.ts';
import { eventually } from '../../support/time/eventually.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { sweepAlways } from '../../support/work/sweep-always.ts';
import { useJob } from '../support/use-job.ts';

interface Row {
  id: string;
  accountId: string;
  position: string;
}

const LAST = 3;
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';

describe('a walk', () => {
  const job = useJob();
  const { clock, query, row } = job;
  /** The account and position of each step. */
  const steps: string[] = [];
  let behave: (row: Row) => Promise<WalkStep>;
  const goOn = ({ position }: Row): Promise<WalkStep> =>
    Promise.resolve(
      Number(position) === LAST ? { isDone: true } : { position: String(Number(position) + 1) },
    );

  const walk = defineWalk<Row, WorkerDeps>({
    table: 'probe_walks',
    columns: 'position',
    step: async (walked) => {
      steps.push(`${walked.accountId.at(-1)}:${walked.position}`);
      return await behave(walked);
    },
    giveUp: (_, now) => ({ isDone: true, set: { ended_at: now } }),
  });
  const probeWalk = defineWork({
    group: 'bulk',
    queue: 'probe-walk',
    job: 'walk-probe',
    table: 'probe_walks',
    concurrency: 1,
    walk: () => Promise.resolve(walk),
  });

  before(() =>
    query(
      `CREATE TABLE probe_walks (
         id uuid PRIMARY KEY, account_id uuid NOT NULL, position text NOT NULL DEFAULT '0', last_error text,
         ended_at timestamptz, next_attempt_at timestamptz, attempts smallint NOT NULL DEFAULT 0, claimed_by uuid,
         claim_token uuid, woken_at timestamptz)`,
    ),
  );
  beforeEach(async () => {
    steps.length = 0;
    behave = goOn;
    await query('DELETE FROM probe_walks');
  });

  const start = async (accountId = ACCOUNT) => {
    const id = job.ids.next();
    await query(
      'INSERT INTO probe_walks (id, account_id, next_attempt_at, woken_at) VALUES ($1, $2, $3, clock_timestamp())',
      [id, accountId, clock.now()],
    );
    return id;
  };
  // The queue of the probe is not among those of the service.
  const deps = (): WorkerDeps => ({ ...job.deps, queues: { ...job.deps.queues, wake: () => {} } });
  const run = (...ids: string[]) => runJob(probeWalk, ids, deps());
  const read = (id: string) =>
    row(
      `SELECT position, attempts, last_error AS "lastError", next_attempt_at AS "nextAttemptAt",
              claimed_by IS NOT NULL AS "isClaimed", woken_at IS NOT NULL AS "isWoken" FROM probe_walks WHERE id = $1`,
      [id],
    );
  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms);

  it('ends in one job, and its row is deleted', async () => {
    const id = await start();
    expect(await run(id)).to.equal('1 woken, 1 claimed');
    expect(steps).to.deep.equal(['1:0', '1:1', '1:2', '1:3']);
    expect(await read(id)).to.equal(undefined);
  });

  it('is never freed by its own process, whatever it does then', async () => {
    const swept = sweepAlways(deps(), probeWalk);
    const ids = [await start(), await start(OTHER)];
    await runJob(probeWalk, ids, swept.deps);
    expect([swept.freed, swept.sweeps() > 2 * LAST, steps]).to.deep.equal([[], true, steps.slice(0, 8)]);
    expect(await read(ids[0] ?? '')).to.equal(undefined);
    // A process that did not know would free it.
    const unknown = sweepAlways(deps(), probeWalk, new ActiveClaims());
    const id = await start();
    await runJob(probeWalk, [id], unknown.deps);
    expect(unknown.freed).not.to.deep.equal([]);
  });

  it('takes turns with those of other accounts, however many one account has', async () => {
    const ids = [await start(), await start(), await start(), await start(OTHER)];
    await run(...ids);
    expect(steps.slice(0, 4)).to.deep.equal(['1:0', '2:0', '1:0', '2:1']);
    expect(steps).to.have.length(ids.length * (LAST + 1));
  });

  it('that had no turn in a job is the first in the next one', async () => {
    const ids = [await start(), await start(OTHER)];
    clock.advance(1);
    await runJob(probeWalk, ids, stoppingAfter(1, deps()));
    await query('UPDATE probe_walks SET woken_at = now()');
    await runJob(probeWalk, ids, stoppingAfter(1, deps()));
    expect(steps).to.deep.equal(['1:0', '2:0']);
  });

  it('that never ends stops with the lease, is woken again, and has no try', async () => {
    behave = ({ position }) => Promise.resolve({ position: String(Number(position) + 1) });
    const id = await start();
    await runJob(probeWalk, [id], stoppingAfter(7, deps()));
    expect(await read(id)).to.deep.include({ position: '7', attempts: 0, isClaimed: false, isWoken: true });
  });

  it('that never ends stops after five seconds, and at a stop', async () => {
    behave = ({ position }) => Promise.resolve({ position: String(Number(position) + 1) });
    const id = await start();
    const began = performance.now();
    await run(id);
    expect(performance.now() - began).to.be.within(5_000, 25_000);
    const [entry] = await loadEntries([probeWalk]);
    const { handle, drain } = (entry ?? expect.fail()).open(deps());
    const working = handle({ ids: [id] }, deps());
    const before = steps.length;
    await eventually('it has begun', () => Promise.resolve(steps.length > before));
    await drain?.();
    await working;
    expect(await read(id)).to.deep.include({ attempts: 0, isClaimed: false });
  });

  it('waits until a time that a step says, and goes on there', async () => {
    behave = ({ position }) => Promise.resolve({ position, waitUntil: inFuture(SECOND_MS) });
    const id = await start();
    await run(id);
    const waiting = { position: '0', attempts: 0, isClaimed: false, isWoken: false, lastError: null };
    expect(await read(id)).to.deep.equal({ ...waiting, nextAttemptAt: inFuture(SECOND_MS) });
    expect(steps).to.have.length(1);
  });

  for (const [title, error, delayMs] of [
    ...['40P01', '55P03', '40001'].map(
      (code) =>
        [`a conflict (${code})`, Object.assign(new Error('conflict'), { code }), 5 * SECOND_MS] as const,
    ),
    [
      'a refusal that says when to try again',
      Object.assign(new Error('busy'), { retryAfterSeconds: 30 }),
      30 * SECOND_MS,
    ],
  ] as const)
    it(`waits after ${title}, which is no try, and holds up no other`, async () => {
      const busy = await start();
      const other = await start(OTHER);
      behave = (walked) => (walked.id === busy ? Promise.reject(error) : goOn(walked));
      await run(busy, other);
      expect(await read(busy)).to.deep.include({
        attempts: 0,
        lastError: null,
        nextAttemptAt: inFuture(delayMs),
      });
      expect(await read(other)).to.equal(undefined);
    });

  const BUGS: Record<string, [behaviour: (row: Row) => Promise<WalkStep>, error: string]> = {
    throws: [() => Promise.reject(new Error('no\0 such thing\nat all')), 'no such thing'],
    'does not move': [
      ({ position }) => Promise.resolve({ position }),
      'A step of probe_walks has not moved.',
    ],
    'has a position of a megabyte': [
      () => Promise.resolve({ position: 'x'.repeat(1_000_000) }),
      'A step of probe_walks has a position that is too long.',
    ],
    'takes too long': [
      () => Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' })),
      'canceling statement',
    ],
  };
  for (const [title, [behaviour, lastError]] of Object.entries(BUGS))
    it(`whose step ${title} is tried again with back-off, and holds up no other`, async () => {
      const broken = await start();
      const other = await start(OTHER);
      behave = (walked) => (walked.id === broken ? behaviour(walked) : goOn(walked));
      expect((await failureOf(run(broken, other))).message).to.include(lastError.slice(0, 2));
      const failed = { position: '0', attempts: 1, lastError, isClaimed: false, isWoken: false };
      expect(await read(broken)).to.deep.equal({ ...failed, nextAttemptAt: inFuture(30 * SECOND_MS) });
      expect(await read(other)).to.equal(undefined);
    });

  it('fails after ten tries in sequence, and forgets them once it goes on', async () => {
    behave = () => Promise.reject(new Error('again'));
    const id = await start();
    await query('UPDATE probe_walks SET attempts = 8 WHERE id = $1', [id]);
    await failureOf(run(id));
    expect(await read(id)).to.deep.include({ attempts: 9, lastError: 'again' });
    clock.advance(HOUR_MS);
    expect(await probeWalk.table.markDue(job.pool, clock.now(), 10)).to.deep.equal([id]);
    behave = goOn;
    await runJob(probeWalk, [id], stoppingAfter(1, deps()));
    expect(await read(id)).to.deep.include({ attempts: 0, lastError: null, position: '1' });
    await query('UPDATE probe_walks SET attempts = 9 WHERE id = $1', [id]);
    behave = () => Promise.reject(new Error('again'));
    await failureOf(run(id));
    expect(await row('SELECT ended_at FROM probe_walks')).to.deep.equal({ ended_at: clock.now() });
    expect(await read(id)).to.deep.include({ lastError: 'again', nextAttemptAt: null, isClaimed: false });
  });

  it('is not given up because it takes too long', async () => {
    behave = () => Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }));
    const id = await start();
    await query('UPDATE probe_walks SET attempts = 20 WHERE id = $1', [id]);
    await failureOf(run(id));
    expect(await read(id)).to.deep.include({ attempts: 21, nextAttemptAt: inFuture(HOUR_MS) });
  });

  it('counts no try while the database is away, and goes on when it is back', async () => {
    behave = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const id = await start();
    expect((await failureOf(run(id))).message).to.equal('gone');
    expect(await read(id)).to.deep.include({
      attempts: 0,
      lastError: null,
      nextAttemptAt: inFuture(0),
    });
  });

  it('changes nothing for a worker that has lost its claim', async () => {
    const id = await start();
    const claim = { id, token: randomUUID() };
    expect(await walk.step(deps(), claim, clock.now())).to.equal('done');
    await walk.wait(job.pool, claim, inFuture(1));
    await walk.fail(job.pool, claim, new Error('no'), clock.now());
    expect(steps).to.deep.equal([]);
    expect(await read(id)).to.deep.include({ position: '0', attempts: 0, lastError: null, isWoken: true });
  });

  it('is taken over by no other worker during a step', async () => {
    behave = async (walked) => {
      const { token } = await row('SELECT claim_token AS token FROM probe_walks');
      const lost = [{ id: walked.id, token }];
      expect(await probeWalk.table.reclaim(job.pool, lost, clock.now())).to.deep.equal([]);
      return await goOn(walked);
    };
    expect(await run(await start())).to.equal('1 woken, 1 claimed');
    expect(steps).to.have.length(LAST + 1);
  });

  it('throws away what was read before its row changed', async () => {
    const id = await start();
    const token = randomUUID();
    await query('UPDATE probe_walks SET claim_token = $2, claimed_by = $2 WHERE id = $1', [id, token]);
    const reading = defineWalk<Row, WorkerDeps, string>({
      table: 'probe_walks',
      columns: 'position',
      async read(seen) {
        if (seen.position === '0')
          await transaction(job.pool, (client) => client.query("UPDATE probe_walks SET position = '5'"));
        return seen.position;
      },
      step: (_, { read: found = '' }) => Promise.resolve({ position: `after ${found}` }),
    });
    const positions = [];
    for (const _ of [1, 2]) {
      expect(await reading.step(deps(), { id, token }, clock.now())).to.equal('more');
      positions.push((await read(id)).position);
    }
    expect(positions).to.deep.equal(['5', 'after 5']);
  });
});
