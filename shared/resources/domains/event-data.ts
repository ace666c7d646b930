// The payload data of domain webhook events, in Resend's shape. Only test events use it so far.
import type { SampleOptions } from '../webhooks/sample.ts';
import type { WebhookEventType } from '../webhooks/webhook.ts';

/** Builds sample data of a domain event. */
export function sampleDomainEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  return {
    id: nextId(),
    name: simulatorDomain,
    status: 'verified',
    region: 'self-hosted',
    created_at: now.toISOString(),
    records: [],
  };
}
