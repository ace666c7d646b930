// Mutations of a whole SMTP conversation, the same for the same seed: commands that are replaced, repeated, cut or in
// another order, content that is none, and clients that leave in the middle. What a server says to them is not known
// before; that it survives them is.
import { connect } from 'node:net';
import fc from 'fast-check';

/** A server that receives mail from other servers. */
const RECEIVING = [
  'EHLO client.test\r\n',
  'MAIL FROM:<a@remote.test> BODY=8BITMIME SIZE=400\r\n',
  'RCPT TO:<a@ours.test>\r\n',
  'RCPT TO:<b@foreign.test>\r\n',
  'DATA\r\n',
  'Message-ID: <1@x>\r\nReceived: x\r\n\r\nbody\r\n..\r\n',
  '.\r\n',
  'RSET\r\n',
  'NOOP\r\n',
  'STARTTLS\r\n',
  'QUIT\r\n',
];
const TOKENS = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  '.',
  '\n.\n',
  '\r\n.\r\n',
  '\r.\r',
  ':',
  '<',
  '>',
  '@',
  ' ',
  '=',
  '\xff',
  'é',
  'HELO x\r\n',
  'AUTH PLAIN x\r\n',
  'BDAT 5 LAST\r\n',
  'VRFY a\r\n',
  'XCLIENT ADDR=1.2.3.4\r\n',
  'ETRN x\r\n',
  'MAIL FROM:<>\r\n',
  'RCPT TO:<postmaster>\r\n',
  'RCPT TO:<a@full.test>\r\n',
  'RCPT TO:<,>\r\n',
  'PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n',
  'GET / HTTP/1.1\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'x'.repeat(5_000),
  `${'y'.repeat(76)}\r\n`.repeat(5_000),
];

/** An edit of a conversation at a place, which is taken as a fraction of what there is. */
const editOf = (conversation: readonly string[]) =>
  fc.record({
    kind: fc.constantFrom('replace', 'insert', 'remove', 'swap', 'cut', 'byte'),
    // Without it most places would be the first.
    place: fc.noBias(fc.integer({ min: 0, max: 999_999 })),
    token: fc.noBias(fc.constantFrom(...conversation, ...TOKENS)),
  });
type Edit = ReturnType<typeof editOf> extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(conversation: readonly string[], edits: readonly Edit[]): string {
  const parts = [...conversation];
  for (const { kind, place, token } of edits) {
    const index = Math.floor((place / 1_000_000) * parts.length);
    const part = parts[index] ?? '';
    const inside = place % (part.length + 1);
    if (kind === 'replace') parts[index] = token;
    else if (kind === 'insert') parts.splice(index, 0, token);
    else if (kind === 'remove') parts.splice(index, 1);
    else if (kind === 'swap') parts.push(...parts.splice(index, 1));
    else if (kind === 'cut') parts[index] = part.slice(0, inside);
    else parts[index] = part.slice(0, inside) + token.slice(0, 1) + part.slice(inside + 1);
  }
  return parts.join('');
}

/** What one client does: it sends a conversation in pieces, and leaves in one of three ways. */
const clientOf = (conversation: readonly string[]) =>
  fc.record({
    conversation: fc
      .array(editOf(conversation), { minLength: 1, maxLength: 4 })
      .map((edits) => mutate(conversation, edits)),
    pieces: fc.integer({ min: 1, max: 8 }),
    leaves: fc.constantFrom('ends', 'vanishes', 'stays'),
  });
/** One of them. */
export type MutatedClient = ReturnType<typeof clientOf> extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * @param conversation what is mutated: commands and lines of content with their line breaks
 * @returns the clients of a seed
 */
export function mutatedClients(
  count: number,
  seed: number,
  conversation: readonly string[] = RECEIVING,
): MutatedClient[] {
  return fc.sample(clientOf(conversation), { numRuns: count, seed });
}

/**
 * @param localAddress the address that the client has: any of 127.0.0.0/8
 * @returns all that the server said until it closed the connection
 */
export async function converse(
  port: number,
  { conversation, pieces, leaves }: MutatedClient,
  localAddress = '127.0.0.1',
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  // A server that closes the connection may reset it, while more of the conversation is on its way.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  const bytes = Buffer.from(conversation, 'latin1');
  const size = Math.ceil(bytes.length / pieces);
  for (let start = 0; start < bytes.length; start += size) {
    await new Promise((resolve) => socket.write(bytes.subarray(start, start + size), resolve));
  }
  if (leaves === 'vanishes') socket.destroy();
  else if (leaves === 'ends') socket.end();
  await closed;
  return said;
}
