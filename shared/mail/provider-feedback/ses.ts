// What Amazon SES says, one event a message of SNS: as events of a configuration set
// (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html), or as notifications of an identity
// (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html). The first have our token among the tags, the others in the
// header of the mail, if that is included.
import type { FeedbackForm } from './feedback-form.ts';
import {
  findMeaning,
  firstIn,
  type Meaning,
  type ProviderPayload,
  parsePayload,
  readFeedbackEvents,
  toObject,
  toText,
} from './payload.ts';
import { isAmazonUrl, readSns, verifySns } from './sns.ts';

/** Lists of SES: it did not try, and they say nothing new. */
const LISTED: Meaning = ['failed', 'policy_refused', 'unheard'];
const DELAYED: Meaning = ['delayed', 'temporary_failure'];
const MEANINGS = new Map<string, Meaning>([
  ['Delivery', 'delivered'],
  ['Reject', ['failed', 'content_refused', 'unheard']],
  ['Bounce', ['failed', 'refused']],
  ['Bounce/Permanent', ['bounced', 'unknown_mailbox']],
  ['Bounce/Permanent/Suppressed', LISTED],
  ['Bounce/Permanent/OnAccountSuppressionList', LISTED],
  ['Bounce/Permanent/UnsubscribedRecipient', LISTED],
  ['Bounce/Transient', ['failed', 'attempts_used_up']],
  ['Bounce/Transient/MailboxFull', ['failed', 'mailbox_full']],
  ['Bounce/Transient/MessageTooLarge', ['failed', 'message_too_large']],
  ['Bounce/Transient/ContentRejected', ['failed', 'content_refused', 'no-bounce']],
  ['Bounce/Transient/AttachmentRejected', ['failed', 'content_refused', 'no-bounce']],
  ['DeliveryDelay', DELAYED],
  ['DeliveryDelay/MailboxFull', ['delayed', 'mailbox_full']],
  ['DeliveryDelay/RecipientServerError', ['delayed', 'service_not_available']],
  ['DeliveryDelay/IPFailure', ['delayed', 'address_blocked']],
  ['DeliveryDelay/TransientCommunicationFailure', ['delayed', 'connection_failed']],
  // `not-spam`, `auth-failure`, `virus` and `other` are not complaint.
  ['Complaint', 'abuse'],
  ['Complaint/abuse', 'abuse'],
  ['Complaint/fraud', 'fraud'],
  ['Complaint/OnAccountSuppressionList', LISTED],
]);
const TAG = /(?:^|,)\s*posthorn=([\w-]{1,100})\s*(?:,|$)/;

export const SES: FeedbackForm = {
  needsKey: false,
  verify: verifySns,
  read(body) {
    const sns = readSns(body);
    if (!sns) return undefined;
    const { Type, SubscribeURL: url, Message } = sns;
    if (Type === 'SubscriptionConfirmation' && isAmazonUrl(toText(url)))
      return { events: [], ignored: 0, confirmation: toText(url) };
    // The first message of a topic is a sentence.
    const event = Type === 'Notification' ? parsePayload(toText(Message)) : undefined;
    return readFeedbackEvents([event], (said) => readEvent(said, sns));
  },
};

function readEvent(event: ProviderPayload, sns: ProviderPayload) {
  const name = toText(event['eventType'] ?? event['notificationType']);
  // Each is an object of its own name, in camel case.
  const about = toObject(event[name.charAt(0).toLowerCase() + name.slice(1)]);
  const { bounceType, bounceSubType, complaintSubType, complaintFeedbackType, delayType } = about;
  const type = [name, bounceType, bounceSubType, complaintSubType ?? complaintFeedbackType, delayType];
  const mail = toObject(event['mail']);
  const at = about['timestamp'] ?? mail['timestamp'];
  // Each mail has one recipient.
  const recipients = about['bouncedRecipients'] ?? about['delayedRecipients'];
  const { diagnosticCode, status } = toObject(firstIn(recipients));
  return {
    means: meaningOf(type.map(toText).filter(Boolean), about, toText(diagnosticCode) + toText(status)),
    type,
    at,
    token: tokenOf(mail),
    key: [about['feedbackId'] ?? mail['messageId'] ?? sns['MessageId'], at],
    text: [diagnosticCode, about['reason']],
    status,
  };
}

function meaningOf(
  [name, first, second]: string[],
  about: ProviderPayload,
  reply: string,
): Meaning | undefined {
  const detail = second === undefined ? first : `${first}/${second}`;
  // SES takes automatic replies for these: without a reply of a server nothing is proven, and the mail may have arrived.
  if (detail === 'Transient/General' && reply === '') return DELAYED;
  // SES reports this for its contact lists.
  const { unsubscribeAll: isFromAll } = toObject(about['newTopicPreferences']);
  if (name === 'Subscription') return isFromAll === true ? 'unsubscribed' : undefined;
  const isOther = name === 'Complaint' && first !== undefined && !MEANINGS.has(`Complaint/${first}`);
  return isOther ? undefined : findMeaning(MEANINGS, name, detail, first);
}

function tokenOf({ tags, headers }: ProviderPayload): unknown {
  const tag = firstIn(toObject(tags)['posthorn']);
  if (tag !== undefined) return tag;
  for (const field of Array.isArray(headers) ? headers : []) {
    const { name, value } = toObject(field);
    const lowerCased = toText(name).toLowerCase();
    if (lowerCased === 'x-posthorn-ref') return value;
    const [, token] = (lowerCased === 'x-ses-message-tags' && TAG.exec(toText(value))) || [];
    if (token !== undefined) return token;
  }
  return undefined;
}
