// The payload data of contact webhook events, in Resend's shape. Only test events use it so far; the file will move to
// contacts when they exist.
import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Builds sample data of a contact event. */
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
