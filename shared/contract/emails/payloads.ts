// Emails: the data of their webhook events. Fields in camelCase, and the objects that have the name of their event, are those of
// Resend's API.
import type { Payload, Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { BOUNCE_SUB_TYPES, BOUNCE_TYPES } from './bounce-types.ts';
import { CAUSE, DIRECT, HIT } from './event-fields.ts';
import { EMAIL_EVENT_REASONS } from './reasons.ts';
import { SUPPRESSED_REASONS, SUPPRESSED_TYPES } from './values.ts';

const EMAIL = {
  email_id: field.id('Id of the email'),
  message_id: field.text('The Message-ID header'),
  created_at: field.time('When the email was created'),
  from: field.text('Sender, as in the From header'),
  to: field.texts('The recipient that the event is about, as the only address'),
  subject: field.text('Subject'),
  broadcast_id: field.id('Id of the campaign that sent the email'),
  campaign_id: field.id('Id of the campaign that sent the email'),
  template_id: field.id('Id of the template of the email'),
  tags: {
    description: 'Tags: name → value',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
  headers: field.groups('Custom headers of the email', {
    name: field.text('Name of the header'),
    value: field.text('Value of the header'),
  }),
  report_id: field.id('Id of the mailed report or provider event that reported it'),
  provider: field.text('Name of the provider that reported it after accepting the mail'),
} as const;
const OF_SOME = ['broadcast_id', 'campaign_id', 'template_id', 'report_id', 'provider'] as const;

const REFUSAL = {
  ...CAUSE,
  reason: field.oneOf('Reason code. Branch on this field', Object.keys(EMAIL_EVENT_REASONS)),
};
const REPLY = field.texts('Reply of the mail server, or our sentence if there was none');

const BOUNCE = field.group('The refusal in Resend’s words', {
  type: field.oneOf('Whether other mail to the address can be delivered', BOUNCE_TYPES),
  subType: field.oneOf('Kind of refusal', BOUNCE_SUB_TYPES),
  message: field.text('Reply of the mail server, or our sentence if there was none'),
  diagnosticCode: REPLY,
});

/** @param fields that the type of event adds to those of its email. @param optional of these, those that only some events have */
function event(summary: string, fields: field.ObjectFields = {}, optional: readonly string[] = []): Payload {
  return { summary, data: { ...EMAIL, ...fields }, optional: [...OF_SOME, ...optional] };
}

/** Type of an event → its data. */
export const EMAIL_PAYLOADS: Omit<Payloads<'email'>, 'email.received'> = {
  'email.scheduled': event('An email was accepted for a later time'),
  'email.sent': event('The first delivery attempt of an email started'),
  'email.delivered': event('The mail server of the recipient accepted an email', DIRECT, ['server', 'tls']),
  'email.delivery_delayed': event(
    'An attempt failed, and another one follows',
    { ...REFUSAL, tls: DIRECT.tls },
    ['tls'],
  ),
  'email.opened': event('A recipient opened an email, if open tracking is on', {
    open: field.group('The client that opened the email', HIT),
  }),
  'email.clicked': event('A recipient clicked a link, if click tracking is on', {
    click: field.group('The client that clicked the link', {
      ...HIT,
      link: field.text('The URL of the link'),
    }),
  }),
  'email.bounced': event(
    'The address does not accept mail; it is now on the suppression list',
    { ...REFUSAL, tls: DIRECT.tls, bounce: BOUNCE },
    ['tls'],
  ),
  'email.complained': event('The recipient reported an email as spam', {
    complaint: field.group('The complaint', {
      feedback_type: field.text('Kind of feedback (RFC 5965 §7.3): `abuse` for most'),
    }),
  }),
  'email.suppressed': event('The recipient is on the suppression list or has opted out', {
    ...REFUSAL,
    suppressed: field.group('Why, in Resend’s words', {
      message: field.text('Reply of the mail server, or our sentence if there was none'),
      type: field.oneOf(
        '`OnAccountSuppressionList`: found on the suppression list when the email was to be sent; `Suppressed`: left out for another reason, or when the email was accepted',
        SUPPRESSED_TYPES,
      ),
      reason: field.oneOf(
        '`previous_bounce`: the address bounced before; `previous_complaint`: its owner complained; null: another reason',
        [...SUPPRESSED_REASONS, null],
      ),
      diagnosticCode: field.texts('Reply of the mail server that put the address on the suppression list'),
    }),
  }),
  'email.failed': event(
    'An email cannot be delivered to the recipient, for a reason that is not the address',
    {
      ...REFUSAL,
      tls: DIRECT.tls,
      failed: field.group('The reason in Resend’s words', {
        reason: field.text('Reply of the mail server, or our sentence if there was none'),
      }),
      bounce: {
        ...BOUNCE,
        description:
          'The last refusal in Resend’s words, if a mail server replied or the attempts are used up',
      },
    },
    ['tls', 'bounce'],
  ),
  'email.canceled': event('A scheduled email was canceled'),
};
