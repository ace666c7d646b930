// One line for each outage of the database: each request of an outage would write its own.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connectDatabase } from '../../../../shared/platform/db/connect.ts';
import { ServerWatch } from '../../../../shared/platform/db/sessions/server-watch.ts';
import { NoAnswerError } from '../../../../shared/platform/failures/unavailable.ts';
import { createHealthChecks, createReadiness } from '../../../../shared/platform/health/health.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { TimeoutError } from '../../../../shared/platform/time/timeout.ts';
import { takeLease } from '../../../../workers/runtime/lease.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTcpGate } from '../../../support/net/tcp-gate.ts';
import { createTestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { hurryLimits } from '../../../support/time/hurry.ts';

interface Line {
  level: number;
  msg: string;
}

const withCode = (code: string) => Object.assign(new Error(code), { code });
const refused = withCode('ECONNREFUSED');
const ended = withCode('57P01');

function createLines(level: string) {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: createLog({ level, process: 'test', destination }) };
}

describe('the log of an outage of the database', () => {
  const { now } = performance;
  let elapsedMs: number;
  beforeEach(() => {
    elapsedMs = 0;
    performance.now = () => elapsedMs;
  });
  afterEach(() => {
    performance.now = now;
  });

  it('has its first line, whatever wrote it, and the further ones at debug', () => {
    const { lines, log } = createLines('debug');
    log.child({ request: 1 }).error({ err: ended }, 'a request failed');
    log.error({ err: new Error('Try later.', { cause: ended }) }, 'a request failed');
    log.child({ loop: 'tick' }).warn({ err: refused }, 'a run failed');
    log.warn({ err: new TimeoutError('late') }, 'a check failed');
    expect(lines.map(({ level }) => level)).to.deep.equal([50, 20, 20, 20]);
  });

  it('begins with what only the database has, and lasts while it comes again', () => {
    for (const err of [
      ...['57P01', '57P02', '57P03', '53300', '25006', '08006', '08P01'].map(withCode),
      new Error('Connection terminated unexpectedly'),
      new NoAnswerError('late'),
      new Error('Refused.', { cause: new Error('Query read timeout') }),
    ]) {
      const { lines, log } = createLines('info');
      for (const end = elapsedMs + 3_600_000; elapsedMs < end; elapsedMs += 29_000) log.error({ err }, 'it');
      elapsedMs += 1_000;
      log.warn({ err }, 'again');
      expect(
        lines.map(({ msg }) => msg),
        String(err),
      ).to.deep.equal(['it', 'again']);
    }
  });

  it('does not begin with what another server or one statement has, nor is it prolonged by that', () => {
    const { lines, log } = createLines('info');
    const others = [refused, withCode('ENOTFOUND'), withCode('57014'), withCode('26000'), withCode('42P05')];
    for (const err of others) log.error({ err }, 'other');
    log.error({ err: ended }, 'it');
    for (; elapsedMs < 35_000; elapsedMs += 10_000) log.error({ err: refused }, `at ${elapsedMs}`);
    expect(lines.map(({ msg }) => msg)).to.deep.equal([...others.map(() => 'other'), 'it', 'at 30000']);
  });

  it('is over six seconds after the watch has said so', () => {
    const { lines, log } = createLines('info');
    log.error({ err: ended }, 'first');
    log.info({ databaseAnswers: true }, 'over');
    elapsedMs += 5_999;
    log.error({ err: ended }, 'of the first');
    elapsedMs += 1;
    log.error({ err: refused }, 'another server');
    log.error({ err: ended }, 'second');
    log.error({ err: ended }, 'of the second');
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['first', 'over', 'another server', 'second']);
  });

  it('leaves all other lines as they are, and those of what is lost', () => {
    const { lines, log } = createLines('info');
    log.error({ err: ended }, 'the outage');
    log.error({ err: new TypeError('a bug') }, 'a bug');
    for (const code of ['23505', '57014', '26000', '42P05']) log.warn({ err: withCode(code) }, 'a statement');
    log.warn('a text');
    log.info({ err: ended }, 'an info');
    log.error({ err: ended, dropped: 7 }, 'a loss');
    log.fatal({ err: ended }, 'the end');
    expect(lines.map(({ level }) => level)).to.deep.equal([50, 50, 40, 40, 40, 40, 40, 30, 50, 60]);
  });
});

describe('a database that freezes', () => {
  const database = useDatabase();

  it('has one line of checks, leases and the watch, and one when it answers again', async () => {
    const { lines, log } = createLines('info');
    const gate = await createTcpGate(database.url);
    gate.open();
    const options = { connectionString: gate.url, applicationName: 'freezing', log };
    const watch = new ServerWatch({ ...options, checkEveryMs: 100 });
    const pool = connectDatabase({ ...options, poolSize: 8, watch });
    const workerId = randomUUID();
    const groups = ['send'];
    const lease = await takeLease({ database: pool, workerId, groups, renewEveryMs: 50, log });
    const queues = { checkWrite: () => new Promise<void>(() => {}) };
    const checks = createHealthChecks({
      database: pool,
      partitionedTables: [],
      clock: createTestClock(),
      queues,
    });
    const readiness = createReadiness(checks, log);
    let endHurry = () => {};
    try {
      lines.length = 0;
      gate.stall();
      endHurry = hurryLimits(2_000);
      let looks = 0;
      await eventually('it is looked at for a second', async () => {
        await readiness.check();
        looks += 1;
        return looks > 40;
      });
      expect(lines.filter(({ level }) => level >= 40)).to.have.length(1);
      endHurry();
      gate.open();
      await eventually('the watch says so', () =>
        lines.some(({ msg }) => msg === 'the database answers again'),
      );
      await eventually('the lease is renewed', () => lease.mayStartWork());
      expect(lines.map(({ level }) => level)).to.deep.equal([40, 30]);
    } finally {
      endHurry();
      await lease.end();
      watch.stop();
      await pool.end();
      await gate.close();
    }
  });
});
