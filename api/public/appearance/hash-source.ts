// What a page has written in it, as its Content-Security-Policy names it.
import { createHash } from 'node:crypto';

/**
 * A source that allows this style or script and no other (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
 * @param text between the tags, exactly as sent
 */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
