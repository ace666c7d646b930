// Whether the HTML of an email asks for files of other servers, which show its sender that it was opened. Pages that show
// emails load them only when a person wants that.

/**
 * An attribute or a style that makes a browser fetch a remote file. The repetitions are bounded; otherwise a megabyte
 * of spaces would take minutes (ReDoS).
 */
const REMOTE_REFERENCE =
  /(?:\b(?:src|srcset|background|poster|data)\s{0,9}=\s{0,9}["']?|<link\b[^>]{0,300}\bhref\s{0,9}=\s{0,9}["']?|url\(\s{0,9}["']?|@import\s{1,9}["'])\s{0,9}(?:https?:)?\/\//i;

/** True when the HTML refers to remote files. A link that a person must click is none. */
export function asksForRemoteContent(html: string | null): boolean {
  return html !== null && REMOTE_REFERENCE.test(html);
}
