// What a reply of a mailbox provider says about all mail that we send it, and not about one recipient.

/** What follows from a reply of a provider. */
export type ReplyEffect =
  /** Fewer at a time, and fewer a minute. */
  | { kind: 'slow' }
  /** Nothing from this address of ours for a while. */
  | { kind: 'rest'; forMs: number }
  /** It blocks this address of ours: nothing from it for hours, and operators must act. */
  | { kind: 'blocked' }
  /** Our SPF, DKIM or DMARC do not satisfy it: the mail has failed, and its domain must be mended. */
  | { kind: 'unauthenticated' };
