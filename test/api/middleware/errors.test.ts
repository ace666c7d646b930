// The error handler: whatever a handler throws becomes the error object (docs/reference/errors.md).
import { expect } from 'chai';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import { connectDatabase } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { requestInProgress } from '../../../shared/resources/foundation/idempotency/keys.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { exchange } from '../../support/net/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('The error handler', () => {
  let failure: () => unknown = () => undefined;
  const app = useApp({ resources: [probeResource(() => failure())] });
  const account = useAccount(app);
  const askThatFails = (fail: () => unknown) => {
    failure = fail;
    return account.api.get('/failing').set('X-Request-Id', 'the-request');
  };
  const throwing = (error: unknown) => () => {
    throw error;
  };

  describe('Answers every error with its status and a JSON object of statusCode, name and message.', () => {
    it('each name with its status', async () => {
      for (const [name, status] of Object.entries(ERROR_STATUS) as [ErrorName, number][]) {
        const answer = await askThatFails(throwing(new DomainError(name, 'Why.')));
        expect(expectError(answer, status, name), name).to.equal('Why.');
        expect(status).to.be.within(400, 599);
      }
    });

    it('a name with its second status', async () => {
      const error = new DomainError('batch_incomplete', 'Too slow.', { statusCode: 422 });
      expectError(await askThatFails(throwing(error)), 422, 'batch_incomplete');
    });

    it('and does not log a refusal as an error', async () => {
      const count = () => app.logLines.filter(({ level }) => Number(level) >= 50).length;
      const before = count();
      for (const name of ['not_found', 'sending_service_unavailable'] as const)
        await askThatFails(throwing(new DomainError(name, 'No.')));
      expect(count()).to.equal(before);
    });
  });

  describe('Names in `docs_url` the page of the error, below the address of the service with its path.', () => {
    const below = useApp({ config: { publicUrl: 'https://acme.dev/mail' } });

    it('to programs, whatever the error', async () => {
      const unknown = await below.as().get('/nowhere');
      expect(expectError(unknown, 401, 'missing_api_key')).not.to.equal('');
      expect(unknown.body.docs_url).to.equal('https://acme.dev/mail/docs/errors/missing_api_key');
    });

    it('to a request that is not HTTP', async () => {
      const answer = await exchange(below.port, 'GARBAGE\r\n\r\n');
      expect(answer).to.include('"docs_url":"https://acme.dev/mail/docs/errors/validation_error"');
    });
  });

  it('Sends the header Retry-After, in seconds, with rate_limit_exceeded, concurrent_idempotent_requests, application_error 500 and every 503 of an operation.', async () => {
    const error = new DomainError('sending_service_unavailable', 'Busy.', { retryAfterSeconds: 7 });
    expect((await askThatFails(throwing(error))).headers['retry-after']).to.equal('7');
    for (const [thrown, seconds] of [
      [requestInProgress(), '1'],
      [Object.assign(new Error('gone'), { code: '57P01' }), '5'],
    ] as const)
      expect((await askThatFails(throwing(thrown))).headers['retry-after']).to.equal(seconds);
  });

  it('Rejects a body without a required field with missing_required_field 422, and names the field.', async () => {
    const answer = await account.api.post('/validated').send({});
    expect(expectError(answer, 422, 'missing_required_field')).to.equal('Missing `name` field.');
  });

  it('Rejects a field with an invalid value with validation_error 422, and names the field.', async () => {
    const answer = await account.api.post('/validated').send({ name: 'x', size: 11 });
    expect(expectError(answer, 422, 'validation_error')).to.include('`size`');
  });

  it('Ignores an unknown field of a body.', async () => {
    const answer = await account.api.post('/validated').send({ name: 'x', colour: 'blue' });
    expect(answer.body).to.deep.equal({ name: 'x' });
  });

  describe('Answers internal_server_error 500 with the request id and without details after an unexpected failure.', () => {
    it('whatever is thrown', async () => {
      for (const error of [
        new Error('secret detail of /srv/app'),
        // An error of Postgres about the statement.
        Object.assign(new Error('secret detail'), { code: '42703' }),
        Object.assign(new Error('secret detail'), { statusCode: 500 }),
        'secret detail',
        undefined,
        null,
      ]) {
        const answer = await askThatFails(throwing(error));
        const message = expectError(answer, 500, 'internal_server_error');
        expect(message, String(error)).to.include('the-request').and.include('Try again later');
        expect(answer.text).not.to.include('secret');
      }
    });

    it('and logs the failure with its stack and the request id', async () => {
      await askThatFails(throwing(new Error('the bug of this test')));
      const line = app.logLines.find(
        ({ err }) => (err as Error | undefined)?.message === 'the bug of this test',
      );
      expect(line).to.include({ request_id: 'the-request', level: 50 });
      expect(line).to.have.nested.property('err.stack').that.includes('errors.test.ts');
    });
  });

  describe('Answers application_error 500 while the database is unavailable or too slow.', () => {
    it('a statement that ran out of time', async () => {
      const fail = () => app.pool.query('SET LOCAL statement_timeout = 1; SELECT pg_sleep(5)');
      const answer = await askThatFails(fail);
      expect(expectError(answer, 500, 'application_error'))
        .to.include('retry')
        .and.include('the-request');
    });

    it('a connection that Postgres ended', async () => {
      const answer = await askThatFails(() =>
        app.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'),
      );
      expectError(answer, 500, 'application_error');
      expect((await account.api.get('/probe/x')).status, 'the next request').to.equal(200);
    });

    it('a database that refuses connections', async () => {
      const closed = connectDatabase({
        connectionString: 'postgres://postgres@127.0.0.1:1/postgres',
        poolSize: 1,
        applicationName: 'test',
        log: createLog({ level: 'silent', process: 'test' }),
      });
      const answer = await askThatFails(() => closed.query('SELECT 1'));
      expectError(answer, 500, 'application_error');
      await closed.end();
    });
  });
});
