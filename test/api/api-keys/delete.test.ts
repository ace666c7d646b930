// DELETE /api-keys/:id (docs/reference/api-keys.md#delete-api-keysid), and what changes of keys leave in the audit log.
import { expect } from 'chai';
import { usePerson } from '../../support/api/account.ts';
import { USER_AGENT, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';

describe('DELETE /api-keys/:id', () => {
  const app = useApp();
  const member = usePerson(app, { role: 'member' });

  it('Revokes an API key: its next request gets invalid_api_key 403.', async () => {
    const { accountId, api: person } = member;
    const { id, token } = await createApiKey(app.pool, { accountId });
    expect((await app.as(token).get('/domains')).status).to.equal(200);
    await person.delete(`/api-keys/${id}`).expect(200);
    expectError(await app.as(token).get('/domains'), 403, 'invalid_api_key');
  });

  it('Answers the revocation of an API key with its id and `deleted: true`; to people it is not_found 404 afterwards, and in no list.', async () => {
    const { accountId, api: person } = member;
    const { id } = await createApiKey(app.pool, { accountId });
    const other = await createApiKey(app.pool, { accountId });
    const { status, body } = await person.delete(`/api-keys/${id.toUpperCase()}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ object: 'api_key', id, deleted: true });
    for (const method of ['get', 'delete'] as const)
      expectError(await person[method](`/api-keys/${id}`), 404, 'not_found');
    expectError(await person.patch(`/api-keys/${id}`).send({ name: 'New' }), 404, 'not_found');
    const list = await person.get('/api-keys');
    expect(list.body.data.map((key: { id: string }) => key.id)).to.deep.equal([other.id]);
  });

  it('Writes each creation, change and revocation of an API key to the audit log, with who did it and from where.', async () => {
    const { accountId, personId, email, api: person } = member;
    const { id } = (await person.post('/api-keys').send({ name: 'Shop' })).body;
    await person.patch(`/api-keys/${id}`).send({ name: 'Store' });
    await person.patch(`/api-keys/${id}`).send({ name: ' ' });
    await person.delete(`/api-keys/${id}`);
    await person.delete(`/api-keys/${id}`);
    const { rows } = await app.pool.query(
      `SELECT operation, outcome, actor_type, actor_id, actor_email, target_id, address, user_agent, created_at
       FROM audit_events WHERE account_id = $1 ORDER BY id`,
      [accountId],
    );
    expect(rows).to.deep.equal(
      ['createApiKey', 'updateApiKey', 'deleteApiKey'].map((operation) => ({
        operation,
        outcome: 'succeeded',
        actor_type: 'person',
        actor_id: personId,
        actor_email: email,
        target_id: id,
        address: '127.0.0.1',
        user_agent: USER_AGENT,
        created_at: app.clock.now(),
      })),
    );
  });
});
