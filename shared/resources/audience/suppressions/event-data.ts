// The payload data of suppression webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test.

import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { AccountEvent } from '../../foundation/webhooks/fan-out.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import type { Suppression } from './suppression.ts';

/**
 * The events of entries that were added or removed.
 * @param at when they were removed; an entry is added when it is created
 */
export function suppressionEvents(
  type: Extract<WebhookEventType, `suppression.${string}`>,
  suppressions: readonly Suppression[],
  at?: Date,
): AccountEvent[] {
  return suppressions.map((suppression) => ({
    accountId: suppression.accountId,
    type,
    data: buildSuppressionEventData(suppression),
    createdAt: at ?? suppression.createdAt,
  }));
}

function buildSuppressionEventData({
  id,
  address,
  origin,
  emailId,
  createdAt,
}: Omit<Suppression, 'accountId' | 'smtpReply' | 'reportId'>): object {
  return { id, email: address, origin, source_id: emailId, created_at: createdAt.toISOString() };
}

/** Builds sample data of a suppression event. */
export function sampleSuppressionEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const address = `bounced@${simulatorDomain}`;
  return buildSuppressionEventData({
    id: nextId(),
    address,
    origin: 'manual',
    emailId: null,
    createdAt: now,
  });
}
