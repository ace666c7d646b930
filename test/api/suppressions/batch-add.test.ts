// POST /suppressions/batch/add (docs/reference/suppressions.md#batches).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSuppression } from '../../support/factories.ts';
import { createOwner, type Owner } from './owner.ts';

const addressesOf = (count: number) => Array.from({ length: count }, (_, index) => `bo${index}@customer.dev`);

describe('POST /suppressions/batch/add', () => {
  const app = useApp();
  let owner: Owner;
  beforeEach(async () => {
    owner = await createOwner(app);
  });
  const addAll = (emails: unknown) => owner.api.post('/suppressions/batch/add').send({ emails });
  const idOf = async (email: string) => (await owner.api.get(`/suppressions/${email}`)).body.id;

  it('Adds each address of a batch and answers the ids of their entries in the order of the request.', async () => {
    const emails = ['Dan@customer.dev', 'ana@customer.dev', 'cy@customer.dev'];
    const { status, body } = await addAll(emails);
    expect(status).to.equal(200);
    const data = [];
    for (const email of emails) data.push({ object: 'suppression', id: await idOf(email) });
    expect(body).to.deep.equal({ data });
    expect(await owner.addresses()).to.deep.equal([
      'ana@customer.dev',
      'cy@customer.dev',
      'dan@customer.dev',
    ]);
    expect((await owner.api.get('/suppressions/dan@customer.dev')).body).to.include({ origin: 'manual' });
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
    expect((await owner.api.get(`/suppressions/${id}`)).body).to.include({ origin: 'bounce' });
    expect(await owner.addresses()).to.have.length(2);
  });

  describe('Rejects a batch with an invalid address or id with validation_error 422, names its position, and changes nothing.', () => {
    for (const wrong of ['nobody', 'Bo <bo@customer.dev>', '', null, 5, ['bo@customer.dev']]) {
      it(`the address ${JSON.stringify(wrong)}`, async () => {
        const emails = [...addressesOf(3), wrong, 'cy@customer.dev'];
        expect(expectError(await addAll(emails), 422, 'validation_error')).to.include('`emails[3]`');
        expect(await owner.addresses()).to.deep.equal([]);
      });
    }
  });

  describe('Rejects a batch that is empty or has more than 1,000 items with validation_error 422, and accepts 1,000.', () => {
    it('no address', async () => {
      expect(expectError(await addAll([]), 422, 'validation_error')).to.include('`emails`');
    });

    it('1,001 addresses, and 1,000', async () => {
      expect(expectError(await addAll(addressesOf(1_001)), 422, 'validation_error')).to.include('`emails`');
      expect(await owner.addresses()).to.deep.equal([]);
      const { status, body } = await addAll(addressesOf(1_000));
      expect(status).to.equal(200);
      expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).to.equal(1_000);
      expect(await owner.addresses()).to.have.length(1_000);
    });
  });

  describe('Rejects a batch of additions without `emails` with missing_required_field 422.', () => {
    for (const body of [undefined, {}, { emails: null }, { ids: [] }]) {
      it(JSON.stringify(body) ?? 'no body', async () => {
        const answer = await owner.api.post('/suppressions/batch/add').send(body);
        expect(expectError(answer, 422, 'missing_required_field')).to.equal('Missing `emails` field.');
      });
    }
  });
});
