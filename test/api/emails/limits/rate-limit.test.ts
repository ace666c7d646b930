// The rate limit of POST /emails: two API processes on one store, the headers, proxies, and a store that is away
// (docs/reference/limits.md#rate-limit).
import { expect } from 'chai';
import supertest from 'supertest';
import { createApp } from '../../../../api/app.ts';
import { type ApiServer, startServer } from '../../../../api/http/server.ts';
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { connectRateLimiter } from '../../../../shared/platform/rate-limit/connect.ts';
import type { RateLimiter } from '../../../../shared/platform/rate-limit/limiter.ts';
import { USER_AGENT, useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { describeOnEachBackend } from '../../../support/queues/queue-backends.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/queues/redis.ts';
import { createSender, type Sender } from '../sender.ts';

const LIMIT = 5;
const HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
];

describeOnEachBackend('POST /emails, limited', (backend) => {
  describe('by two processes', () => {
    let second: { server: ApiServer; limiter: RateLimiter | undefined };
    after(async () => {
      await second.server.stop();
      second.limiter?.close();
    });
    // One proxy is trusted, so that each test can be a client of its own.
    const app = useApp({
      config: () => ({ rateLimitPerMinute: LIMIT, redisUrl: backend.redisUrl, trustProxy: 1 }),
    });
    let sender: Sender;
    let clients = 0;
    let client: string;
    before(async () => {
      const limiter = connectRateLimiter({ ...app.deps, storeTimeoutMs: 10_000 });
      const server = await startServer({
        app: createApp({ ...app.deps, rateLimiter: limiter }),
        ids: app.deps.ids,
        publicUrl: app.deps.config.publicUrl,
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
    /** As many sends as the limit. */
    const exhaust = async () => {
      for (let count = 0; count < LIMIT; count += 1) expect((await send(0)).status).to.equal(200);
    };

    it('Counts the requests of a client over all API processes.', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < LIMIT + 2; count += 1) {
        statuses.push((await send(count % 2 === 0 ? 0 : 1)).status);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429]);
    });

    it('Accepts exactly as many requests as the limit when many arrive at the same time.', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, count) => send(count % 2 === 0 ? 0 : 1)),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      const left = accepted.map(({ headers }) => Number(headers['ratelimit-remaining']));
      expect(left.sort()).to.deep.equal([0, 1, 2, 3, 4]);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(35);
    });

    it('Answers the number of requests allowed per minute in ratelimit-limit.', async () => {
      for (const process of [0, 1] as const)
        expect((await send(process)).headers['ratelimit-limit']).to.equal('5');
    });

    it('Answers the number of requests left in this minute in ratelimit-remaining.', async () => {
      for (const left of ['4', '3', '2', '1', '0', '0'])
        expect((await send(0)).headers['ratelimit-remaining']).to.equal(left);
    });

    it('Answers the seconds until the client has its full limit again in ratelimit-reset.', async () => {
      const { headers } = await send(0);
      expect(Number(headers['ratelimit-reset'])).to.be.within(55, 60);
      expect(headers).not.to.have.property('retry-after');
    });

    it('Answers the same values in the structured fields RateLimit-Policy and RateLimit.', async () => {
      const { headers } = await send(0);
      expect(headers['ratelimit-policy']).to.equal('"default";q=5;w=60');
      expect(headers['ratelimit']).to.equal(`"default";r=4;t=${headers['ratelimit-reset']}`);
      for (let count = 0; count < LIMIT; count += 1) await send(0);
      const refused = await send(0);
      expect(refused.headers['ratelimit-policy']).to.equal('"default";q=5;w=60');
      expect(refused.headers['ratelimit']).to.equal(`"default";r=0;t=${refused.headers['retry-after']}`);
    });

    it('Rejects a request beyond the rate limit with rate_limit_exceeded 429, and names RATE_LIMIT_PER_MINUTE.', async () => {
      await exhaust();
      const message = expectError(await send(0), 429, 'rate_limit_exceeded');
      expect(message).to.include('(RATE_LIMIT_PER_MINUTE of the server)');
    });

    it('Sends the header Retry-After, in seconds, with rate_limit_exceeded, concurrent_idempotent_requests, application_error 500 and every 503 of an operation.', async () => {
      await exhaust();
      const { headers } = await send(0);
      expect(headers['retry-after']).to.match(/^[1-6]?\d$/);
      expect(Number(headers['retry-after'])).to.be.within(50, 60);
      expect(headers['retry-after']).to.equal(headers['ratelimit-reset']);
    });

    it('Counts every request with a valid key, also a rejected one, and sends the rate limit headers with its answer.', async () => {
      const malformed = post(0).set('Content-Type', 'application/json').send('{"from":');
      const badKey = send(0).set('Idempotency-Key', '');
      for (const [request, status, left] of [
        [send(0), 200, '4'],
        [post(0).send({}), 422, '3'],
        [malformed, 422, '2'],
        [badKey, 400, '1'],
        [send(0), 200, '0'],
        [send(0), 429, '0'],
      ] as const) {
        const answer = await request;
        expect(answer.status).to.equal(status);
        expect(answer.headers).to.include({ 'ratelimit-limit': '5', 'ratelimit-remaining': left });
        expect(answer.headers).to.have.property('ratelimit-reset');
        expect('retry-after' in answer.headers).to.equal(status === 429);
      }
    });

    it('Does not count a request without a valid key.', async () => {
      expectError(await post(0, 'ph_wrong').send({}), 403, 'invalid_api_key');
      expect((await send(0)).headers).to.include({ 'ratelimit-remaining': '4' });
    });

    it('Limits the requests of each client address, whatever keys it uses.', async () => {
      const { token } = await createApiKey(app.pool);
      await exhaust();
      expectError(await post(0, token).send({}), 429, 'rate_limit_exceeded');
      client = '198.51.100.1';
      expect((await send(0)).status).to.equal(200);
    });

    it('Counts all addresses of an IPv6 /64 network as one client.', async () => {
      for (let count = 0; count < LIMIT; count += 1) {
        client = `2001:db8:1:2::${count}`;
        expect((await send(0)).status).to.equal(200);
      }
      client = '2001:db8:1:2:aaaa::1';
      expectError(await send(1), 429, 'rate_limit_exceeded');
      client = '2001:db8:1:3::1';
      expect((await send(1)).status).to.equal(200);
    });

    it('Limits the rate of no operation other than POST /emails.', async () => {
      await exhaust();
      const caller = () => app.as(sender.token);
      for (const request of [
        () => caller().get('/emails'),
        () => caller().post('/emails/batch').send([sender.body()]),
      ]) {
        const answers = await Promise.all(
          Array.from({ length: 2 * LIMIT }, () => request().set('X-Forwarded-For', client)),
        );
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(2 * LIMIT).fill(200));
        expect(answers[0]?.headers).not.to.have.any.keys(...HEADERS);
      }
      for (const { method, path } of Object.values(OPERATIONS).filter(
        (each) => each !== OPERATIONS.sendEmail,
      )) {
        const { status, headers } = await caller()[method](path).set('X-Forwarded-For', client);
        expect(status, `${method} ${path}`).not.to.equal(429);
        expect(headers).not.to.have.any.keys(...HEADERS);
      }
      expectError(await send(0), 429, 'rate_limit_exceeded');
    });
  });
});

