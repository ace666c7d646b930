// What webhooks tell of a domain's events, in Resend's shape (decisions.md §9). No domain announces any yet.
import type { SampleOptions } from '../webhooks/sample.ts';
import type { WebhookEventType } from '../webhooks/webhook.ts';

/** Makes up the data of an event of a domain. */
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
