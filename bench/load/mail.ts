// The mail of the load: a receipt as shops send it, always of the same size, told apart by its number.

/** Sender's domain; each variant may send from it. */
export const SENDER_DOMAIN = 'bench.local';

/** Body of POST /emails. */
export interface LoadMail {
  from: string;
  to: string;
  subject: string;
  html: string;
}

const NUMBER_DIGITS = 8;
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

/** Makes mails whose html has `htmlBytes` bytes. */
export function createMailMaker(htmlBytes: number): (number: number) => LoadMail {
  const filling = fill(htmlBytes - HEAD.length - FOOT.length - greet('').length - NUMBER_DIGITS);
  return (number) => {
    const digits = String(number).padStart(NUMBER_DIGITS, '0');
    return {
      from: `Bench Shop <receipts@${SENDER_DOMAIN}>`,
      to: `u${number}@${SENDER_DOMAIN}`,
      subject: SUBJECT + digits,
      html: HEAD + greet(digits) + filling + FOOT,
    };
  };
}

/** The number of a mail, from its header; undefined: it is none of the load. */
export function subjectNumber(header: string): number | undefined {
  const digits = SUBJECT_LINE.exec(header)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function greet(digits: string): string {
  return `<p>Receipt ${digits} for your order:</p>\n`;
}

/** Rows of a table, as many as fit, then spaces. */
function fill(bytes: number): string {
  let rows = '';
  for (let item = 1; ; item += 1) {
    const row = `<p style="padding:4px 12px"><a href="https://shop.test/item/${item}">Article ${item}</a>, one piece, 9.90 EUR</p>\n`;
    if (rows.length + row.length > bytes) return rows.padEnd(Math.max(bytes, 0));
    rows += row;
  }
}
