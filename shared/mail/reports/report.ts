// What came back about mail that was sent (bounces, complaints, auto-replies): what it is read from, and what it says.
// Every octet of it is chosen by its sender, so it is evidence and never an instruction: whom it is about is decided by
// our own token, not by an address in it.

/** The parts of a received message from which a report is read. */
export interface ReportSource {
  /** In the order of the message. */
  headers: readonly { name: string; value: string }[];
  /** The bare address of From; null: there is none, or no single one. */
  from: string | null;
  /** MAIL FROM, empty for that of mail systems; absent: the message came to no return path. */
  mailFrom?: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** All other parts in order. */
  parts: readonly ReportPart[];
}

/** A part that is not a text of the message. */
export interface ReportPart {
  /** As `message/delivery-status`, with or without parameters. */
  contentType: string;
  /** Decoded from its transfer encoding. */
  content: Buffer;
}

/**
 * What a message says. `unknown`: nothing that is understood, or nothing about mail of ours. `isByCode`: it has no known form, and
 * is about those alone whom it names.
 */
export type Report =
  | { kind: 'delivery'; recipients: readonly DeliveryReport[]; original: OriginalMessage; isByCode?: boolean }
  | { kind: 'feedback'; type: FeedbackType; original: OriginalMessage }
  | { kind: 'auto-reply' }
  | { kind: 'unknown' };

/** What became of the message for one recipient (RFC 3464 §2.3). */
export interface DeliveryReport {
  /** `relayed`: a server has it that sends no reports, or that expanded a list. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed';
  /** As the report names it: that of the sender before that of the last server. Null: it names none. */
  address: string | null;
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string | null;
  /** The reply or the explanation of a server, in one line of at most 4,096 characters. */
  diagnostic: string | null;
  remoteMta: string | null;
}

/** Types of RFC 5965 §7.3, RFC 6430 and RFC 6591; `other` also where the type is not known or missing. */
export type FeedbackType = 'abuse' | 'fraud' | 'opt-out' | 'not-spam' | 'auth-failure' | 'virus' | 'other';

/** By which a person wants no more mail; the others are about its authentication. */
const COMPLAINT_TYPES: readonly (string | null)[] = ['abuse', 'fraud', 'opt-out'] satisfies FeedbackType[];

export function isComplaintType(type: string | null): type is FeedbackType {
  return COMPLAINT_TYPES.includes(type);
}

/** What a report says of the message that it is about, from the header that was returned with it. */
export interface OriginalMessage {
  /** X-Posthorn-Ref. */
  ref: string | null;
  /** With angle brackets. */
  messageId: string | null;
  feedbackId: string | null;
  /** The address of MAIL FROM. */
  returnPath: string | null;
  /** The recipients of a complaint; they may be masked (RFC 6590). A delivery report has them in its `recipients`. */
  recipients: readonly string[];
}

/** More than any server sends to at a time. */
export const RECIPIENTS_MAX = 1_000;
/** What is read of a report. */
export const REPORT_MAX_BYTES = 1024 * 1024;
/** The part of a text that patterns search: they are made for one reply, and their work must not grow. */
export const MATCHED_MAX_LENGTH = 4_096;
/** RFC 5322 §2.1.1. */
export const LINE_MAX_LENGTH = 998;
/** Most lines of a text; a thousand recipients need about ten each. With a million short ones a report took 0.4 s. */
export const LINES_MAX = 20_000;
