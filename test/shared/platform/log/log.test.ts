// The format of a log line, and redaction: a reader of the logs must not find any credentials of a customer.
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createLog, type Logger } from '../../../../shared/platform/log/log.ts';
import { HAS_REDIS, startRedis } from '../../../support/queues/redis.ts';

const SECRET = 'hunter2';

function createReadableLog(level = 'trace'): { log: Logger; text: () => string; line: () => LogLine } {
  const written: string[] = [];
  const log = createLog({
    level,
    process: 'test',
    destination: { write: (line) => void written.push(line) },
  });
  return { log, text: () => written.join(''), line: () => JSON.parse(written.at(-1) ?? '{}') as LogLine };
}

interface LogLine {
  time: string;
  process: string;
  msg: string;
  err: { type: string; message: string; stack: string; code?: string };
}

describe('a log line', () => {
  it('is one JSON object with the process, an ISO time and the message', () => {
    const { log, text, line } = createReadableLog();
    log.info({ answer: 42 }, 'the message\nof two lines');
    expect(text().trim().split('\n')).to.have.length(1);
    expect(line()).to.include({ process: 'test', msg: 'the message\nof two lines', answer: 42 });
    expect(new Date(line().time).toISOString()).to.equal(line().time);
  });

  it('is not written below its level', () => {
    const { log, text } = createReadableLog('warn');
    log.info('quiet');
    expect(text()).to.equal('');
  });

  it('keeps type, message, stack and code of an error', () => {
    const { log, line } = createReadableLog();
    log.error({ err: Object.assign(new TypeError('it failed'), { code: 'E42' }) }, 'x');
    expect(line().err).to.include({ type: 'TypeError', message: 'it failed', code: 'E42' });
    expect(line().err.stack).to.contain('log.test.ts');
  });

  it('keeps the causes of an error, all the way down', () => {
    const { log, line } = createReadableLog();
    const root = new Error('the root');
    const middle = new Error('the middle', { cause: root });
    log.error({ err: new Error('the top', { cause: middle }) }, 'x');
    expect(line().err.message).to.equal('the top: the middle: the root');
    expect(line().err.stack).to.match(/the top[\s\S]*caused by: .*the middle[\s\S]*caused by: .*the root/);
  });

  it('keeps a thrown value that is not an Error', () => {
    const { log, text } = createReadableLog();
    log.error({ err: 'a text was thrown' }, 'x');
    expect(text()).to.contain('a text was thrown');
  });
});

describe('a log line never contains', () => {
  // biome-ignore format: a table.
  const keys = [
    'authorization', 'cookie', 'password', 'secret', 'token', 'apiKey', 'api_key', 'secretKey', 'secretKeys', 'opsToken',
    'databaseUrl', 'redisUrl', 'connectionString',
  ];
  for (const key of keys) {
    it(`the value of ${key}, at the top or one level down`, () => {
      const { log, text } = createReadableLog();
      log.info({ [key]: SECRET, nested: { [key]: SECRET } }, 'x');
      log.child({ [key]: SECRET, nested: { [key]: SECRET } }).info('y');
      expect(text()).to.contain('[redacted]').and.not.contain(SECRET);
    });
  }

  for (const header of ['authorization', 'cookie']) {
    it(`the request header ${header}`, () => {
      const { log, text } = createReadableLog();
      log.info({ req: { headers: { [header]: SECRET, accept: 'kept' } } }, 'x');
      expect(text()).to.contain('kept').and.not.contain(SECRET);
    });
  }

  it('the response header set-cookie', () => {
    const { log, text } = createReadableLog();
    log.info({ res: { headers: { 'set-cookie': [SECRET], vary: 'kept' } } }, 'x');
    expect(text()).to.contain('kept').and.not.contain(SECRET);
  });

  it('the connection that pg adds to an error', () => {
    const { log, text } = createReadableLog();
    const client = { connectionParameters: { deep: { password: SECRET } } };
    log.warn({ err: Object.assign(new Error('lost'), { client }) }, 'x');
    expect(text()).to.contain('lost').and.not.contain(SECRET);
  });

  it('the password in the error of a Redis that refuses the login', async function () {
    if (!HAS_REDIS) return this.skip();
    const redis = await startRedis();
    try {
      const { log, text } = createReadableLog();
      const client = new Redis(redis.url.replace('redis://', `redis://user:${SECRET}@`), {
        retryStrategy: () => null,
      });
      const error = await new Promise((resolve) => client.once('error', resolve));
      client.disconnect();
      log.warn({ err: error }, 'redis connection');
      expect(text())
        .to.match(/WRONGPASS|AUTH/)
        .and.not.contain(SECRET);
    } finally {
      await redis.kill();
    }
  });
});
