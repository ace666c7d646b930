// Reads the feedback of SendGrid: a JSON array of events per POST, signed with ECDSA over a time and the octets
// (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event). Our token is one of the unique
// arguments, which return at the top of each event.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type FeedbackForm, type FeedbackPost, isStaleProof } from './feedback-form.ts';
import {
  findMeaning,
  type Meaning,
  type ProviderPayload,
  parsePayload,
  readFeedbackEvents,
  toDate,
  toText,
} from './payload.ts';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/** Details are in lower case: why SendGrid did not try, the type of a bounce, else its class. */
const MEANINGS = new Map<string, Meaning>([
  ['delivered', 'delivered'],
  ['spamreport', 'abuse'],
  ['unsubscribe', 'unsubscribed'],
  ['group_unsubscribe', 'unsubscribed'],
  ['deferred', ['delayed', 'temporary_failure']],
  ['dropped', ['failed', 'refused', 'unheard']],
  // Its own lists say nothing new.
  ['dropped/bounced address', ['failed', 'policy_refused', 'unheard']],
  ['dropped/unsubscribed address', ['failed', 'policy_refused', 'unheard']],
  ['dropped/spam reporting address', ['failed', 'policy_refused', 'unheard']],
  ['dropped/spam content', ['failed', 'content_refused', 'unheard']],
  ['dropped/invalid', ['bounced', 'invalid_address', 'unheard']],
  ['bounce', ['failed', 'refused']],
  // SendGrid does not suppress what it calls blocked, because the address is not the cause.
  ['bounce/blocked', ['failed', 'policy_refused', 'no-bounce']],
  ['bounce/expired', ['failed', 'attempts_used_up']],
  ['bounce/invalid address', ['bounced', 'unknown_mailbox']],
  ['bounce/mailbox unavailable', ['failed', 'mailbox_busy']],
  ['bounce/technical', ['failed', 'attempts_used_up']],
  ['bounce/content', ['failed', 'content_refused', 'no-bounce']],
  ['bounce/reputation', ['failed', 'policy_refused', 'no-bounce']],
  ['bounce/frequency or volume too high', ['failed', 'policy_refused', 'no-bounce']],
]);

export const SENDGRID: FeedbackForm = {
  needsKey: true,
  findKeyProblem: (key) =>
    toPublicKey(key) ? undefined : 'it is not the verification key of a signed event webhook',
  verify: (post, key) => Promise.resolve(proofOf(post, key)),
  read(body) {
    const events = parsePayload(body);
    return Array.isArray(events) ? readFeedbackEvents(events, readEvent) : undefined;
  },
};

function proofOf({ body, header, now }: FeedbackPost, key: string | undefined) {
  const publicKey = toPublicKey(key ?? '');
  const timestamp = header(TIMESTAMP) ?? '';
  const signature = Buffer.from(header(SIGNATURE) ?? '', 'base64');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!publicKey || !verify('sha256', signed, publicKey, signature)) return 'forged';
  return isStaleProof(toDate(timestamp), now) ? 'stale' : 'verified';
}

/** @param key an elliptic curve key, DER in base64 */
function toPublicKey(key: string): KeyObject | undefined {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return read.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? read : undefined;
  } catch {
    return undefined;
  }
}

function readEvent(event: ProviderPayload) {
  const { event: name, type, sg_event_id: id, timestamp, response, reason, status, posthorn } = event;
  const details = name === 'dropped' ? [reason] : [type, event['bounce_classification']];
  return {
    means: findMeaning(MEANINGS, name, ...details.map((detail) => toText(detail).toLowerCase())),
    type: [name, type],
    key: [id],
    token: posthorn,
    at: timestamp,
    text: [response, reason],
    status,
  };
}
