// GET /suppressions/:id (docs/reference/suppressions.md#get-and-delete-suppressionsid).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createOwner } from './owner.ts';

describe('GET /suppressions/:id', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));

  it('Answers an entry by its id in lower or upper case.', async () => {
    const { body } = await owner.add('bo@customer.dev');
    for (const id of [body.id, body.id.toUpperCase()])
      expect(await owner.read(`/suppressions/${id}`)).to.deep.equal(body);
  });

  it('Answers an entry by its address, percent-encoded or not.', async () => {
    for (const email of ['bo@customer.dev', 'bo+shop@customer.dev', "o'bo!$&*=^`{|}~-@customer.dev"]) {
      const { body } = await owner.add(email);
      const everyCharacter = [...Buffer.from(email)].map((byte) => `%${byte.toString(16)}`).join('');
      for (const path of [email, email.toUpperCase(), encodeURIComponent(email), everyCharacter])
        expect(await owner.read(`/suppressions/${path}`), path).to.deep.equal(body);
    }
  });

  it('Answers not_found 404 for an address that is not on the list or only on the list of another account.', async () => {
    await (await createOwner(app)).add('bo@customer.dev');
    await owner.add('bo+shop@customer.dev');
    for (const address of ['bo@customer.dev', 'cy@customer.dev', 'bo%20shop@customer.dev']) {
      for (const method of ['get', 'delete'] as const) {
        const answer = await owner.api[method](`/suppressions/${address}`);
        expect(expectError(answer, 404, 'not_found')).to.equal('Suppression not found.');
      }
    }
  });

  it('Answers not_found 404 for a text that is neither an id nor an address.', async () => {
    for (const text of [
      'none',
      'batch',
      '@',
      'bo@customer',
      'Bo%20%3Cbo@customer.dev%3E',
      'bo@customer.dev%00',
      'bo@customer.dev,cy@customer.dev',
      '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
      '%ff@customer.dev',
    ])
      for (const method of ['get', 'delete'] as const) {
        const answer = await owner.api[method](`/suppressions/${text}`);
        expect(answer.status, `${method} ${text}`).to.equal(404);
        expectError(answer, 404, 'not_found');
      }
  });
});
