// The mail of the load: a receipt as shops send it. All have the same size and are distinguished by their numbers.

/** The sender's domain; each variant may send from it. */
export const SENDER_DOMAIN = 'bench.local';
export const SENDER_ADDRESS = `receipts@${SENDER_DOMAIN}`;

/** Body of POST /emails. */
export interface LoadMail {
  from: string;
  /** A single address is a string, as most clients would send it. */
  to: string | string[];
  subject: string;
  html: string;
}

/** What all mails of a load have in common. */
export interface MailSize {
  htmlBytes: number;
  recipients: number;
  /** The recipients are at so many domains, by the number of the mail; absent: at the sender's. */
  domains?: number | undefined;
}

/** The recipient that an address stands for. */
export interface LoadRecipient {
  /** The number of the mail. */
  number: number;
  /** The position among the mail's recipients, from 0. */
  index: number;
}

/** Digits of a mail's number wherever it occurs, so that all mails have the same size. */
export const NUMBER_DIGITS = 8;
/** Maximum of recipients per mail: the index has two digits in an address. */
export const RECIPIENTS_MAX = 100;

const INDEX_DIGITS = 2;
/** The last digits of a mail's number, of which the domain of its recipients is made. */
export const DOMAIN_DIGITS = 3;
export const DOMAINS_MAX = 10 ** DOMAIN_DIGITS;
/** After the digits. Each domain has a registrable name of its own, so no two share a mailbox provider. */
export const DOMAIN_TAIL = '-bench.dev';
const ADDRESS = /^u(?<number>\d{5}(?<domain>\d{3}))-(?<index>\d{2})@(?:bench\.local|d\k<domain>-bench\.dev)$/;
const SUBJECT = 'Your receipt no. ';
const SUBJECT_LINE = new RegExp(`^Subject: ${SUBJECT}(\\d+)\\r?$`, 'm');

const HEAD = `<!doctype html>
<html><head><meta charset="utf-8"><title>Receipt</title></head>
<body style="margin:0;font-family:Arial,sans-serif">
<table width="600" align="center" cellpadding="0" cellspacing="0">
<tr><td style="padding:24px"><h1>Thank you</h1>
`;
const FOOT = `</td></tr></table>
</body></html>
`;

/** Returns a function that makes mails; it takes their number as `NUMBER_DIGITS` characters. */
export function createMailMaker({ htmlBytes, recipients, domains }: MailSize): (digits: string) => LoadMail {
  const filling = fill(htmlBytes - HEAD.length - FOOT.length - greet('').length - NUMBER_DIGITS);
  return (digits) => {
    const addresses = Array.from({ length: recipients }, (_, index) =>
      recipientAddress(digits, index, domains),
    );
    return {
      from: `Bench Shop <${SENDER_ADDRESS}>`,
      to: addresses.length === 1 ? addresses.join() : addresses,
      subject: SUBJECT + digits,
      html: HEAD + greet(digits) + filling + FOOT,
    };
  };
}

/** The number of a mail. Where a load has fewer domains than there could be, it leaves out the numbers of the others. */
export function numberOf(index: number, domains = DOMAINS_MAX): number {
  return Math.floor(index / domains) * DOMAINS_MAX + (index % domains);
}

/** A mail's number as it is written in the mail. */
export function formatNumber(number: number): string {
  return String(number).padStart(NUMBER_DIGITS, '0');
}

/** The number of a mail, from its header; undefined if the mail is not part of the load. */
export function subjectNumber(header: string): number | undefined {
  const digits = SUBJECT_LINE.exec(header)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The recipient of an address; undefined if it is not part of the load. */
export function readRecipient(address: string): LoadRecipient | undefined {
  const found = ADDRESS.exec(address)?.groups;
  return found && { number: Number(found['number']), index: Number(found['index']) };
}

/** The address of a recipient of a mail. @param digits its number as `NUMBER_DIGITS` characters */
export function recipientAddress(digits: string, index: number, domains?: number): string {
  const domain = domains === undefined ? SENDER_DOMAIN : recipientDomain(digits);
  return `u${digits}-${String(index).padStart(INDEX_DIGITS, '0')}@${domain}`;
}

/** The domain that the recipients of a mail have, of a thousand. @param digits its number as `NUMBER_DIGITS` characters */
export function recipientDomain(digits: string): string {
  return `d${digits.slice(-DOMAIN_DIGITS)}${DOMAIN_TAIL}`;
}

function greet(digits: string): string {
  return `<p>Receipt ${digits} for your order:</p>\n`;
}

/** As many table rows as fit, then spaces. */
function fill(bytes: number): string {
  let rows = '';
  for (let item = 1; ; item += 1) {
    const row = `<p style="padding:4px 12px"><a href="https://shop.test/item/${item}">Article ${item}</a>, one piece, 9.90 EUR</p>\n`;
    if (rows.length + row.length > bytes) return rows.padEnd(Math.max(bytes, 0));
    rows += row;
  }
}
