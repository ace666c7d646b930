// Finds the encoding of a file from its first bytes: a byte order mark (BOM) says more than the request, because
// spreadsheets write one without asking. It imports no package, because the dashboard reads the same files before they
// are sent.
import type { CONTACT_IMPORT_ENCODINGS } from '../../../../contract/contact-imports/values.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** Bytes that are decoded and split at a time: some milliseconds of work. */
export const PIECE_BYTES = 16 * 1024;

const UTF_8_BOM = [0xef, 0xbb, 0xbf];
const UTF_16_LE_BOM = [0xff, 0xfe];
const UTF_16_BE_BOM = [0xfe, 0xff];
/** How files of spreadsheets and archives begin: ZIP (also .xlsx and .ods), gzip, and .xls. */
const BINARY_FORMATS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * The encoding in which a file is read.
 * @param first bytes of the file
 * @throws UnreadableFileError if it is not a text
 */
export function encodingOfFile<Encoding extends (typeof CONTACT_IMPORT_ENCODINGS)[number]>(
  first: Uint8Array,
  declared: Encoding,
): Encoding | 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (isBinary(first)) {
    throw new UnreadableFileError(
      'The file must be plain text, but it is a spreadsheet or an archive. Export it as CSV.',
    );
  }
  return encodingOfMark(first) ?? declared;
}

/** The encoding that a byte order mark says; undefined: there is none. @param first bytes of a text */
export function encodingOfMark(first: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (beginsWith(first, UTF_16_BE_BOM)) return 'utf-16be';
  if (beginsWith(first, UTF_16_LE_BOM)) return 'utf-16le';
  return beginsWith(first, UTF_8_BOM) ? 'utf-8' : undefined;
}

/** Whether a file is a spreadsheet or an archive. @param first bytes of the file */
export function isBinary(first: Uint8Array): boolean {
  return BINARY_FORMATS.some((beginning) => beginsWith(first, beginning));
}

function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}
