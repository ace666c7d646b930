// Specimens of the account for the tests of all routes: valid requests and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { PASSWORD } from '../../support/factories/people-factories.ts';
import type { Specimen } from '../specimen.ts';

/** What an account says that asks for production access. */
export const INTENDED_USE = {
  website: 'https://acme.dev',
  use_case: 'Receipts and password resets for the customers of our shop.',
  monthly_volume: 20_000,
};

/** Requests and answers of this resource. */
export const specimen: Specimen = {
  good: {
    updateAccount: { body: { name: 'Acme', create_properties: true } },
    // The code of a person without a second factor is ignored.
    deleteAccount: { body: { password: PASSWORD, code: '123456' } },
    requestProductionAccess: { body: INTENDED_USE },
    confirmAddress: { body: { email: 'qa@acme.dev' } },
  },
  /** An address to confirm has no id, so all addresses together are one object to the tests. */
  async count(pool, accountId) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM account_access_requests WHERE account_id = $1)::integer
              + EXISTS (SELECT FROM one_time_links WHERE account_id = $1)::integer AS count`,
      [accountId],
    );
    return rows[0]?.count ?? 0;
  },
  answers(app, expectAnswer) {
    it('for an account, before and after it asks for production access', async () => {
      const { id: accountId } = await createAccount(app.pool, { productionAccess: false });
      const { api: person } = await enter(app, { accountId });
      const account = await person.get('/account');
      expectAnswer('getAccount', account.status, account.body);
      const asked = await person.post('/account/production-access').send(INTENDED_USE);
      expectAnswer('requestProductionAccess', asked.status, asked.body);
      const updated = await person.patch('/account').send({ name: 'Acme' });
      expect(updated.body.production_access_request).to.be.an('object');
      expectAnswer('updateAccount', updated.status, updated.body);
    });

    it('for an account that is to be deleted, and is not', async () => {
      await createAccount(app.pool);
      const { api: person } = await enter(app);
      const asked = await person.delete('/account').send({ password: PASSWORD });
      expectAnswer('deleteAccount', asked.status, asked.body);
      const kept = await person.post('/account/keep');
      expectAnswer('keepAccount', kept.status, kept.body);
    });

    it('for addresses that are confirmed and that are not', async () => {
      const { accountId, api: person } = await enter(app);
      await app.pool.query('INSERT INTO confirmed_addresses (account_id, address) VALUES ($1, $2)', [
        accountId,
        'bo@customer.dev',
      ]);
      for (const [email, status] of [
        ['qa@acme.dev', 201],
        ['bo@customer.dev', 200],
      ] as const) {
        const answer = await person.post('/account/confirmed-addresses').send({ email });
        expect(answer.status).to.equal(status);
        expectAnswer('confirmAddress', answer.status, answer.body);
      }
      const list = await person.get('/account/confirmed-addresses');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listConfirmedAddresses', list.status, list.body);
    });
  },
};
