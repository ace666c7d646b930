// The payload data of email webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test. Details are the fields that one type of event adds to those of its email; they are stored with
// the event (`email_events.data`).
import { BOUNCE_KINDS } from '../../../../contract/emails/bounce-types.ts';
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../../../contract/emails/reasons.ts';
import type {
  HIT_MACHINES,
  SUPPRESSED_REASONS,
  SUPPRESSED_TYPES,
} from '../../../../contract/emails/values.ts';
import type { DeliveryTls } from '../../../../mail/delivery-tls.ts';
import type { SuppressionOrigin } from '../../../audience/suppressions/suppression.ts';
import type { SampleOptions } from '../../../foundation/sample-event.ts';
import type { WebhookEventType } from '../../../foundation/webhooks/webhook.ts';
import { type EventCause, NO_REPLY } from './cause.ts';

/** The email data in the payload of every email event. */
export interface EventEmail {
  id: string;
  messageId: string;
  createdAt: Date;
  /** The sender as in the From header. */
  from: string;
  subject: string;
  tags: readonly { name: string; value: string }[];
  /** Custom headers. */
  headers: Readonly<Record<string, string>>;
  /** The campaign that sent it; null: none. */
  campaignId: string | null;
  /** The template that it was made from; null: none. */
  templateId: string | null;
}

/** The fields that one type of event adds, for example `{bounce: {…}}`. */
export type EventDetails = Record<string, unknown>;

type SuppressedType = (typeof SUPPRESSED_TYPES)[number];

/** Builds the payload data of an event about one recipient. */
export function buildEmailEventData(
  email: EventEmail,
  recipient: string,
  details: EventDetails | null,
): object {
  const { id, messageId, createdAt, from, subject, tags, headers, campaignId, templateId } = email;
  return {
    email_id: id,
    message_id: messageId,
    created_at: createdAt.toISOString(),
    from,
    to: [recipient],
    subject,
    // Resend calls a campaign a broadcast.
    ...(campaignId !== null && { broadcast_id: campaignId, campaign_id: campaignId }),
    ...(templateId !== null && { template_id: templateId }),
    tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    ...details,
  };
}

/** Details of a bounce. Resend's objects, here and below, contain the server's reply, or our sentence if there was none. */
export function bouncedDetails(cause: EventCause): EventDetails {
  return { ...causeDetails(cause), ...bounceOf(cause) };
}

/** Nothing where no server has refused the mail. */
function bounceOf(cause: EventCause): EventDetails {
  const kind = BOUNCE_KINDS[cause.reason];
  const message = wordsOf(cause);
  return kind ? { bounce: { ...kind, message, diagnosticCode: [message] } } : {};
}

/** @param feedbackType why the recipient complains, as RFC 5965 §7.3 names it: `abuse` for most */
export function complainedDetails(feedbackType: string): EventDetails {
  return { complaint: { feedback_type: feedbackType } };
}

/** The client that has loaded a pixel or followed a link. */
export interface HitDetails {
  /** The address of the client; empty: not stored. */
  ipAddress: string;
  userAgent: string;
  at: Date;
  /** Null: a person has. */
  machine: (typeof HIT_MACHINES)[number] | null;
}

export function openedDetails(hit: HitDetails): EventDetails {
  return { open: hitData(hit) };
}

/** @param link the url of the link */
export function clickedDetails(hit: HitDetails, link: string): EventDetails {
  return { click: { ...hitData(hit), link } };
}

function hitData({ ipAddress, userAgent, at, machine }: HitDetails) {
  return { ipAddress, userAgent, timestamp: at.toISOString(), machine };
}

export function failedDetails(cause: EventCause): EventDetails {
  return { ...causeDetails(cause), failed: { reason: wordsOf(cause) }, ...bounceOf(cause) };
}

export function suppressedDetails(type: SuppressedType, cause: EventCause): EventDetails {
  const { suppression } = cause;
  const reason = suppression ? SUPPRESSED_BY[suppression.origin] : null;
  const diagnosticCode = suppression?.smtpReply ? [suppression.smtpReply] : [];
  return { ...causeDetails(cause), suppressed: { message: wordsOf(cause), type, reason, diagnosticCode } };
}

/** Resend knows no entries that were added by hand: they say, as a complaint does, that the address is to get no mail. */
const SUPPRESSED_BY: Readonly<Record<SuppressionOrigin, (typeof SUPPRESSED_REASONS)[number]>> = {
  bounce: 'previous_bounce',
  complaint: 'previous_complaint',
  manual: 'previous_complaint',
};

/** The fields that every event with a cause adds; a delay adds no others (docs/reference/delivery.md#reasons). */
export function causeDetails({
  reason,
  message,
  smtpCode,
  smtpReply,
  server,
  tls,
}: EventCause): EventDetails {
  const details = { reason, message, smtp_code: smtpCode, smtp_reply: smtpReply, server };
  return tls ? { ...details, tls } : details;
}

/** Only for mail that went straight to the recipient's server: a relay's server does not concern the recipient. */
export function deliveredDetails(server: string | undefined, tls: DeliveryTls): EventDetails {
  return { server: server ?? null, tls };
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

const SAMPLE_CLIENT = { ipAddress: '192.0.2.1', userAgent: 'Test', machine: null } as const;

/** Types of events that add no fields are absent. */
const SAMPLE_DETAILS: Partial<Record<WebhookEventType, (at: Date) => EventDetails>> = {
  'email.bounced': () => bouncedDetails(sampleCause('unknown_mailbox', '550 5.1.1')),
  'email.clicked': (at) => clickedDetails({ ...SAMPLE_CLIENT, at }, 'https://example.com'),
  'email.complained': () => complainedDetails('abuse'),
  'email.delivery_delayed': () => causeDetails(sampleCause('temporary_failure', '451 4.3.0')),
  'email.failed': () => failedDetails(sampleCause('policy_refused', '554 5.7.1')),
  'email.opened': (at) => openedDetails({ ...SAMPLE_CLIENT, at }),
  'email.suppressed': () =>
    suppressedDetails('OnAccountSuppressionList', {
      ...sampleCause('suppressed_address', null),
      suppression: { origin: 'bounce', smtpReply: `550 5.1.1 ${SAMPLE_TEXT}` },
    }),
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
    headers: {},
    campaignId: null,
    templateId: null,
  };
  const details = SAMPLE_DETAILS[type]?.(now) ?? null;
  return buildEmailEventData(email, `${SAMPLE_LOCAL_PARTS[type] ?? 'delivered'}@${simulatorDomain}`, details);
}
