// POST /suppressions/batch/add (docs/reference/suppressions.md#batches).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createOwner } from './owner.ts';

describe('POST /suppressions/batch/add', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));
  const addAll = (emails: unknown) => owner.api.post('/suppressions/batch/add').send({ emails });
  const idOf = async (email: string) => (await owner.read(`/suppressions/${email}`)).id;

  it('Adds each address of a batch and answers the ids of their entries in the order of the request.', async () => {
    const emails = ['Dan@customer.dev', 'ana@customer.dev', 'cy@customer.dev'];
    const { status, body } = await addAll(emails);
    expect(status).to.equal(200);
    const data = [];
    for (const email of emails) data.push({ object: 'suppression', id: await idOf(email), added: true });
    expect(body).to.deep.equal({ data });
    expect(await owner.addresses()).to.deep.equal([
      'ana@customer.dev',
      'cy@customer.dev',
      'dan@customer.dev',
    ]);
    expect(await owner.read('/suppressions/dan@customer.dev')).to.include({ origin: 'manual' });
  });

  it('Answers the same id for two spellings of one address in a batch, and the existing id for an address that was on the list.', async () => {
    const { id } = await createSuppression(app.pool, owner.accountId, 'ana@customer.dev', {
      origin: 'bounce',
    });
    const { status, body } = await addAll(['bo@customer.dev', 'Ana@customer.dev', 'BO@Customer.dev']);
    expect(status).to.equal(200);
    const [first, second, third] = body.data;
    expect(second.id).to.equal(id);
    expect(third.id).to.equal(first.id).and.not.to.equal(id);
    expect(await owner.read(`/suppressions/${id}`)).to.include({ origin: 'bounce' });
    expect(await owner.addresses()).to.have.length(2);
  });

  it('Answers with `added` whether an address was not on the list before the batch.', async () => {
    await createSuppression(app.pool, owner.accountId, 'ana@customer.dev');
    const emails = ['bo@customer.dev', 'Ana@customer.dev', 'Bo@customer.dev'];
    for (const bo of [true, false]) {
      const { body } = await addAll(emails);
      expect(body.data.map(({ added }: { added: boolean }) => added)).to.deep.equal([bo, false, bo]);
    }
  });

  it('Rejects a batch that is empty or has more than 1,000 items with validation_error 422, and accepts 1,000.', async () => {
    const { status, body } = await addAll(
      Array.from({ length: 1_000 }, (_, index) => `bo${index}@customer.dev`),
    );
    expect(status).to.equal(200);
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).to.equal(1_000);
    expect(await owner.addresses()).to.have.length(1_000);
  });
});
