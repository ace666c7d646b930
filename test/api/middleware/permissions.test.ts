// Permissions: what a key with sending_access may call, and what no API key may call
// (docs/reference/api-keys.md#permissions). What people may call is in test/api/roles.test.ts.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { VERBS } from '../../../ops/verbs.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';
import { probeResource } from '../probe.ts';

describe('The permission of an API key', () => {
  const app = useApp();
  const probed = useApp({ resources: [probeResource()] });

  const operations = Object.values<Operation>(OPERATIONS).filter(({ permission }) => permission !== 'open');
  const ask = (token: string, { method, path }: (typeof operations)[number]) =>
    app.as(token)[method](path.replace(':id', 'x'));

  it('Accepts an API key with sending_access on POST /emails, POST /emails/batch and POST /mcp only.', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    const passed: string[] = [];
    for (const operation of operations) {
      const { name } = (await ask(token, operation)).body;
      if (name !== 'restricted_api_key' && name !== 'dashboard_only')
        passed.push(`${operation.method.toUpperCase()} ${operation.path}`);
    }
    expect(passed).to.deep.equal(['POST /emails', 'POST /emails/batch', 'POST /mcp']);
    const sender = await createSender(app, { key: { permission: 'sending_access' } });
    expect((await sender.send()).status).to.equal(200);
    const batch = await app.as(sender.token).post('/emails/batch').send([sender.body()]);
    expect(batch.status).to.equal(200);
  });

  it('Rejects an API key with sending_access on every other operation that API keys may call with restricted_api_key 401.', async () => {
    // A POST that sends nothing.
    const { token: other } = await createApiKey(probed.pool, { permission: 'sending_access' });
    expectError(await probed.as(other).post('/probe').send({}), 401, 'restricted_api_key');
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    const full = operations.filter(({ permission }) => permission === 'full');
    expect(full).to.have.length.above(50);
    for (const operation of full) {
      const answer = await ask(token, operation);
      expect(expectError(answer, 401, 'restricted_api_key'), operation.path).to.match(
        /^This API key is restricted to only send emails\. .*`full_access`/,
      );
      expect(answer.headers['www-authenticate']).to.equal('Bearer');
    }
  });

  it('Rejects every API key on an operation for signed-in people with dashboard_only 403.', async () => {
    for (const permission of ['full_access', 'sending_access'] as const) {
      const { token } = await createApiKey(app.pool, { permission });
      const ofPeople = operations.filter((operation) => operation.permission === 'dashboard');
      expect(ofPeople).to.have.length.above(10);
      for (const operation of ofPeople) {
        const answer = await ask(token, operation);
        expect(answer.status, `${operation.method} ${operation.path}`).to.equal(403);
        expectError(answer, 403, 'dashboard_only');
      }
    }
  });

  it("Names the operators' command that creates, replaces or revokes an API key when it rejects the operation.", async () => {
    const { token } = await createApiKey(app.pool);
    for (const [method, path, verbs] of [
      ['post', '/api-keys', ['create-api-key']],
      ['patch', '/api-keys/x', ['create-api-key', 'revoke-api-key']],
      ['delete', '/api-keys/x', ['revoke-api-key']],
    ] as const) {
      const message = expectError(await app.as(token)[method](path), 403, 'dashboard_only');
      expect(message).to.match(
        /^This operation is for people who are signed in\. API keys cannot call it\. An operator can /,
      );
      const commands = [...message.matchAll(/`npm run ops -- (\S+) ([^`]*)`/g)];
      expect(commands.map(([, verb]) => verb)).to.deep.equal(verbs);
      // Each command has the verb's own parameters and required options.
      for (const [, verb = '', words] of commands) {
        const { parameters, options } = VERBS[verb] ?? expect.fail(`${verb} is no verb`);
        const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
        expect(words).to.equal(
          [
            ...parameters.map((parameter) => `<${parameter}>`),
            ...required.map(([name, { value }]) => `--${name} <${value}>`),
          ].join(' '),
        );
      }
    }
  });

  it('Serves every operation that openapi.json lists.', async () => {
    const { token } = await createApiKey(app.pool);
    const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    const listed = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method, path })),
    );
    expect(listed).not.to.have.length(0);
    for (const { method, path } of listed) {
      const { body } = await app.as(token)[method as 'get'](path.replace(/\{\w+\}/g, 'x'));
      expect(body.message, `${method} ${path}`).not.to.match(/^The requested endpoint does not exist/);
    }
    // GET /emails/:id would answer GET /emails/sources as well: each request must be measured under its own path.
    const { values } = await app.deps.metrics.httpRequestDuration.get();
    const served = values.map(({ labels }) => `${labels.method} ${labels.route}`);
    expect(served).to.include.members(
      listed.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
  });

  it('Reports an unknown path before a missing permission.', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    expectError(await app.as(token).get('/nothing'), 404, 'not_found');
  });
});
