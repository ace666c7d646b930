// Preheader (preview text): the text that mail clients show after the subject in the list of mails. There is no header
// field for it; clients show the first text of the html. So a hidden element at the start of the body contains it,
// padded with blanks, so that the client does not continue with the visible text.
import { escapeHtml } from '../../platform/security/escape-html.ts';
import { findBodyStart } from './body-start.ts';

/** Clients show up to about this many characters; a shorter preview is padded. */
const PREVIEW_SHOWN_LENGTH = 150;
/** Uses space in the preview and shows nothing: a no-break space and a zero-width non-joiner. */
const BLANK = '&nbsp;&zwnj;';
/**
 * `mso-hide` is for Outlook, which ignores `display` on some elements; the others for clients that ignore one of them.
 */
const HIDDEN =
  'display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all';

/** Html, and a preview text that is not in it. */
export interface PreviewedHtml {
  html?: string | null | undefined;
  /** Mail clients show it after the subject; only html can contain it. */
  previewText?: string | null | undefined;
}

/** The html with the preview text before its visible content. */
export function withPreheader({ html, previewText }: PreviewedHtml): string {
  if (!html || !previewText) return html ?? '';
  const position = findBodyStart(html);
  return html.slice(0, position) + preheaderOf(previewText) + html.slice(position);
}

/** The hidden element. */
export function preheaderOf(previewText: string): string {
  const padding = BLANK.repeat(Math.max(0, PREVIEW_SHOWN_LENGTH - previewText.length));
  return `<div style="${HIDDEN}">${escapeHtml(previewText)}${padding}</div>`;
}
