// The lease of a worker: renewed every five seconds, and cautious after an outage. The row is real; the time is fake.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { loadConfig } from '../../../shared/platform/config/config.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { type Lease, takeLease } from '../../../workers/runtime/lease.ts';
import { useDatabase } from '../../support/database/database.ts';
import { failureOf } from '../../support/failure-of.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type MovedTime, moveTime } from '../../support/time/moved-time.ts';

/** As in production. */
const { leaseRenewMs: RENEW_MS } = loadConfig({ DATABASE_URL: 'postgres://localhost/posthorn' });

describe('the lease of a worker', () => {
  const database = useDatabase();
  const workerId = randomUUID();
  const log = createLog({ level: 'silent', process: 'test' });
  let time: MovedTime;
  let lease: Lease;
  /** Whether Postgres answers the renewals. */
  let reachable: boolean;
  let statements: Promise<unknown>[];
  /** Replaces the answers of Postgres. */
  let answers: (() => Promise<never>) | undefined;

  const leaseDatabase = () =>
    ({
      query(statement: never, values?: never) {
        if (answers) return answers();
        const answer = reachable
          ? database.pool.query(statement, values)
          : Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
        statements.push(answer.catch(() => {}));
        return answer;
      },
    }) as unknown as Database;
  const take = (renewEveryMs = RENEW_MS) =>
    takeLease({ database: leaseDatabase(), workerId, groups: ['schedule'], renewEveryMs, log });

  /** Advances the time by intervals of five seconds; each renewal ends before the next. */
  const passIntervals = async (count: number) => {
    for (let interval = 0; interval < count; interval += 1) {
      time.pass(5_000);
      await Promise.all(statements);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const row = async () =>
    (await database.pool.query('SELECT * FROM worker_processes WHERE id = $1', [workerId])).rows[0];
  const ageHeartbeat = () =>
    database.pool.query("UPDATE worker_processes SET heartbeat_at = heartbeat_at - interval '1 hour'");

  beforeEach(async () => {
    reachable = true;
    answers = undefined;
    statements = [];
    time = moveTime();
    lease = await take();
  });
  afterEach(async () => {
    reachable = true;
    await lease.end();
    time.end();
  });

  it('is a row that names the process and its groups', async () => {
    expect(await row()).to.deep.include({ id: workerId, groups: ['schedule'], pid: process.pid });
    expect(lease.workerId).to.equal(workerId);
  });

  it('is renewed every five seconds', async () => {
    await ageHeartbeat();
    const aged = (await row()).heartbeat_at;
    time.pass(4_999);
    expect(statements).to.have.length(1);
    time.pass(1);
    await Promise.all(statements);
    expect((await row()).heartbeat_at - aged).to.be.above(3_500_000);
  });

  it('creates its row again when it was removed', async () => {
    await database.pool.query('DELETE FROM worker_processes');
    await passIntervals(1);
    expect(await row()).to.include({ id: workerId });
  });

  it('has at most one renewal at a time', async () => {
    const before = statements.length;
    time.pass(15_000);
    expect(statements.length - before).to.equal(1);
    await Promise.all(statements);
  });

  it('tries the next renewal when one has no answer within 5 s, and ignores its late answer', async () => {
    let answer: (value: unknown) => void = () => {};
    answers = () =>
      new Promise((resolve) => {
        answer = resolve as typeof answer;
      });
    time.pass(RENEW_MS);
    answers = undefined;
    const before = statements.length;
    // The 5 s are real ones, in which the faked time passes quickly.
    const nextIsSent = () => {
      time.pass(RENEW_MS);
      return statements.length > before;
    };
    await eventually('the next renewal', nextIsSent, 2_000 * RENEW_MS);
    await passIntervals(1);
    expect(lease.mayStartWork()).to.equal(true);
    reachable = false;
    await passIntervals(8);
    answer({ rows: [] });
    await passIntervals(1);
    expect(lease.mayStartWork(), 'a late answer proves nothing').to.equal(false);
  });

  it('has no row and no renewals after its end', async () => {
    await lease.end();
    const before = statements.length;
    time.pass(60_000);
    expect(statements).to.have.length(before);
    expect(await row()).to.equal(undefined);
  });

  it('cannot be taken while Postgres is down', async () => {
    reachable = false;
    expect((await failureOf(take())).code).to.equal('ECONNREFUSED');
  });

  describe('while Postgres is down', () => {
    beforeEach(async () => {
      await passIntervals(4);
      reachable = false;
    });

    it('allows work to start until 40 s after the last renewal, and no longer', async () => {
      await passIntervals(7);
      time.pass(4_999);
      expect(lease.mayStartWork()).to.equal(true);
      time.pass(1);
      expect(lease.mayStartWork()).to.equal(false);
    });

    it('allows work to start again after the first renewal', async () => {
      await passIntervals(9);
      expect(lease.mayStartWork()).to.equal(false);
      reachable = true;
      await passIntervals(1);
      expect(lease.mayStartWork()).to.equal(true);
    });

    it('allows no reclaiming from 15 s after the last renewal', async () => {
      await passIntervals(2);
      expect(lease.mayReclaim()).to.equal(true);
      await passIntervals(1);
      expect(lease.mayReclaim()).to.equal(false);
    });

    it('allows reclaiming only when an outage has been over for more than three intervals', async () => {
      await passIntervals(12);
      reachable = true;
      await passIntervals(4);
      expect(lease.mayReclaim()).to.equal(false);
      await passIntervals(1);
      expect(lease.mayReclaim()).to.equal(true);
    });

    it('tolerates one failed renewal', async () => {
      await passIntervals(1);
      reachable = true;
      await passIntervals(1);
      expect(lease.mayReclaim()).to.equal(true);
    });
  });

  it('allows no reclaiming before it is three intervals old', async () => {
    expect(lease.mayReclaim()).to.equal(false);
    await passIntervals(3);
    expect(lease.mayReclaim()).to.equal(false);
    await passIntervals(1);
    expect(lease.mayReclaim()).to.equal(true);
  });

  it('considers other workers dead after 60 s, 20 s after they could start their last work', () => {
    expect(lease.deadAfterMs).to.equal(60_000);
  });

  it('keeps its margins in proportion when it is renewed more often', async () => {
    const short = await take(1_000);
    time.pass(7_999);
    expect(short.mayStartWork()).to.equal(true);
    time.pass(1);
    expect(short.mayStartWork()).to.equal(false);
    expect(short.deadAfterMs).to.equal(12_000);
    await short.end();
  });

  for (const clock of ['monotonic', 'wall'] as const) {
    it(`allows no work to start when 40 s have passed only on the ${clock} clock`, () => {
      expect(lease.mayStartWork()).to.equal(true);
      time.passOn(clock, 40_000);
      expect(lease.mayStartWork()).to.equal(false);
    });
  }

  it('is not prolonged by a wall clock that is set back', () => {
    time.passOn('monotonic', 39_999);
    time.passOn('wall', -3_600_000);
    expect(lease.mayStartWork()).to.equal(true);
    time.passOn('monotonic', 1);
    expect(lease.mayStartWork()).to.equal(false);
  });
});
