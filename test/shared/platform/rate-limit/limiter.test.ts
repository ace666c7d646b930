// The rate limiter of a process: queries to the store, refusals from memory, and the fallback when the store does not
// answer. stores.test.ts tests how stores count.
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { createLog } from '../../../../shared/platform/log/log.ts';
import {
  createRateLimiter,
  type RateLimiter,
  WINDOW_MS,
} from '../../../../shared/platform/rate-limit/limiter.ts';
import { createMemoryStore } from '../../../../shared/platform/rate-limit/memory-store.ts';
import type { RateLimitStore } from '../../../../shared/platform/rate-limit/store.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { type MovedTime, moveTime } from '../../../support/time/moved-time.ts';

const LIMIT = 3;
const CLIENT = '192.0.2.7';

describe('The rate limiter', () => {
  let time: MovedTime;
  let limiter: RateLimiter;
  let asked: Record<string, number>[];
  let answer: RateLimitStore['count'];
  const lines: { msg?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'warn', process: 'test', destination });

  beforeEach(() => {
    time = moveTime();
    asked = [];
    lines.length = 0;
    const memory = createMemoryStore();
    answer = (requests, windowMs) => memory.count(requests, windowMs);
    limiter = createRateLimiter({
      limit: LIMIT,
      log,
      store: {
        count(requests, windowMs) {
          asked.push(Object.fromEntries(requests.map(({ key, count }) => [key, count])));
          return answer(requests, windowMs);
        },
        close() {},
      },
    });
  });
  afterEach(() => time.end());

  const take = (times: number, client = CLIENT) =>
    Promise.all(Array.from({ length: times }, () => limiter.take(client)));
  const allowed = (verdicts: { isAllowed: boolean }[]) =>
    verdicts.filter(({ isAllowed }) => isAllowed).length;

  it('allows a client as many requests as the limit, and reports how many remain', async () => {
    const verdicts = [...(await take(1)), ...(await take(1)), ...(await take(1)), ...(await take(1))];
    expect(verdicts.map(({ isAllowed, remaining }) => [isAllowed, remaining])).to.deep.equal([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(verdicts[0]).to.include({ limit: LIMIT, resetSeconds: 60 });
  });

  it('allows exactly the limit of requests that arrive together: the first ones', async () => {
    const verdicts = await take(10);
    expect(verdicts.map(({ isAllowed }) => isAllowed).lastIndexOf(true)).to.equal(LIMIT - 1);
    expect(allowed(verdicts)).to.equal(LIMIT);
  });

  it('counts requests that arrive during a query to the store in one statement, for all clients', async () => {
    const first = take(1, 'a');
    await setImmediate();
    await Promise.all([first, take(2, 'b'), take(3, 'c'), take(1, 'a')]);
    expect(asked).to.deep.equal([{ a: 1 }, { a: 1, b: 2, c: 3 }]);
  });

  it('refuses a client that has used up its window without asking the store again', async () => {
    await take(LIMIT);
    const before = asked.length;
    expect(allowed(await take(100))).to.equal(0);
    expect(asked).to.have.length(before);
  });

  it('reports to a refused client how long to wait, in whole seconds, at least one', async () => {
    await take(LIMIT);
    time.pass(WINDOW_MS - 20_500);
    expect((await take(1))[0]).to.include({ isAllowed: false, resetSeconds: 21 });
    time.pass(20_499);
    expect((await take(1))[0]).to.include({ isAllowed: false, resetSeconds: 1 });
  });

  it('allows as many again when the window is over', async () => {
    await take(LIMIT + 1);
    time.pass(WINDOW_MS);
    expect(allowed(await take(LIMIT + 1))).to.equal(LIMIT);
  });

  it('limits each client separately', async () => {
    await take(LIMIT);
    expect(allowed(await take(1, '192.0.2.8'))).to.equal(1);
  });

  it('counts in this process while the store fails, logs it once, and uses the store again after a pause', async () => {
    answer = () => Promise.reject(new Error('the store is away'));
    expect(allowed(await take(10))).to.equal(LIMIT);
    await take(1, 'another');
    expect(asked).to.have.length(1);
    expect(lines.map(({ msg }) => msg)).to.deep.equal([
      'the store of the rate limit does not answer; this process counts alone',
    ]);
    time.pass(5_000);
    await take(1, 'another');
    expect(asked).to.have.length(2);
  });

  it('does not wait longer than half a second for a store that hangs', async () => {
    answer = () => new Promise(() => {});
    let verdicts: { isAllowed: boolean }[] | undefined;
    void take(1).then((made) => {
      verdicts = made;
    });
    await eventually('it was counted', () => verdicts !== undefined, 5_000);
    expect(allowed(verdicts ?? [])).to.equal(1);
    expect(lines).to.have.length(1);
  });
});
