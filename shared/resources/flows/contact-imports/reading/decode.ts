// Decodes a file. A byte order mark (BOM) says more than the request: spreadsheets write one without asking.
import iconv from 'iconv-lite';
import type { ContactImportEncoding } from '../contact-import.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const UTF_16_LE_BOM = Buffer.from([0xff, 0xfe]);
const UTF_16_BE_BOM = Buffer.from([0xfe, 0xff]);
/** How files of spreadsheets and archives begin: ZIP (also .xlsx and .ods), gzip, and .xls. */
const BINARY_FORMATS = ['504b0304', '1f8b08', 'd0cf11e0'].map((octets) => Buffer.from(octets, 'hex'));
/** Bytes that are decoded and split at a time: some milliseconds of work. */
const PIECE_BYTES = 16 * 1024;

/** A part of a file. */
export interface DecodedPiece {
  text: string;
  /** Bytes of the file up to its end. */
  bytesRead: number;
}

/** The text of a file, piece by piece. Bytes that the encoding does not have become U+FFFD (read-row.ts refuses it). */
export async function* decodeFile(
  pieces: AsyncIterable<Buffer>,
  declared: ContactImportEncoding,
): AsyncGenerator<DecodedPiece> {
  let decoder: iconv.DecoderStream | undefined;
  let bytesRead = 0;
  for await (const piece of pieces) {
    decoder ??= iconv.getDecoder(encodingOf(piece, declared));
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

/** @throws UnreadableFileError for what is no text */
function encodingOf(first: Buffer, declared: ContactImportEncoding): ContactImportEncoding {
  if (BINARY_FORMATS.some((beginning) => first.subarray(0, beginning.length).equals(beginning))) {
    throw new UnreadableFileError(
      'The file must be a text, and is a spreadsheet or an archive. Export it as CSV.',
    );
  }
  const mark = first.subarray(0, 2);
  if (mark.equals(UTF_16_BE_BOM)) {
    throw new UnreadableFileError('The file is UTF-16 in big-endian order. Save it as UTF-8.');
  }
  return mark.equals(UTF_16_LE_BOM) ? 'utf-16le' : declared;
}
