// Compatibility with Resend: the calls of Resend's own SDK for suppressions, unchanged but for its base URL.
import { expect } from 'chai';
import { Resend } from 'resend';
import { useApp } from '../../support/app.ts';
import { createApiKey, createSuppression } from '../../support/factories.ts';

describe("Resend's SDK adds, lists, gets and removes suppressions, alone and in batches, without changes except its base URL.", () => {
  const app = useApp();
  let resend: Resend;
  let accountId: string;
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    resend = new Resend(key.token, { baseUrl: app.url });
  });
  const add = async (email: string) => {
    const { data, error } = await resend.suppressions.add({ email });
    expect(error).to.equal(null);
    return data ?? expect.fail('There is no suppression.');
  };

  it('adds, gets by id and by address, and removes by id and by address', async () => {
    const { object, id } = await add('Bo+shop@customer.dev');
    expect(object).to.equal('suppression');
    for (const key of [id, 'bo+shop@customer.dev', 'Bo+Shop@Customer.dev']) {
      const { data } = await resend.suppressions.get(key);
      expect(data).to.include({
        object: 'suppression',
        id,
        email: 'bo+shop@customer.dev',
        origin: 'manual',
        source_id: null,
      });
    }
    const deleted = { object: 'suppression', id, deleted: true };
    expect((await resend.suppressions.remove(id)).data).to.deep.equal(deleted);
    const again = await add('bo+shop@customer.dev');
    const removed = await resend.suppressions.remove('Bo+shop@customer.dev');
    expect(removed.data).to.deep.equal({ ...deleted, id: again.id });
    const gone = await resend.suppressions.get(again.id);
    expect(gone.error).to.include({ name: 'not_found', statusCode: 404 });
  });

  it('lists with pages and by origin', async () => {
    const { id } = await createSuppression(app.pool, accountId, 'ana@customer.dev', { origin: 'complaint' });
    const newer = await createSuppression(app.pool, accountId, 'bo@customer.dev');
    const first = await resend.suppressions.list({ limit: 1 });
    expect(first.data).to.include({ object: 'list', has_more: true });
    expect(first.data?.data[0]).to.include({ id: newer.id, email: 'bo@customer.dev' });
    const next = await resend.suppressions.list({ after: newer.id });
    expect(next.data?.data.map((entry) => entry.id)).to.deep.equal([id]);
    const complaints = await resend.suppressions.list({ origin: 'complaint' });
    expect(complaints.data?.data.map((entry) => entry.id)).to.deep.equal([id]);
    expect((await resend.suppressions.list()).data?.data).to.have.length(2);
  });

  it('adds and removes batches', async () => {
    const { data } = await resend.suppressions.batch.add({ emails: ['ana@customer.dev', 'bo@customer.dev'] });
    const [ana, bo] = data?.data ?? [];
    expect(ana).to.include({ object: 'suppression', id: (await add('ana@customer.dev')).id });
    const byAddress = await resend.suppressions.batch.remove({
      emails: ['Bo@customer.dev', 'x@customer.dev'],
    });
    expect(byAddress.data).to.deep.equal({ data: [{ ...bo, deleted: true }] });
    const byId = await resend.suppressions.batch.remove({ ids: [ana?.id ?? '', bo?.id ?? ''] });
    expect(byId.data).to.deep.equal({ data: [{ ...ana, deleted: true }] });
  });

  it('gets the error object', async () => {
    const refused = await resend.suppressions.batch.add({ emails: ['ana@customer.dev', 'nobody'] });
    expect(refused.error).to.include({ name: 'validation_error', statusCode: 422 });
    expect(refused.error?.message).to.include('emails[1]');
  });
});
