// DELETE /emails/receiving/:id (docs/reference/receiving.md#delete-emailsreceivingid).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createReceived } from '../../support/factories/received-factories.ts';

const TABLES = ['received_emails', 'received_contents', 'received_attachments'];

describe('DELETE /emails/receiving/:id', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Deletes a received email with its bytes, its files and their links, and answers not_found 404 from then on.', async () => {
    const kept = await createReceived(app.pool, account.accountId, { files: [{}] });
    const { id } = await createReceived(app.pool, account.accountId, { files: [{}, {}] });
    const before = (await app.pool.query('SELECT FROM received_chunks')).rowCount ?? 0;
    const { raw } = await account.read(`/emails/receiving/${id}`);
    const { data } = await account.read(`/emails/receiving/${id}/attachments`);
    const { status, body } = await account.api.delete(`/emails/receiving/${id}`);
    expect([status, body]).to.deep.equal([200, { object: 'email', id, deleted: true }]);
    for (const table of TABLES) expect(await account.count(table), table).to.equal(1);
    expect((await app.pool.query('SELECT FROM received_chunks')).rowCount).to.equal(before - 3);
    for (const { download_url: url } of [raw, ...data])
      expectError(await app.bare().get(url.replace(/^https?:\/\/[^/]+/, '')), 404, 'not_found');
    expectError(await account.api.delete(`/emails/receiving/${id}`), 404, 'not_found');
    expect((await account.read('/emails/receiving')).data).to.have.length(1);
    await account.read(`/emails/receiving/${kept.id}`);
  });
});
