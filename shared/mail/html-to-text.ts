// The text of an html body, for readers and filters that want text/plain. The html comes from anybody and the
// converter's time grows with the square of the nesting, so what it is given is bounded; the text of a longer
// html ends early, and html that cannot be converted has none. The html itself is sent as it is.
import { compile } from 'html-to-text';

/** Mail clients cut a message at about 100 KB; converting this much takes at most about 0.2 s, however it is built. */
const CONVERTED_MAX_LENGTH = 128 * 1024;
/** Beyond this depth elements are left out; mail nests tables perhaps thirty deep. */
const MAX_DEPTH = 100;

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text of an html body; empty when there is none to be had. */
export function htmlToText(html: string): string {
  try {
    return convert(html.slice(0, CONVERTED_MAX_LENGTH));
  } catch {
    // A mail without a text part is still a mail.
    return '';
  }
}
