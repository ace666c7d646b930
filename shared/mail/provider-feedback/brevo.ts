// Reads the feedback of Brevo: one JSON object per POST, or an array of them
// (https://developers.brevo.com/docs/transactional-webhooks). It signs nothing. Our token returns in the custom field,
// as one of a list.
import { type FeedbackForm, verifyByPath } from './feedback-form.ts';
import {
  type Meaning,
  type ProviderPayload,
  parsePayload,
  readFeedbackEvents,
  toObject,
  toText,
} from './payload.ts';

/** Opens, clicks and requests have no row. */
const MEANINGS = new Map<string, Meaning>([
  ['delivered', 'delivered'],
  ['hard_bounce', ['bounced', 'unknown_mailbox']],
  ['soft_bounce', ['failed', 'attempts_used_up']],
  ['invalid_email', ['bounced', 'invalid_address']],
  // Its own list, or what it takes for spam.
  ['blocked', ['failed', 'policy_refused', 'no-bounce']],
  ['error', ['failed', 'refused']],
  ['deferred', ['delayed', 'temporary_failure']],
  ['spam', 'abuse'],
  ['unsubscribed', 'unsubscribed'],
  ['unsubscribe', 'unsubscribed'],
]);

export const BREVO: FeedbackForm = {
  needsKey: false,
  verify: verifyByPath,
  read(body) {
    const said = parsePayload(body);
    if (Array.isArray(said)) return readFeedbackEvents(said, readEvent);
    return toText(toObject(said)['event']) === '' ? undefined : readFeedbackEvents([said], readEvent);
  },
};

function readEvent(event: ProviderPayload) {
  const { event: name, 'message-id': messageId, ts_event: second, ts_epoch: ms, email, reason } = event;
  const pairs = toText(event['X-Mailin-custom']).split('|');
  const ours = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith('posthorn:'));
  return {
    means: MEANINGS.get(toText(name)),
    type: [name],
    text: [reason],
    // `id` is that of the webhook.
    key: [messageId, second, email],
    token: ours?.slice('posthorn:'.length),
    // The others are in the time zone of the account.
    at: ms ?? second,
  };
}
