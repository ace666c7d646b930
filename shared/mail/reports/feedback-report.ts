// Complaints: ARF (RFC 5965), whose reporter may have masked recipients (RFC 6590), and the older form of Microsoft, which
// forwards the message.
import { isReturned, NO_ORIGINAL, readOriginal, readReturnedHeader } from './original-message.ts';
import { type FeedbackType, RECIPIENTS_MAX, type Report, type ReportSource } from './report.ts';
import { allOf, firstOf, type ReportFields, readGroups } from './report-fields.ts';
import { readReportedAddress } from './reported-address.ts';

const FEEDBACK_REPORT = /^\s*message\/feedback-report\s*(?:;|$)/i;
/** Names as reporters write them; all others are `other`. */
const TYPES: Readonly<Record<string, FeedbackType>> = {
  abuse: 'abuse',
  fraud: 'fraud',
  'opt-out': 'opt-out',
  'opt-out-list': 'opt-out',
  'not-spam': 'not-spam',
  'auth-failure': 'auth-failure',
  virus: 'virus',
};
/** The subject with which Microsoft forwards a complaint. */
const FORWARDED_SUBJECT = /^complaint about message from\b/i;
/** The field that Microsoft adds to the message that it forwards. */
const FORWARDED_RECIPIENT = 'x-hmxmroriginalrecipient';

/** @returns false: a message with such parts is not a complaint */
export function mayBeComplaint(parts: readonly { contentType: string }[]): boolean {
  return parts.some((part) => isFeedbackReport(part) || isReturned(part));
}

/** True for the part with the subject of the complaint. */
export function isFeedbackReport({ contentType }: { contentType: string }): boolean {
  return FEEDBACK_REPORT.test(contentType);
}

/** @returns undefined: the text is not a message/feedback-report */
export function readFeedback(text: string, parts: ReportSource['parts'], copy: string): Report | undefined {
  const fields = readGroups(text).flat();
  if (fields.length === 0) return undefined;
  const header = readReturnedHeader(parts, copy);
  const original = readOriginal(header);
  const word = firstOf(fields, 'feedback-type')?.toLowerCase() ?? '';
  return {
    kind: 'feedback',
    type: (Object.hasOwn(TYPES, word) && TYPES[word]) || 'other',
    original: {
      ...original,
      returnPath: readReportedAddress(firstOf(fields, 'original-mail-from') ?? '') ?? original.returnPath,
      recipients: addresses(fields, 'original-rcpt-to'),
    },
  };
}

/** @returns undefined: it is not a complaint of the older form */
export function readForwardedComplaint({ subject, parts }: ReportSource): Report | undefined {
  if (!parts.some(isReturned)) return undefined;
  const header = readReturnedHeader(parts, '');
  const recipients = addresses(header, FORWARDED_RECIPIENT);
  if (recipients.length === 0 && !FORWARDED_SUBJECT.test(subject?.trim() ?? '')) return undefined;
  const original = header.length === 0 ? NO_ORIGINAL : readOriginal(header);
  return { kind: 'feedback', type: 'abuse', original: { ...original, recipients } };
}

function addresses(fields: ReportFields, name: string): string[] {
  return allOf(fields, name)
    .slice(0, RECIPIENTS_MAX)
    .flatMap((value) => readReportedAddress(value) ?? []);
}
