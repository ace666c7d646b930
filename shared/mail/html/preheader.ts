// Preheader (preview text): the text that mail clients show after the subject in the list of mails. There is no header
// field for it; clients show the first text of the html. So a hidden element at the start of the body contains it,
// padded with blanks, so that the client does not continue with the visible text.
import { escapeHtml } from '../../platform/security/escape-html.ts';

/** Clients show up to about this many characters; a shorter preview is padded. */
const PREVIEW_SHOWN_LENGTH = 150;
/** Uses space in the preview and shows nothing: a no-break space and a zero-width non-joiner. */
const BLANK = '&nbsp;&zwnj;';
/**
 * `mso-hide` is for Outlook, which ignores `display` on some elements; the others for clients that ignore one of them.
 */
const HIDDEN =
  'display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all';

/** Length of html that is searched for `<body>`; if it comes later, the element is put after the last tag found. */
const SEARCHED_MAX_LENGTH = 64 * 1024;
/** Tags after which the element may be inserted; the best one is `<body>`. */
const TAG_NAME = /<(body|\/head|html|!doctype)(?=[\s>])/iy;
const TAG_END = /(?:[^>"']|"[^"]*"|'[^']*'){0,20000}>/y;
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** Inserts the preview text before the visible content of the html. */
export function insertPreheader(html: string, previewText: string): string {
  const position = findBodyStart(html.slice(0, SEARCHED_MAX_LENGTH));
  return html.slice(0, position) + preheader(previewText) + html.slice(position);
}

function preheader(previewText: string): string {
  const padding = BLANK.repeat(Math.max(0, PREVIEW_SHOWN_LENGTH - previewText.length));
  return `<div style="${HIDDEN}">${escapeHtml(previewText)}${padding}</div>`;
}

/** The position at which the body begins. Comments are skipped: only some clients read a `<body>` in a comment. */
function findBodyStart(html: string): number {
  let start = 0;
  let position = html.indexOf('<');
  while (position !== -1) {
    const tagName = matchAt(TAG_NAME, html, position);
    const end = tagName ? endOfTag(html, position) : endOfComment(html, position);
    // The html is malformed from here on. Searching the rest could take arbitrarily long for hostile input.
    if (end === undefined) return start;
    if (tagName) start = end;
    if (tagName === '<body') return start;
    position = html.indexOf('<', end);
  }
  return start;
}

function endOfTag(html: string, position: number): number | undefined {
  const tag = matchAt(TAG_END, html, position);
  return tag === undefined ? undefined : position + tag.length;
}

/** The end of a comment; for anything else that begins with `<`, the next position. */
function endOfComment(html: string, position: number): number | undefined {
  if (!html.startsWith(COMMENT_START, position)) return position + 1;
  const end = html.indexOf(COMMENT_END, position + COMMENT_START.length);
  return end === -1 ? undefined : end + COMMENT_END.length;
}

/** The match of a sticky pattern at a position, in lower case. */
function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0].toLowerCase();
}
