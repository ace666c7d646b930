// The payload data of suppression webhook events, in Resend's shape. Only test events use it so far.
import type { SampleOptions } from '../webhooks/sample.ts';
import type { WebhookEventType } from '../webhooks/webhook.ts';

/** Builds sample data of a suppression event. */
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
