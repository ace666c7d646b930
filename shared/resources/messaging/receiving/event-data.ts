// The payload data of the webhook event email.received, in Resend's shape: no bodies, no headers. Sample data of POST
// /webhooks/:id/test have the same shape.
import type { ParsedAttachment, ParsedMessage } from '../../../mail/parse/parsed-message.ts';
import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import { fromText } from './received-email.ts';

/** A received email as its event shows it. */
interface AnnouncedEmail {
  id: string;
  createdAt: Date;
  receivedFor: readonly string[];
  message: Pick<ParsedMessage, 'messageId' | 'from' | 'to' | 'cc' | 'bcc' | 'subject'>;
  attachments: readonly (Omit<ParsedAttachment, 'fileId' | 'size'> & { id: string })[];
}

/** Builds the data of email.received. */
export function buildReceivedEventData({
  id,
  createdAt,
  receivedFor,
  message,
  attachments,
}: AnnouncedEmail): object {
  const { messageId, from, to, cc, bcc, subject } = message;
  return {
    email_id: id,
    message_id: messageId,
    created_at: createdAt.toISOString(),
    from: fromText(from),
    to,
    cc,
    bcc,
    subject,
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
    message: {
      messageId: `<${id}@${simulatorDomain}>`,
      from: [{ name: 'Test', address: `test@${simulatorDomain}` }],
      to,
      cc: [],
      bcc: [],
      subject: 'This is a test',
    },
    attachments: [],
  });
}
