// A received email: what parsing has found in a message that came in.

/** A file of a received email. */
export interface ReceivedFile {
  /** The id of its bytes, in received_chunks. */
  storedId: string;
  /** As the message says it; it may be anything, a path too. */
  filename: string | null;
  contentType: string;
  /** Without angle brackets. */
  contentId: string | null;
  disposition: string | null;
  /** In bytes, decoded. */
  size: number;
}

/** Results in the words of RFC 8601 §2.7. */
export interface Authentication {
  spf: string;
  dkim: string;
  dmarc: string;
  arc: string;
}

/** What a message says. */
export interface MessageContents {
  headers: readonly { name: string; value: string }[];
  /** As in the header, `Name <address>`; null: there is none. */
  from: string | null;
  /** The address of From; null: there is not exactly one. */
  fromAddress: string | null;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  replyTo: readonly string[];
  subject: string | null;
  /** With angle brackets, as all ids of messages. */
  messageId: string | null;
  inReplyTo: string | null;
  references: readonly string[];
  html: string | null;
  text: string | null;
  files: readonly ReceivedFile[];
  authentication: Authentication;
  /** From is proven: DMARC passes, or the domain has no policy and DKIM or SPF is aligned with it. */
  isAuthenticated: boolean;
  /** Why not all of it could be parsed; null: all was. */
  parseError: string | null;
}

/** A claimed message and what it says. */
export interface ReadEmail {
  id: string;
  /** The fencing token of the claim. */
  token: string;
  accountId: string;
  domainId: string | null;
  receivedFor: readonly string[];
  createdAt: Date;
  contents: MessageContents;
}
