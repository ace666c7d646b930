// Reads the feedback of Postmark: one JSON object per POST, with a RecordType
// (https://postmarkapp.com/developer/webhooks/webhooks-overview). It signs nothing. Our token returns in Metadata.
import { type FeedbackForm, verifyByPath } from './feedback-form.ts';
import {
  type Meaning,
  type ProviderPayload,
  parsePayload,
  readFeedbackEvents,
  toObject,
  toText,
} from './payload.ts';

/** Types of bounces (https://postmarkapp.com/developer/api/bounce-api#bounce-types). From those without a row nothing follows. */
// biome-ignore format: a table.
const BOUNCES: readonly (readonly [code: number, type: string, means: Meaning])[] = [
  [1, 'HardBounce', ['bounced', 'unknown_mailbox']],
  [2, 'Transient', ['delayed', 'temporary_failure']],
  [16, 'Unsubscribe', 'unsubscribed'],
  [256, 'DnsError', ['delayed', 'temporary_failure']],
  // It was delivered, and taken for spam or refused.
  [512, 'SpamNotification', ['failed', 'content_refused', 'no-bounce']],
  [2048, 'Unknown', ['failed', 'refused']],
  [4096, 'SoftBounce', ['failed', 'attempts_used_up']],
  [8192, 'VirusNotification', ['failed', 'content_refused', 'no-bounce']],
  [100000, 'BadEmailAddress', ['bounced', 'invalid_address']],
  [100001, 'SpamComplaint', 'abuse'],
  // Postmark's own list, and what it refuses itself.
  [100002, 'ManuallyDeactivated', ['failed', 'policy_refused', 'unheard']],
  [100003, 'Unconfirmed', ['failed', 'policy_refused', 'unheard']],
  [100006, 'Blocked', ['failed', 'policy_refused', 'no-bounce']],
  [100007, 'SMTPApiError', ['failed', 'refused', 'unheard']],
  [100009, 'DMARCPolicy', ['failed', 'policy_refused', 'no-bounce']],
];

export const POSTMARK: FeedbackForm = {
  needsKey: false,
  verify: verifyByPath,
  read(body) {
    const event = toObject(parsePayload(body));
    return toText(event['RecordType']) === '' ? undefined : readFeedbackEvents([event], readEvent);
  },
};

function readEvent(event: ProviderPayload) {
  const { RecordType, Type, ID, MessageID, Details, Description, Metadata } = event;
  const at = event['BouncedAt'] ?? event['DeliveredAt'] ?? event['ChangedAt'];
  return {
    means: meaningOf(event),
    type: [RecordType, Type],
    // Events of deliveries and subscriptions have no id of their own.
    key: [ID ?? MessageID, MessageID, at],
    token: toObject(Metadata)['posthorn'],
    at,
    text: [Details, Description],
  };
}

function meaningOf({ RecordType: record, Type, TypeCode, ...event }: ProviderPayload): Meaning | undefined {
  if (record === 'Delivery') return 'delivered';
  if (record === 'SpamComplaint') return 'abuse';
  if (record === 'Bounce') return BOUNCES.find(([code, type]) => type === Type || code === TypeCode)?.[2];
  // A bounce or a complaint says so itself, and what Postmark's customer did is not a wish of the person.
  const { SuppressSending: isSuppressed, SuppressionReason: reason, Origin: origin = 'Recipient' } = event;
  const isWish = isSuppressed === true && reason === 'ManualSuppression' && origin === 'Recipient';
  return record === 'SubscriptionChange' && isWish ? 'unsubscribed' : undefined;
}
