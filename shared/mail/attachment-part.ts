// An attachment as a part of a message: what its header says, and its content as base64 that is made while it is
// read, so that no file is ever whole in memory.
import { travellingType } from './content-types.ts';
import { foldField, type HeaderField } from './header-fields.ts';
import { encodedWordParameter, textParameter } from './parameters.ts';
import { base64LinesLength, encodeBase64Lines } from './transfer-encoding.ts';

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

/** True when the html shows this attachment. */
export function isShownIn(html: string, { contentId }: MessageAttachment): boolean {
  if (contentId === null) return false;
  return html.includes(`cid:${contentId}`) || html.includes(`cid:${encodeURIComponent(contentId)}`);
}

function withoutLastSemicolon(tokens: readonly string[]): string[] {
  return tokens.map((token, index) => (index === tokens.length - 1 ? token.replace(/;$/, '') : token));
}
