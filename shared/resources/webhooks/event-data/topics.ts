// What webhooks tell of a topic's events, in Resend's shape (decisions.md §9). Topics are not built yet and will take
// this file over.
import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Makes up the data of an event of a topic. */
export function sampleTopicEventData(type: WebhookEventType, { nextId, now }: SampleOptions): object {
  const at = now.toISOString();
  return {
    id: nextId(),
    name: 'Test',
    description: null,
    default_subscription: 'opt_in',
    deleted: type === 'topic.deleted',
    created_at: at,
    updated_at: at,
  };
}
