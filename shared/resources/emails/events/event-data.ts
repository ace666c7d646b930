// The payload data of email webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test. Details are the fields that one type of event adds to those of its email; they are stored with
// the event (`email_events.data`).
import type { SampleOptions } from '../../webhooks/sample.ts';
import type { WebhookEventType } from '../../webhooks/webhook.ts';

/** The email data in the payload of every email event. */
export interface EventEmail {
  id: string;
  messageId: string;
  createdAt: Date;
  /** As in the From header. */
  from: string;
  subject: string;
  tags: readonly { name: string; value: string }[];
}

/** The fields that one type of event adds, for example `{bounce: {…}}`. */
export type EventDetails = Record<string, unknown>;

/**
 * Why a recipient was suppressed, in Resend's words. `Suppressed`: it was dropped when the email was accepted, for any
 * reason. `OnAccountSuppressionList`: it was found on the suppression list later, when it was to be sent, or the
 * simulator simulates that.
 */
type SuppressedType = 'Suppressed' | 'OnAccountSuppressionList';

/** Builds the payload data of an event about one recipient. */
export function buildEmailEventData(
  { id, messageId, createdAt, from, subject, tags }: EventEmail,
  recipient: string,
  details: EventDetails | null,
): object {
  return {
    email_id: id,
    message_id: messageId,
    created_at: createdAt.toISOString(),
    from,
    to: [recipient],
    subject,
    tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
    ...details,
  };
}

/** @param reply the server's reply */
export function bouncedDetails(reply: string): EventDetails {
  return { bounce: { type: 'Permanent', subType: 'General', message: reply, diagnosticCode: [reply] } };
}

/** @param reason the server's reply, or the reason why there was none */
export function failedDetails(reason: string): EventDetails {
  return { failed: { reason } };
}

/** @param message the reason in words */
export function suppressedDetails(type: SuppressedType, message: string): EventDetails {
  return { suppressed: { message, type } };
}

const SAMPLE_TEXT = 'This is a test';

/** Types of events that add no fields are absent. */
const SAMPLE_DETAILS: Partial<Record<WebhookEventType, (at: string) => EventDetails>> = {
  'email.bounced': () => bouncedDetails(`550 5.1.1 ${SAMPLE_TEXT}: no such user`),
  'email.clicked': (timestamp) => ({
    click: { ipAddress: '192.0.2.1', link: 'https://example.com', timestamp, userAgent: 'Test' },
  }),
  'email.failed': () => failedDetails(SAMPLE_TEXT),
  'email.suppressed': () => suppressedDetails('OnAccountSuppressionList', SAMPLE_TEXT),
};

/** Builds sample data of an email event. */
export function sampleEmailEventData(
  type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const id = nextId();
  const email: EventEmail = {
    id,
    messageId: `<${id}@${simulatorDomain}>`,
    createdAt: now,
    from: `Test <test@${simulatorDomain}>`,
    subject: SAMPLE_TEXT,
    tags: [],
  };
  const details = SAMPLE_DETAILS[type]?.(now.toISOString()) ?? null;
  return buildEmailEventData(email, `delivered@${simulatorDomain}`, details);
}
