// What webhooks tell of an email that was received, in Resend's shape (decisions.md §9). Receiving is not built yet and
// will take this file over.

import type { SampleOptions } from '../sample.ts';
import type { WebhookEventType } from '../webhook.ts';

/** Makes up the data of email.received. */
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
