// Reports about mail that was sent (bounces, complaints, auto-replies): their sources, and their contents. The sender
// chooses every octet of a report, so it is evidence and never an instruction: our own token decides which recipient it
// is about, not an address in it.

/** The parts of a received message from which a report is read. */
export interface ReportSource {
  /** The fields in the order of the message. */
  headers: readonly { name: string; value: string }[];
  /** The bare address of From; null: there is none, or no single one. */
  from: string | null;
  /** MAIL FROM, empty for mail systems; absent: the message did not arrive at a return path. */
  mailFrom?: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** All other parts in order. */
  parts: readonly ReportPart[];
}

/** A part that is not a text of the message. */
export interface ReportPart {
  /** The type, such as `message/delivery-status`, with or without parameters. */
  contentType: string;
  /** Decoded from its transfer encoding. */
  content: Buffer;
}

/**
 * The content of a message. `unknown`: it is not understood, or not about our mail. `isByCode`: it has no known form,
 * and is only about the recipients that it names.
 */
export type Report =
  | { kind: 'delivery'; recipients: readonly DeliveryReport[]; original: OriginalMessage; isByCode?: boolean }
  | { kind: 'feedback'; type: FeedbackType; original: OriginalMessage }
  | { kind: 'auto-reply' }
  | { kind: 'unknown' };

/** The result of the message for one recipient (RFC 3464 §2.3). */
export interface DeliveryReport {
  /** `relayed`: a server has it that sends no reports, or that expanded a list. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed';
  /** The address in the report: the sender's before the last server's. Null: it names none. */
  address: string | null;
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string | null;
  /** The reply or the explanation of a server, in one line of at most 4,096 characters. */
  diagnostic: string | null;
  remoteMta: string | null;
}

/** Types of RFC 5965 §7.3, RFC 6430 and RFC 6591; `other` also where the type is not known or missing. */
export type FeedbackType = 'abuse' | 'fraud' | 'opt-out' | 'not-spam' | 'auth-failure' | 'virus' | 'other';

/** The types with which a person wants no more mail; the others are about authentication. */
const COMPLAINT_TYPES: readonly (string | null)[] = ['abuse', 'fraud', 'opt-out'] satisfies FeedbackType[];

export function isComplaintType(type: string | null): type is FeedbackType {
  return COMPLAINT_TYPES.includes(type);
}

/** The facts about the original message, from the header that was returned with the report. */
export interface OriginalMessage {
  /** X-Posthorn-Ref. */
  ref: string | null;
  /** The Message-ID with angle brackets. */
  messageId: string | null;
  feedbackId: string | null;
  /** The address of MAIL FROM. */
  returnPath: string | null;
  /** The recipients of a complaint; they may be masked (RFC 6590). A delivery report has them in its `recipients`. */
  recipients: readonly string[];
}

/** More than any server sends to at a time. */
export const RECIPIENTS_MAX = 1_000;
/** The part of a report that is read. */
export const REPORT_MAX_BYTES = 1024 * 1024;
/** The part of a text that patterns search: they are made for one reply, and their work must not grow. */
export const MATCHED_MAX_LENGTH = 4_096;
/** RFC 5322 §2.1.1. */
export const LINE_MAX_LENGTH = 998;
/** Most lines of a text; a thousand recipients need about ten each. With a million short ones a report took 0.4 s. */
export const LINES_MAX = 20_000;
