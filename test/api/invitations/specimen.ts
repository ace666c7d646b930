// Specimens of invitations for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listInvitations: { query: { limit: '2', after: UNKNOWN_ID } },
    createInvitation: { body: { email: 'bo@customer.dev', role: 'viewer' } },
  },
  create: (pool, accountId) => createInvitation(pool, { accountId }),
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM invitations WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for invitations that are made, listed, sent again and withdrawn', async () => {
      const { api: person } = await enter(app);
      const created = await person.post('/invitations').send({ email: 'bo@customer.dev', role: 'owner' });
      expectAnswer('createInvitation', created.status, created.body);
      const list = await person.get('/invitations');
      expect(list.body.data).to.have.length(1);
      expectAnswer('listInvitations', list.status, list.body);
      const path = `/invitations/${created.body.id}`;
      const sent = await person.post(`${path}/resend`);
      expectAnswer('resendInvitation', sent.status, sent.body);
      const deleted = await person.delete(path);
      expectAnswer('deleteInvitation', deleted.status, deleted.body);
    });
  },
};
