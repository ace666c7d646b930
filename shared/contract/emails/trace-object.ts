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
    'Id of the log of the request that sent the email; null: there is none, or it was removed',
  ),
  webhook_events: field.groups('Events of this email at the webhooks of the account, oldest first', {
    webhook_id: field.id('Id of the webhook'),
    id: field.id('Id of the event at this webhook'),
    type: field.oneOf('Type of the event', WEBHOOK_EVENT_TYPES),
    status: field.oneOf('Status of the delivery to the webhook', WEBHOOK_MESSAGE_STATES),
    recipient: field.text('Address that the event is about'),
    created_at: field.time('When the event happened'),
  }),
  suppressions: field.groups('Entries of the suppression list for the recipients of the email', {
    id: field.id('Id of the entry'),
    email: field.text('The suppressed address'),
    origin: field.oneOf('Why the address is suppressed', SUPPRESSION_ORIGINS),
    source_id: field.idOrNull('Id of the email that caused the entry; null: it was added by hand'),
    smtp_reply: field.textOrNull('Reply of the mail server that refused that email; null: there was none'),
    report_id: field.idOrNull('Id of the report that caused the entry; null: there was none'),
    created_at: field.time('When the address was added'),
  }),
  reports: field.groups(
    'Reports about the recipients of the email that came back as mail and are still stored, oldest first; 100 at most',
    {
      id: field.id('Id of the report'),
      purpose: field.oneOf(
        '`report`: to the return path of the recipient; `feedback`: from a feedback loop',
        RECEIVED_PURPOSES,
      ),
      recipient: field.text('Address of the recipient'),
      effect: field.oneOf(
        '`applied`: the recipient or the suppression list has changed; `unchanged`: neither has; `ignored`: it says nothing that would change them; `unknown`: the recipient was not there any more; null: not read yet',
        [...REPORT_OUTCOMES, null],
      ),
      received_at: field.time('When it came'),
    },
  ),
  feedback: field.groups(
    'What the providers by which the email left have said of its recipients and is still stored, oldest first; 100 at most',
    {
      id: field.id('Id of the event'),
      provider: field.text('Name of the provider'),
      recipient: field.text('Address of the recipient'),
      result: field.oneOf('What it says', FEEDBACK_RESULTS),
      type: field.text('The name of the provider for it'),
      text: field.textOrNull(
        'Why, in the words of the mail server or the provider; null: it needs no reason',
      ),
      happened_at: field.timeOrNull('When it happened, by the clock of the provider; null: it did not say'),
      created_at: field.time('When the provider said it'),
      effect: field.oneOf(
        '`applied`: something has changed; `unchanged`: nothing has; `ignored`: nothing follows from it; `unknown`: the recipient was not there any more; null: not recorded yet',
        [...REPORT_OUTCOMES, null],
      ),
    },
  ),
  dialogue: field.groups(
    'What was said in the last try to send to each recipient, one entry for each server that was tried; of the first 50 recipients, for 30 days',
    {
      recipient: field.text('Address of the recipient'),
      server: field.text('Host name of the server'),
      address: field.textOrNull('Address of the server; null: there was no connection'),
      source: field.textOrNull('Address that the service connected from; null: there was no connection'),
      opened_at: field.time('When the connection was begun'),
      mails_before: field.count('Number of mails that were sent over the connection before'),
      tls: field.groupOrNull('TLS of the connection; null: it was in the clear', {
        version: field.textOrNull('Version of TLS, such as `TLSv1.3`'),
        cipher: field.text('Cipher, as OpenSSL names it'),
        verified: field.flag(
          'Whether a known authority has signed the certificate for the name of the server',
        ),
      }),
      lines: field.groups('The lines; contents of messages and logins are left out', {
        at_ms: field.count('Milliseconds since the try began on this connection'),
        who: field.oneOf(
          '`client`: a command; `server`: a reply; `event`: what happened without words',
          DIALOGUE_SPEAKERS,
        ),
        text: field.text('The words; 500 characters at most'),
      }),
    },
  ),
} as const satisfies field.ObjectFields;
