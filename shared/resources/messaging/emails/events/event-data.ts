// The payload data of email webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test. Details are the fields that one type of event adds to those of its email; they are stored with
// the event (`email_events.data`).
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../../../contract/emails/reasons.ts';
import type { SampleOptions } from '../../../foundation/webhooks/sample.ts';
import type { WebhookEventType } from '../../../foundation/webhooks/webhook.ts';
import { type EventCause, NO_REPLY } from './cause.ts';

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
 * reason, or it opted out of the topic later. `OnAccountSuppressionList`: it was found on the suppression list later,
 * when it was to be sent, or the simulator simulates that.
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

/** Details of a bounce. Resend's objects, here and below, hold the server's reply, or our sentence if there was none. */
export function bouncedDetails(cause: EventCause): EventDetails {
  const message = wordsOf(cause);
  const subType = cause.reason === 'unknown_mailbox' ? 'NoEmail' : 'General';
  const bounce = { type: 'Permanent', subType, message, diagnosticCode: [message] };
  return { ...causeDetails(cause), bounce };
}

/** @param feedbackType why the recipient complains, as RFC 5965 §7.3 names it: `abuse` for most */
export function complainedDetails(feedbackType: string): EventDetails {
  return { complaint: { feedback_type: feedbackType } };
}

export function failedDetails(cause: EventCause): EventDetails {
  return { ...causeDetails(cause), failed: { reason: wordsOf(cause) } };
}

export function suppressedDetails(type: SuppressedType, cause: EventCause): EventDetails {
  return { ...causeDetails(cause), suppressed: { message: wordsOf(cause), type } };
}

/** The fields that every event with a cause adds; a delay adds no others (docs/reference/delivery.md#reasons). */
export function causeDetails({ reason, message, smtpCode, smtpReply, server }: EventCause): EventDetails {
  return { reason, message, smtp_code: smtpCode, smtp_reply: smtpReply, server };
}

function wordsOf({ message, smtpReply }: EventCause): string {
  return smtpReply ?? message;
}

const SAMPLE_TEXT = 'This is a test';

/** The simulator addresses whose mail causes these events; all others happen to `delivered@`. */
const SAMPLE_LOCAL_PARTS: Partial<Record<WebhookEventType, string>> = {
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.delivery_delayed': 'delayed',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
};

/** Types of events that add no fields are absent. */
const SAMPLE_DETAILS: Partial<Record<WebhookEventType, (at: string) => EventDetails>> = {
  'email.bounced': () => bouncedDetails(sampleCause('unknown_mailbox', '550 5.1.1')),
  'email.clicked': (timestamp) => ({
    click: { ipAddress: '192.0.2.1', link: 'https://example.com', timestamp, userAgent: 'Test' },
  }),
  'email.complained': () => complainedDetails('abuse'),
  'email.delivery_delayed': () => causeDetails(sampleCause('temporary_failure', '451 4.3.0')),
  'email.failed': () => failedDetails(sampleCause('policy_refused', '554 5.7.1')),
  'email.suppressed': () =>
    suppressedDetails('OnAccountSuppressionList', sampleCause('suppressed_address', null)),
};

/** @param codes of the server's reply; null: no server replied */
function sampleCause(reason: EmailEventReason, codes: string | null): EventCause {
  const message = EMAIL_EVENT_REASONS[reason];
  if (codes === null) return { reason, message, ...NO_REPLY };
  const smtpReply = `${codes} ${SAMPLE_TEXT}`;
  return { reason, message, smtpCode: Number.parseInt(codes, 10), smtpReply, server: 'mx.example.com' };
}

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
  return buildEmailEventData(email, `${SAMPLE_LOCAL_PARTS[type] ?? 'delivered'}@${simulatorDomain}`, details);
}
