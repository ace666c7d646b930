// Reads reports about mail that was sent: delivery reports (DSN), complaints (ARF), auto-replies. Every message gets an
// answer, and the work is linear in its length. docs/architecture/reports.md describes it.
import { allHtmlToText } from '../html/html-to-text.ts';
import { isAutoReply } from './auto-reply.ts';
import { readDeliveryStatus } from './delivery-status.ts';
import { findReply, isGenericStatus, replyCodeOf } from './diagnostic.ts';
import { isFeedbackReport, readFeedback, readForwardedComplaint } from './feedback-report.ts';
import { readOriginal, readReturnedHeader, type SplitText, splitText } from './original-message.ts';
import { type DeliveryReport, REPORT_MAX_BYTES, type Report, type ReportSource } from './report.ts';
import { decodeText } from './report-fields.ts';
import { isFromMailSystem, readCodes, readReplyTo, readTextReport } from './text-report.ts';

const DELIVERY_STATUS = /^\s*message\/(?:global-)?delivery-status\s*(?:;|$)/i;
/** The beginning of a part in a text that arrived without a boundary. */
const STATUS_IN_TEXT = /^(?:original|final)-recipient *:/im;
const FEEDBACK_IN_TEXT = /^feedback-type *:/im;

/** @returns what the message says; `unknown` for everything that is not understood. It never throws. */
export function readReport(message: ReportSource): Report {
  const source = bound(message);
  const text = splitText(source.text ?? allHtmlToText(source.html ?? ''));
  return (
    readComplaint(source, text) ??
    readDelivery(source, text) ??
    readForwardedComplaint(source) ??
    readText(source, text) ??
    (isAutoReply(source) ? { kind: 'auto-reply' } : { kind: 'unknown' })
  );
}

function readComplaint({ parts }: ReportSource, { copy }: SplitText): Report | undefined {
  const part = parts.find(isFeedbackReport);
  return part && readFeedback(decodeText(part.content), parts, copy);
}

/** The first part decides: another one belongs to the report that this one is about. */
function readDelivery({ parts }: ReportSource, { report, copy }: SplitText): Report | undefined {
  const part = parts.find(({ contentType }) => DELIVERY_STATUS.test(contentType));
  const recipients = part ? readDeliveryStatus(decodeText(part.content)) : [];
  return delivery(
    recipients.map((each) => (saysWhy(each) ? each : withReplyOf(each, report))),
    parts,
    copy,
  );
}

/** False for a failure whose status part says no more than that. */
function saysWhy({ action, status, diagnostic }: DeliveryReport): boolean {
  const reply = findReply(diagnostic ?? '')?.reply;
  const isSpecific = reply && (replyCodeOf(diagnostic ?? '') !== null || !isGenericStatus(reply.enhanced));
  return action !== 'failed' || isSpecific || !isGenericStatus(status);
}

function withReplyOf(report: DeliveryReport, text: string): DeliveryReport {
  return { ...report, diagnostic: readReplyTo(report.address, text) ?? report.diagnostic };
}

function readText(source: ReportSource, split: SplitText): Report | undefined {
  const known = isFromMailSystem(source) ? readKnownText(source, split) : undefined;
  if (known) return known;
  const named = delivery(readCodes(split.report, source), source.parts, split.copy);
  return named && { ...named, isByCode: true };
}

function readKnownText(source: ReportSource, { report, copy }: SplitText): Report | undefined {
  const status = STATUS_IN_TEXT.exec(report);
  const feedback = FEEDBACK_IN_TEXT.exec(report);
  return (
    (feedback && readFeedback(report.slice(feedback.index), source.parts, copy)) ??
    (status && delivery(readDeliveryStatus(report.slice(status.index)), source.parts, copy)) ??
    delivery(readTextReport(report, source), source.parts, copy)
  );
}

function delivery(
  recipients: readonly DeliveryReport[],
  parts: ReportSource['parts'],
  copy: string,
): Extract<Report, { kind: 'delivery' }> | undefined {
  if (recipients.length === 0) return undefined;
  return { kind: 'delivery', recipients, original: readOriginal(readReturnedHeader(parts, copy)) };
}

/** The first megabyte of a message, its texts before its parts. */
function bound({ headers, text, html, parts, ...source }: ReportSource): ReportSource {
  let left = REPORT_MAX_BYTES;
  const take = <T extends { length: number }>(content: T, cut: (content: T, length: number) => T) => {
    const taken = cut(content, left);
    left -= taken.length;
    return taken;
  };
  const cutText = (content: string, length: number) => content.slice(0, length);
  return {
    ...source,
    headers,
    text: text === null ? null : take(text, cutText),
    html: html === null ? null : take(html, cutText),
    parts: parts.map(({ contentType, content }) => ({
      contentType,
      content: take(content, (octets, length) => octets.subarray(0, length)),
    })),
  };
}
