// The addresses of the suppression list: which are accepted, and how they are stored and found
// (docs/reference/suppressions.md#addresses).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createDomain, createSuppression } from '../../support/factories/factories.ts';
import { createOwner } from './owner.ts';

const SPELLINGS: [given: string, stored: string, others: string[]][] = [
  ['Bo@Customer.DEV', 'bo@customer.dev', ['bo@customer.dev', ' BO@customer.dev ', '<bo@customer.dev>']],
  ['bo+Tag@customer.dev', 'bo+tag@customer.dev', ['BO+TAG@customer.dev']],
  ['J\u00dcRGEN@B\u00fccher.dev', 'j\u00fcrgen@xn--bcher-kva.dev', ['ju\u0308rgen@xn--bcher-kva.dev']],
  // There is no composed form of J with a caron, only of j.
  ['J\u030can@customer.dev', '\u01f0an@customer.dev', ['j\u030can@customer.dev']],
  ['"bo"@customer.dev', 'bo@customer.dev', ['"Bo"@customer.dev']],
  ['a..b@customer.dev', '"a..b"@customer.dev', ['"A..B"@customer.dev']],
  ['\u200bbo@customer.dev\u2060', 'bo@customer.dev', []],
  ['"B o"@customer.dev', '"b o"@customer.dev', ['"b o"@CUSTOMER.dev']],
  ['a/B?c#d%41&=@customer.dev', 'a/b?c#d%41&=@customer.dev', ['A/B?C#D%41&=@customer.dev']],
];

describe('The addresses of /suppressions', () => {
  const app = useApp();

  it('Stores an address in lower case and in one Unicode form, and its domain as punycode.', async () => {
    for (const [given, stored] of SPELLINGS) {
      const owner = await createOwner(app);
      const { status, body } = await owner.add(given);
      expect([status, body.email], given).to.deep.equal([201, stored]);
      expect(await owner.addresses()).to.deep.equal([stored]);
    }
  });

  it('Finds an entry by its address in any spelling.', async () => {
    for (const [given, stored, others] of SPELLINGS) {
      const owner = await createOwner(app);
      const { id } = (await owner.add(given)).body;
      for (const spelling of [stored, ...others]) {
        const found = await owner.read(`/suppressions/${encodeURIComponent(spelling)}`);
        const listed = await owner.api.get('/suppressions').query({ email: spelling });
        const added = await owner.add(spelling);
        const batch = await owner.api.post('/suppressions/batch/add').send({ emails: [spelling] });
        expect([found.id, added.body.id], spelling).to.deep.equal([id, id]);
        expect([listed.body.data[0]?.id, batch.body.data[0]?.id], spelling).to.deep.equal([id, id]);
      }
    }
  });

  it('Finds an entry of before whose address has a character that is not seen.', async () => {
    const owner = await createOwner(app);
    for (const address of ['bo\u200b@customer.dev', '\u200ecy@customer.dev']) {
      const { id } = await createSuppression(app.pool, owner.accountId, address);
      const found = await owner.read(`/suppressions/${encodeURIComponent(address)}`);
      const listed = await owner.api.get('/suppressions').query({ email: address });
      expect([found.id, listed.body.data[0]?.id]).to.deep.equal([id, id]);
      await owner.api
        .post('/suppressions/batch/remove')
        .send({ emails: [address] })
        .expect(200);
    }
    expect(await owner.addresses()).to.deep.equal([]);
  });

  it('Accepts reserved and simulator addresses, on which an entry has no effect.', async () => {
    const owner = await createOwner(app);
    for (const email of ['bo@example.com', 'bo@mail.test', 'delivered@simulator.test'])
      expect((await owner.add(email)).status).to.equal(201);
    const { name } = await createDomain(app.pool, owner.accountId);
    const send = (to: string) =>
      owner.api.post('/emails').send({ from: `ana@${name}`, to, subject: 'Hello', text: 'Hello' });
    expect((await send('delivered@simulator.test')).status).to.equal(200);
    expectError(await send('bo@example.com'), 422, 'validation_error');
    await owner.api.delete('/suppressions/bo@example.com').expect(200);
    expectError(await send('bo@example.com'), 422, 'validation_error');
  });
});
