// POST /emails under its rate limit (interface.md, Limits; decisions.md §2): two processes of the API on one store.
import { expect } from 'chai';
import supertest from 'supertest';
import { createApp } from '../../../api/app.ts';
import { type ApiServer, startServer } from '../../../api/server.ts';
import { connectRateLimiter } from '../../../shared/rate-limit/connect.ts';
import type { RateLimiter } from '../../../shared/rate-limit/limiter.ts';
import { USER_AGENT, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { describeOnEachBackend } from '../../support/queue-backends.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { createSender, type Sender } from './sender.ts';

const LIMIT = 5;
const HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

describeOnEachBackend('POST /emails, limited', (backend) => {
  describe('by two processes', () => {
    let second: { server: ApiServer; limiter: RateLimiter | undefined };
    after(async () => {
      await second.server.stop();
      second.limiter?.close();
    });
    // One proxy is trusted, so that each test is a client of its own.
    const app = useApp({
      config: () => ({ rateLimitPerMinute: LIMIT, redisUrl: backend.redisUrl, trustProxy: 1 }),
    });
    let sender: Sender;
    let clients = 0;
    let client: string;
    before(async () => {
      const limiter = connectRateLimiter(app.deps);
      const server = await startServer({
        app: createApp({ ...app.deps, rateLimiter: limiter }),
        ids: app.deps.ids,
        port: 0,
        host: '127.0.0.1',
      });
      second = { server, limiter };
      sender = await createSender(app);
    });
    beforeEach(() => {
      client = `192.0.2.${++clients}`;
    });

    /** A send through one of the processes. */
    const post = (process: 0 | 1, token = sender.token) =>
      supertest(`http://127.0.0.1:${process === 0 ? app.port : second.server.port}`)
        .post('/emails')
        .set('User-Agent', USER_AGENT)
        .set('Authorization', `Bearer ${token}`)
        .set('X-Forwarded-For', client);
    const send = (process: 0 | 1) => post(process).send(sender.body());

    it('accepts as many in a minute as the limit, through whichever process', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < LIMIT + 2; count += 1) {
        statuses.push((await send(count % 2 === 0 ? 0 : 1)).status);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429]);
    });

    it('accepts exactly the limit of those that come at once, and gives each its own place', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, count) => send(count % 2 === 0 ? 0 : 1)),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      const left = accepted.map(({ headers }) => Number(headers['ratelimit-remaining']));
      expect(left.sort()).to.deep.equal([0, 1, 2, 3, 4]);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(35);
    });

    it('tells limit, remaining and reset with every answer', async () => {
      const { status, headers } = await send(0);
      expect(status).to.equal(200);
      expect(headers).to.include({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });
      expect(Number(headers['ratelimit-reset'])).to.be.within(55, 60);
      expect(headers).not.to.have.property('retry-after');
    });

    it('refuses what goes beyond with rate_limit_exceeded 429 and retry-after', async () => {
      for (let count = 0; count < LIMIT; count += 1) await send(0);
      const answer = await send(0);
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(answer.headers).to.include({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
      expect(Number(answer.headers['retry-after'])).to.be.within(50, 60);
      expect(answer.headers['retry-after']).to.equal(answer.headers['ratelimit-reset']);
    });

    it('counts a request that is invalid, and tells it what is left', async () => {
      const answer = await post(0).send({});
      expectError(answer, 422, 'missing_required_field');
      expect(answer.headers).to.include({ 'ratelimit-remaining': '4' });
      expect((await send(1)).headers).to.include({ 'ratelimit-remaining': '3' });
    });

    it('does not count a request without a valid key', async () => {
      expectError(await post(0, 'ph_wrong').send({}), 403, 'invalid_api_key');
      expect((await send(0)).headers).to.include({ 'ratelimit-remaining': '4' });
    });

    it('names the limit before a malformed body', async () => {
      for (let count = 0; count < LIMIT; count += 1) await send(0);
      const answer = await post(0).set('Content-Type', 'application/json').send('{"from":');
      expectError(answer, 429, 'rate_limit_exceeded');
    });

    it('counts all keys of one address together, and each address apart', async () => {
      const { token } = await createApiKey(app.pool);
      for (let count = 0; count < LIMIT; count += 1) await send(0);
      expectError(await post(0, token).send({}), 429, 'rate_limit_exceeded');
      client = '198.51.100.1';
      expect((await send(0)).status).to.equal(200);
    });

    it('counts a /64 of IPv6 as one client', async () => {
      for (let count = 0; count < LIMIT; count += 1) {
        client = `2001:db8:1:2::${count}`;
        expect((await send(0)).status).to.equal(200);
      }
      client = '2001:db8:1:2:aaaa::1';
      expectError(await send(1), 429, 'rate_limit_exceeded');
      client = '2001:db8:1:3::1';
      expect((await send(1)).status).to.equal(200);
    });

    it('believes only the address that the trusted proxy has seen', async () => {
      const real = client;
      for (let count = 0; count < LIMIT; count += 1) {
        client = `203.0.113.${count}, ${real}`;
        expect((await send(0)).status).to.equal(200);
      }
      client = `203.0.113.99, ${real}`;
      expectError(await send(0), 429, 'rate_limit_exceeded');
    });

    it('leaves every other endpoint alone', async () => {
      for (let count = 0; count < LIMIT; count += 1) await send(0);
      const answer = await app.as(sender.token).get('/emails').set('X-Forwarded-For', client);
      expect(answer.status).to.equal(200);
      expect(answer.headers).not.to.have.any.keys(...HEADERS);
    });
  });
});

describe('POST /emails, limited, with no trusted proxy', () => {
  const app = useApp({ config: { rateLimitPerMinute: 2 } });

  it('is not deceived by X-Forwarded-For', async () => {
    const sender = await createSender(app);
    const send = (address: string) => sender.send().set('X-Forwarded-For', address);
    expect((await send('192.0.2.1')).status).to.equal(200);
    expect((await send('192.0.2.2')).status).to.equal(200);
    expectError(await send('192.0.2.3'), 429, 'rate_limit_exceeded');
  });
});

describe('POST /emails without a limit', () => {
  const app = useApp({ config: { rateLimitPerMinute: 0 } });

  it('tells of none', async () => {
    const { send } = await createSender(app);
    const answer = await send();
    expect(answer.status).to.equal(200);
    expect(answer.headers).not.to.have.any.keys(...HEADERS);
  });
});

(HAS_REDIS ? describe : describe.skip)('POST /emails, limited, while Redis is away', () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.kill());
  for (const [title, fail] of [
    ['hangs', () => redis.freeze()],
    ['is gone', () => redis.kill()],
  ] as const) {
    describe(`because it ${title}`, () => {
      const app = useApp({ config: () => ({ rateLimitPerMinute: LIMIT, redisUrl: redis.url }) });
      after(() => redis.thaw());

      it('is accepted all the same, and each process limits by itself', async () => {
        const { send } = await createSender(app);
        await fail();
        const answers = [];
        for (let count = 0; count < LIMIT + 1; count += 1) answers.push(await send());
        expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 429]);
        expect(answers[0]?.headers).to.include({ 'ratelimit-remaining': '4' });
      });
    });
  }
});
