// Emails: why a recipient bounced, failed, was delayed or suppressed (docs/reference/delivery.md#reasons). Events carry
// the name, for programs, and a sentence, for people. Names are never changed.

/** Name of a reason → its sentence. An event may have a sentence of its own that says more. */
export const EMAIL_EVENT_REASONS = {
  unknown_mailbox: 'The server does not know this mailbox.',
  unknown_domain: 'The server does not know the domain of the address.',
  invalid_address: 'The server does not accept the address format.',
  mailbox_moved: 'The mailbox has moved to another address.',
  domain_takes_no_mail: 'The domain of the address accepts no mail.',
  mailbox_disabled: 'The mailbox is disabled.',

  mailbox_busy: 'The mailbox is receiving mail faster than its provider allows.',
  mailbox_full: 'The mailbox is full.',
  storage_exceeded: 'The server is out of storage for the message.',
  message_too_large: 'The message is larger than the server accepts.',
  smtputf8_not_offered: 'An address has international characters, which the server does not support.',
  content_refused: 'The server refused the content of the message.',
  policy_refused: 'The server refused the message for policy reasons, such as the reputation of the sender.',
  sender_refused: 'The server refused the sender.',
  refused: 'The server refused the message.',
  attempts_used_up: 'All attempts failed.',
  attachment_unreachable: 'A hosted attachment could not be fetched.',
  domain_not_sendable: 'The domain of the sender can no longer send.',
  recipient_not_confirmed: 'The account no longer has production access, and the address is not confirmed.',
  reputation_paused: 'Sending was paused or limited by reputation for longer than the email can wait.',
  workers_crashed: 'Every worker process that tried to send this email crashed.',

  temporary_failure: 'The server temporarily refused the message.',
  service_not_available: 'The server is temporarily unavailable.',
  address_blocked: 'The mailbox provider blocks the IP address that sent the message.',
  connection_refused: 'The server refused the connection.',
  connection_failed: 'The server could not be reached, or the connection was lost.',
  answer_lost: 'The connection was lost before the server confirmed the message.',
  login_not_available: 'The server could not check the login of Posthorn for now.',
  login_required: 'The server asked for a login after the message.',
  unexpected_reply: 'The server sent a reply that does not match the message.',
  message_not_built: 'Posthorn could not build the message.',

  suppressed_address: 'The address is on the suppression list.',
  reserved_domain: 'The domain of the address is reserved for documentation and tests.',
  simulator_scheduled: 'The simulator works for immediate sends only.',
  unsubscribed: 'The address has unsubscribed from everything.',
  topic_opted_out: 'The address does not receive emails of this topic.',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a reason. */
export type EmailEventReason = keyof typeof EMAIL_EVENT_REASONS;
