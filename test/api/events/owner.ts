// An account with a default domain that sends events, for tests: requests, and readers of what is stored.
import { expect } from 'chai';
import type { TestApp } from '../../support/app.ts';
import { type AutomationFields, createAutomation } from '../../support/automation-factories.ts';
import { createContact, defaultAudienceOf } from '../../support/contact-factories.ts';
import { type AccountFields, createAccount, createApiKey, createDomain } from '../../support/factories.ts';

/** What came for a contact, as GET /contacts/:id/events answers it. */
export interface ContactEvent {
  id: string;
  event: string;
  domain: string | null;
  payload: object | null;
  created_at: string;
  waits_resolved: number;
  automations: { automation_id: string; run_id: string | null; reason: string | null }[];
}

/** An account that sends events. */
export interface EventOwner {
  accountId: string;
  audienceId: string;
  domain: { id: string; name: string };
  contact: { id: string; email: string };
  api: ReturnType<TestApp['as']>;
  /** POST /events/send about the contact, unless the fields say otherwise. */
  send(event: unknown, fields?: object): ReturnType<ReturnType<TestApp['as']>['post']>;
  /** Inserts an automation of the domain. */
  automate(trigger: string, fields?: Partial<AutomationFields>): Promise<{ id: string; versionId: string }>;
  /** What came for a contact, the oldest first; by default for the contact. */
  came(contactId?: string): Promise<ContactEvent[]>;
  /** The reasons of what came, in the same order; null: a run has started. */
  reasons(contactId?: string): Promise<(string | null)[]>;
}

/** Creates an account with a default domain and a contact. */
export async function createEventOwner(app: TestApp, fields: AccountFields = {}): Promise<EventOwner> {
  const { id: accountId } = await createAccount(app.pool, fields);
  const { token } = await createApiKey(app.pool, { accountId });
  const { id: domainId } = await createDomain(app.pool, accountId, { isDefault: true });
  const { rows } = await app.pool.query('SELECT name FROM domains WHERE id = $1', [domainId]);
  const contact = await createContact(app.pool, { accountId });
  const api = app.as(token);
  const came = async (contactId = contact.id): Promise<ContactEvent[]> => {
    const { status, body } = await api.get(`/contacts/${contactId}/events?limit=100`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data.reverse();
  };
  return {
    accountId,
    audienceId: await defaultAudienceOf(app.pool, accountId),
    domain: { id: domainId, name: rows[0].name },
    contact,
    api,
    send: (event, more = { contact_id: contact.id }) => api.post('/events/send').send({ event, ...more }),
    automate: (trigger, more = {}) => createAutomation(app.pool, accountId, { domainId, trigger, ...more }),
    came,
    reasons: async (contactId) =>
      (await came(contactId)).flatMap(({ automations }) => automations.map(({ reason }) => reason)),
  };
}

/** Counts the rows of an account. */
export async function countRows(
  app: TestApp,
  table: 'received_events' | 'automation_runs' | 'contacts' | 'events',
  accountId: string,
): Promise<number> {
  const { rows } = await app.pool.query(
    `SELECT count(*)::integer AS count FROM ${table} WHERE account_id = $1`,
    [accountId],
  );
  return rows[0].count;
}
