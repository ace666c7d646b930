// Decodes the first bytes of a file that is to be imported, as the server decodes all of it, and guesses its encoding where
// no byte order mark says it. Pure.
import type { CONTACT_IMPORT_ENCODINGS } from '../../../../shared/contract/contact-imports/values.ts';
import {
  encodingOfFile,
  PIECE_BYTES,
} from '../../../../shared/resources/flows/contact-imports/parsing/file-encoding.ts';

/** An encoding that a file can have. */
export type FileEncoding = (typeof CONTACT_IMPORT_ENCODINGS)[number];

/** From this share of NULs on at odd places a text is UTF-16: no other text has any. */
const WIDE_FROM = 0.3;
/** Bytes that Windows-1252 does not have: browsers read them as control characters, the server as unreadable. */
const UNASSIGNED = /[\x81\x8d\x8f\x90\x9d]/g;

/**
 * The text, piece by piece.
 * @param declared undefined: it is guessed
 * @throws UnreadableFileError if it is not a text
 */
export function decodeStart(
  bytes: Uint8Array,
  { declared, isWhole }: { declared: FileEncoding | undefined; isWhole: boolean },
): { encoding: FileEncoding; texts: string[] } {
  const encoding = encodingOfFile(bytes, declared ?? guessEncoding(bytes));
  const decoder = new TextDecoder(encoding);
  const texts: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const text = decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true });
    texts.push(encoding === 'windows-1252' ? text.replace(UNASSIGNED, '\ufffd') : text);
  }
  if (isWhole) texts.push(decoder.decode());
  // What a mark says needs no word in the request, which has no name for the other order.
  return { encoding: encoding === 'utf-16be' ? 'utf-16le' : encoding, texts };
}

/** The encodings of spreadsheets: UTF-8, else UTF-16, else the encoding of Windows, whose every byte is a character. */
function guessEncoding(bytes: Uint8Array): FileEncoding {
  if (isWide(bytes)) return 'utf-16le';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isWide(bytes: Uint8Array): boolean {
  let nuls = 0;
  for (let place = 1; place < bytes.length; place += 2) if (bytes[place] === 0) nuls += 1;
  return nuls > WIDE_FROM * (bytes.length / 2);
}

/** The last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
