// The footer of mail to many whose body has no link to unsubscribe: one with such a link and the sender's postal address,
// which laws and mailbox providers ask for.
import { escapeHtml } from '../../platform/security/escape-html.ts';
import { addBeforeEndOfBody } from '../html/end-of-body.ts';

const LINK = '{{{UNSUBSCRIBE_URL}}}';
const BLOCK =
  'margin:24px auto 0;padding:16px;font:12px/1.5 Arial,sans-serif;color:#666666;text-align:center';

/** Adds the footer to html: before the end of its body, or at its end. */
export function addFooterToHtml(html: string, postalAddress: string | null): string {
  const lines = postalAddress ? postalAddress.split('\n').map(escapeHtml) : [];
  const content = [...lines, `<a href="${LINK}" style="color:#666666">Unsubscribe</a>`].join('<br>');
  return addBeforeEndOfBody(html, `<div style="${BLOCK}">${content}</div>\n`);
}

/** Adds the footer to a text. */
export function addFooterToText(text: string, postalAddress: string | null): string {
  return [text, '', ...(postalAddress ? [postalAddress] : []), `Unsubscribe: ${LINK}`, ''].join('\n');
}
