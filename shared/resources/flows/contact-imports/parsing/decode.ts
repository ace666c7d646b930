// Decodes a file, piece by piece.
import iconv from 'iconv-lite';
import type { ContactImportEncoding } from '../contact-import.ts';
import { encodingOfFile, PIECE_BYTES } from './file-encoding.ts';

/** A part of a file. */
export interface DecodedPiece {
  text: string;
  /** Bytes of the file up to its end. */
  bytesRead: number;
}

/**
 * The text of a file, piece by piece. Bytes that are invalid in the encoding become U+FFFD (read-row.ts refuses it).
 * @throws UnreadableFileError if it is not a text
 */
export async function* decodeFile(
  pieces: AsyncIterable<Buffer>,
  declared: ContactImportEncoding,
): AsyncGenerator<DecodedPiece> {
  let decoder: iconv.DecoderStream | undefined;
  let bytesRead = 0;
  for await (const piece of pieces) {
    decoder ??= iconv.getDecoder(encodingOfFile(piece, declared));
    for (let start = 0; start < piece.length; start += PIECE_BYTES) {
      const bytes = piece.subarray(start, start + PIECE_BYTES);
      bytesRead += bytes.length;
      // A surrogate without its partner is valid UTF-16, and nothing that Postgres stores.
      yield { text: decoder.write(bytes).toWellFormed(), bytesRead };
    }
  }
  const rest = decoder?.end();
  if (rest) yield { text: rest.toWellFormed(), bytesRead };
}
