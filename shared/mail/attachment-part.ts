// The MIME part of an attachment: its header fields, and its content as a stream. The base64 is encoded while the
// content is read, so that no file is ever completely in memory. Only messages are carried unchanged.
import type { LineEncoding } from './attached-message.ts';
import { transferContentType } from './content-types.ts';
import { base64LinesLength, encodeBase64Lines } from './encodings/transfer-encoding.ts';
import { foldField, type HeaderField, textField } from './header-fields.ts';
import { encodedWordParameter, textParameter } from './parameters.ts';

/** A reference of html to a part of its own message (RFC 2392), and the id after it. */
const REFERENCE = 'cid:';
const REFERENCED_ID = /[^\s"'<>)]{0,400}/y;
/**
 * Limit of the references that are read. Html with more of them shows the same files often; a file that only a later
 * one refers to becomes an ordinary attachment.
 */
const REFERENCES_MAX = 10_000;

/** A file of a message. */
export interface MessageAttachment {
  filename: string;
  contentType: string;
  /** Without angle brackets; html refers to it as `cid:…`. */
  contentId: string | null;
  disposition: 'inline' | 'attachment';
  /** Content-Description; null or absent: none. */
  description?: string | null;
  /** Bytes of the content. */
  size: number;
  /** The encoding of an attached message, which is carried unchanged (attached-message.ts). Absent: base64. */
  asLines?: LineEncoding | undefined;
  /** The content in pieces; the length of each but the last is a multiple of 57. It may be called several times. */
  read(): AsyncIterable<Buffer>;
}

/** A piece of a message that is streamed instead of being in memory. */
export interface StreamedPiece {
  /** Length in octets. */
  size: number;
  /** Each buffer contains whole lines that end in CRLF, except for a message that is carried unchanged. */
  read(): AsyncIterable<Buffer>;
}

/** The header fields of the part of an attachment. */
export function attachmentFields(attachment: MessageAttachment): HeaderField[] {
  const { filename, contentType, contentId, disposition, description, asLines } = attachment;
  const carriedType = asLines ? contentType : transferContentType(contentType);
  const [type = '', ...parameters] = carriedType.split(/ *; */);
  const named = parameters.some((parameter) => /^name=/i.test(parameter));
  const contentTypeTokens = [
    `${type};`,
    ...parameters.map((parameter) => `${parameter};`),
    ...(named ? [] : encodedWordParameter('name', filename)),
  ];
  return [
    foldField('Content-Type', withoutLastSemicolon(contentTypeTokens)),
    { name: 'Content-Transfer-Encoding', value: asLines ?? 'base64' },
    foldField('Content-Disposition', [`${disposition};`, ...textParameter('filename', filename)]),
    ...(contentId === null ? [] : [foldField('Content-ID', [`<${contentId}>`])]),
    ...(description ? [textField('Content-Description', description)] : []),
  ];
}

/** The content of the part. */
export function attachmentContent({ size, read, asLines }: MessageAttachment): StreamedPiece {
  if (asLines) return { size, read };
  return {
    size: base64LinesLength(size),
    async *read() {
      for await (const bytes of read()) yield encodeBase64Lines(bytes);
    },
  };
}

/**
 * Finds the attachments that the html shows inline. The references are collected in one pass: a search for each of a
 * hundred files would read megabytes of html two hundred times.
 * @returns a function that returns true for an attachment that the html refers to
 */
export function findInlineReferences(html: string): (attachment: MessageAttachment) => boolean {
  const ids = new Set<string>();
  let at = html.indexOf(REFERENCE);
  for (let count = 0; at !== -1 && count < REFERENCES_MAX; count += 1) {
    REFERENCED_ID.lastIndex = at + REFERENCE.length;
    ids.add(REFERENCED_ID.exec(html)?.[0] ?? '');
    at = html.indexOf(REFERENCE, at + REFERENCE.length);
  }
  return ({ contentId }) =>
    contentId !== null && (ids.has(contentId) || ids.has(encodeURIComponent(contentId)));
}

function withoutLastSemicolon(tokens: readonly string[]): string[] {
  return tokens.map((token, index) => (index === tokens.length - 1 ? token.replace(/;$/, '') : token));
}
