// Splitting a stream of octets into replies, however the network has split it.
import { expect } from 'chai';
import { ReplyReader } from '../../../../../workers/transports/smtp/replies/reply-reader.ts';
import { cpuMsOf } from '../../../../support/time/cpu-time.ts';

describe('The reader of replies', () => {
  const STREAM = '250 2.1.0 Ok\r\n250-one\r\n250-two\r\n250 three\r\n354 go\n250\r\n550 größer\r\n';
  const REPLIES = ['250 2.1.0 Ok', '250-one\n250-two\n250 three', '354 go', '250', '550 größer'];

  it('separates several replies that come at once, of one line and of many', () => {
    expect(new ReplyReader().push(Buffer.from(STREAM))).to.deep.equal(REPLIES);
  });

  it('reads the same replies wherever the stream is split, also within a character', () => {
    const octets = Buffer.from(STREAM);
    for (let cut = 1; cut < octets.length; cut += 1) {
      const reader = new ReplyReader();
      const replies = [...reader.push(octets.subarray(0, cut)), ...reader.push(octets.subarray(cut))];
      expect(replies, `cut after ${cut}`).to.deep.equal(REPLIES);
    }
  });

  it('reads the same replies octet by octet', () => {
    const reader = new ReplyReader();
    const replies = [...Buffer.from(STREAM)].flatMap((octet) => reader.push(Buffer.from([octet])));
    expect(replies).to.deep.equal(REPLIES);
  });

  it('returns a line that is not a reply, so that its command fails', () => {
    expect(new ReplyReader().push(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).to.deep.equal([
      'HTTP/1.1 400 Bad Request',
    ]);
  });

  for (const [what, octets, begun] of [
    ['one line', Buffer.from(`250 ${'a'.repeat(70_000)}`), /^250 a+$/],
    ['many lines', Buffer.from('250-again\r\n'.repeat(8_000)), /^(250-again\n?)+$/],
    ['one line that ends too late', Buffer.from(`250 ${'a'.repeat(70_000)}\r\n`), /^250 a+\r$/],
  ] as const) {
    it(`returns no reply of ${what} that does not end, but its beginning`, () => {
      const reader = new ReplyReader();
      expect(reader.push(octets)).to.deep.equal([]);
      expect(reader.isEndless).to.equal(true);
      expect(reader.begun).to.match(begun);
    });
  }

  it('has the complete lines of an unfinished reply, or its partial first line', () => {
    const reader = new ReplyReader();
    expect(reader).to.deep.include({ hasBegun: false, begun: '' });
    reader.push(Buffer.from('250 ok\r\n550 5.1'));
    expect(reader).to.deep.include({ hasBegun: true, begun: '550 5.1' });
    reader.push(Buffer.from('.1 no\r\n550-5.1.1 n'));
    reader.push(Buffer.from('o\r\n550 5.'));
    expect(reader).to.deep.include({ hasBegun: true, begun: '550-5.1.1 no' });
  });

  for (const [what, piece] of [
    ['line', 'a'],
    ['reply of many lines', '250-\r\n'],
  ] as const) {
    it(`reads one ${what} octet by octet in the time of as many octets of short replies`, () => {
      const shortMs = leastCpuMs(`250 ${'a'.repeat(54)}\r\n`.repeat(1_000));
      const longMs = leastCpuMs(`250-${piece.repeat(60_000 / piece.length)}`);
      // A reader that reads everything again for each octet takes more than ten times as long.
      expect(longMs / shortMs).to.be.below(8);
    });
  }
});

/** The least of five measurements, octet by octet. */
function leastCpuMs(text: string): number {
  const octets = [...Buffer.from(text)].map((octet) => Buffer.of(octet));
  const runs = [1, 2, 3, 4, 5].map(() => {
    const reader = new ReplyReader();
    return cpuMsOf(() => {
      for (const octet of octets) reader.push(octet);
    });
  });
  return Math.min(...runs);
}
