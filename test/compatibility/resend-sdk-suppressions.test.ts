// The suppressions of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { succeed } from './support/succeed.ts';
import { expectError, UNKNOWN_ID, useResend } from './support/use-resend.ts';

describe('The newest SDK of Resend adds, lists, gets and removes suppressions, one by one and in batches.', () => {
  const app = useApp();
  const test = useResend(app);
  const add = async (email: string) => {
    const { object, id } = await succeed(test.resend.suppressions.add({ email }));
    expect(object).to.equal('suppression');
    return id;
  };
  const entry = { origin: 'manual', source_id: null } as const;

  it('one by one', async () => {
    const id = await add('bo+news@customer.dev');
    for (const idOrEmail of [id, 'bo+news@customer.dev', 'BO+news@customer.dev']) {
      const { data } = await test.resend.suppressions.get(idOrEmail);
      expect(data).to.deep.include({ object: 'suppression', id, email: 'bo+news@customer.dev', ...entry });
      expect(new Date(data?.created_at ?? '').toISOString()).to.equal(data?.created_at);
    }
    const removed = await test.resend.suppressions.remove('bo+news@customer.dev');
    expect(removed.data).to.deep.include({ object: 'suppression', id, deleted: true });
    for (const call of [test.resend.suppressions.get(id), test.resend.suppressions.remove(UNKNOWN_ID)])
      await expectError(call, 'not_found', 404);
    expect((await test.resend.suppressions.add({ email: 'bo@' })).error).to.include({ statusCode: 422 });
  });

  it('in a list, by page and by origin', async () => {
    const ids = [await add('cy@customer.dev'), await add('di@customer.dev')];
    const newest = await test.resend.suppressions.list({ limit: 1 });
    expect(newest.data).to.include({ object: 'list', has_more: true });
    expect(newest.data?.data[0]).to.deep.include({ id: ids[1], email: 'di@customer.dev', ...entry });
    const next = await test.resend.suppressions.list({ limit: 1, after: ids[1] ?? '', origin: 'manual' });
    expect(next.data?.data[0]?.id).to.equal(ids[0]);
    expect((await test.resend.suppressions.list({ origin: 'bounce' })).data?.data).to.deep.equal([]);
  });

  it('in batches', async () => {
    const emails = ['ed@customer.dev', 'flo@customer.dev', 'gus@customer.dev'];
    const added = await test.resend.suppressions.batch.add({ emails });
    const [first, second, third] = added.data?.data ?? [];
    expect(added.data?.data.map(({ object }) => object)).to.deep.equal(Array(3).fill('suppression'));
    expect((await test.resend.suppressions.get(third?.id ?? '')).data?.email).to.equal('gus@customer.dev');
    const byId = await test.resend.suppressions.batch.remove({ ids: [first?.id ?? ''] });
    expect(byId.data?.data).to.deep.equal([{ object: 'suppression', id: first?.id, deleted: true }]);
    const byEmail = await test.resend.suppressions.batch.remove({ emails: emails.slice(1) });
    expect(byEmail.data?.data.map(({ id }) => id)).to.have.members([second?.id, third?.id]);
    expect((await test.resend.suppressions.get('gus@customer.dev')).error?.name).to.equal('not_found');
  });
});
