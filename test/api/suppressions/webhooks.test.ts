// The webhook events of additions and removals by the API (docs/reference/suppressions.md#webhooks).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createOwner } from './owner.ts';

describe('The webhook events of /suppressions', () => {
  const app = useApp();
  const owner = useEach(async () => {
    const made = await createOwner(app);
    return { ...made, announced: await made.listen('suppression.*') };
  });
  const batch = (action: 'add' | 'remove', body: object) =>
    owner.api.post(`/suppressions/batch/${action}`).send(body).expect(200);
  const typesAndAddresses = async () =>
    (await owner.announced()).map(({ type, data }) => `${type} ${data['email']}`);

  describe('Announces an addition as suppression.added and a removal as suppression.removed, with the entry in `data`.', () => {
    it('of one address', async () => {
      const { object, smtp_reply, report_id, report, ...data } = (await owner.add('bo@customer.dev')).body;
      expect([object, smtp_reply, report_id, report]).to.deep.equal(['suppression', null, null, null]);
      app.clock.advance(60_000);
      await owner.api.delete('/suppressions/bo@customer.dev').expect(200);
      expect(await owner.announced()).to.deep.equal([
        { type: 'suppression.added', data },
        { type: 'suppression.removed', data },
      ]);
    });

    it('of a removed bounce, with its cause', async () => {
      const emailId = app.deps.ids.next();
      const createdAt = new Date('2026-11-20T10:00:00.123Z');
      const cause = { origin: 'bounce', emailId, smtpReply: '550 no', createdAt } as const;
      const { id } = await createSuppression(app.pool, owner.accountId, 'bo@customer.dev', cause);
      await batch('remove', { ids: [id] });
      const created_at = '2026-11-20T10:00:00.123Z';
      const data = { id, email: 'bo@customer.dev', origin: 'bounce', source_id: emailId, created_at };
      expect(await owner.announced()).to.deep.equal([{ type: 'suppression.removed', data }]);
    });

    it('of batches, one event for each entry', async () => {
      await batch('add', { emails: ['ana@x.dev', 'bo@x.dev'] });
      await batch('remove', { emails: ['ana@x.dev'] });
      expect(await typesAndAddresses()).to.have.members([
        'suppression.added ana@x.dev',
        'suppression.added bo@x.dev',
        'suppression.removed ana@x.dev',
      ]);
    });
  });

  it('Announces nothing for an address that was on the list already, or that is not on it when it is to be removed.', async () => {
    const other = await createOwner(app);
    await createSuppression(app.pool, owner.accountId, 'ana@x.dev');
    const { id } = await createSuppression(app.pool, other.accountId, 'bo@x.dev');
    await owner.add('Ana@x.dev');
    await batch('add', { emails: ['ana@x.dev'] });
    await owner.api.delete('/suppressions/nobody@x.dev').expect(404);
    await batch('remove', { emails: ['nobody@x.dev'] });
    await batch('remove', { ids: [id] });
    expect(await owner.announced()).to.deep.equal([]);
    await batch('add', { emails: ['cy@x.dev', 'CY@x.dev', 'ana@x.dev'] });
    expect(await typesAndAddresses()).to.deep.equal(['suppression.added cy@x.dev']);
  });
});
