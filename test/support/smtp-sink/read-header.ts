// Reads one header field of a message without parsing the rest, for load tests.

/** The unfolded value of the first header field with that name; undefined if there is none. */
export function readHeader(content: Buffer, name: string): string | undefined {
  const end = content.indexOf('\r\n\r\n');
  const headers = content.subarray(0, end < 0 ? content.length : end).toString('latin1');
  const unfolded = headers.replace(/\r\n(?=[ \t])/g, '');
  const prefix = `${name.toLowerCase()}:`;
  const line = unfolded.split('\r\n').find((candidate) => candidate.toLowerCase().startsWith(prefix));
  return line?.slice(prefix.length).trim();
}
