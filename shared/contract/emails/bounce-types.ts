// Emails: how our reasons are called in Resend's `bounce` (docs/reference/webhooks.md#payloads).
import type { EmailEventReason } from './reasons.ts';

/** Whether the address is bad, or only this mail was not accepted. */
export const BOUNCE_TYPES = ['Permanent', 'Transient', 'Undetermined'] as const;

/** Kinds of bounces. None of our reasons is `AttachmentRejected`: servers do not say it apart from `ContentRejected`. */
export const BOUNCE_SUB_TYPES = [
  'General',
  'NoEmail',
  'MailboxFull',
  'MessageTooLarge',
  'ContentRejected',
  'AttachmentRejected',
  'Undetermined',
] as const;

/** The type and kind of a bounce. */
export interface BounceKind {
  type: (typeof BOUNCE_TYPES)[number];
  subType: (typeof BOUNCE_SUB_TYPES)[number];
}

const bounce = (type: BounceKind['type'], subType: BounceKind['subType'] = 'General'): BounceKind => ({
  type,
  subType,
});

/** The reasons by which a mail server refuses a mail for good. */
export const BOUNCE_KINDS: Readonly<Partial<Record<EmailEventReason, BounceKind>>> = {
  unknown_mailbox: bounce('Permanent', 'NoEmail'),
  unknown_domain: bounce('Permanent'),
  invalid_address: bounce('Permanent'),
  mailbox_moved: bounce('Permanent'),
  domain_takes_no_mail: bounce('Permanent'),
  mailbox_disabled: bounce('Permanent'),
  mailbox_busy: bounce('Transient'),
  mailbox_full: bounce('Transient', 'MailboxFull'),
  storage_exceeded: bounce('Transient'),
  message_too_large: bounce('Transient', 'MessageTooLarge'),
  smtputf8_not_offered: bounce('Permanent'),
  content_refused: bounce('Transient', 'ContentRejected'),
  policy_refused: bounce('Transient'),
  sender_refused: bounce('Transient'),
  attempts_used_up: bounce('Transient'),
  refused: bounce('Undetermined', 'Undetermined'),
};
