// How a poll looks in a message: in html a table of links, which mail clients show without images, scripts and forms; in a
// text lines. It has no colours of its own but the edge of its options, which can be seen on white and on black, so it looks
// right in whatever the message or a client in dark mode makes of the colours around it.
import { escapeHtml } from '../../platform/security/escape-html.ts';

/** The question of a poll and its option. Both are text, without braces that a placeholder would need. */
export interface AskedPoll {
  question: string;
  /** The texts of its options. */
  options: readonly string[];
}

/** The link of an option. @param number from 1 on */
export type LinkOfOption = (number: number) => string;

/** The contrast is 4.5:1 on white and 4.6:1 on black. */
const EDGE = '1px solid #767676';
/** A client may have quirks mode, where a table does not inherit its font. */
const FONT = 'font:16px/1.4 Arial,sans-serif;color:inherit';
/** A long word must not make a phone scroll. */
const WRAP = 'word-wrap:break-word;overflow-wrap:anywhere';
const TABLE =
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;table-layout:fixed;border-collapse:separate';

/** The table of a poll, a row a line: one long line would make quoted-printable of the html. */
export function pollTable({ question, options }: AskedPoll, linkOf: LinkOfOption): string {
  const rows = options.map((label, index) => optionRow(label, linkOf(index + 1)));
  return [
    `${TABLE};max-width:600px;margin:24px auto">`,
    `<tr><td style="padding:0 0 12px;${FONT};font-weight:bold;${WRAP}">${escapeHtml(question)}</td></tr>`,
    ...rows,
    '</table>\n',
  ].join('\n');
}

/**
 * The whole cell is the link. Outlook does not make a link a block, so there the cell has the room around its text
 * (`mso-padding-alt`).
 */
function optionRow(label: string, link: string): string {
  const styleOfLink = `display:block;padding:12px 16px;${FONT};text-decoration:none;${WRAP}`;
  const text = `<a href="${link}" style="${styleOfLink}">${escapeHtml(label)}</a>`;
  const cell = `<td style="border:${EDGE};border-radius:6px;mso-padding-alt:12px 16px">${text}</td>`;
  return `<tr><td style="padding:0 0 8px">${TABLE}"><tr>${cell}</tr></table></td></tr>`;
}

/** The lines of a poll in a text. */
export function pollLines({ question, options }: AskedPoll, linkOf: LinkOfOption): string {
  return [question, '', ...options.map((label, index) => `* ${label}: ${linkOf(index + 1)}`), ''].join('\n');
}
