// Serves an attachment as a download. Its name and type were chosen by the sender of the mail, so neither is trusted:
// the name loses every path, an invalid type is replaced, and the browser never displays the file.
import type { Response } from 'express';
import type { InboxAttachment } from './parse-message.ts';

/** A media type without parameters (RFC 6838 §4.2). */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;
const FALLBACK_TYPE = 'application/octet-stream';
const FALLBACK_NAME = 'attachment';
/** The longest name that common file systems accept, minus room for an extension. */
const FILENAME_MAX_LENGTH = 200;

/** Answers the attachment's bytes. */
export function sendAttachment(
  { filename, contentType, content }: InboxAttachment,
  response: Response,
): void {
  // Before the type is set, because `attachment()` guesses a type from the name.
  response.attachment(toSafeFilename(filename));
  // Not `set`, which would add a charset that may be wrong for the file.
  response.setHeader('Content-Type', MEDIA_TYPE.test(contentType) ? contentType : FALLBACK_TYPE);
  response.set('Content-Security-Policy', "default-src 'none'; sandbox");
  response.end(content);
}

/** The last part of a path of either kind, without characters of control, text direction and damage. */
export function toSafeFilename(filename: string | null): string {
  const name = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  const visible = name
    .slice(0, FILENAME_MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\ufffd]/gu, '')
    .trim();
  const isDirectory = /^\.*$/.test(visible);
  return isDirectory ? FALLBACK_NAME : visible;
}
