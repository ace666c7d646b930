// The trace of an email in answers, as a JSON Schema: the facts about it from other places.
import { FEEDBACK_RESULTS, RECEIVED_PURPOSES, REPORT_OUTCOMES } from '../receiving/values.ts';
import * as field from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from '../suppressions/values.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_MESSAGE_STATES } from '../webhooks/values.ts';
import { DIALOGUE_SPEAKERS } from './values.ts';

export const EMAIL_TRACE = {
  object: field.type('email_trace'),
  id: field.ID,
  log_id: field.textOrNull(
    'Id of the request log for the request that sent the email; null: there is none, or it was removed',
  ),
  webhook_events: field.groups('Webhook events about this email, oldest first', {
    webhook_id: field.id('Id of the webhook'),
    id: field.id('Id of the event for this webhook'),
    type: field.oneOf('Type of the event', WEBHOOK_EVENT_TYPES),
    status: field.oneOf('Status of the delivery to the webhook', WEBHOOK_MESSAGE_STATES),
    recipient: field.text('Address that the event is about'),
    created_at: field.time('When the event happened'),
  }),
  suppressions: field.groups('Suppression list entries for the recipients of the email', {
    id: field.id('Id of the entry'),
    email: field.text('The suppressed address'),
    origin: field.oneOf('Why the address is suppressed', SUPPRESSION_ORIGINS),
    source_id: field.idOrNull('Id of the email that caused the entry; null: it was added manually'),
    smtp_reply: field.textOrNull('Reply of the mail server that refused that email; null: there was none'),
    report_id: field.idOrNull('Id of the report that caused the entry; null: there was none'),
    created_at: field.time('When the address was added'),
  }),
  reports: field.groups(
    'Mailed reports about the recipients that are still stored, oldest first; 100 at most',
    {
      id: field.id('Id of the report'),
      purpose: field.oneOf(
        '`report`: sent to the return path; `feedback`: from a feedback loop',
        RECEIVED_PURPOSES,
      ),
      recipient: field.text('Address of the recipient'),
      effect: field.oneOf(
        '`applied`: the recipient or the suppression list changed; `unchanged`: neither changed; `ignored`: the report has no relevant content; `unknown`: the recipient no longer existed; null: not read yet',
        [...REPORT_OUTCOMES, null],
      ),
      received_at: field.time('When it arrived'),
    },
  ),
  feedback: field.groups(
    'Provider events about the recipients that are still stored, oldest first; 100 at most',
    {
      id: field.id('Id of the event'),
      provider: field.text('Name of the provider'),
      recipient: field.text('Address of the recipient'),
      result: field.oneOf('What it reports', FEEDBACK_RESULTS),
      type: field.text('The name that the provider uses for it'),
      text: field.textOrNull('Reason, in the words of the mail server or the provider; null: none is needed'),
      happened_at: field.timeOrNull('When it happened, by the clock of the provider; null: not reported'),
      created_at: field.time('When the provider reported it'),
      effect: field.oneOf(
        '`applied`: something changed; `unchanged`: nothing changed; `ignored`: it requires no change; `unknown`: the recipient no longer existed; null: not recorded yet',
        [...REPORT_OUTCOMES, null],
      ),
    },
  ),
  dialogue: field.groups(
    'SMTP dialogue of the last attempt for each recipient, one entry per server tried; for the first 50 recipients, for 30 days',
    {
      recipient: field.text('Address of the recipient'),
      server: field.text('Host name of the server'),
      address: field.textOrNull('IP address of the server; null: there was no connection'),
      source: field.textOrNull('IP address that Posthorn connected from; null: there was no connection'),
      opened_at: field.time('When the connection started'),
      mails_before: field.count('Number of messages sent earlier over the connection'),
      tls: field.groupOrNull('TLS of the connection; null: it was not encrypted', {
        version: field.textOrNull('TLS version, such as `TLSv1.3`'),
        cipher: field.text('Cipher, by its OpenSSL name'),
        verified: field.flag('Whether a known authority signed the certificate for the name of the server'),
      }),
      lines: field.groups('The lines, without message contents and logins', {
        at_ms: field.count('Milliseconds since the attempt started on this connection'),
        who: field.oneOf(
          '`client`: a command; `server`: a reply; `event`: something else that happened',
          DIALOGUE_SPEAKERS,
        ),
        text: field.text('The text; 500 characters at most'),
      }),
    },
  ),
} as const satisfies field.ObjectFields;
