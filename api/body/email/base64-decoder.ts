// Streaming base64 decoder for the content of an attachment: decodes a JSON string (RFC 4648 §4, padded) while it
// arrives. Line breaks are allowed, because many libraries write base64 in lines. Node's decoder silently skips
// invalid characters, so the length of each decoded piece is compared with the length that it must have.
import { BACKSLASH } from '../json-octets.ts';
import { ESCAPE_MAX_BYTES } from './short-text.ts';

/** The content is not base64. */
export class Base64Error extends Error {
  override readonly name = 'Base64Error';
}

const URL_ALPHABET = /[-_]/;

export class Base64Decoder {
  /** Characters that do not fill a group of four yet. */
  #left = '';
  /** The end of a piece that may be the beginning of an escape. */
  #leftBytes: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  /** Decodes the next piece. @throws Base64Error */
  push(piece: Buffer): Buffer {
    const bytes = this.#leftBytes.length > 0 ? Buffer.concat([this.#leftBytes, piece]) : piece;
    const backslash = bytes.lastIndexOf(BACKSLASH);
    // A backslash this close to the end of a piece may begin an unfinished escape.
    const cut = backslash > bytes.length - ESCAPE_MAX_BYTES ? Math.max(backslash, 0) : bytes.length;
    this.#leftBytes = bytes.subarray(cut);
    return this.#decode(readText(bytes.subarray(0, cut)));
  }

  /** Decodes the rest. @throws Base64Error when the content is not complete */
  end(): Buffer {
    const bytes = this.#decode(readText(this.#leftBytes));
    if (this.#left !== '') throw new Base64Error('The padding is missing.');
    return bytes;
  }

  #decode(text: string): Buffer {
    const all = this.#left + text;
    const length = all.length - (all.length % 4);
    this.#left = all.slice(length);
    const groups = all.slice(0, length);
    if (groups === '') return Buffer.alloc(0);
    if (this.#hasEnded) throw new Base64Error('There is data after the padding.');
    const padding = groups.endsWith('==') ? 2 : Number(groups.endsWith('='));
    this.#hasEnded = padding > 0;
    const bytes = Buffer.from(groups, 'base64');
    if (bytes.length !== (length / 4) * 3 - padding || URL_ALPHABET.test(groups))
      throw new Base64Error('It contains characters that are not valid in base64.');
    return bytes;
  }
}

/** The unescaped JSON text, without line breaks. @throws Base64Error if it is not a valid JSON string */
function readText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return (text.includes('\\') ? parse(text) : text).replace(/[\r\n]+/g, '');
}

function parse(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch (cause) {
    throw new Base64Error('It is not a valid JSON string.', { cause });
  }
}
