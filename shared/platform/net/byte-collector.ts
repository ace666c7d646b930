// Puts a body together in one buffer that grows. A list of chunks would cost a hundred times its bytes when a server
// sends them one by one.

/** Collects bytes up to a bound; what comes beyond is dropped. */
export interface ByteCollector {
  add(chunk: Buffer): void;
  bytes(): Buffer;
}

/** Creates an empty collector. It takes what the first piece needs: most bodies are one piece, and many are none. */
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
