// Specimens of suppressions for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { expect } from 'chai';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createReport } from '../../support/factories/received-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createOwner } from './owner.ts';

const ids = createIds(createSystemClock());

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createSuppression: { body: { email: 'bo@customer.dev' } },
    listSuppressions: {
      query: { limit: '2', after: UNKNOWN_ID, origin: 'manual', email: 'bo@customer.dev' },
    },
    addSuppressions: { body: { emails: ['ana@customer.dev', 'Bo@customer.dev'] } },
    // Either `emails` or `ids`.
    removeSuppressions: { body: { emails: ['ana@customer.dev', 'Bo@customer.dev'] } },
  },
  create: (pool, accountId) => createSuppression(pool, accountId, `${ids.next()}@customer.dev`),
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM suppressions WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for entries of each origin that are added, read and removed', async () => {
      const { accountId, api, add } = await createOwner(app);
      for (const origin of ['bounce', 'complaint'] as const) {
        const { id: reportId } = await createReport(app.pool, accountId);
        const cause = { origin, emailId: app.deps.ids.next(), smtpReply: '550 5.1.1 no such user', reportId };
        await createSuppression(app.pool, accountId, `${origin}@customer.dev`, cause);
      }
      for (const status of [201, 200]) {
        const added = await add('bo@customer.dev');
        expect(added.status).to.equal(status);
        expectAnswer('createSuppression', added.status, added.body);
      }
      const list = await api.get('/suppressions');
      expect(list.body.data).to.have.length(3);
      expectAnswer('listSuppressions', list.status, list.body);
      for (const { id } of list.body.data) {
        const entry = await api.get(`/suppressions/${id}`);
        expectAnswer('getSuppression', entry.status, entry.body);
        const deleted = await api.delete(`/suppressions/${id}`);
        expectAnswer('deleteSuppression', deleted.status, deleted.body);
      }
      const emails = ['ana@customer.dev', 'bo@customer.dev'];
      for (const [id, action] of [
        ['addSuppressions', 'add'],
        ['removeSuppressions', 'remove'],
      ] as const) {
        const answer = await api.post(`/suppressions/batch/${action}`).send({ emails });
        expect(answer.body.data).to.have.length(2);
        expectAnswer(id, answer.status, answer.body);
      }
    });
  },
};
