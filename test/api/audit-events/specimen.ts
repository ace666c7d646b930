// Specimens of the audit log for the tests of all routes: a valid request and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { createPerson } from '../../support/factories/people-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createAuditEvent } from './create-event.ts';

/** Request and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listAuditEvents: {
      query: {
        limit: '2',
        after: UNKNOWN_ID,
        operation: 'createTopic',
        actor_id: UNKNOWN_ID,
        outcome: 'succeeded',
      },
    },
  },
  answers(app, expectAnswer) {
    it('for what people and operators did', async () => {
      const { accountId, api } = await enter(app);
      const { id } = await createPerson(app.pool);
      await createAuditEvent(app, { accountId, actor: { type: 'person', id }, outcome: 'failed' });
      await createAuditEvent(app, { accountId, actor: { type: 'operator' }, operation: 'ops set-plan' });
      const list = await api.get('/audit-events');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listAuditEvents', list.status, list.body);
    });
  },
};
