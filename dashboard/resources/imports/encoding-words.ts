// The names of encodings.

/** Encoding of a file → its name. */
export const ENCODING_WORDS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'windows-1252': 'Windows-1252 (Latin-1)',
};
