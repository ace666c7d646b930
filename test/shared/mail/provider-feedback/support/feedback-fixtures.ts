// Bodies in the forms that providers document, in our own words and numbers: what each says of a recipient. `{token}` is where the
// token is.
import type { FeedbackKind } from '../../../../../shared/mail/provider-feedback/provider-kind.ts';

/** A fixture: `says` is the result, and for a failure its reason and code; `-`: nothing follows from it. */
export type FeedbackFixture = readonly [says: string, type: string, event: Record<string, unknown>];

/** When all of it happened: 2026-02-03T04:05:06Z. */
export const AT = '2026-02-03T04:05:06.000Z';
const SECONDS = Date.parse(AT) / 1_000;

const to = 'ana@customer.test';
const UNKNOWN = '550 5.1.1 No mailbox here has this name';
const POLICY = '550 5.7.1 Mail of this sender is not taken here';
const FULL = '552 5.2.2 The mailbox is over its quota';

const ses = (name: string, about: object) => ({
  eventType: name,
  mail: {
    timestamp: '2026-02-03T04:00:00.000Z',
    messageId: 'ses-1',
    destination: [to],
    tags: { posthorn: ['{token}'], 'ses:caller-identity': ['posthorn-user'] },
  },
  [name.charAt(0).toLowerCase() + name.slice(1)]: { timestamp: AT, ...about },
});
const sesBounce = (type: string, subtype: string, recipient: object = {}) =>
  ses('Bounce', {
    bounceType: type,
    bounceSubType: subtype,
    feedbackId: 'fb-1',
    bouncedRecipients: [{ emailAddress: to, ...recipient }],
  });
const { tags: _, ...untagged } = ses('Delivery', {}).mail;
const notified = (headers: object[]) => {
  const { eventType, ...event } = ses('Delivery', {});
  return { ...event, notificationType: eventType, mail: { ...untagged, headers } };
};

const postmark = (record: string, about: object) => ({
  RecordType: record,
  MessageID: 'pm-1',
  Recipient: to,
  Metadata: { posthorn: '{token}', order: '7' },
  ...about,
});
const pmBounce = (Type: string, Details = '', about: object = {}) =>
  postmark('Bounce', { ID: 41, Type, Details, Description: 'Words of Postmark.', BouncedAt: AT, ...about });

const mailgun = (event: string, about: object) => ({
  event,
  id: 'mg-1',
  timestamp: SECONDS,
  recipient: to,
  'user-variables': { posthorn: '{token}' },
  ...about,
});
const mgFailed = (severity: string, reason: string, status: object = {}) =>
  mailgun('failed', { severity, reason, 'delivery-status': status });

const sendgrid = (event: string, about: object) => ({
  event,
  email: to,
  timestamp: SECONDS,
  sg_event_id: 'sg-1',
  posthorn: '{token}',
  ...about,
});

const brevo = (event: string, about: object = {}) => ({
  event,
  email: to,
  id: 9,
  'message-id': '<b-1@relay.test>',
  ts_event: SECONDS,
  ts_epoch: SECONDS * 1_000,
  'X-Mailin-custom': 'order:7|posthorn:{token}',
  ...about,
});

