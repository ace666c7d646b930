// What webhooks tell of a suppression's events, in Resend's shape (decisions.md §9). No suppression announces any yet.
import type { SampleOptions } from '../webhooks/sample.ts';
import type { WebhookEventType } from '../webhooks/webhook.ts';

/** Makes up the data of an event of a suppression. */
export function sampleSuppressionEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  return {
    id: nextId(),
    email: `bounced@${simulatorDomain}`,
    origin: 'manual',
    source_id: null,
    created_at: now.toISOString(),
  };
}
