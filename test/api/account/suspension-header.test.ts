// The header by which every client of a suspended account learns of it (docs/reference/requests.md#headers).
import { expect } from 'chai';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';

describe('X-Account-Suspended', () => {
  const app = useApp();
  const owner = usePerson(app, { role: 'owner' });

  it('Names in X-Account-Suspended why the account of the caller is suspended, with every answer to a key or a session that may call the operation, reads and refusals included.', async () => {
    const { accountId, api } = owner;
    const { token } = await createApiKey(app.pool, { accountId });
    const answers = async () => {
      const answered = [
        await api.get('/auth/me'),
        await api.get('/emails'),
        await api.patch('/account').send({ name: 'Acme' }),
        await app.as(token).get('/emails'),
        await app.as(token).get(`/emails/${accountId}`),
        await app.as(token).post('/contacts').send({ email: 'ana@customer.dev' }),
      ];
      const causes = answered.map(({ headers }) => headers['x-account-suspended']);
      expect(new Set(causes), String(causes)).to.have.property('size', 1);
      return { cause: causes[0], statuses: answered.map(({ status }) => status) };
    };
    const free = { cause: undefined, statuses: [200, 200, 200, 200, 404, 201] };
    const held = [200, 200, 403, 200, 404, 403];
    expect(await answers()).to.deep.equal(free);
    await suspend(app.pool, accountId, { cause: 'operator' });
    expect(await answers()).to.deep.equal({ cause: 'operator', statuses: held });
    await suspend(app.pool, accountId, { cause: 'deletion' });
    expect(await answers()).to.deep.equal({ cause: 'deletion', statuses: held });
    for (const cause of ['operator', 'deletion'] as const) await resume(app.pool, accountId, { cause });
    expect((await answers()).cause).to.equal(undefined);
  });
});
