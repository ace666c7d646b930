// The suppressions of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { useApp } from '../support/app.ts';
import { createApiKey } from '../support/factories.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

describe('The newest SDK of Resend adds, lists, gets and removes suppressions, one by one and in batches.', () => {
  const app = useApp();
  let resend: Resend;
  before(async () => {
    const { token } = await createApiKey(app.pool);
    resend = new Resend(token, { baseUrl: app.url });
  });
  const add = async (email: string) => {
    const { data, error } = await resend.suppressions.add({ email });
    expect(error).to.equal(null);
    expect(data?.object).to.equal('suppression');
    return data?.id ?? expect.fail('There is no id.');
  };
  const entry = { origin: 'manual', source_id: null } as const;

  it('one by one', async () => {
    const id = await add('bo+news@customer.dev');
    for (const idOrEmail of [id, 'bo+news@customer.dev', 'BO+news@customer.dev']) {
      const { data } = await resend.suppressions.get(idOrEmail);
      expect(data).to.deep.include({ object: 'suppression', id, email: 'bo+news@customer.dev', ...entry });
      expect(new Date(data?.created_at ?? '').toISOString()).to.equal(data?.created_at);
    }
    const removed = await resend.suppressions.remove('bo+news@customer.dev');
    expect(removed.data).to.deep.include({ object: 'suppression', id, deleted: true });
    for (const call of [resend.suppressions.get(id), resend.suppressions.remove(UNKNOWN_ID)]) {
      const { data, error } = await call;
      expect(data).to.equal(null);
      expect(error).to.include({ name: 'not_found', statusCode: 404 });
    }
    expect((await resend.suppressions.add({ email: 'bo@' })).error).to.include({ statusCode: 422 });
  });

  it('in a list, by page and by origin', async () => {
    const ids = [await add('cy@customer.dev'), await add('di@customer.dev')];
    const newest = await resend.suppressions.list({ limit: 1 });
    expect(newest.data).to.include({ object: 'list', has_more: true });
    expect(newest.data?.data[0]).to.deep.include({ id: ids[1], email: 'di@customer.dev', ...entry });
    const next = await resend.suppressions.list({ limit: 1, after: ids[1] ?? '', origin: 'manual' });
    expect(next.data?.data[0]?.id).to.equal(ids[0]);
    expect((await resend.suppressions.list({ origin: 'bounce' })).data?.data).to.deep.equal([]);
  });

  it('in batches', async () => {
    const emails = ['ed@customer.dev', 'flo@customer.dev', 'gus@customer.dev'];
    const added = await resend.suppressions.batch.add({ emails });
    const [first, second, third] = added.data?.data ?? [];
    expect(added.data?.data.map(({ object }) => object)).to.deep.equal(Array(3).fill('suppression'));
    expect((await resend.suppressions.get(third?.id ?? '')).data?.email).to.equal('gus@customer.dev');
    const byId = await resend.suppressions.batch.remove({ ids: [first?.id ?? ''] });
    expect(byId.data?.data).to.deep.equal([{ object: 'suppression', id: first?.id, deleted: true }]);
    const byEmail = await resend.suppressions.batch.remove({ emails: emails.slice(1) });
    expect(byEmail.data?.data.map(({ id }) => id)).to.have.members([second?.id, third?.id]);
    expect((await resend.suppressions.get('gus@customer.dev')).error?.name).to.equal('not_found');
  });
});
