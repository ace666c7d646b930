// What a reply of a mailbox provider says about all mail that we send it, and not about one recipient.

/** The effect of a provider's reply. */
export type ReplyEffect =
  /** Fewer at a time, and fewer a minute. */
  | { kind: 'slow' }
  /** Nothing from this address of ours for a while. */
  | { kind: 'rest'; forMs: number }
  /** The provider blocks this address of ours: no mail from it for hours, and operators must act. */
  | { kind: 'blocked' }
  /** Our SPF, DKIM or DMARC do not satisfy it: the mail has failed, and its domain must be mended. */
  | { kind: 'unauthenticated' };
