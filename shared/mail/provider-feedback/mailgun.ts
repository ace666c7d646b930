// Reads the feedback of Mailgun: one JSON object per POST, with a signature over a time and a random token, not over
// the event (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks). Our token returns
// among the user variables.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FeedbackForm, isStaleProof } from './feedback-form.ts';
import {
  findMeaning,
  type Meaning,
  type ProviderPayload,
  parsePayload,
  readFeedbackEvents,
  toDate,
  toObject,
  toText,
} from './payload.ts';

const MEANINGS = new Map<string, Meaning>([
  ['delivered', 'delivered'],
  ['complained', 'abuse'],
  ['unsubscribed', 'unsubscribed'],
  ['rejected', ['failed', 'refused', 'unheard']],
  ['failed', ['failed', 'refused']],
  ['failed/temporary', ['delayed', 'temporary_failure']],
  // Its own lists say nothing new, and no server was asked.
  ['failed/suppress-bounce', ['failed', 'policy_refused', 'unheard']],
  ['failed/suppress-complaint', ['failed', 'policy_refused', 'unheard']],
  ['failed/suppress-unsubscribe', ['failed', 'policy_refused', 'unheard']],
  ['failed/espblock', ['failed', 'policy_refused', 'no-bounce']],
  ['failed/old', ['failed', 'attempts_used_up']],
]);

export const MAILGUN: FeedbackForm = {
  needsKey: true,
  findKeyProblem: (key) =>
    /^[\x21-\x7e]{16,200}$/.test(key) ? undefined : 'it has spaces, or is too short or too long',
  verify: ({ body, now }, key) => Promise.resolve(proofOf(body, now, key)),
  read(body) {
    const event = toObject(toObject(parsePayload(body))['event-data']);
    return toText(event['event']) === '' ? undefined : readFeedbackEvents([event], readEvent);
  },
};

function proofOf(body: Buffer, now: Date, key: string | undefined) {
  const { timestamp, token, signature } = toObject(toObject(parsePayload(body))['signature']);
  const given = Buffer.from(toText(signature));
  const signed = toText(timestamp) + toText(token);
  const expected = Buffer.from(
    createHmac('sha256', key ?? '')
      .update(signed)
      .digest('hex'),
  );
  if (!key || given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return isStaleProof(toDate(timestamp), now) ? 'stale' : 'verified';
}

function readEvent(event: ProviderPayload) {
  const { event: name, severity, reason, id, timestamp } = event;
  const status = toObject(event['delivery-status']);
  const reject = toObject(event['reject']);
  return {
    means: findMeaning(MEANINGS, name, severity, reason),
    type: [name, severity, reason],
    // An id is unique within a day.
    key: [id, timestamp],
    token: toObject(event['user-variables'])['posthorn'],
    at: timestamp,
    text: [status['message'], status['description'], reject['reason'], reject['description']],
    status: status['enhanced-code'],
    code: status['code'],
  };
}
