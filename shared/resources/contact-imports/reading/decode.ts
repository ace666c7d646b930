// Decodes a file to UTF-8. A byte order mark (BOM) says more than the request: spreadsheets write one without asking.
import iconv from 'iconv-lite';
import type { ContactImportEncoding } from '../contact-import.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const UTF_16_LE_BOM = Buffer.from([0xff, 0xfe]);
const UTF_16_BE_BOM = Buffer.from([0xfe, 0xff]);
/** How files of spreadsheets and archives begin: ZIP (also .xlsx and .ods), gzip, and .xls. */
const BINARY_FORMATS = ['504b0304', '1f8b08', 'd0cf11e0'].map((octets) => Buffer.from(octets, 'hex'));

/** The file in UTF-8. Bytes that the encoding does not have become U+FFFD (read-row.ts refuses it). */
export async function* decodeFile(
  pieces: AsyncIterable<Buffer>,
  declared: ContactImportEncoding,
): AsyncGenerator<Buffer> {
  let decoder: iconv.DecoderStream | undefined;
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst) decoder = decoderOf(encodingOf(piece, declared));
    isFirst = false;
    yield decoder ? Buffer.from(decoder.write(piece)) : piece;
  }
  const rest = decoder?.end();
  if (rest) yield Buffer.from(rest);
}

function encodingOf(first: Buffer, declared: ContactImportEncoding): ContactImportEncoding {
  if (BINARY_FORMATS.some((beginning) => first.subarray(0, beginning.length).equals(beginning))) {
    throw new UnreadableFileError('The file is no text but a spreadsheet or an archive. Export it as CSV.');
  }
  const mark = first.subarray(0, 2);
  if (mark.equals(UTF_16_BE_BOM)) {
    throw new UnreadableFileError('The file is UTF-16 in big-endian order. Save it as UTF-8.');
  }
  return mark.equals(UTF_16_LE_BOM) ? 'utf-16le' : declared;
}

/** UTF-8 needs none: the parser reads it. */
function decoderOf(encoding: ContactImportEncoding): iconv.DecoderStream | undefined {
  return encoding === 'utf-8' ? undefined : iconv.getDecoder(encoding);
}
