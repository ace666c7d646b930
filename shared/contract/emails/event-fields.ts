// Emails: the fields that their events share in answers and in the payloads of webhooks.
import * as field from '../shapes.ts';
import { EMAIL_EVENT_REASONS } from './reasons.ts';
import { HIT_MACHINES, TLS_POLICIES } from './values.ts';

/** Fields of the events that say why; null: the event was recorded by an older version, or no server replied. */
export const CAUSE = {
  reason: field.oneOf('Reason code. Branch on this field. null: recorded by an older version', [
    ...Object.keys(EMAIL_EVENT_REASONS),
    null,
  ]),
  message: field.textOrNull('The reason as a sentence, for people'),
  smtp_code: field.integerOrNull('Reply code of the mail server; null: no server replied'),
  smtp_reply: field.textOrNull('Reply of the mail server; null: no server replied'),
  server: field.textOrNull('Host name of the mail server that the attempt used; null: there was none'),
} as const;

/** Fields of mail that went straight to the recipient's server; a relay reports nothing about that server. */
export const DIRECT = {
  server: field.textOrNull('Host name of the mail server of the recipient'),
  tls: field.group('How the connection to the mail server of the recipient was protected', {
    version: field.textOrNull('TLS version, such as `TLSv1.3`; null: not encrypted'),
    verified: field.flag('Whether the certificate matched the server'),
    policy: field.oneOf(
      '`opportunistic`: TLS if the server offers it; `enforced`: the sender domain requires it; `mta_sts`, `dane`: the recipient domain requires it',
      TLS_POLICIES,
    ),
  }),
} as const;

/** Fields of an open, and with `link` of a click, as webhooks have them. */
export const HIT = {
  ipAddress: field.text('IP address of the client; empty: not stored'),
  userAgent: field.text('User-Agent of the client; empty: not stored'),
  timestamp: field.time('When the request arrived'),
  machine: field.oneOf('The kind of machine that made the request; null: a person did', [
    ...HIT_MACHINES,
    null,
  ]),
} as const;
