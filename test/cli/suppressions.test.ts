// The commands `posthorn suppressions …`, against the real API.
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createSuppression } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn suppressions', () => {
  const app = useApp();

  const createCaller = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const run = (...args: string[]) => posthorn(['suppressions', ...args], { env });
    return { accountId, run };
  };

  it('add, get and delete, by id and by address', async () => {
    const { run } = await createCaller();
    const added = expectJson(await run('add', '--email', 'Bo+shop@customer.dev'));
    expect(added).to.include({ object: 'suppression', email: 'bo+shop@customer.dev', origin: 'manual' });
    for (const key of [added.id, 'bo+shop@customer.dev'])
      expect(expectJson(await run('get', key))).to.deep.equal(added);
    const deleted = expectJson(await run('delete', 'Bo+shop@customer.dev'));
    expect(deleted).to.deep.equal({ object: 'suppression', id: added.id, deleted: true });
    expectFailure(await run('delete', added.id), 404, 'not_found');
  });

  it('list, with the filters of the API', async () => {
    const { accountId, run } = await createCaller();
    const { id } = await createSuppression(app.pool, accountId, 'ana+x@customer.dev', { origin: 'bounce' });
    await createSuppression(app.pool, accountId, 'bo@customer.dev');
    for (const filter of [
      ['--origin', 'bounce'],
      ['--email', 'Ana+X@customer.dev'],
    ]) {
      const list = expectJson(await run('list', ...filter));
      expect(list.data.map((entry: { id: string }) => entry.id)).to.deep.equal([id]);
    }
    expect(expectJson(await run('list', '--limit', '1', '--all')).data).to.have.length(2);
  });

  it('batch add, batch remove', async () => {
    const { run } = await createCaller();
    const emails = ['ana@customer.dev', 'bo@customer.dev'];
    const [ana, bo] = expectJson(await run('batch', 'add', '--emails', ...emails)).data;
    const byAddress = expectJson(await run('batch', 'remove', '--emails', 'bo@customer.dev'));
    const deleted = { object: 'suppression', deleted: true };
    expect(byAddress).to.deep.equal({ data: [{ ...deleted, id: bo.id }] });
    const byId = expectJson(await run('batch', 'remove', '--ids', ana.id, bo.id));
    expect(byId).to.deep.equal({ data: [{ ...deleted, id: ana.id }] });
    const none = await run('batch', 'remove');
    expect(expectFailure(none, 422, 'validation_error')).to.include('`emails`');
  });
});
