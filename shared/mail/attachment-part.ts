// An attachment as a part of a message: what its header says, and its content as base64 that is made while it is
// read, so that no file is ever whole in memory.
import { travellingType } from './content-types.ts';
import { foldField, type HeaderField } from './header-fields.ts';
import { encodedWordParameter, textParameter } from './parameters.ts';
import { base64LinesLength, encodeBase64Lines } from './transfer-encoding.ts';

/** How html names a file of its own message (RFC 2392), and where the name ends. */
const REFERENCE = 'cid:';
const REFERENCED_ID = /[^\s"'<>)]{0,400}/y;
/** Html with more of them shows one file often; what only later ones name stands beside the html. */
const REFERENCES_MAX = 10_000;

/** A file of a message. */
export interface MessageAttachment {
  filename: string;
  contentType: string;
  /** Without its angle brackets; html refers to it as `cid:…`. */
  contentId: string | null;
  disposition: 'inline' | 'attachment';
  /** Bytes of the content. */
  size: number;
  /** The content, in pieces whose length is a multiple of 57 but for the last; may be read several times. */
  read(): AsyncIterable<Buffer>;
}

/** A piece of a message that is not in memory. */
export interface StreamedPiece {
  /** Octets of it. */
  size: number;
  /** Whole lines that end in CRLF. */
  read(): AsyncIterable<Buffer>;
}

/** The fields of an attachment's part. */
export function attachmentFields(attachment: MessageAttachment): HeaderField[] {
  const { filename, contentType, contentId, disposition } = attachment;
  const [type = '', ...parameters] = travellingType(contentType).split(/ *; */);
  const named = parameters.some((parameter) => /^name=/i.test(parameter));
  const contentTypeTokens = [
    `${type};`,
    ...parameters.map((parameter) => `${parameter};`),
    ...(named ? [] : encodedWordParameter('name', filename)),
  ];
  return [
    foldField('Content-Type', withoutLastSemicolon(contentTypeTokens)),
    { name: 'Content-Transfer-Encoding', value: 'base64' },
    foldField('Content-Disposition', [`${disposition};`, ...textParameter('filename', filename)]),
    ...(contentId === null ? [] : [foldField('Content-ID', [`<${contentId}>`])]),
  ];
}

/** Its content as it travels. */
export function attachmentContent({ size, read }: MessageAttachment): StreamedPiece {
  return {
    size: base64LinesLength(size),
    async *read() {
      for await (const bytes of read()) yield encodeBase64Lines(bytes);
    },
  };
}

/**
 * Tells which attachments the html shows. Its references are read once: asking for each of a hundred files would read
 * megabytes of html two hundred times.
 */
export function shownIn(html: string): (attachment: MessageAttachment) => boolean {
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
