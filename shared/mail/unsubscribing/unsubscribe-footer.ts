// The footer of mail to many whose body has no link to unsubscribe: one with such a link and the sender's postal address,
// which laws and mailbox providers ask for.
import { escapeHtml } from '../../platform/security/escape-html.ts';

const LINK = '{{{UNSUBSCRIBE_URL}}}';
/** What follows the body of a document is short; further away `</body>` is a text in it. */
const TAIL_LENGTH = 1_000;
const END_OF_BODY = /<\/body\s*>/i;
const BLOCK =
  'margin:24px auto 0;padding:16px;font:12px/1.5 Arial,sans-serif;color:#666666;text-align:center';

/** Adds the footer to html: before the end of its body, or at its end. */
export function addFooterToHtml(html: string, postalAddress: string | null): string {
  const lines = postalAddress ? postalAddress.split('\n').map(escapeHtml) : [];
  const content = [...lines, `<a href="${LINK}" style="color:#666666">Unsubscribe</a>`].join('<br>');
  const footer = `<div style="${BLOCK}">${content}</div>\n`;
  const tail = Math.max(0, html.length - TAIL_LENGTH);
  const place = html.slice(tail).search(END_OF_BODY);
  const end = place === -1 ? -1 : tail + place;
  return end === -1 ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}${html.slice(end)}`;
}

/** Adds the footer to a text. */
export function addFooterToText(text: string, postalAddress: string | null): string {
  return [text, '', ...(postalAddress ? [postalAddress] : []), `Unsubscribe: ${LINK}`, ''].join('\n');
}
