// A message that was received, as its record shows it: header, contents, files, and whether it is authentic.
// No text in it has a NUL or a lone surrogate, because Postgres stores neither.

/** Results of RFC 8601 §2.7. */
export type AuthenticationResult =
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  | 'none'
  | 'policy'
  | 'temperror'
  | 'permerror';

/** The results of a message, for all its signatures together. */
export interface MessageAuthentication {
  spf: AuthenticationResult;
  dkim: AuthenticationResult;
  dmarc: AuthenticationResult;
  arc: AuthenticationResult;
}

/** A mailbox of a header, as the sender wrote it: the address may be anything. */
export interface WrittenMailbox {
  /** Empty: none. */
  name: string;
  address: string;
}

/** A file of a message. */
export interface ParsedAttachment {
  /** `FileSink.id`. */
  fileId: string;
  /** The name as the sender wrote it: it may be a path, so it never names a file of ours. */
  filename: string | null;
  /** Its charset was guessed. */
  charsetGuessed: boolean;
  /** The type in lower case, with its parameters except the name. */
  contentType: string;
  /** Content-Description. */
  description: string | null;
  /** Without angle brackets, the target of `cid:` links. */
  contentId: string | null;
  disposition: string | null;
  /** The decoded size in octets. */
  size: number;
}

/** A node of the MIME tree. */
export interface MessagePart {
  /** The index of the multipart that contains it; null: it is the root. */
  parent: number | null;
  /** The type in lower case, without parameters; `text/plain` if there is none. */
  contentType: string;
  disposition: string | null;
  charset: string | null;
  /** Whether it is read as html or text of the message; else it is a file, or holds other parts. */
  isBody: boolean;
  /** Whether its lines are joined where they end in a space (RFC 3676). */
  isFlowed: boolean;
}

/** How a message is made. */
export interface MessageStructure {
  /** The parts in the order of the message, the root first; empty when they could not be read. */
  parts: readonly MessagePart[];
  /** The header fields in order, unfolded and with their encoded words decoded (RFC 2047). */
  fields: readonly { name: string; text: string }[];
}

/** A parsed message. */
export interface ParsedMessage {
  /** The fields in the order of the message, with folding and encoded words as sent. */
  headers: readonly { name: string; value: string }[];
  from: readonly WrittenMailbox[];
  /** `Name <address>` or `address`; the members of a group are listed without the group. */
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  replyTo: readonly string[];
  /** The bare address of From, its domain in lower-case ASCII; null unless there is one From with one mailbox. */
  fromAddress: string | null;
  subject: string | null;
  date: Date | null;
  /** The Message-ID with angle brackets. */
  messageId: string | null;
  inReplyTo: string | null;
  references: readonly string[];
  html: string | null;
  text: string | null;
  attachments: readonly ParsedAttachment[];
  /** Whether octets of its header or texts were not read by the charset that was declared, because they are not valid in it. */
  charsetGuessed: boolean;
  /** Present only if it is requested. */
  structure?: MessageStructure;
  authentication: MessageAuthentication;
  /** From is authentic: DMARC passes, or without a DMARC record DKIM or SPF of an aligned domain passes. */
  authenticated: boolean;
  /** The part that could not be read, as a sentence; null when the whole message was read. */
  parseError: string | null;
}
