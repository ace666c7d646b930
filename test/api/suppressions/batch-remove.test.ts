// POST /suppressions/batch/remove (docs/reference/suppressions.md#batches).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSuppression } from '../../support/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createOwner, type Owner } from './owner.ts';

describe('POST /suppressions/batch/remove', () => {
  const app = useApp();
  let owner: Owner;
  let ids: string[];
  beforeEach(async () => {
    owner = await createOwner(app);
    ids = [];
    for (const address of ['ana@x.dev', 'bo@x.dev', 'cy@x.dev'])
      ids.push((await createSuppression(app.pool, owner.accountId, address)).id);
  });
  const removeAll = (body?: object) => owner.api.post('/suppressions/batch/remove').send(body);
  const removed = (...removedIds: (string | undefined)[]) => ({
    data: removedIds.map((id) => ({ object: 'suppression', id, deleted: true })),
  });

  describe('Removes the entries of a batch by address or by id, and answers each removed entry once, in the order of the request.', () => {
    it('by address', async () => {
      const { status, body } = await removeAll({ emails: ['Cy@x.dev', 'ana@x.dev', 'CY@X.dev'], ids: null });
      expect([status, body]).to.deep.equal([200, removed(ids[2], ids[0])]);
      expect(await owner.addresses()).to.deep.equal(['bo@x.dev']);
    });

    it('by id', async () => {
      const [ana = '', , cy = ''] = ids;
      const { status, body } = await removeAll({ ids: [cy, ana.toUpperCase(), ana], emails: null });
      expect([status, body]).to.deep.equal([200, removed(cy, ana)]);
      expect(await owner.addresses()).to.deep.equal(['bo@x.dev']);
    });
  });

  it('Leaves out of the answer what is not on the list, so removing can be repeated.', async () => {
    const emails = ['nobody@x.dev', 'bo@x.dev'];
    expect((await removeAll({ emails })).body).to.deep.equal(removed(ids[1]));
    expect((await removeAll({ emails })).body).to.deep.equal(removed());
    expect((await removeAll({ ids: [UNKNOWN_ID, ids[1], ids[2]] })).body).to.deep.equal(removed(ids[2]));
    const again = await removeAll({ ids });
    expect([again.status, again.body]).to.deep.equal([200, removed(ids[0])]);
  });

  it('Removes no entry of another account.', async () => {
    const other = await createOwner(app);
    const remove = (body: object) => other.api.post('/suppressions/batch/remove').send(body);
    for (const body of [{ ids }, { emails: ['ana@x.dev', 'bo@x.dev'] }])
      expect((await remove(body)).body).to.deep.equal(removed());
    expect(await owner.addresses()).to.have.length(3);
  });

  describe('Rejects a batch of removals with both `emails` and `ids`, or with neither, with validation_error 422.', () => {
    for (const [title, body] of [
      ['no body', undefined],
      ['neither', {}],
      ['neither, as null', { emails: null, ids: null }],
      ['both', { emails: ['ana@x.dev'], ids: [UNKNOWN_ID] }],
    ] as const) {
      it(title, async () => {
        const message = expectError(await removeAll(body), 422, 'validation_error');
        expect(message).to.include('`emails`').and.include('`ids`');
        expect(await owner.addresses()).to.have.length(3);
      });
    }
  });

  describe('Rejects a batch with an invalid address or id with validation_error 422, names its position, and changes nothing.', () => {
    for (const wrong of ['none', '', null, 7, '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e', 'bo@x.dev']) {
      it(`the id ${JSON.stringify(wrong)}`, async () => {
        const answer = await removeAll({ ids: [ids[0], wrong] });
        expect(expectError(answer, 422, 'validation_error')).to.include('`ids[1]`');
        expect(await owner.addresses()).to.have.length(3);
      });
    }

    it('the address in a removal', async () => {
      const answer = await removeAll({ emails: ['ana@x.dev', 'bo@x.dev', ids[2]] });
      expect(expectError(answer, 422, 'validation_error')).to.include('`emails[2]`');
      expect(await owner.addresses()).to.have.length(3);
    });
  });

  describe('Rejects a batch that is empty or has more than 1,000 items with validation_error 422, and accepts 1,000.', () => {
    for (const name of ['emails', 'ids']) {
      it(name, async () => {
        const item = name === 'ids' ? UNKNOWN_ID : 'nobody@x.dev';
        for (const count of [0, 1_001]) {
          const answer = await removeAll({ [name]: Array(count).fill(item) });
          expect(expectError(answer, 422, 'validation_error')).to.include(`\`${name}\``);
        }
        expect((await removeAll({ [name]: Array(1_000).fill(item) })).body).to.deep.equal(removed());
      });
    }
  });
});
