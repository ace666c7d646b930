// Bodies in pieces, as a network cuts them, for property-based tests.

/** @param cuts any numbers; each becomes a place where the bytes are cut */
export function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
