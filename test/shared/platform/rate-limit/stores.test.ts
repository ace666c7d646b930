// Conformance tests of the stores of the rate limit: each store counts exactly, also with concurrent requests, and ends
// a window when its time is over.
import { expect } from 'chai';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { createMemoryStore } from '../../../../shared/platform/rate-limit/memory-store.ts';
import { createPostgresStore } from '../../../../shared/platform/rate-limit/postgres-store.ts';
import { createRedisStore } from '../../../../shared/platform/rate-limit/redis-store.ts';
import type { RateLimitStore } from '../../../../shared/platform/rate-limit/store.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/queues/redis.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { removeOldRows } from '../../../support/work/remove-old-rows.ts';

const MINUTE_MS = 60_000;
const SHORT_MS = 100;

/** @param open opens the store a second time, as another process would */
function describeStore(title: string, open: () => RateLimitStore): void {
  describe(`Requests counted in ${title}`, () => {
    let store: RateLimitStore;
    let client = 0;
    /** A client without a window. */
    const newClient = () => `192.0.2.${++client}`;
    const useOf = async (key: string, count = 1, windowMs = MINUTE_MS) =>
      (await store.count([{ key, count }], windowMs))[0];
    beforeEach(async () => {
      store = open();
      await eventually('the store answers', () => useOf('first', 1, 0));
    });
    afterEach(() => store.close());

    it('begin a window, which ends after its time', async () => {
      const { used, endsInMs } = (await useOf(newClient())) ?? expect.fail();
      expect(used).to.equal(1);
      expect(endsInMs)
        .to.be.above(MINUTE_MS - 5_000)
        .and.at.most(MINUTE_MS);
    });

    it('add up in the window, without making it longer', async () => {
      const key = newClient();
      const first = (await useOf(key, 3)) ?? expect.fail();
      const second = (await useOf(key, 4)) ?? expect.fail();
      expect([first.used, second.used]).to.deep.equal([3, 7]);
      expect(second.endsInMs).to.be.at.most(first.endsInMs);
    });

    it('are returned in the order of the clients', async () => {
      const a = newClient();
      const b = newClient();
      const c = newClient();
      const windows = await store.count(
        [
          { key: c, count: 3 },
          { key: a, count: 1 },
          { key: b, count: 2 },
        ],
        MINUTE_MS,
      );
      expect(windows.map(({ used }) => used)).to.deep.equal([3, 1, 2]);
    });

    it('begin a new window when the last one is over', async () => {
      const key = newClient();
      await useOf(key, 5, SHORT_MS);
      const use = await eventually('a new window', async () => {
        const { used, endsInMs } = (await useOf(key, 1, MINUTE_MS)) ?? expect.fail();
        return used === 1 && { endsInMs };
      });
      expect(use.endsInMs).to.be.above(MINUTE_MS - 5_000);
    });
  });
}

function describeSharedStore(title: string, open: () => RateLimitStore): void {
  describe(`Requests counted in ${title} by several processes`, () => {
    let stores: RateLimitStore[];
    before(async () => {
      stores = [open(), open(), open(), open()];
      for (const store of stores) {
        await eventually('the store answers', () => store.count([{ key: 'first', count: 1 }], MINUTE_MS));
      }
    });
    after(() => {
      for (const store of stores) store.close();
    });

    it('are each counted once, with the clients in any order', async () => {
      const clients = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
      const rounds = Array.from({ length: 100 }, (_, index) => {
        const named = index % 2 === 0 ? clients : clients.toReversed();
        return stores[index % stores.length]?.count(
          named.map((key) => ({ key, count: 1 })),
          MINUTE_MS,
        );
      });
      const uses = (await Promise.all(rounds)).map((windows) => windows?.map(({ used }) => used) ?? []);
      for (const position of clients.keys()) {
        const seen = uses.map((used, index) => (index % 2 === 0 ? used[position] : used.at(-1 - position)));
        expect(seen.sort((a, b) => Number(a) - Number(b))).to.deep.equal(
          Array.from({ length: 100 }, (_, index) => index + 1),
        );
      }
    });
  });
}

describeStore('memory', createMemoryStore);

describe('Postgres as the store of the rate limit', () => {
  const database = useDatabase();
  describeStore('Postgres', () => createPostgresStore(database.pool));
  describeSharedStore('Postgres', () => createPostgresStore(database.pool));

  it('deletes windows that have ended, and no others', async () => {
    const store = createPostgresStore(database.pool);
    await database.pool.query('TRUNCATE rate_limits');
    await store.count([{ key: 'ended', count: 1 }], 0);
    await store.count([{ key: 'open', count: 1 }], MINUTE_MS);
    await removeOldRows(database.pool, new Date());
    const { rows } = await database.pool.query('SELECT key FROM rate_limits');
    expect(rows).to.deep.equal([{ key: 'open' }]);
  });
});

(HAS_REDIS ? describe : describe.skip)('Redis as the store of the rate limit', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.kill());
  const log = createLog({ level: 'silent', process: 'test' });
  const open = () => createRedisStore({ url: redis.url, prefix: '{test}', log });
  describeStore('Redis', open);
  describeSharedStore('Redis', open);
});
