// GET /suppressions/:id (docs/reference/suppressions.md#get-and-delete-suppressionsid).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createOwner, type Owner } from './owner.ts';

const UNKNOWN = [
  'none',
  'batch',
  '@',
  'bo@customer',
  'Bo%20%3Cbo@customer.dev%3E',
  'bo@customer.dev%00',
  'bo@customer.dev,cy@customer.dev',
  '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
  '%ff@customer.dev',
];

describe('GET /suppressions/:id', () => {
  const app = useApp();
  let owner: Owner;
  beforeEach(async () => {
    owner = await createOwner(app);
  });

  it('Answers an entry by its id in lower or upper case.', async () => {
    const { body } = await owner.add('bo@customer.dev');
    for (const id of [body.id, body.id.toUpperCase()]) {
      const answer = await owner.api.get(`/suppressions/${id}`);
      expect([answer.status, answer.body]).to.deep.equal([200, body]);
    }
  });

  describe('Answers an entry by its address, percent-encoded or not.', () => {
    for (const email of ['bo@customer.dev', 'bo+shop@customer.dev', "o'bo!$&*=^`{|}~-@customer.dev"]) {
      it(email, async () => {
        const { body } = await owner.add(email);
        const everyCharacter = [...Buffer.from(email)].map((byte) => `%${byte.toString(16)}`).join('');
        for (const path of [email, email.toUpperCase(), encodeURIComponent(email), everyCharacter]) {
          const answer = await owner.api.get(`/suppressions/${path}`);
          expect([answer.status, answer.body], path).to.deep.equal([200, body]);
        }
      });
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

  describe('Answers not_found 404 for a text that is neither an id nor an address.', () => {
    for (const text of UNKNOWN) {
      it(text, async () => {
        for (const method of ['get', 'delete'] as const)
          expectError(await owner.api[method](`/suppressions/${text}`), 404, 'not_found');
      });
    }
  });
});
