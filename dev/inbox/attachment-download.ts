// An attachment as a download. Its name and its type were written by the sender of the mail, so neither is
// trusted: the name loses every path, the type is told only when it is one, and a browser never shows the file.
import type { Response } from 'express';
import type { MessageAttachment } from './parse-message.ts';

/** A media type without parameters (RFC 6838 §4.2). */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;
const FALLBACK_TYPE = 'application/octet-stream';
const FALLBACK_NAME = 'attachment';
/** Longest name that common file systems take, less room for an ending. */
const FILENAME_MAX_LENGTH = 200;

/** Answers the attachment's bytes. */
export function sendAttachment(
  { filename, contentType, content }: MessageAttachment,
  response: Response,
): void {
  // Before the type: `attachment()` guesses one from the name.
  response.attachment(toSafeFilename(filename));
  // Not `set`, which would add a charset that the file may not have.
  response.setHeader('Content-Type', MEDIA_TYPE.test(contentType) ? contentType : FALLBACK_TYPE);
  response.set('Content-Security-Policy', "default-src 'none'; sandbox");
  response.end(content);
}

/** The last part of a path of either kind, without control and text-direction characters. */
export function toSafeFilename(filename: string | null): string {
  const name = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  const visible = name
    .slice(0, FILENAME_MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  const isDirectory = /^\.*$/.test(visible);
  return isDirectory ? FALLBACK_NAME : visible;
}
