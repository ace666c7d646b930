// The payload data of the webhook event email.received, in Resend's shape. Only test events use it so far; the file
// will move to received emails when they exist.

import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Builds sample data of email.received. */
export function sampleReceivedEmailEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const id = nextId();
  const to = [`delivered@${simulatorDomain}`];
  return {
    email_id: id,
    message_id: `<${id}@${simulatorDomain}>`,
    created_at: now.toISOString(),
    from: `Test <test@${simulatorDomain}>`,
    to,
    subject: 'This is a test',
    cc: [],
    bcc: [],
    received_for: to,
    attachments: [],
  };
}
