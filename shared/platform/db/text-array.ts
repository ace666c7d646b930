// Encodes an array of long texts as a parameter in Postgres' binary format. In the text format we would have to escape
// each text, and Postgres would parse it character by character: the parameters of nine mails with 10 KB of html cost
// 191 µs of CPU in the text format, and 62 µs in the binary format.

const DIMENSIONS = 1;
const HAS_NULLS = 1;
/** The OID of `text` in pg_type. */
const TEXT_OID = 25;
const FIRST_INDEX = 1;
const HEAD_BYTES = 20;
const SIZE_BYTES = 4;
const NULL_SIZE = -1;

/** Encodes texts as the value of a parameter of type `text[]`. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? NULL_SIZE : Buffer.byteLength(text)));
  const octets = Buffer.allocUnsafe(
    sizes.reduce((sum, size) => sum + SIZE_BYTES + Math.max(size, 0), HEAD_BYTES),
  );
  let end = 0;
  for (const number of [DIMENSIONS, HAS_NULLS, TEXT_OID, texts.length, FIRST_INDEX]) {
    end = octets.writeInt32BE(number, end);
  }
  for (const [index, text] of texts.entries()) {
    end = octets.writeInt32BE(sizes[index] ?? NULL_SIZE, end);
    if (text !== null) end += octets.write(text, end);
  }
  return octets;
}
