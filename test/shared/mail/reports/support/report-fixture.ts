// Reports as messages: a fixture says what a server sends, and `write` makes the octets of it, also damaged ones.
import type { DeliveryReport, FeedbackType } from '../../../../../shared/mail/reports/report.ts';

/** Our own header in the message that comes back. */
export const REF = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718';

/** What is expected of a recipient: what happened, to whom, and what it means. */
export type ExpectedRecipient = readonly [
  action: DeliveryReport['action'],
  address: string | null,
  /** `bounce unknown_mailbox`; absent for what has not failed. */
  outcome?: string,
];

export type Expected =
  | { recipients: readonly ExpectedRecipient[]; isReturned: boolean }
  | { feedback: FeedbackType; recipients: readonly string[]; isReturned: boolean }
  | { kind: 'auto-reply' | 'unknown' };

export interface Fixture {
  name: string;
  from: string;
  subject: string;
  headers?: readonly string[];
  /** Its text comes first in `multipart/<multipart>`; without parts the message is the text alone. */
  text: string;
  isHtml?: true;
  multipart?: string;
  parts?: readonly (readonly [type: string, content: string])[];
  expected: Expected;
}

export interface Writing {
  lineBreak?: string;
  isBase64?: boolean;
  /** False: the parts are there, and the header does not say how they are divided. */
  hasBoundary?: boolean;
}

const RETURNED_FIELDS = [
  'Return-Path: <b-1@send.acme.test>',
  'Received: from relay.acme.test by mx.customer.test; Mon, 2 Nov 2026 10:00:00 +0000',
  `X-Posthorn-Ref: ${REF}`,
  'Feedback-ID: template:acme.test:bulk:abcdefghij',
  'From: Acme <hello@acme.test>',
  'To: ana@customer.test',
  'Subject: Your order',
  'Message-ID: <0192-1@acme.test>',
];
/** The header of our message. */
export const RETURNED_HEADER = lines(...RETURNED_FIELDS);
/** Our message. */
export const RETURNED = `${RETURNED_HEADER}\n\nThe order is on its way.\n`;

export function lines(...text: readonly string[]): string {
  return text.join('\n');
}

/** A group of message/delivery-status. */
export function recipientGroup(address: string, action: string, status: string, diagnostic?: string): string {
  return lines(
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
  );
}

/** The parts of a report of RFC 3464. */
export function dsn(
  groups: readonly string[],
  returned: readonly [string, string] | null = ['message/rfc822', RETURNED],
): Pick<Fixture, 'multipart' | 'parts'> {
  const status = ['Reporting-MTA: dns; mx.customer.test', ...groups].join('\n\n');
  return {
    multipart: 'report; report-type=delivery-status',
    parts: [['message/delivery-status', `${status}\n`], ...(returned ? [returned] : [])],
  };
}

/** The octets of the message. */
export function write(fixture: Fixture, { lineBreak = '\r\n', isBase64, hasBoundary }: Writing = {}): string {
  const { from, subject, headers = [], text, isHtml, multipart, parts } = fixture;
  const part = (type: string, content: string) =>
    isBase64
      ? `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${toBase64(content)}`
      : `Content-Type: ${type}\nContent-Transfer-Encoding: 8bit\n\n${content}`;
  const first = part(`text/${isHtml ? 'html' : 'plain'}; charset=utf-8`, text);
  const head = [
    `From: ${from}`,
    'To: b-1@send.acme.test',
    `Subject: ${subject}`,
    ...headers,
    'MIME-Version: 1.0',
  ];
  const all = [first, ...(parts ?? []).map(([type, content]) => part(type, content))];
  const boundary = hasBoundary === false ? '' : '; boundary="=frontier"';
  const body = parts
    ? `Content-Type: multipart/${multipart ?? 'mixed'}${boundary}\n\n${all.map((each) => `--=frontier\n${each}\n`).join('')}--=frontier--\n`
    : first;
  return `${head.join('\n')}\n${body}`.replaceAll('\n', lineBreak);
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');
}