// biome-ignore format: a row an event.
export const FEEDBACK_FIXTURES: Readonly<Record<FeedbackKind, readonly FeedbackFixture[]>> = {
  ses: [
    ['bounced unknown_mailbox 550', 'Bounce/Permanent/General', sesBounce('Permanent', 'General', { status: '5.1.1', diagnosticCode: `smtp; ${UNKNOWN}` })],
    ['failed policy_refused 550', 'Bounce/Permanent/General', sesBounce('Permanent', 'General', { status: '5.7.1', diagnosticCode: `smtp; ${POLICY}` })],
    ['bounced unknown_mailbox', 'Bounce/Permanent/General', sesBounce('Permanent', 'General')],
    ['bounced unknown_domain', 'Bounce/Permanent/NoEmail', sesBounce('Permanent', 'NoEmail', { status: '5.1.2' })],
    ['failed policy_refused', 'Bounce/Permanent/Suppressed', sesBounce('Permanent', 'Suppressed', { status: '5.1.1', diagnosticCode: '550 5.1.1 On our list' })],
    ['failed policy_refused', 'Bounce/Permanent/OnAccountSuppressionList', sesBounce('Permanent', 'OnAccountSuppressionList')],
    ['failed mailbox_full 552', 'Bounce/Transient/MailboxFull', sesBounce('Transient', 'MailboxFull', { diagnosticCode: `smtp; ${FULL}` })],
    ['failed mailbox_full', 'Bounce/Transient/MailboxFull', sesBounce('Transient', 'MailboxFull')],
    ['failed message_too_large', 'Bounce/Transient/MessageTooLarge', sesBounce('Transient', 'MessageTooLarge')],
    ['failed content_refused', 'Bounce/Transient/ContentRejected', sesBounce('Transient', 'ContentRejected')],
    ['failed content_refused', 'Bounce/Transient/AttachmentRejected', sesBounce('Transient', 'AttachmentRejected')],
    ['failed attempts_used_up', 'Bounce/Transient/CustomTimeoutExceeded', sesBounce('Transient', 'CustomTimeoutExceeded')],
    ['failed attempts_used_up 451', 'Bounce/Transient/General', sesBounce('Transient', 'General', { diagnosticCode: 'smtp; 451 4.3.0 Later' })],
    ['delayed temporary_failure', 'Bounce/Transient/General', sesBounce('Transient', 'General', { status: null, diagnosticCode: null })],
    ['failed refused', 'Bounce/Undetermined/Undetermined', sesBounce('Undetermined', 'Undetermined')],
    ['complained abuse', 'Complaint/abuse', ses('Complaint', { complaintFeedbackType: 'abuse', feedbackId: 'fb-2' })],
    ['complained abuse', 'Complaint', ses('Complaint', { complaintFeedbackType: null })],
    ['complained fraud', 'Complaint/fraud', ses('Complaint', { complaintFeedbackType: 'fraud' })],
    ['-', '', ses('Complaint', { complaintFeedbackType: 'not-spam' })],
    ['failed policy_refused', 'Complaint/OnAccountSuppressionList', ses('Complaint', { complaintSubType: 'OnAccountSuppressionList' })],
    ['delivered', 'Delivery', ses('Delivery', { smtpResponse: '250 taken' })],
    ['delivered', 'Delivery', notified([{ name: 'Subject', value: 'Hi' }, { name: 'X-Posthorn-Ref', value: '{token}' }])],
    ['delivered', 'Delivery', notified([{ name: 'x-ses-message-tags', value: 'a=b, posthorn={token}, c=d' }])],
    ['delayed mailbox_full 452', 'DeliveryDelay/MailboxFull', ses('DeliveryDelay', { delayType: 'MailboxFull', delayedRecipients: [{ status: '4.2.2', diagnosticCode: '452 4.2.2 Full' }] })],
    ['delayed temporary_failure', 'DeliveryDelay/SpamDetected', ses('DeliveryDelay', { delayType: 'SpamDetected' })],
    ['failed content_refused', 'Reject', ses('Reject', { reason: 'Bad content' })],
    ['unsubscribed', 'Subscription', ses('Subscription', { newTopicPreferences: { unsubscribeAll: true } })],
    ['-', '', ses('Subscription', { newTopicPreferences: { unsubscribeAll: false } })],
    ...['Send', 'Open', 'Click', 'Rendering Failure', 'Teleport'].map((name): FeedbackFixture => ['-', '', ses(name, {})]),
  ],
  postmark: [
    ['bounced unknown_mailbox 550', 'Bounce/HardBounce', pmBounce('HardBounce', `smtp;${UNKNOWN}`)],
    ['bounced unknown_mailbox', 'Bounce/HardBounce', pmBounce('HardBounce', 'No such person')],
    ['bounced unknown_mailbox', 'Bounce', pmBounce('HardBounce', '', { Type: undefined, TypeCode: 1 })],
    ['failed policy_refused 550', 'Bounce/HardBounce', pmBounce('HardBounce', POLICY)],
    ['failed mailbox_full 552', 'Bounce/SoftBounce', pmBounce('SoftBounce', FULL)],
    ['failed attempts_used_up', 'Bounce/SoftBounce', pmBounce('SoftBounce')],
    ['delayed temporary_failure 451', 'Bounce/Transient', pmBounce('Transient', '451 4.7.1 Later')],
    ['delayed temporary_failure', 'Bounce/DnsError', pmBounce('DnsError')],
    ['bounced invalid_address', 'Bounce/BadEmailAddress', pmBounce('BadEmailAddress')],
    ['failed content_refused', 'Bounce/SpamNotification', pmBounce('SpamNotification')],
    ['failed content_refused', 'Bounce/VirusNotification', pmBounce('VirusNotification')],
    ['failed policy_refused 550', 'Bounce/Blocked', pmBounce('Blocked', UNKNOWN)],
    ['failed policy_refused', 'Bounce/DMARCPolicy', pmBounce('DMARCPolicy')],
    ['failed policy_refused', 'Bounce/ManuallyDeactivated', pmBounce('ManuallyDeactivated', UNKNOWN)],
    ['failed policy_refused', 'Bounce/Unconfirmed', pmBounce('Unconfirmed')],
    ['failed refused', 'Bounce/SMTPApiError', pmBounce('SMTPApiError')],
    ['failed refused', 'Bounce/Unknown', pmBounce('Unknown')],
    ['unsubscribed', 'Bounce/Unsubscribe', pmBounce('Unsubscribe')],
    ['complained abuse', 'Bounce/SpamComplaint', pmBounce('SpamComplaint')],
    ['complained abuse', 'SpamComplaint/SpamComplaint', postmark('SpamComplaint', { ID: 42, Type: 'SpamComplaint', BouncedAt: AT })],
    ['delivered', 'Delivery', postmark('Delivery', { DeliveredAt: '2026-02-02T23:05:06.0001234-05:00', Details: '250 taken' })],
    ['unsubscribed', 'SubscriptionChange', postmark('SubscriptionChange', { ChangedAt: AT, SuppressSending: true, SuppressionReason: 'ManualSuppression', Origin: 'Recipient' })],
    ...[{ SuppressSending: false }, { SuppressSending: true, SuppressionReason: 'HardBounce' }, { SuppressSending: true, SuppressionReason: 'ManualSuppression', Origin: 'Admin' }]
      .map((about): FeedbackFixture => ['-', '', postmark('SubscriptionChange', about)]),
    ...['AutoResponder', 'Subscribe', 'AddressChange', 'OpenRelayTest', 'ChallengeVerification', 'InboundError'].map((type): FeedbackFixture => ['-', '', pmBounce(type)]),
    ...['Open', 'Click', 'Inbound', 'Teleport'].map((record): FeedbackFixture => ['-', '', postmark(record, {})]),
  ],
  mailgun: [
    ['bounced unknown_mailbox 550', 'failed/permanent/bounce', mgFailed('permanent', 'bounce', { code: 550, 'enhanced-code': '5.1.1', message: 'No mailbox here has this name' })],
    ['bounced unknown_mailbox 550', 'failed/permanent/bounce', mgFailed('permanent', 'bounce', { code: 550, message: UNKNOWN })],
    ['failed policy_refused 550', 'failed/permanent/generic', mgFailed('permanent', 'generic', { code: 550, message: '5.7.1 Not from you' })],
    ['failed policy_refused 550', 'failed/permanent/espblock', mgFailed('permanent', 'espblock', { code: 550, message: UNKNOWN })],
    ['failed policy_refused', 'failed/permanent/suppress-bounce', mgFailed('permanent', 'suppress-bounce', { code: 605, description: 'It bounced before' })],
    ['failed policy_refused', 'failed/permanent/suppress-complaint', mgFailed('permanent', 'suppress-complaint', { code: 607 })],
    ['failed policy_refused', 'failed/permanent/suppress-unsubscribe', mgFailed('permanent', 'suppress-unsubscribe', { code: 606 })],
    ['failed attempts_used_up', 'failed/permanent/old', mgFailed('permanent', 'old', { code: 602, description: 'Given up' })],
    ['failed refused', 'failed/permanent/generic', mgFailed('permanent', 'generic', { code: 498, message: 'No MX' })],
    ['failed refused', 'failed/permanent/generic', mgFailed('permanent', 'generic')],
    ['delayed temporary_failure 452', 'failed/temporary/generic', mgFailed('temporary', 'generic', { code: 452, message: '4.2.2 Full' })],
    ['complained abuse', 'complained', mailgun('complained', {})],
    ['delivered', 'delivered', mailgun('delivered', { 'delivery-status': { code: 250, message: 'OK' } })],
    ['unsubscribed', 'unsubscribed', mailgun('unsubscribed', {})],
    ['failed refused', 'rejected', mailgun('rejected', { reject: { reason: 'A virus', description: '' } })],
    ...['accepted', 'opened', 'clicked', 'stored', 'teleported'].map((event): FeedbackFixture => ['-', '', mailgun(event, {})]),
  ],
  sendgrid: [
    ['bounced unknown_mailbox 550', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', status: '5.1.1', reason: UNKNOWN, bounce_classification: 'Invalid Address' })],
    ['bounced unknown_mailbox', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', reason: 'no such person', bounce_classification: 'Invalid Address' })],
    ['failed mailbox_busy', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', bounce_classification: 'Mailbox Unavailable' })],
    ['failed attempts_used_up', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', bounce_classification: 'Technical' })],
    ['failed refused', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', bounce_classification: 'Unclassified' })],
    ['failed policy_refused 550', 'bounce/blocked', sendgrid('bounce', { type: 'blocked', reason: UNKNOWN })],
    ['failed content_refused', 'bounce/bounce', sendgrid('bounce', { type: 'bounce', bounce_classification: 'Content' })],
    ['failed policy_refused', 'bounce/blocked', sendgrid('bounce', { type: 'blocked', bounce_classification: 'Invalid Address' })],
    ['failed mailbox_full 552', 'bounce/blocked', sendgrid('bounce', { type: 'blocked', reason: FULL, status: '5.2.2' })],
    ['failed attempts_used_up', 'bounce/expired', sendgrid('bounce', { type: 'expired', reason: 'Given up' })],
    ['failed policy_refused', 'dropped', sendgrid('dropped', { reason: 'Bounced Address', status: '5.1.1' })],
    ['failed policy_refused', 'dropped', sendgrid('dropped', { reason: 'Unsubscribed Address' })],
    ['failed policy_refused', 'dropped', sendgrid('dropped', { reason: 'Spam Reporting Address' })],
    ['failed content_refused', 'dropped', sendgrid('dropped', { reason: 'Spam Content' })],
    ['bounced invalid_address', 'dropped', sendgrid('dropped', { reason: 'Invalid' })],
    ['failed refused', 'dropped', sendgrid('dropped', { reason: 'Recipient List over Package Quota' })],
    ['delayed temporary_failure 421', 'deferred', sendgrid('deferred', { response: '421 4.7.0 Later', attempt: '3' })],
    ['delivered', 'delivered', sendgrid('delivered', { response: '250 taken' })],
    ['complained abuse', 'spamreport', sendgrid('spamreport', {})],
    ['unsubscribed', 'unsubscribe', sendgrid('unsubscribe', {})],
    ['unsubscribed', 'group_unsubscribe', sendgrid('group_unsubscribe', { asm_group_id: 3 })],
    ...['processed', 'open', 'click', 'group_resubscribe', 'teleport'].map((event): FeedbackFixture => ['-', '', sendgrid(event, {})]),
  ],
  brevo: [
    ['bounced unknown_mailbox 550', 'hard_bounce', brevo('hard_bounce', { reason: UNKNOWN })],
    ['bounced unknown_mailbox', 'hard_bounce', brevo('hard_bounce', { reason: 'no such person' })],
    ['failed policy_refused 550', 'hard_bounce', brevo('hard_bounce', { reason: POLICY })],
    ['failed mailbox_full 552', 'soft_bounce', brevo('soft_bounce', { reason: FULL })],
    ['failed attempts_used_up', 'soft_bounce', brevo('soft_bounce')],
    ['bounced invalid_address', 'invalid_email', brevo('invalid_email')],
    ['failed policy_refused 550', 'blocked', brevo('blocked', { reason: UNKNOWN })],
    ['failed refused', 'error', brevo('error')],
    ['delayed temporary_failure 451', 'deferred', brevo('deferred', { reason: '451 4.7.1 Later' })],
    ['delivered', 'delivered', brevo('delivered')],
    ['delivered', 'delivered', brevo('delivered', { ts_epoch: undefined })],
    ['complained abuse', 'spam', brevo('spam')],
    ['unsubscribed', 'unsubscribed', brevo('unsubscribed')],
    ...['request', 'opened', 'unique_opened', 'click', 'proxy_open', 'list_addition', 'teleport'].map((event): FeedbackFixture => ['-', '', brevo(event)]),
  ],
};

/** The body of a kind with an event, as text. @param token instead of `{token}` */
export function feedbackBody(kind: FeedbackKind, event: unknown, token: string): string {
  const json = JSON.stringify(event).replaceAll('{token}', token);
  const sns = { Type: 'Notification', MessageId: 'sns-1', TopicArn: 'arn:aws:sns:eu-west-1:1:mail' };
  if (kind === 'ses') return JSON.stringify({ ...sns, Timestamp: AT, Message: json });
  if (kind === 'mailgun') return `{"signature":{},"event-data":${json}}`;
  return kind === 'sendgrid' ? `[${json}]` : json;
}
