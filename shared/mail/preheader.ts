// The preview text of an email: what a mailbox shows behind the subject. Mail has no field for it; clients show the
// first text of the html. So a hidden element at the start of the body carries it, padded with blanks that keep
// the client from going on with the visible text.

/** Clients show up to about this many characters; a shorter preview is padded. */
const PREVIEW_SHOWN_LENGTH = 150;
/** Takes a place in the preview and shows nothing: a no-break space and a zero-width non-joiner. */
const BLANK = '&nbsp;&zwnj;';
/** `mso-hide` is for Outlook, which ignores `display` on some elements; the rest for clients that drop one of them. */
const HIDDEN =
  'display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all';

/** Tags after which the element may stand; behind `<body>` at best. A bounded length keeps hostile html cheap. */
const TAG = /<(body|\/head|html|!doctype)(?:\s(?:[^>"']|"[^"]*"|'[^']*'){0,2000})?>/iy;
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** The html with its preview text in front of everything that shows. */
export function insertPreheader(html: string, previewText: string): string {
  const position = findBodyStart(html);
  return html.slice(0, position) + preheader(previewText) + html.slice(position);
}

function preheader(previewText: string): string {
  const padding = BLANK.repeat(Math.max(0, PREVIEW_SHOWN_LENGTH - previewText.length));
  return `<div style="${HIDDEN}">${escapeHtml(previewText)}${padding}</div>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Where the body begins. A `<body>` in a comment is one for some clients only, so comments are passed over. */
function findBodyStart(html: string): number {
  let start = 0;
  let position = html.indexOf('<');
  while (position !== -1) {
    if (html.startsWith(COMMENT_START, position)) {
      const end = html.indexOf(COMMENT_END, position + COMMENT_START.length);
      if (end === -1) return start;
      position = html.indexOf('<', end + COMMENT_END.length);
      continue;
    }
    TAG.lastIndex = position;
    const tag = TAG.exec(html);
    if (tag) start = TAG.lastIndex;
    if (tag?.[1]?.toLowerCase() === 'body') return start;
    position = html.indexOf('<', position + 1);
  }
  return start;
}
