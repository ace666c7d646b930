// What webhooks tell of an email's events, in Resend's shape (decisions.md §9): of those that happen, and of those that
// POST /webhooks/:id/test makes up. The details are what one type of event tells beside its email; they are kept with
// the event (`email_events.data`).
import type { SampleOptions } from '../../webhooks/sample.ts';
import type { WebhookEventType } from '../../webhooks/webhook.ts';

/** What every event tells of its email. */
export interface EventEmail {
  id: string;
  messageId: string;
  createdAt: Date;
  /** As it stands in the header. */
  from: string;
  subject: string;
  tags: readonly { name: string; value: string }[];
}

/** What a type of event tells beside its email, for example `{bounce: {…}}`. */
export type EventDetails = Record<string, unknown>;

/**
 * Why a recipient got no mail, in Resend's words: `Suppressed` when it was dropped as the email was accepted, for
 * whatever reason; `OnAccountSuppressionList` when the list, or the simulator in its place, said so later.
 */
type SuppressedType = 'Suppressed' | 'OnAccountSuppressionList';

/** Builds the data of an event, which is about one recipient. */
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

/** @param reply what the server said */
export function bouncedDetails(reply: string): EventDetails {
  return { bounce: { type: 'Permanent', subType: 'General', message: reply, diagnosticCode: [reply] } };
}

/** @param reason what the server said, or why it was not asked */
export function failedDetails(reason: string): EventDetails {
  return { failed: { reason } };
}

/** @param message the reason in words */
export function suppressedDetails(type: SuppressedType, message: string): EventDetails {
  return { suppressed: { message, type } };
}

const SAMPLE_TEXT = 'This is a test';

/** Types that tell nothing beside their email are absent. */
const SAMPLE_DETAILS: Partial<Record<WebhookEventType, (at: string) => EventDetails>> = {
  'email.bounced': () => bouncedDetails(`550 5.1.1 ${SAMPLE_TEXT}: no such user`),
  'email.clicked': (timestamp) => ({
    click: { ipAddress: '192.0.2.1', link: 'https://example.com', timestamp, userAgent: 'Test' },
  }),
  'email.failed': () => failedDetails(SAMPLE_TEXT),
  'email.suppressed': () => suppressedDetails('OnAccountSuppressionList', SAMPLE_TEXT),
};

/** Makes up the data of an event of an email that was sent. */
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
