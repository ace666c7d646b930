// An account with a default domain that sends events, for tests: requests, and readers of what is stored.
import { type Caller, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { type AutomationFields, createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact, defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { type AccountFields, createDomain } from '../../support/factories/factories.ts';

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
export interface EventOwner extends Caller {
  audienceId: string;
  domain: { id: string; name: string };
  contact: { id: string; email: string };
  /** POST /events/send about the contact, unless the fields say otherwise. */
  send(event: unknown, fields?: object): ReturnType<Caller['api']['post']>;
  /** Inserts an automation of the domain. */
  automate(trigger: string, fields?: Partial<AutomationFields>): Promise<{ id: string; versionId: string }>;
  /** What came for a contact, the oldest first; by default for the contact. */
  came(contactId?: string): Promise<ContactEvent[]>;
  /** The reasons of what came, in the same order; null: a run has started. */
  reasons(contactId?: string): Promise<(string | null)[]>;
}

/** Creates an account with a default domain and a contact. */
export async function createEventOwner(app: TestApp, fields: AccountFields = {}): Promise<EventOwner> {
  const caller = await createCaller(app, fields);
  const { accountId, api } = caller;
  const domain = await createDomain(app.pool, accountId, { isDefault: true });
  const contact = await createContact(app.pool, { accountId });
  const came = async (contactId = contact.id): Promise<ContactEvent[]> =>
    (await caller.read(`/contacts/${contactId}/events?limit=100`)).data.reverse();
  return {
    ...caller,
    audienceId: await defaultAudienceOf(app.pool, accountId),
    domain,
    contact,
    send: (event, more = { contact_id: contact.id }) => api.post('/events/send').send({ event, ...more }),
    automate: (trigger, more = {}) =>
      createAutomation(app.pool, accountId, { domainId: domain.id, trigger, ...more }),
    came,
    reasons: async (contactId) =>
      (await came(contactId)).flatMap(({ automations }) => automations.map(({ reason }) => reason)),
  };
}
