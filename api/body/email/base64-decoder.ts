// Decodes the content of an attachment while it arrives: a text of JSON that holds base64 (RFC 4648 §4, padded). Line
// breaks are let through, since many libraries write base64 in lines. Node's own decoder skips what is no base64,
// so every piece is held against the length that it must have.

/** The content is not base64. */
export class Base64Error extends Error {
  override readonly name = 'Base64Error';
}

/** A piece ends this far from the last backslash at most: `\\u002f` is the longest escape. */
const ESCAPE_MAX_BYTES = 6;
const BACKSLASH = 0x5c;
const URL_ALPHABET = /[-_]/;

export class Base64Decoder {
  /** What does not fill a group of four yet. */
  #left = '';
  /** The end of a piece that may be the beginning of an escape. */
  #leftBytes: Buffer = Buffer.alloc(0);
  #hasEnded = false;

  /** Decodes the next piece. @throws Base64Error */
  push(piece: Buffer): Buffer {
    const bytes = this.#leftBytes.length > 0 ? Buffer.concat([this.#leftBytes, piece]) : piece;
    const backslash = bytes.lastIndexOf(BACKSLASH);
    const cut = backslash > bytes.length - ESCAPE_MAX_BYTES ? Math.max(backslash, 0) : bytes.length;
    this.#leftBytes = bytes.subarray(cut);
    return this.#decode(readText(bytes.subarray(0, cut)));
  }

  /** Decodes what is left. @throws Base64Error when the content is not complete */
  end(): Buffer {
    const bytes = this.#decode(readText(this.#leftBytes));
    if (this.#left !== '') throw new Base64Error('It is not padded.');
    return bytes;
  }

  #decode(text: string): Buffer {
    const all = this.#left + text;
    const length = all.length - (all.length % 4);
    this.#left = all.slice(length);
    const groups = all.slice(0, length);
    if (groups === '') return Buffer.alloc(0);
    if (this.#hasEnded) throw new Base64Error('There is more behind its padding.');
    const padding = groups.endsWith('==') ? 2 : Number(groups.endsWith('='));
    this.#hasEnded = padding > 0;
    const bytes = Buffer.from(groups, 'base64');
    if (bytes.length !== (length / 4) * 3 - padding || URL_ALPHABET.test(groups))
      throw new Base64Error('It holds other characters.');
    return bytes;
  }
}

/** The text that stands in the JSON, without line breaks. @throws Base64Error for what is no text of JSON */
function readText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return (text.includes('\\') ? parse(text) : text).replace(/[\r\n]+/g, '');
}

function parse(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch (cause) {
    throw new Base64Error('It is no text of JSON.', { cause });
  }
}
