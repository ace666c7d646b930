// The payload data of topic webhook events, in Resend's shape. Only test events use it so far; the file will move to
// topics when they exist.
import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Builds sample data of a topic event. */
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
