// What webhooks tell of a contact's events, in Resend's shape (decisions.md §9). Contacts are not built yet and will take
// this file over.
import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Makes up the data of an event of a contact. */
export function sampleContactEventData(
  type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const email = `delivered@${simulatorDomain}`;
  if (type === 'contact.topics.updated') return { email, topics: [{ id: nextId(), subscription: 'opt_in' }] };
  const at = now.toISOString();
  return {
    id: nextId(),
    audience_id: nextId(),
    segment_ids: [],
    created_at: at,
    updated_at: at,
    email,
    first_name: 'Test',
    last_name: null,
    unsubscribed: false,
  };
}
