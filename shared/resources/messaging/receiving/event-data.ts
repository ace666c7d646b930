// The payload data of the webhook event email.received, in Resend's shape: no bodies, no headers. Sample data of POST
// /webhooks/:id/test have the same shape.
import type { SampleOptions } from '../../foundation/webhooks/sample.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';

/** A received email as its event shows it. */
interface AnnouncedEmail {
  id: string;
  createdAt: Date;
  receivedFor: readonly string[];
  contents: {
    messageId: string | null;
    from: string | null;
    to: readonly string[];
    cc: readonly string[];
    bcc: readonly string[];
    subject: string | null;
  };
  attachments: readonly {
    id: string;
    filename: string | null;
    contentType: string;
    contentId: string | null;
    disposition: string | null;
  }[];
}

/** Builds the data of email.received. */
export function buildReceivedEventData({
  id,
  createdAt,
  receivedFor,
  contents,
  attachments,
}: AnnouncedEmail): object {
  const { messageId, from, to, cc, bcc, subject } = contents;
  return {
    email_id: id,
    message_id: messageId,
    created_at: createdAt.toISOString(),
    ...{ from, to, cc, bcc, subject },
    received_for: receivedFor,
    attachments: attachments.map((file) => ({
      id: file.id,
      filename: file.filename,
      content_type: file.contentType,
      content_disposition: file.disposition,
      content_id: file.contentId,
    })),
  };
}

/** Builds sample data of email.received. */
export function sampleReceivedEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const id = nextId();
  const to = [`delivered@${simulatorDomain}`];
  return buildReceivedEventData({
    id,
    createdAt: now,
    receivedFor: to,
    contents: {
      messageId: `<${id}@${simulatorDomain}>`,
      from: `Test <test@${simulatorDomain}>`,
      ...{ to, cc: [], bcc: [], subject: 'This is a test' },
    },
    attachments: [],
  });
}