describe('Takes the client address from X-Forwarded-For only as far as TRUST_PROXY allows, by default not at all.', () => {
  describe('by default', () => {
    const { trustProxy } = loadConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://x' });
    const app = useApp({ config: { rateLimitPerMinute: 2, trustProxy } });

    it('all requests count for the address of the connection', async () => {
      const sender = await createSender(app);
      const send = (address: string) => sender.send().set('X-Forwarded-For', address);
      expect((await send('192.0.2.1')).status).to.equal(200);
      expect((await send('192.0.2.2')).status).to.equal(200);
      expectError(await send('192.0.2.3'), 429, 'rate_limit_exceeded');
    });
  });

  describe('with TRUST_PROXY=1', () => {
    const app = useApp({ config: { rateLimitPerMinute: 2, trustProxy: 1 } });

    it('the address that the proxy appended counts, and none that the client wrote before it', async () => {
      const sender = await createSender(app);
      const send = (addresses: string) => sender.send().set('X-Forwarded-For', addresses);
      expect((await send('203.0.113.1, 192.0.2.1')).status).to.equal(200);
      expect((await send('203.0.113.2, 192.0.2.1')).status).to.equal(200);
      expectError(await send('203.0.113.3, 192.0.2.1'), 429, 'rate_limit_exceeded');
      expect((await send('203.0.113.3, 192.0.2.2')).status).to.equal(200);
    });
  });
});

describe('POST /emails with the default limit', () => {
  const { rateLimitPerMinute } = loadConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://x' });
  const app = useApp({ config: { rateLimitPerMinute, trustProxy: 1 } });

  it('Accepts 60 requests per minute from a client unless RATE_LIMIT_PER_MINUTE says otherwise.', async () => {
    const { send, batch, body } = await createSender(app);
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => send().set('X-Forwarded-For', '192.0.2.1')),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(60);
    expect((await send().set('X-Forwarded-For', '192.0.2.2')).status).to.equal(200);
    expect((await batch([body()], { 'X-Forwarded-For': '192.0.2.1' })).status).to.equal(200);
  });
});

describe('POST /emails without a limit', () => {
  const app = useApp({ config: { rateLimitPerMinute: 0 } });

  it('Limits nothing and sends no rate limit headers if RATE_LIMIT_PER_MINUTE is 0.', async () => {
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

      it('Accepts requests while Redis is unavailable, each API process counting alone.', async () => {
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
