// Specimens of events for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import type { Pool } from 'pg';
import { createCaller } from '../../support/api/account.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { countIn, createAsker, exampleOf, type Specimen, UNKNOWN_ID } from '../specimen.ts';

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
    updateEvent: { body: { schema: SCHEMA, if_updated_at: '2026-11-20T12:00:00.000Z' } },
    listReceivedEvents: {
      query: {
        limit: '2',
        after: UNKNOWN_ID,
        event: 'order.paid',
        contact_id: UNKNOWN_ID,
        since: '2 hours ago',
      },
    },
    listContactEvents: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  create: createEvent,
  count: countIn('events'),
  answers(app, expectAnswer) {
    it('for events that are defined, changed and deleted', async () => {
      const { api } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      for (const body of [exampleOf('createEvent'), { name: 'signed up' }])
        await ask('createEvent', '/events', body);
      const { data } = await ask('listEvents', '/events');
      expect(data).to.have.length(2);
      for (const { id } of data) {
        await ask('getEvent', `/events/${id}`);
        await ask('updateEvent', `/events/${id}`, exampleOf('updateEvent'));
        await ask('deleteEvent', `/events/${id}`);
      }
    });

    it('for events that are sent and listed', async () => {
      const { api, accountId } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      const domain = await createDomain(app.pool, accountId, { name: 'acme.dev' });
      await api.patch(`/domains/${domain.id}`).send({ default: true }).expect(200);
      const contact = await createContact(app.pool, { accountId });
      for (const reentry of ['always', 'once'] as const)
        await createAutomation(app.pool, accountId, { domainId: domain.id, trigger: 'order.paid', reentry });
      for (const whom of [
        { contact_id: contact.id },
        { email: contact.email, domain: undefined, payload: { order: 1042 } },
      ])
        await ask('sendEvent', '/events/send', { ...SENT, ...whom });
      const { data } = await ask('listContactEvents', `/contacts/${contact.id}/events`);
      expect(data).to.have.length(2);
      const { data: received } = await ask('listReceivedEvents', '/events/received');
      expect(received).to.have.length(2);
      await ask('getReceivedEvent', `/events/received/${received[0].id}`);
    });
  },
};
