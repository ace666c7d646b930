// Encodes an array of long texts, or of bytes, as a parameter in Postgres' binary format. In the text format we would have
// to escape each text, and Postgres would parse it character by character: the parameters of nine mails with 10 KB of
// html cost 191 µs of CPU in the text format, and 62 µs in the binary format.

const DIMENSIONS = 1;
const HAS_NULLS = 1;
/** The OIDs of `text` and `bytea` in pg_type. */
const TEXT_OID = 25;
const BYTEA_OID = 17;
const FIRST_INDEX = 1;
const HEAD_BYTES = 20;
const SIZE_BYTES = 4;
const NULL_SIZE = -1;

/** Encodes texts as the value of a parameter of type `text[]`. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? NULL_SIZE : Buffer.byteLength(text)));
  return encodeArray(TEXT_OID, sizes, (octets, end, index) => octets.write(texts[index] ?? '', end));
}

/** Encodes bytes as the value of a parameter of type `bytea[]`. */
export function byteArray(values: readonly (Buffer | null)[]): Buffer {
  const sizes = values.map((bytes) => bytes?.length ?? NULL_SIZE);
  return encodeArray(BYTEA_OID, sizes, (octets, end, index) => values[index]?.copy(octets, end) ?? 0);
}

/** @param write writes an element at a place, and returns how many bytes it has written */
function encodeArray(
  oid: number,
  sizes: readonly number[],
  write: (octets: Buffer, end: number, index: number) => number,
): Buffer {
  const octets = Buffer.allocUnsafe(
    sizes.reduce((sum, size) => sum + SIZE_BYTES + Math.max(size, 0), HEAD_BYTES),
  );
  let end = 0;
  for (const number of [DIMENSIONS, HAS_NULLS, oid, sizes.length, FIRST_INDEX]) {
    end = octets.writeInt32BE(number, end);
  }
  for (const [index, size] of sizes.entries()) {
    end = octets.writeInt32BE(size, end);
    if (size > 0) end += write(octets, end, index);
  }
  return octets;
}
