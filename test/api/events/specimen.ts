// Specimens of events for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).

import { expect } from 'chai';
import type { Pool } from 'pg';
import { createAutomation } from '../../support/automation-factories.ts';
import { createContact } from '../../support/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories.ts';
import { factoryIds } from '../../support/factory-ids.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

const SCHEMA = { order: 'number', note: 'string', paid: 'boolean', at: 'date' };
const FIELDS = { name: 'order.paid', schema: SCHEMA };
const SENT = { event: 'order.paid', domain: 'acme.dev', payload: { order: 1042, at: '2026-11-20' } };

async function createEvent(pool: Pool, accountId: string) {
  const id = factoryIds.next();
  await pool.query(
    'INSERT INTO events (id, account_id, name, schema, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, accountId, `event_${id}`, JSON.stringify(SCHEMA)],
  );
  return { id };
}

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    sendEvent: { body: { ...SENT, email: 'bo@customer.dev' } },
    createEvent: { body: FIELDS },
    listEvents: { query: { limit: '2', after: UNKNOWN_ID } },
    updateEvent: { body: { schema: SCHEMA } },
    listContactEvents: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  create: createEvent,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM events WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for events that are defined, changed and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      for (const body of [FIELDS, { name: 'signed up' }]) {
        const created = await api.post('/events').send(body);
        expectAnswer('createEvent', created.status, created.body);
      }
      const list = await api.get('/events');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listEvents', list.status, list.body);
      for (const { id } of list.body.data) {
        const event = await api.get(`/events/${id}`);
        expectAnswer('getEvent', event.status, event.body);
        const updated = await api.patch(`/events/${id}`).send({ schema: { total: 'number' } });
        expectAnswer('updateEvent', updated.status, updated.body);
        const deleted = await api.delete(`/events/${id}`);
        expectAnswer('deleteEvent', deleted.status, deleted.body);
      }
    });

    it('for events that are sent and listed', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      const api = app.as(token);
      const domain = await createDomain(app.pool, accountId, { name: 'acme.dev' });
      const contact = await createContact(app.pool, { accountId });
      for (const reentry of ['always', 'once'] as const)
        await createAutomation(app.pool, accountId, { domainId: domain.id, trigger: 'order.paid', reentry });
      for (const whom of [{ contact_id: contact.id }, { email: contact.email, payload: null }]) {
        const sent = await api.post('/events/send').send({ ...SENT, ...whom });
        expectAnswer('sendEvent', sent.status, sent.body);
      }
      const list = await api.get(`/contacts/${contact.id}/events`);
      expect(list.body.data).to.have.length(2);
      expectAnswer('listContactEvents', list.status, list.body);
    });
  },
};
