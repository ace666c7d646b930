// Collects the bytes of a body in one growing buffer, up to a limit. A list of chunks would take a hundred times the
// memory when a server sends its bytes one by one.

/** Collects bytes up to a limit; the bytes after the limit are dropped. */
export interface ByteCollector {
  add(chunk: Buffer): void;
  bytes(): Buffer;
}

/**
 * Creates an empty collector. Memory is allocated with the first piece, in the size of that piece: most bodies arrive
 * in one piece, and many are empty.
 */
export function createByteCollector(maxBytes: number): ByteCollector {
  let buffer = Buffer.alloc(0);
  let size = 0;
  const makeRoom = (wanted: number) => {
    if (wanted <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(wanted, 2 * buffer.length)));
    buffer.copy(larger, 0, 0, size);
    buffer = larger;
  };
  return {
    add(chunk) {
      makeRoom(Math.min(maxBytes, size + chunk.length));
      size += chunk.copy(buffer, size);
    },
    bytes: () => buffer.subarray(0, size),
  };
}
