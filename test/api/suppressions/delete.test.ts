// DELETE /suppressions/:id (docs/reference/suppressions.md#get-and-delete-suppressionsid).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';
import { createOwner } from './owner.ts';

const AT_A_TIME = 20;

describe('DELETE /suppressions/:id', () => {
  const app = useApp();
  const owner = useEach(async () => {
    const made = await createOwner(app);
    const { id } = (await made.add('bo@customer.dev')).body;
    await made.add('cy@customer.dev');
    return { ...made, id };
  });

  it('Answers a removal with the id of the entry and `deleted: true`.', async () => {
    for (const pathOf of [
      (id: string) => id,
      (id: string) => id.toUpperCase(),
      () => 'Bo@customer.dev',
      () => encodeURIComponent('bo@customer.dev'),
    ]) {
      const { id } = (await owner.add('bo@customer.dev')).body;
      const { status, body } = await owner.api.delete(`/suppressions/${pathOf(id)}`);
      expect([status, body], pathOf(id)).to.deep.equal([200, { object: 'suppression', id, deleted: true }]);
      expect(await owner.addresses()).to.deep.equal(['cy@customer.dev']);
    }
  });

  it('Sends the next email to an address that was removed.', async () => {
    const { accountId, token, send } = await createSender(app);
    await createSuppression(app.pool, accountId, 'bo@customer.dev', { origin: 'bounce' });
    expectError(await send(), 422, 'validation_error');
    await app.as(token).delete('/suppressions/bo@customer.dev').expect(200);
    const { status, body } = await send();
    expect(status).to.equal(200);
    const { rows } = await app.pool.query('SELECT state FROM email_recipients WHERE email_id = $1', [
      body.id,
    ]);
    expect(rows).to.deep.equal([{ state: 'queued' }]);
  });

  it('Remembers nothing of a removed entry: it is not_found 404, and adding its address makes a new entry.', async () => {
    await owner.api.delete(`/suppressions/${owner.id}`).expect(200);
    for (const key of [owner.id, 'bo@customer.dev']) {
      expectError(await owner.api.get(`/suppressions/${key}`), 404, 'not_found');
      expectError(await owner.api.delete(`/suppressions/${key}`), 404, 'not_found');
    }
    const again = await owner.add('bo@customer.dev');
    expect(again.status).to.equal(201);
    expect(again.body.id).not.to.equal(owner.id);
  });

  it('Removes an entry once when several requests remove it at the same time.', async () => {
    const announced = await owner.listen('suppression.*');
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, index) =>
        owner.api.delete(`/suppressions/${index % 2 ? owner.id : 'bo@customer.dev'}`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([
      200,
      ...Array(AT_A_TIME - 1).fill(404),
    ]);
    expect(await announced()).to.have.length(1);
  });
});
