// Complaints as mailbox providers write them. The words are ours.

/** What the header of our message says, as the complaint returns it. */
export interface ReturnedFields {
  ref?: string;
  returnPath?: string;
  messageId?: string;
}

/** What differs from a complaint about spam. */
export interface ComplaintFields {
  from?: string;
  type?: string;
}

const lines = (...text: readonly string[]) => text.join('\r\n');

function header({ ref, returnPath, messageId }: ReturnedFields): string {
  return lines(
    ...(returnPath === undefined ? [] : [`Return-Path: <${returnPath}>`]),
    ...(ref === undefined ? [] : [`X-Posthorn-Ref: ${ref}`]),
    'From: Acme <ana@acme.dev>',
    'Subject: Your order',
    ...(messageId === undefined ? [] : [`Message-ID: ${messageId}`]),
  );
}

let complaints = 0;

/** The fields of the report itself; each is a message of its own. */
function head(from: string, subject: string): string[] {
  complaints += 1;
  return [
    `From: ${from}`,
    'To: complaints',
    `Subject: ${subject}`,
    `Message-ID: <c${complaints}@reporter.test>`,
    'Date: Mon, 2 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
  ];
}

function arf(
  { from = 'Reports <fbl@reporter.test>', type = 'abuse' }: ComplaintFields,
  said: string[],
  returned: string[],
) {
  return lines(
    ...head(from, 'A complaint'),
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'A person complains.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'Version: 1',
    ...said,
    '',
    '--b',
    ...returned,
    '--b--',
    '',
  );
}

/** Yahoo's: the header alone, and no recipient. */
export function yahooComplaint(returned: ReturnedFields, fields: ComplaintFields = {}): string {
  const said = ['User-Agent: Yahoo!-Mail-Feedback/2.0', 'Reported-Domain: acme.dev'];
  return arf(fields, said, ['Content-Type: text/rfc822-headers', '', header(returned)]);
}

/** Microsoft's: recipient and body are masked (RFC 6590). */
export function microsoftComplaint(returned: ReturnedFields): string {
  const said = ['Original-Rcpt-To: kUQfDmoI@customer.dev', 'Source-IP: 192.0.2.1'];
  return arf({}, said, ['Content-Type: message/rfc822', '', header(returned), '', '[removed]']);
}

/** The older form of Microsoft: the message, forwarded. */
export function forwardedComplaint(returned: ReturnedFields): string {
  return lines(
    ...head('staff@reporter.test', 'complaint about message from 192.0.2.1'),
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'X-HmXmrOriginalRecipient: someone@customer.dev',
    header(returned),
    '',
    'The order.',
    '--b--',
    '',
  );
}
