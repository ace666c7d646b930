// Flow test of outages of Redis, with real processes: API, two send workers, the scheduler. Emails that are accepted
// before, during and after the outage all arrive, once; no request waits for Redis; no worker needs a restart; and
// afterwards mail is as quick as before, so the workers have really reconnected and do not depend on the sweeper alone.
// Redis is stopped for two seconds; `npm run test:long` stops it for up to 2 minutes, and freezes it for as long.
import { setTimeout as outageOf } from 'node:timers/promises';
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../support/queues/redis.ts';
import { eventually } from '../support/time/eventually.ts';
import { STEADY_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

/** Emails sent before, at the beginning, at the end, and after. */
const EMAILS = extent('OUTAGE_EMAILS', 10, 50);
/** Time for every reconnect, the sweeper's margin and two sweeps. */
const RECOVERY_MS = 120_000;
/** A wake-up takes milliseconds; tick and sweeper would take seconds. */
const QUICK_MS = 900;
/** The request never waits for the queue (docs/architecture/queues.md#waking); a machine that is slow before has more room. */
const ANSWER_MAX_MS = 2_000;
const TIMES_BEFORE = 10;

interface Outage {
  title: string;
  lastsMs: number;
  begin(redis: TestRedis): Promise<void> | void;
  end(redis: TestRedis): Promise<void> | void;
}

const stopped = (seconds: number): Outage => ({
  title: `stopped for ${seconds} s`,
  lastsMs: seconds * 1000,
  begin: (redis) => redis.kill(),
  end: (redis) => redis.restart(),
});
const frozen = (seconds: number): Outage => ({
  title: `frozen for ${seconds} s`,
  lastsMs: seconds * 1000,
  begin: (redis) => redis.freeze(),
  end: (redis) => redis.thaw(),
});
const OUTAGES = IS_LONG
  ? [stopped(3), stopped(30), stopped(120), frozen(3), frozen(30), frozen(120)]
  : [stopped(2)];

if (HAS_REDIS) {
  describe('While Redis is unreachable', function () {
    this.timeout(600_000);
    let redis: TestRedis;
    let product: Product;
    let processes: Supervised[];
    let apiKey: string;
    let from: string;
    let sent = 0;
    let slowestMs = 0;
    after(async () => {
      await product?.stop();
      await redis?.kill();
    });
    const database = useDatabase();
    before(async () => {
      const key = await createApiKey(database.pool);
      apiKey = key.token;
      from = `flow@${(await createDomain(database.pool, key.accountId)).name}`;
      redis = await startRedis();
      product = await prepareProduct({
        databaseUrl: database.url,
        redisUrl: redis.url,
        logLevel: 'silent',
        more: STEADY_LEASE,
        sink: { keepRaw: false },
      });
      processes = await Promise.all([
        product.startApi(),
        product.startWorker(['schedule', 'send']),
        product.startWorker('send'),
      ]);
    });

    /** Sends one email. @returns its tag; the email must arrive */
    const send = async (): Promise<string> => {
      sent += 1;
      const tag = `tag-${sent}`;
      const startedAt = performance.now();
      const response = await fetch(`${product.url}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ from, to: `${tag}@there.dev`, subject: tag, text: tag }),
      });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      expect(response.status, await response.text()).to.equal(200);
      return tag;
    };
    const sendMany = async () => {
      for (let email = 0; email < EMAILS; email += 1) await send();
    };
    const arrived = () => product.sink.messages.map(({ to }) => to[0]?.split('@')[0] ?? '');
    const hasArrived = (tag: string) => arrived().includes(tag);
    const queueCheck = async () => {
      const response = await fetch(`${product.url}/readyz`);
      const { checks } = (await response.json()) as { checks: Record<string, string> };
      return { status: response.status, queue: checks['queue'] };
    };

    for (const { title, lastsMs, begin, end } of OUTAGES) {
      it(`${title}: everything queued before, during and after arrives, once`, async () => {
        slowestMs = 0;
        await sendMany();
        const answerMaxMs = Math.max(ANSWER_MAX_MS, TIMES_BEFORE * slowestMs);
        await begin(redis);
        await sendMany();
        expect(await queueCheck()).to.deep.equal({ status: 503, queue: 'The queue does not accept jobs.' });
        await outageOf(lastsMs);
        await sendMany();
        await end(redis);
        await sendMany();
        await eventually('everything has arrived', () => new Set(arrived()).size === sent, RECOVERY_MS);
        await eventually('the API is ready', async () => (await queueCheck()).status === 200, RECOVERY_MS);
        await eventually(
          'mail is quick again',
          async () => {
            const tag = await send();
            return await eventually('it has arrived', () => hasArrived(tag), QUICK_MS);
          },
          RECOVERY_MS,
        );
        await eventually('the last ones have arrived', () => new Set(arrived()).size === sent, RECOVERY_MS);
        expect(arrived()).to.have.length(sent);
        expect(slowestMs).to.be.below(answerMaxMs);
        expect(processes.map((process) => process.deaths())).to.deep.equal([0, 0, 0]);
      });
    }
  });
}
