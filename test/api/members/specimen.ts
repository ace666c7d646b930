// Specimens of members for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listMembers: { query: { limit: '2', after: UNKNOWN_ID } },
    updateMember: { body: { role: 'member' } },
  },
  create: (pool, accountId) => createMember(pool, { accountId, role: 'viewer' }),
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM members WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for members that are listed, changed and removed', async () => {
      const { accountId, api: person } = await enter(app);
      const { id } = await createMember(app.pool, { accountId, role: 'viewer' });
      const list = await person.get('/members');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listMembers', list.status, list.body);
      const updated = await person.patch(`/members/${id}`).send({ role: 'member' });
      expectAnswer('updateMember', updated.status, updated.body);
      const deleted = await person.delete(`/members/${id}`);
      expectAnswer('deleteMember', deleted.status, deleted.body);
    });
  },
};
