// The header fields of a submitted message: which of them an email has as its own, and which say how it is sent.
import type { MessageStructure } from '../parse/parsed-message.ts';

type Fields = MessageStructure['fields'];

/** The prefix of fields that say how a message is sent, in lower case; no recipient sees them (control-fields.ts). */
export const CONTROL_PREFIX = 'x-posthorn-';
/** How often programs have answered each other (receiving/hops.ts): a loop through us must continue the count. */
export const HOPS_FIELD = 'x-posthorn-hops';
/** The name of the idempotency key with clients that were made for Resend. */
export const RESEND_KEY_FIELD = 'resend-idempotency-key';
/**
 * Fields that an email has in another form, that the service writes, or that describe the way to us and not the
 * message: traces, signatures, which are no longer valid once a message is composed again, and its MIME form.
 */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'received',
  'received-spf',
  'return-path',
  'delivered-to',
  'x-original-to',
  'authentication-results',
  'dkim-signature',
  'domainkey-signature',
  RESEND_KEY_FIELD,
]);
const OTHER_PREFIXES = ['content-', 'resent-', 'arc-', 'cfbl-', CONTROL_PREFIX];

/** The fields that become custom header fields of the email, in order. */
export function customFieldsOf(fields: Fields): Fields {
  return fields.filter(({ name }) => {
    const lowerCased = name.toLowerCase();
    return !OTHER_FIELDS.has(lowerCased) && !OTHER_PREFIXES.some((prefix) => lowerCased.startsWith(prefix));
  });
}
