// Reads the header of the message that a report is about. Only the header: the body of a returned message may hold
// another one, as in the bounce of a bounce, and that is not what the report is about.
import { LINE_MAX_LENGTH, LINES_MAX, type OriginalMessage, type ReportPart } from './report.ts';
import { decodeText, firstOf, type ReportFields, readGroups, toLines, toOneLine } from './report-fields.ts';
import { readReportedAddress } from './reported-address.ts';

/** text/rfc822-headers (RFC 3462), message/rfc822, message/global and message/global-headers (RFC 6533 §6). */
const RETURNED =
  /^\s*(?:text\/rfc822-headers|message\/(?:rfc822|rfc822-headers|global|global-headers))\s*(?:;|$)/i;
/** A size far above any header; the rest is the content. */
const HEADER_MAX_BYTES = 128 * 1024;
/** A group with one of them is the header of a message, and no heading of the report. */
const OF_HEADER = new Set([
  'received',
  'return-path',
  'message-id',
  'from',
  'date',
  'dkim-signature',
  'x-posthorn-ref',
]);
/** In a text without boundary the header of the part is first. */
const SEARCHED_GROUPS = 2;
/** The line after which a text has the message, in the words of many servers, or a part that was not split. */
const COPY_BEGINS =
  /^[\s*>|-]*(?:below (?:this line )?is a copy|(?:this|included|here) is a copy of (?:the|your) (?:message|original)|(?:the header of the )?(?:original|unsent|returned) message\b|message (?:text|headers?) follow|original message headers|mensaje original|message (?:original|d.origine)|urspr(?:ü|ue)ngliche nachricht|messaggio originale|mensagem original|content-type: *(?:text\/rfc822-headers|message\/(?:rfc822|global)(?!-delivery)))/i;
const HEADING_MAX_LENGTH = 200;

/** Nothing is known. */
export const NO_ORIGINAL: OriginalMessage = {
  ref: null,
  messageId: null,
  feedbackId: null,
  returnPath: null,
  recipients: [],
};

/** A text of a report, and what it has of the message. */
export interface SplitText {
  report: string;
  /** Empty: it has none. */
  copy: string;
}

/** True for a part that is the message, or its header. */
export function isReturned({ contentType }: Pick<ReportPart, 'contentType'>): boolean {
  return RETURNED.test(contentType);
}

/** Divides a text where the returned message begins. */
export function splitText(text: string): SplitText {
  let at = 0;
  for (let lines = 0; lines < LINES_MAX && at < text.length; lines += 1) {
    const lineBreak = text.indexOf('\n', at);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    if (end - at <= HEADING_MAX_LENGTH && COPY_BEGINS.test(text.slice(at, end))) {
      return { report: text.slice(0, at), copy: text.slice(end) };
    }
    at = end;
  }
  return { report: text, copy: '' };
}

/** The header of the returned message, from its part, else from the text; no fields: it was not returned. */
export function readReturnedHeader(parts: readonly ReportPart[], copy: string): ReportFields {
  const part = parts.find(isReturned);
  return (part && headerOf(decodeText(part.content.subarray(0, HEADER_MAX_BYTES)))) ?? headerOf(copy) ?? [];
}

/** Reads the header of the original. */
export function readOriginal(header: ReportFields): OriginalMessage {
  const ref = firstOf(header, 'x-posthorn-ref');
  return {
    ref: ref && /^[\w.@-]{1,200}$/.test(ref) ? ref : null,
    messageId: /<[^<>\s]{1,996}>/.exec(toOneLine(firstOf(header, 'message-id') ?? ''))?.[0] ?? null,
    feedbackId: toOneLine(firstOf(header, 'feedback-id') ?? '', LINE_MAX_LENGTH) || null,
    returnPath: readReportedAddress(firstOf(header, 'return-path') ?? ''),
    recipients: [],
  };
}

function headerOf(text: string): ReportFields | undefined {
  const header = toLines(text.slice(0, HEADER_MAX_BYTES)).join('\n').trimStart();
  return readGroups(header)
    .slice(0, SEARCHED_GROUPS)
    .find((group) => group.some(([name]) => OF_HEADER.has(name)));
}
