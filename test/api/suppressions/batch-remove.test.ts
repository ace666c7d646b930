// POST /suppressions/batch/remove (docs/reference/suppressions.md#batches).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createOwner } from './owner.ts';

describe('POST /suppressions/batch/remove', () => {
  const app = useApp();
  const owner = useEach(async () => {
    const made = await createOwner(app);
    const ids: string[] = [];
    for (const address of ['ana@x.dev', 'bo@x.dev', 'cy@x.dev'])
      ids.push((await createSuppression(app.pool, made.accountId, address)).id);
    return { ...made, ids };
  });
  const removeAll = (body?: object) => owner.api.post('/suppressions/batch/remove').send(body);
  const removed = (...removedIds: (string | undefined)[]) => ({
    data: removedIds.map((id) => ({ object: 'suppression', id, deleted: true })),
  });
  const expectRefused = async (body: object | undefined, ...words: string[]) => {
    const answer = await removeAll(body);
    expect(answer.status, JSON.stringify(body)?.slice(0, 100)).to.equal(422);
    const message = expectError(answer, 422, 'validation_error');
    for (const word of words) expect(message).to.include(word);
    expect(await owner.addresses()).to.have.length(3);
  };

  it('Removes the entries of a batch by address or by id, and answers each removed entry once, in the order of the request.', async () => {
    const byAddress = await removeAll({ emails: ['Cy@x.dev', 'ana@x.dev', 'CY@X.dev'], ids: null });
    expect([byAddress.status, byAddress.body]).to.deep.equal([200, removed(owner.ids[2], owner.ids[0])]);
    expect(await owner.addresses()).to.deep.equal(['bo@x.dev']);
    const cy = (await owner.add('cy@x.dev')).body.id;
    const ana = (await owner.add('ana@x.dev')).body.id;
    const { status, body } = await removeAll({ ids: [cy, ana.toUpperCase(), ana], emails: null });
    expect([status, body]).to.deep.equal([200, removed(cy, ana)]);
    expect(await owner.addresses()).to.deep.equal(['bo@x.dev']);
  });

  it('Leaves out of the answer what is not on the list, so removing can be repeated.', async () => {
    const emails = ['nobody@x.dev', 'bo@x.dev'];
    expect((await removeAll({ emails })).body).to.deep.equal(removed(owner.ids[1]));
    expect((await removeAll({ emails })).body).to.deep.equal(removed());
    expect((await removeAll({ ids: [UNKNOWN_ID, owner.ids[1], owner.ids[2]] })).body).to.deep.equal(
      removed(owner.ids[2]),
    );
    const again = await removeAll({ ids: owner.ids });
    expect([again.status, again.body]).to.deep.equal([200, removed(owner.ids[0])]);
  });

  it('Removes no entry of another account.', async () => {
    const other = await createOwner(app);
    const remove = (body: object) => other.api.post('/suppressions/batch/remove').send(body);
    for (const body of [{ ids: owner.ids }, { emails: ['ana@x.dev', 'bo@x.dev'] }])
      expect((await remove(body)).body).to.deep.equal(removed());
    expect(await owner.addresses()).to.have.length(3);
  });

  it('Rejects a batch of removals with both `emails` and `ids`, or with neither, with validation_error 422.', async () => {
    const both = { emails: ['ana@x.dev'], ids: [UNKNOWN_ID] };
    for (const body of [undefined, {}, { emails: null, ids: null }, both])
      await expectRefused(body, '`emails`', '`ids`');
  });

  it('Rejects a batch with an invalid address or id with validation_error 422, names its position, and changes nothing.', async () => {
    for (const wrong of ['none', '', null, 7, '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e', 'bo@x.dev'])
      await expectRefused({ ids: [owner.ids[0], wrong] }, '`ids[1]`');
    await expectRefused({ emails: ['ana@x.dev', 'bo@x.dev', owner.ids[2]] }, '`emails[2]`');
  });

  it('Rejects a batch that is empty or has more than 1,000 items with validation_error 422, and accepts 1,000.', async () => {
    for (const [name, item] of [
      ['emails', 'nobody@x.dev'],
      ['ids', UNKNOWN_ID],
    ] as const) {
      for (const count of [0, 1_001]) await expectRefused({ [name]: Array(count).fill(item) }, `\`${name}\``);
      expect((await removeAll({ [name]: Array(1_000).fill(item) })).body).to.deep.equal(removed());
    }
  });
});
