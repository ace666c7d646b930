// Emails: why a recipient bounced, failed, was delayed or suppressed (docs/reference/delivery.md#reasons). Events carry
// the name, for programs, and a sentence, for people. Names are never changed.

/** Name of a reason → its sentence. An event may have a sentence of its own that says more. */
export const EMAIL_EVENT_REASONS = {
  unknown_mailbox: 'The server does not know this mailbox.',
  unknown_domain: 'The server does not know the domain of the address.',
  invalid_address: 'The server does not accept the form of the address.',
  mailbox_moved: 'The mailbox has moved to another address.',
  domain_takes_no_mail: 'The domain of the address accepts no mail.',
  mailbox_disabled: 'The mailbox is disabled.',

  mailbox_busy: 'The mailbox receives more mail at the moment than its provider allows.',
  mailbox_full: 'The mailbox is full.',
  storage_exceeded: 'The server has no room for the message.',
  message_too_large: 'The message is larger than the server accepts.',
  smtputf8_not_offered: 'An address has international characters, and the server does not support them.',
  content_refused: 'The server refused the content of the message.',
  policy_refused:
    'The server refused the message by its policy, for example because of the reputation of the sender.',
  sender_refused: 'The server refused the sender.',
  refused: 'The server refused the message.',
  attempts_used_up: 'All attempts have failed.',
  attachment_unreachable: 'A hosted attachment could not be fetched.',
  domain_not_sendable: 'The domain of the sender can no longer send.',
  recipient_not_confirmed: 'The account no longer has production access, and the address is not confirmed.',
  reputation_paused: 'The reputation of the sender kept the email back for longer than it may wait.',
  workers_crashed: 'Every worker process that tried to send this email has crashed.',

  temporary_failure: 'The server refused the message for the moment.',
  service_not_available: 'The server is not available at the moment.',
  address_blocked: 'The mailbox provider blocks the address that the message was sent from.',
  connection_refused: 'The server refused the connection.',
  connection_failed: 'The server could not be reached, or the connection was lost.',
  answer_lost: 'The connection was lost before the server confirmed the message.',
  login_not_available: 'The server could not check the login of the service at the moment.',
  login_required: 'The server demanded a login after the message.',
  unexpected_reply: 'The server gave an answer that does not belong to the message.',
  message_not_built: 'Posthorn could not build the message.',

  suppressed_address: 'The address is on the suppression list.',
  reserved_domain: 'The domain of the address is reserved for documentation and tests.',
  simulator_scheduled: 'The simulator works for immediate sends only.',
  unsubscribed: 'The address has unsubscribed from everything.',
  topic_opted_out: 'The address does not get mail of this topic.',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a reason. */
export type EmailEventReason = keyof typeof EMAIL_EVENT_REASONS;
