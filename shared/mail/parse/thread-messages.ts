// What the parser and its thread send each other. A thread works on several messages at a time, so each has a number.
import type { SmtpClient } from './message-source.ts';
import type {
  AuthenticationResult,
  MessagePart,
  ParsedAttachment,
  ParsedMessage,
  WrittenMailbox,
} from './parsed-message.ts';

/** The thread's task for a message. */
export interface ThreadTask {
  /** Null: SPF is not asked. */
  client: SmtpClient | null;
  /** False: neither DKIM, ARC nor SPF. */
  authenticates: boolean;
  /** Whether its structure is wanted. */
  describes: boolean;
  /** Whether its header is wanted before the rest: to ask DNS, or in case that the thread ends. */
  isHeaderAwaited: boolean;
}

/** Types of DNS records that authentication asks for. */
export type RecordType = 'TXT' | 'MX' | 'A' | 'AAAA' | 'PTR';

/** Octets of a message, in order. */
export interface MessagePiece {
  /** Empty only in the last piece. */
  bytes: Uint8Array;
  isLast: boolean;
}

/** The thread's questions about a message. One file is open at a time. */
export type ThreadQuestion =
  /** The next `MessagePiece`. */
  | { kind: 'piece' }
  /** A `ThreadDnsAnswer`. */
  | { kind: 'dns'; type: RecordType; name: string }
  /** The id of a file that is opened. */
  | { kind: 'open' }
  | { kind: 'write'; bytes: Uint8Array }
  | { kind: 'close' };

/** An answer in the form that mailauth expects of a resolver: values, or the code of an error of node:dns. */
export type ThreadDnsAnswer = { values: unknown[] } | { code: 'ENOTFOUND' | 'ETIMEOUT' };

/** The values that were read from the header. */
export interface FoundHeader
  extends Pick<ParsedMessage, 'subject' | 'date' | 'messageId' | 'inReplyTo' | 'references'> {
  from: WrittenMailbox[];
  to: WrittenMailbox[];
  cc: WrittenMailbox[];
  bcc: WrittenMailbox[];
  replyTo: WrittenMailbox[];
  /** The address of the only From field, as a strict reader reads it; null: there is no such field or address. */
  strictFrom: string | null;
  /** Whether octets of it were not read by the charset that is declared for them. */
  isGuessed: boolean;
}

/** A result and the domain that it is about. */
export interface DomainResult {
  domain: string;
  result: AuthenticationResult;
}

/** The thread's findings in a message. It is sent in parts, in case the thread ends. */
export interface FoundInMessage {
  headers: { name: string; value: string }[];
  header: FoundHeader;
  content: { html: string | null; text: string | null; isGuessed: boolean; attachments: ParsedAttachment[] };
  parts: MessagePart[];
  fields: { name: string; text: string }[];
  /** One per DKIM signature. */
  signatures: DomainResult[];
  spf: DomainResult;
  arc: AuthenticationResult;
  /** Why a part is missing. */
  problem: string;
}

/** Messages to the thread. */
export type ToThread =
  | { kind: 'begin'; message: number; task: ThreadTask; first: MessagePiece }
  | { kind: 'answer'; message: number; question: number; value: unknown }
  | { kind: 'drop'; message: number };

/** Messages from the thread; each has the findings since the one before. */
export type FromThread = { message: number; found?: Partial<FoundInMessage> } & (
  | { kind: 'question'; question: number; asked: ThreadQuestion }
  | { kind: 'found' | 'done' }
);
