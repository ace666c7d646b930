// What the streams of changes cost the database, and what it may do to them (docs/reference/pages.md#what-has-changed).
import { expect } from 'chai';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createChangeWatch } from '../../../shared/resources/change-marks.ts';
import { useApp } from '../../support/api/app.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';

describe('The watch of the streams of changes', () => {
  const app = useApp();
  const enter = () => signIn(app.pool, { now: app.clock.now() });

  /** A watch whose seconds a test ends. */
  const createWatch = (connect = (): Promise<unknown> => app.pool.connect()) => {
    let statements = 0;
    const database = {
      connect: () => {
        statements += 1;
        return connect();
      },
    } as unknown as Database;
    let rest: { ms: number; end: () => void } | undefined;
    let isResting = () => {};
    const wait = (ms: number) =>
      new Promise<void>((end) => {
        rest = { ms, end };
        isResting();
      });
    const { clock, deps } = app;
    const watch = createChangeWatch({ database, clock, log: deps.log, wait });
    /** @returns how long the watch rests until the next look */
    const nextRest = async () => {
      const ended = rest;
      rest = undefined;
      const next = new Promise<void>((resolve) => {
        isResting = resolve;
      });
      ended?.end();
      if (!rest) await next;
      return (rest as { ms: number } | undefined)?.ms ?? 0;
    };
    const begin = ({ accountId, sessionId }: Awaited<ReturnType<typeof enter>>) => {
      const events: (readonly string[] | 'end')[] = [];
      const onEnd = () => events.push('end');
      const end = watch.watch({ accountId, sessionId, onChanged: (names) => events.push(names), onEnd });
      return { events, end: () => end?.() };
    };
    const stop = () => {
      watch.close();
      rest?.end();
    };
    return { begin, nextRest, statements: () => statements, stop };
  };

  it('Costs one statement a second for all streams together, and none while no stream is open.', async () => {
    const { begin, nextRest, statements, stop } = createWatch();
    const people = await Promise.all(Array.from({ length: 30 }, enter));
    const streams = [...people, ...people].map(begin);
    for (const looks of [1, 2, 3]) {
      expect(await nextRest()).to.be.at.least(1_000);
      expect(statements()).to.equal(looks);
    }
    for (const { events, end } of streams) {
      expect(events).to.deep.equal([[]]);
      end();
    }
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(statements()).to.equal(3);
  });

  it('Stays open while the database is away or slow, and goes on when it is back.', async () => {
    let answer: 'answers' | 'fails' | Promise<void> = 'answers';
    const { begin, nextRest, statements, stop } = createWatch(async () => {
      if (answer === 'fails') throw new Error('The database is away.');
      await answer;
      return await app.pool.connect();
    });
    const session = await enter();
    const { events } = begin(session);
    await nextRest();
    answer = 'fails';
    for (let look = 0; look < 3; look += 1) expect(await nextRest()).to.be.at.least(1_000);
    await createLog(app.pool, session.accountId, { method: 'GET' });
    // It rests for longer than a second after a statement that took long, but people wait.
    const takes = (seconds: number) => app.pool.query('SELECT pg_sleep($1)', [seconds]).then(() => undefined);
    answer = takes(0.4);
    expect(await nextRest()).to.be.greaterThan(1_500);
    answer = takes(2.6);
    expect(await nextRest()).to.equal(10_000);
    expect(statements()).to.equal(6);
    expect(events).to.deep.equal([[], ['logs']]);
    stop();
  });

  it('Sees what is committed late, and takes more writes than it reads for changes of everything.', async () => {
    const { begin, nextRest, stop } = createWatch();
    const session = await enter();
    const { accountId } = session;
    const insert = (seconds: number, count = 1) =>
      app.pool.query(
        `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, created_at)
         SELECT (extract(epoch FROM now())::bigint * 1000 - $2::bigint * 1000) * 1048576 + n, $1, 'x', 'POST', '/topics', 201, 1, now()
         FROM generate_series(1, $3) AS n`,
        [accountId, seconds, count],
      );
    await insert(0);
    const { events } = begin(session);
    await nextRest();
    await insert(5);
    await nextRest();
    await nextRest();
    // A request that lasts while many others come and go.
    await insert(9);
    await insert(-60, 40);
    await nextRest();
    await insert(2);
    await nextRest();
    await insert(-120, 301);
    await nextRest();
    const topics = ['logs', 'topics'];
    expect(events.slice(0, -1)).to.deep.equal([[], topics, topics, topics]);
    expect(events.at(-1)).to.include.members(['audiences', 'emails', 'logs', 'webhooks']);
    stop();
  });
});
