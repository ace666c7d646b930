// Seeded mutations of whole SMTP conversations: whatever a client sends, the server does not crash, leaves no connection
// open and no upload, and answers 250 to the end of a message only when the message is stored.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { extent, SEED } from '../../support/extent.ts';
import { eventually } from '../../support/time/eventually.ts';
import { startTestInbound, type TestInbound } from '../support/use-inbound.ts';

const MUTATIONS = extent('SMTP_MUTATIONS', 2_000, 20_000);
const AT_ONCE = 100;

const CONVERSATION = [
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
  ...CONVERSATION,
  ...[
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
  ],
  ...[
    'HELO x\r\n',
    'AUTH PLAIN x\r\n',
    'BDAT 5 LAST\r\n',
    'VRFY a\r\n',
    'XCLIENT ADDR=1.2.3.4\r\n',
    'ETRN x\r\n',
  ],
  ...['MAIL FROM:<>\r\n', 'RCPT TO:<postmaster>\r\n', 'RCPT TO:<a@full.test>\r\n', 'RCPT TO:<,>\r\n'],
  ...[
    'PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n',
    'GET / HTTP/1.1\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ],
  'x'.repeat(5_000),
  `${'y'.repeat(76)}\r\n`.repeat(5_000),
];

/** An edit of the conversation at a place, which is taken as a fraction of what there is. */
const edit = fc.record({
  kind: fc.constantFrom('replace', 'insert', 'remove', 'swap', 'cut', 'byte'),
  // Without it most places would be the first.
  place: fc.noBias(fc.integer({ min: 0, max: 999_999 })),
  token: fc.noBias(fc.constantFrom(...TOKENS)),
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(edits: readonly Edit[]): string {
  const parts = [...CONVERSATION];
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
const client = fc.record({
  conversation: fc.array(edit, { minLength: 1, maxLength: 4 }).map(mutate),
  pieces: fc.integer({ min: 1, max: 8 }),
  leaves: fc.constantFrom('ends', 'vanishes', 'stays'),
});
type Client = typeof client extends fc.Arbitrary<infer Value> ? Value : never;

/** @returns all that the server said */
async function converse(port: number, { conversation, pieces, leaves }: Client): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  await Promise.race([once(socket, 'data'), closed]);
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

/** Replies to the end of a message that is taken; the library says "queued" for them only. */
const takenIn = (said: string) => said.match(/^250 2\.6\.0 .*queued/gm)?.length ?? 0;

describe('Mutated SMTP conversations', () => {
  let inbound: TestInbound;
  before(async () => {
    const limits = { connectionsOfNetwork: 1_000, idleMs: 1_000, windowMs: 1_000, windowBytes: 1 };
    inbound = await startTestInbound({ ...limits, settings: { maxBytes: 300_000 } });
  });
  after(() => inbound.server.stop());

  it('crash nothing, leave no connection and no upload, and are answered 250 only for stored mail', async () => {
    const clients = fc.sample(client, { numRuns: MUTATIONS, seed: SEED });
    let taken = 0;
    let spoken = 0;
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let next = clients.pop(); next; next = clients.pop()) {
        const said = await converse(inbound.server.port, next);
        taken += takenIn(said);
        if (said.startsWith('220 ')) spoken += 1;
      }
    });
    await Promise.all(work);
    await eventually('no connection is left', () => inbound.server.connections() === 0);
    await eventually(
      'nothing is in flight',
      async () => (await inbound.metric('mail_inbound_bytes_in_flight')) === 0,
    );
    const count = (outcome: string) => inbound.metric('mail_inbound_messages_total', { outcome });
    const [stored, repeated] = [await count('stored'), await count('repeated')];
    expect(taken, 'some are taken').to.be.within(MUTATIONS / 50, stored + repeated);
    expect(inbound.reception.stored.length).to.equal(stored);
    expect(inbound.reception.uploads.size).to.equal(0);
    for (const outcome of ['refused', 'gone']) expect(await count(outcome), outcome).to.be.above(0);
    expect(await count('failed')).to.equal(0);
    expect(inbound.log.filter((line) => /"level":[56]0/.test(line))).to.deep.equal([]);
    expect(spoken).to.equal(MUTATIONS);
    expect((await inbound.send('a: b\r\n')).slice(0, 3), 'it still works').to.equal('250');
  });
});
